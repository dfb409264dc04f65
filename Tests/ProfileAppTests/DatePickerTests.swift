import ProfileModel
import SeededRandom
import Testing

@testable import ProfileApp

@Suite struct `A date picker` {
    private static let range = Day(year: 2025, month: 11, day: 21)...Day(year: 2028, month: 2, day: 29)

    private func picked(_ keys: Key..., from day: String = "2027-05-31") -> String {
        var picker = DatePicker(day: Day(day) ?? Sample.today, range: Self.range)
        for key in keys { _ = picker.press(key) }
        return picker.day.description
    }

    @Test func `steps by days, months and years`() {
        #expect(picked(.left) == "2027-05-30")
        #expect(picked(.right) == "2027-06-01")
        #expect(picked(.pageUp) == "2027-04-30")
        #expect(picked(.pageDown) == "2027-06-30")
        #expect(picked(.character("-")) == "2026-05-31")
        #expect(picked(.character("+"), from: "2027-01-31") == "2028-01-31")
        #expect(picked(.character("="), from: "2027-01-31") == "2028-01-31")
    }

    @Test func `stays within its range`() {
        #expect(picked(.character("+"), .right) == "2028-02-29")
        #expect(picked(.character("-"), .character("-"), .left, .pageUp) == "2025-11-21")
        #expect(picked(.end) == "2028-02-29")
        #expect(picked(.home) == "2025-11-21")
    }

    @Test func `shows a day that is out of its range, and brings it in with the first step`() {
        #expect(picked(from: "2001-01-01") == "2001-01-01")
        #expect(picked(.left, from: "2001-01-01") == "2025-11-21")
        #expect(picked(.right, from: "2031-01-01") == "2028-02-29")
    }

    @Test func `leaves other keys to the screen`() {
        var picker = DatePicker(day: Sample.today, range: Self.range)
        for key in [Key.enter, .tab, .up, .down, .escape, .character("x"), .backspace] {
            #expect(picker.press(key) == false)
        }
        #expect(picker.day == Sample.today)
    }

    @Test func `stays within its range whatever is pressed, at the ends of the calendar too`() {
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
