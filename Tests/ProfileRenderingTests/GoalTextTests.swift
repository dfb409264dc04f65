import ProfileKit
import ProfileRendering
import Testing

@Suite struct `The words of a goal` {
    @Test(arguments: [
        ("120 km", 64.2, 42, Units.metric, "64 of 120 km, 9.3 km a week to go"),
        ("120 km", 119.99, 42, .metric, "119 of 120 km, 0.0 km a week to go"),
        ("120 km", 121, 42, .metric, "121 of 120 km, reached"),
        ("120 km", 64.2, -1, .metric, "64 of 120 km, the goal date has passed"),
        ("120 km", 64.2, 3, .metric, "64 of 120 km, 55.8 km to go in 3 days"),
        ("120 km", 64.2, 0, .metric, "64 of 120 km, 55.8 km to go today"),
        ("5 km", 2.46, 7, .metric, "2.4 of 5 km, 2.5 km a week to go"),
        ("120 km", 64.2, 42, .imperial, "39 of 74.6 mi, 5.8 mi a week to go"),
        ("50 hikes", 20, 70, .metric, "20 of 50 hikes, 3.0 hikes a week to go"),
        ("10000 m up", 2500, 70, .metric, "2,500 of 10,000 m up, 750 m up a week to go"),
        ("10 places", 4, 70, .metric, "4 of 10 places, 0.6 places a week to go"),
        ("1 place", 1, 70, .imperial, "1 of 1 place, reached"),
        ("1 day", 0, 7, .metric, "0 of 1 day, 1.0 days a week to go"),
    ])
    func `say what is reached, and the pace that is needed`(
        goal: String, reached: Double, daysLeft: Int, units: Units, text: String
    ) throws {
        let today = Day(year: 2026, month: 11, day: 24)
        let progress = GoalProgress(
            try #require(Goal(goal)), since: today.adding(days: -30), goalDate: today.adding(days: daysLeft),
            today: today,
            reached: reached)
        #expect(GoalText(progress, units: units).text == text)
    }
}
