import FoundationEssentials
import ProfileModel
import TestSupport
import Testing

@Suite struct DayTests {
    @Test(arguments: [
        (2024, 2, 29), (2000, 2, 29), (2026, 2, 28), (2026, 4, 30), (2026, 1, 31), (2026, 12, 31), (1, 1, 1),
        (4, 2, 29), (9999, 12, 31), (1582, 10, 10),
    ])
    func `a date in the calendar is a valid day`(year: Int, month: Int, day: Int) throws {
        let made = try #require(Day(checkedYear: year, month: month, day: day))
        #expect((made.year, made.month, made.day) == (year, month, day))
    }

    @Test(arguments: [
        (2026, 2, 29), (1900, 2, 29), (2100, 2, 29), (2024, 2, 30), (2026, 4, 31), (2026, 6, 31), (2026, 9, 31),
        (2026, 11, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (0, 1, 1), (10_000, 1, 1),
        (-1, 1, 1), (.min, 1, 1), (.max, 1, 1), (2026, .max, 1), (2026, .min, 1), (2026, 1, .max), (2026, 1, .min),
    ])
    func `a date that the calendar lacks is not a valid day`(year: Int, month: Int, day: Int) {
        #expect(Day(checkedYear: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        ("0001-01-01", 1), ("1582-10-15", 5), ("1900-01-01", 1), ("1970-01-01", 4), ("2000-01-01", 6),
        ("2024-02-29", 4), ("2026-04-22", 3), ("2026-11-21", 6), ("2026-11-22", 0), ("9999-12-31", 5),
    ])
    func `known days have their weekday`(text: String, weekday: Int) {
        #expect(Day(text)?.weekday == weekday)
    }

    @Test(arguments: [
        ("2024-02-29", 1, "2025-02-28"), ("2024-02-29", -1, "2023-02-28"), ("2024-02-29", 4, "2028-02-29"),
        ("2024-02-29", -124, "1900-02-28"), ("2023-02-28", 1, "2024-02-28"), ("2026-05-31", 1, "2027-05-31"),
        ("2026-05-31", 0, "2026-05-31"), ("0001-06-01", -1, "0001-06-01"), ("9999-06-01", 1, "9999-06-01"),
        ("2024-02-29", 10_000, "9999-02-28"), ("2024-02-29", -10_000, "0001-02-28"),
    ])
    func `years are added, and 29 February becomes 28 when necessary`(text: String, years: Int, expected: String) {
        #expect(Day(text)?.adding(years: years).description == expected)
    }

    @Test(arguments: [
        ("2026-05-31", 1, "2026-06-30"), ("2026-05-31", -3, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
        ("2026-12-05", 1, "2027-01-05"), ("2026-01-05", -1, "2025-12-05"), ("2026-05-31", 0, "2026-05-31"),
        ("2026-03-15", 25, "2028-04-15"), ("9999-12-01", 1, "9999-12-31"), ("0001-01-20", -1, "0001-01-01"),
        ("2026-05-31", .max, "9999-12-31"), ("2026-05-31", .min, "0001-01-01"),
    ])
    func `months are added, and the last days of long months become those of short ones`(
        text: String, months: Int, expected: String
    ) {
        #expect(Day(text)?.adding(months: months).description == expected)
    }

    @Test(arguments: [
        ("2026-12-31", 1, "2027-01-01"), ("2024-03-01", -1, "2024-02-29"), ("2026-04-22", 0, "2026-04-22"),
        ("1969-12-31", 1, "1970-01-01"), ("9999-12-31", 1, "9999-12-31"), ("0001-01-01", -1, "0001-01-01"),
        ("2026-05-31", .max, "9999-12-31"), ("2026-05-31", .min, "0001-01-01"),
    ])
    func `days are added across months, years and leap days`(text: String, days: Int, expected: String) {
        #expect(Day(text)?.adding(days: days).description == expected)
    }

    @Test(arguments: 0..<4) func `adding days and counting them are inverse`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let day = Day(year: 2000, month: 2, day: 29)
        for _ in 0..<2_000 {
            let days = Int.random(in: -700_000...2_900_000, using: &source)
            #expect(day.days(until: day.adding(days: days)) == days)
        }
    }

    @Test(arguments: [
        ("2026-04-22", "2026-04-22", 0), ("2026-04-22", "2026-04-23", 1), ("2026-04-23", "2026-04-22", -1),
        ("2024-02-28", "2024-03-01", 2), ("2023-02-28", "2023-03-01", 1), ("2026-01-01", "2027-01-01", 365),
        ("1969-12-31", "1970-01-01", 1), ("0001-01-01", "9999-12-31", 3_652_058),
    ])
    func `days are counted across leap days, 1970 and all years`(from: String, to: String, count: Int) throws {
        #expect(try #require(Day(from)).days(until: #require(Day(to))) == count)
    }

    @Test func `days are ordered by year, then month, then day`() throws {
        let days = ["0001-12-31", "2025-12-31", "2026-01-31", "2026-02-01", "2026-02-02", "9999-01-01"]
        let read = try days.map { try #require(Day($0)) }
        #expect(read.reversed().sorted() == read)
    }

    @Test(arguments: 0..<4) func `random days agree with a count made without the C library`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let start = Day(year: 1, month: 1, day: 1)
        for _ in 0..<1_000 {
            let year = Int.random(in: 1...9999, using: &source)
            let month = Int.random(in: 1...12, using: &source)
            let number = Int.random(in: 1...31, using: &source)
            let day = Day(checkedYear: year, month: month, day: number)
            #expect((day != nil) == (number <= Self.length(of: month, in: year)), "\(year)-\(month)-\(number)")
            guard let day else { continue }
            let before = Self.daysBefore(year: year, month: month) + number - 1
            #expect(start.days(until: day) == before)
            #expect(day.days(until: start) == -before)
            // 1 January of year 1 was a Monday.
            #expect(day.weekday == (before + 1) % 7)
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func length(of month: Int, in year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func daysBefore(year: Int, month: Int) -> Int {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
            + (1..<month).reduce(0) { $0 + length(of: $1, in: year) }
    }
}

@Suite struct DayTextTests {
    @Test(arguments: 0..<4) func `every day is read back from its text`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        var days = 0
        for _ in 0..<2_000 {
            let day = Day(
                checkedYear: .random(in: 1...9999, using: &source), month: .random(in: 1...12, using: &source),
                day: .random(in: 1...31, using: &source))
            guard let day else { continue }
            days += 1
            #expect(day.description.utf8.count == 10)
            #expect(Day(day.description) == day)
        }
        #expect(days > 1_900)
    }

    @Test(arguments: [
        (Day(year: 1, month: 2, day: 3), "0001-02-03"), (Day(year: 812, month: 11, day: 30), "0812-11-30"),
        (Day(year: 2027, month: 5, day: 1), "2027-05-01"), (Day(year: 9999, month: 12, day: 31), "9999-12-31"),
    ])
    func `a day is written in ISO 8601`(day: Day, text: String) {
        #expect(day.description == text)
    }

    @Test(arguments: [
        "", "2027", "2027-05", "2027-5-1", "2027-05-1", "27-05-01", "2027/05/01", "2027-05/01", "20270501",
        "2027-05-01 ", " 2027-05-01", "2027-05-01T", "2027-05-010", "+027-05-01", "-027-05-01", "2027-+5-01",
        "2027-05- 1", "0000-01-01", "2027-00-01", "2027-13-01", "2027-02-29", "2027-04-31", "1 May 2027",
        "٢٠٢٧-٠٥-٠١", "2027-05-0１", "2027‑05‑01", "2027-05-0\u{301}", "2027-05-01\0", "2027-05-1\0",
    ])
    func `any other text is not a day`(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func `a substring is read like a whole text`() {
        #expect(Day("on 2027-05-01".dropFirst(3)) == Day(year: 2027, month: 5, day: 1))
    }

    @Test func `a day is encoded in JSON as its text`() throws {
        let days = [Day(year: 2027, month: 5, day: 1), Day(year: 1, month: 1, day: 1)]
        let json = try JSONEncoder().encode(days)
        #expect(String(decoding: json, as: UTF8.self) == #"["2027-05-01","0001-01-01"]"#)
        #expect(try JSONDecoder().decode([Day].self, from: json) == days)
    }

    @Test(arguments: [#"["2027-02-30"]"#, "[20270501]", "[null]", #"[""]"#])
    func `JSON without a valid day is refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: Data(json.utf8)) }
    }
}
