import ProfileKit
import ProfileRendering
import Testing

@Suite struct `The rules of a profile` {
    /// 21 November 2026, 12:00 in Greenwich: the same day in every zone.
    private static let now = 1_795_262_400

    @Test(arguments: [
        ("2025-11-20", false), ("2025-11-21", true), ("2026-11-21", true), ("2027-11-21", true), ("2027-11-22", false),
    ])
    func `keep a goal date within a year, both ends included`(goal: String, isFine: Bool) throws {
        let committed = Profile(username: "g_kumar", goalDate: Day(year: 2026, month: 11, day: 21))
        let profile = Profile(username: "g_kumar", goalDate: try #require(Day(goal)))
        let problems = profile.problems(replacing: committed, at: Self.now)
        #expect(problems == (isFine ? [] : [FieldProblem("goalDate", .range("2025-11-21", "2027-11-21"))]))
    }

    @Test func `are told all at once, in the order of the fields, without the values`() {
        let committed = Profile(username: "g_kumar", goalDate: Day(year: 2026, month: 11, day: 21))
        let profile = Profile(username: "hunter2\n", goalDate: Day(year: 1999, month: 1, day: 1))
        let problems = profile.problems(replacing: committed, at: Self.now)
        #expect(problems.map(\.field) == ["username", "goalDate"])
        #expect(problems.allSatisfy { !$0.rule.words.contains("hunter2") && !$0.rule.words.contains("1999") })
    }
}
