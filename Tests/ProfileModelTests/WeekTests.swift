import ProfileModel
import Testing

@Suite struct `A week` {
    @Test(arguments: [
        ("2026-04-22", "2026-W17"), ("2021-01-03", "2020-W53"), ("2024-12-30", "2025-W01"), ("0001-01-01", "0001-W01"),
        ("9999-12-31", "9999-W52"),
    ])
    func `has the number of ISO 8601`(day: String, week: String) throws {
        #expect(Week(of: try #require(Day(day))).description == week)
    }

    @Test func `is the first of its year if it contains 4 January, and they follow each other`() throws {
        for year in 1999...2032 {
            #expect(Week(of: Day(year: year, month: 1, day: 4)).description == "\(year)-W01")
        }
        var week = Week(of: Day(year: 1999, month: 12, day: 27))
        for _ in 0..<1500 {
            let days = (0..<7).map { week.monday.adding(days: $0) }
            #expect(days.map { Weekday(of: $0) } == Weekday.allCases && Set(days.map { Week(of: $0) }) == [week])
            let next = Week(of: week.monday.adding(days: 7))
            #expect(week < next && week.description < next.description)
            week = next
        }
    }

    @Test func `names groups of hikes, weekdays from Monday`() {
        let day = Day(year: 2026, month: 4, day: 22)
        #expect(
            HikeGrouping.allCases.compactMap { $0.key(of: day) } == [
                "2026", "2026-04", "2026-W17", "2026-04-22", "wednesday", "spring",
            ])
        #expect(HikeGrouping.weekday.sorted(["sunday", "monday", "friday"]) == ["monday", "friday", "sunday"])
        #expect(HikeGrouping.season.sorted(["winter", "spring"]) == ["spring", "winter"])
        #expect(HikeGrouping.week.sorted(["2025-W52", "2026-W01"]) == ["2026-W01", "2025-W52"])
    }
}
