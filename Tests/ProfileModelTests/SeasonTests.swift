import ProfileModel
import Testing

@Suite struct SeasonTests {
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
