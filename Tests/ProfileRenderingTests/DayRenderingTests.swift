import ProfileModel
import ProfileRendering
import Testing

@Suite struct DayRenderingTests {
    private static let today = Day(year: 2026, month: 11, day: 21)

    @Test(
        arguments: zip(
            1...12,
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November",
                "December",
            ]))
    func `a day is printed with its month's name`(month: Int, name: String) {
        #expect(Day(year: 2027, month: month, day: 1).spelled == "1 \(name) 2027")
    }

    @Test(arguments: [
        ("2026-11-21", "today"), ("2026-11-20", "yesterday"), ("2026-11-19", "Thursday"), ("2026-11-18", "Wednesday"),
        ("2026-11-17", "Tuesday"), ("2026-11-16", "Monday"), ("2026-11-15", "Sunday"),
        ("2026-11-14", "14 November 2026"),
        ("2025-11-21", "21 November 2025"), ("2026-11-22", "22 November 2026"), ("2026-11-25", "25 November 2026"),
    ])
    func `a day of the past week is named by its weekday`(day: String, text: String) {
        #expect(Day(day)?.spelled(from: Self.today) == text)
    }

    @Test func `Friday and Saturday are weekdays, too`() {
        let wednesday = Day(year: 2026, month: 11, day: 25)
        #expect(Day("2026-11-20")?.spelled(from: wednesday) == "Friday")
        #expect(Day("2026-11-21")?.spelled(from: wednesday) == "Saturday")
    }

    @Test(arguments: [
        ("2026-11-21", "today"), ("2026-11-22", "1 day left"), ("2026-11-20", "1 day ago"),
        ("2026-11-23", "2 days left"),
        ("2026-11-18", "3 days ago"), ("2027-05-01", "161 days left"), ("2025-11-21", "365 days ago"),
    ])
    func `a goal date is given in days from today`(day: String, text: String) {
        #expect(Day(day)?.distance(from: Self.today) == text)
    }
}
