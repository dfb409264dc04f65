import ProfileModel
import ProfileRendering
import ProfileSupport
import Testing

@Suite struct SummaryTextTests {
    private static let profile = Profile(
        username: "g_kumar", prefersNotifications: true, seasonalPhoto: .winter,
        goalDate: Day(year: 2027, month: 5, day: 1))
    private static let today = Day(year: 2026, month: 11, day: 21)
    private static let hikes = [
        HikeHeader(
            id: 1, name: "Lonesome Ridge Trail", distance: 4.5, date: Day(year: 2026, month: 4, day: 22),
            movingTime: 5400, ascent: 1234),
        HikeHeader(id: 2, name: "Sølvhare", distance: 100, date: Day(year: 2026, month: 5, day: 30), movingTime: 90),
        HikeHeader(id: 3, name: "A path\u{1B}[2J with a name that is far too long for its column", distance: 0.25),
    ]

    private func lines(
        _ hikes: [HikeHeader], profile: Profile = profile, units: Units = .metric, today: Day = today
    ) -> [String] {
        SummaryText(
            profile: profile, hikes: HikeSummary(over: hikes, goalDate: profile.goalDate), today: today, units: units
        ).lines
    }

    @Test func `the summary of a profile with hikes`() {
        #expect(
            lines(Self.hikes) == [
                "g_kumar",
                "",
                "Notifications: On",
                "Seasonal Photos: ☃️  winter",
                "Goal Date: 1 May 2027 (161 days left)",
                "",
                "Completed Badges",
                "  ⬢ First Hike         22 April 2026",
                "  ⬢ Earth Day          22 April 2026",
                "  ⬢ 100 Kilometres     30 May 2026",
                "  ⬢ 1,000 Metres Up    22 April 2026",
                "  ⬢ Half Marathon      30 May 2026",
                "  ⬢ Marathon           30 May 2026",
                "  ⬢ Big Climb          22 April 2026",
                "",
                "Recent Hikes",
                "  2026-05-30  Sølvhare                      100.0 km                     2 min",
                "  2026-04-22  Lonesome Ridge Trail            4.5 km   1,234 m up   1 h 30 min",
                "  –           A path\\u{1B}[2J with a name…    0.3 km",
                "",
                "3 hikes · 104.8 km · 1,234 m up · 1 h 32 min moving",
            ])
    }

    @Test func `the summary of a new profile`() {
        let profile = Profile(
            username: "a\nb", prefersNotifications: false, seasonalPhoto: .spring, goalDate: Self.today)
        #expect(
            lines([], profile: profile) == [
                "a\\u{A}b",
                "",
                "Notifications: Off",
                "Seasonal Photos: 🌷  spring",
                "Goal Date: 21 November 2026 (today)",
                "",
                "Completed Badges",
                "  none yet",
                "",
                "Recent Hikes",
                "  none yet",
                "",
                "0 hikes · 0.0 km",
            ])
    }

    @Test func `imperial units apply to every figure`() {
        var hike = Self.hikes[0]
        hike.ascent = 200
        let text = lines([hike], units: .imperial)
        #expect(text.last == "1 hike · 2.8 mi · 656 ft up · 1 h 30 min moving")
        #expect(text.contains("  2026-04-22  Lonesome Ridge Trail            2.8 mi    656 ft up   1 h 30 min"))
    }

    @Test func `values that no hike has are left out of the totals`() {
        #expect(lines([Self.hikes[2]]).last == "1 hike · 0.3 km")
    }
}
