import ProfileModel
import TestSupport
import Testing

@testable import ProfileApp

@Suite struct `A date picker` {
    private static let range = Day(year: 2025, month: 11, day: 21)...Day(year: 2028, month: 2, day: 29)

    private func picked(_ keys: Key..., from day: String = "2027-05-31") -> String {
        var picker = DatePicker(day: Day(day) ?? Sample.today, range: Self.range)
        for key in keys { _ = picker.press(key) }
        return picker.day.description
    }

    @Test func `steps the focused part, and months with the page keys`() {
        #expect(picked(.character("-")) == "2027-05-30")
        #expect(picked(.character("+")) == "2027-06-01")
        #expect(picked(.right, .character("+")) == "2027-06-30")
        #expect(picked(.right, .right, .right, .left, .character("-")) == "2027-04-30")
        #expect(picked(.pageUp) == "2027-04-30")
        #expect(picked(.pageDown) == "2027-06-30")
        #expect(picked(.right, .right, .character("-")) == "2026-05-31")
        #expect(picked(.right, .right, .character("="), from: "2027-01-31") == "2028-01-31")
    }

    @Test func `stays within its range`() {
        #expect(picked(.right, .right, .character("+"), .left, .left, .character("+")) == "2028-02-29")
        #expect(picked(.right, .right, .character("-"), .character("-"), .pageUp) == "2025-11-21")
        #expect(picked(.end) == "2028-02-29")
        #expect(picked(.home) == "2025-11-21")
    }

    @Test func `shows a day outside its range, and moves it into the range with the first step`() {
        #expect(picked(from: "2001-01-01") == "2001-01-01")
        #expect(picked(.character("-"), from: "2001-01-01") == "2025-11-21")
        #expect(picked(.character("+"), from: "2031-01-01") == "2028-02-29")
    }

    private func typed(_ text: String, from day: String = "2027-05-31") -> String {
        var picker = DatePicker(day: Day(day) ?? Sample.today, range: Self.range)
        for character in text { _ = picker.press(.character(character)) }
        return picker.day.description
    }

    @Test func `accepts the digits of each part in order`() {
        #expect(typed("24122026") == "2026-12-24")
        #expect(typed("4122026") == "2026-12-04")
        #expect(typed("0405") == "2027-05-04")
        #expect(typed("9") == "2027-05-09")
        #expect(typed("95") == "2027-05-09")
        // A day past the month's end becomes its last day.
        #expect(typed("3102") == "2027-02-28")
        #expect(typed("31022028") == "2028-02-29")
        #expect(typed("00") == "2027-05-31")
        #expect(typed("39") == "2027-05-03")
        #expect(typed("1013") == "2027-01-10")
        // Years have four digits, and may be out of the range while they are typed.
        #expect(typed("0101202") == "2027-01-01")
        #expect(typed("01011999") == "1999-01-01")
        #expect(typed("01010000") == "2027-01-01")
    }

    @Test func `returns to the chosen day where a later month or year has it, and says where one hasn't`() {
        #expect(typed("3112", from: "2026-11-30") == "2026-12-31")
        #expect(picked(.right, .character("+"), .character("+"), from: "2027-08-31") == "2027-10-31")
        // The year's step is cut off at the end of the range, and the step back leads where it began.
        let steps: [Key] = [.right, .right, .character("+"), .character("-")]
        #expect(picked(steps[0], steps[1], steps[2], from: "2027-03-30") == "2028-02-29")
        #expect(picked(steps[0], steps[1], steps[2], steps[3], from: "2027-03-30") == "2027-03-30")
        var picker = DatePicker(day: Day(year: 2027, month: 5, day: 31), range: Self.range)
        #expect(picker.message == nil)
        _ = picker.press(.pageDown)
        #expect(picker.message == "June has 30 days.")
        _ = picker.press(.pageDown)
        #expect(picker.message == nil)
        for key in [Key.right, .right, .character("+")] { _ = picker.press(key) }
        #expect(picker.message == "29 February 2028 is the latest day.")
        _ = picker.press(.home)
        #expect(picker.message == nil)
        _ = picker.press(.character("-"))
        #expect(picker.message == "21 November 2025 is the earliest day.")
    }

    @Test func `shows the digits of a part while it is typed`() {
        var picker = DatePicker(day: Sample.today, range: Self.range)
        _ = picker.press(.character("1"))
        #expect(picker.text(of: .day) == "1_")
        #expect(picker.press(.backspace) == true)
        #expect(picker.text(of: .day) == "1")
        _ = picker.press(.right)
        #expect(picker.part == .month)
        _ = picker.press(.character("+"))
        #expect(picker.text(of: .month) == "December")
        picker.show(Day(year: 2028, month: 1, day: 2))
        #expect(picker.part == .month && picker.day == Day(year: 2028, month: 1, day: 2))
    }

    @Test func `passes other keys on to the screen`() {
        var picker = DatePicker(day: Sample.today, range: Self.range)
        for key in [Key.enter, .tab, .up, .down, .escape, .character("x"), .backspace] {
            #expect(picker.press(key) == false)
        }
        #expect(picker.day == Sample.today)
    }

    @Test func `stays within its range for every key, also at the ends of the calendar`() {
        var source = SeededSource(seed: 7)
        let ends = [
            Day(year: 1, month: 1, day: 1)...Day(year: 1, month: 3, day: 1),
            Day(year: 9998, month: 12, day: 31)...Day(year: 9999, month: 12, day: 31), Self.range,
        ]
        let keys: [Key] = [.left, .right, .pageUp, .pageDown, .character("-"), .character("+"), .home, .end]
        for range in ends {
            var picker = DatePicker(day: range.lowerBound, range: range)
            for _ in 0..<2_000 {
                guard let key = keys.randomElement(using: &source) else { continue }
                #expect(picker.press(key) == true)
                #expect(range.contains(picker.day))
            }
        }
    }
}
