import ProfileModel
import Testing

@Suite struct SeasonTests {
    @Test(arguments: [
        ("spring", Season.spring), ("SPRING", .spring), ("Summer", .summer), ("aUtUmN", .autumn), ("winter", .winter),
        ("🌷", .spring), ("🌞", .summer), ("🍂", .autumn), ("☃️", .winter), ("☃", .winter), ("☃\u{FE0F}", .winter),
        ("🌷\u{FE0F}", .spring), ("fall", .autumn), ("FALL", .autumn), ("☀️", .summer), ("☀", .summer), ("🍁", .autumn),
        ("❄️", .winter), ("❄", .winter),
    ])
    func `a word in any case and the emoji are read`(text: String, season: Season) {
        #expect(Season(spelling: text) == season)
    }

    @Test(arguments: [
        "", " ", "spring ", " spring", "falls", "spr", "springs", "spring\n", "🌷🌷", "🌷 ", "🌸", "⛄️", "\u{FE0F}",
        "spring\u{301}", "ｓｐｒｉｎｇ", "\u{17F}pring", "0", "printemps",
    ])
    func `anything else is no season`(text: String) {
        #expect(Season(spelling: text) == nil)
    }

    @Test(arguments: Season.allCases)
    func `each season reads back its word and its emoji`(season: Season) {
        #expect(Season(spelling: season.rawValue) == season)
        #expect(Season(spelling: season.emoji) == season)
    }

    @Test(
        arguments: zip(
            1...12,
            [
                Season.winter, .winter, .spring, .spring, .spring, .summer, .summer, .summer, .autumn, .autumn, .autumn,
                .winter,
            ]))
    func `each month lies in its meteorological season`(month: Int, season: Season) {
        #expect(Season(of: Day(year: 2026, month: month, day: 1)) == season)
        #expect(Season(of: Day(year: 2026, month: month, day: 28)) == season)
    }
}
