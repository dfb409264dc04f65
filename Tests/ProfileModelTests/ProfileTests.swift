import ProfileModel
import TestSupport
import Testing

@Suite struct ProfileRulesTests {
    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test(arguments: [
        ("2026-11-21", "2026-11-21", "2025-11-21", "2027-11-21"),
        ("2027-05-01", "2026-11-21", "2025-11-21", "2028-05-01"),
        ("2020-05-01", "2026-11-21", "2019-05-01", "2027-11-21"),
        ("2024-02-29", "2024-02-29", "2023-02-28", "2025-02-28"),
        ("0001-03-01", "9999-03-01", "0001-03-01", "9999-03-01"),
    ])
    func `a goal date is within a year of the committed date or today`(
        committed: String, today: String, first: String, last: String
    ) throws {
        let range = try Profile.goalDates(committed: Self.day(committed), today: Self.day(today))
        #expect(range.lowerBound.description == first)
        #expect(range.upperBound.description == last)
    }

    @Test(arguments: 0..<4) func `the committed date and today are always in range`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        func day() -> Day {
            Day(
                year: .random(in: 1...9999, using: &source), month: .random(in: 1...12, using: &source),
                day: .random(in: 1...28, using: &source))
        }
        for _ in 0..<500 {
            let (committed, today) = (day(), day())
            let range = Profile.goalDates(committed: committed, today: today)
            #expect(range.contains(committed) && range.contains(today))
            #expect(range == Profile.goalDates(committed: today, today: committed))
        }
    }

    @Test func `a new profile has notifications on and the winter photo`() {
        let profile = Profile(username: "g_kumar", goalDate: Day(year: 2026, month: 11, day: 21))
        #expect(profile.prefersNotifications)
        #expect(profile.seasonalPhoto == .winter)
    }

    @Test func `equal profiles are one member of a set, and names that only look equal are two`() {
        let names = ["caf\u{E9}", "caf\u{E9}", "cafe\u{301}"]
        let profiles = names.map { Profile(username: $0, goalDate: Day(year: 2026, month: 11, day: 21)) }
        #expect(profiles[0] == profiles[1] && profiles[0] != profiles[2])
        #expect(Set(profiles).count == 2)
    }
}

@Suite struct SeasonalPhotoTests {
    @Test(arguments: [
        ("spring", SeasonalPhoto.spring), ("SPRING", .spring), ("Summer", .summer), ("aUtUmN", .autumn),
        ("winter", .winter),
        ("🌷", .spring), ("🌞", .summer), ("🍂", .autumn), ("☃️", .winter), ("☃", .winter), ("☃\u{FE0F}", .winter),
        ("🌷\u{FE0F}", .spring), ("fall", .autumn), ("FALL", .autumn), ("☀️", .summer), ("☀", .summer), ("🍁", .autumn),
        ("❄️", .winter), ("❄", .winter),
    ])
    func `a word in any case and the emoji are read`(text: String, photo: SeasonalPhoto) {
        #expect(SeasonalPhoto(spelling: text) == photo)
    }

    @Test(arguments: [
        "", " ", "spring ", " spring", "falls", "spr", "springs", "spring\n", "🌷🌷", "🌷 ", "🌸", "⛄️", "\u{FE0F}",
        "spring\u{301}", "ｓｐｒｉｎｇ", "\u{17F}pring", "0", "printemps",
    ])
    func `any other text is not a season`(text: String) {
        #expect(SeasonalPhoto(spelling: text) == nil)
    }

    @Test(arguments: SeasonalPhoto.allCases)
    func `each photo is read back from its word and its emoji`(photo: SeasonalPhoto) {
        #expect(SeasonalPhoto(spelling: photo.rawValue) == photo)
        #expect(SeasonalPhoto(spelling: photo.emoji) == photo)
    }
}
