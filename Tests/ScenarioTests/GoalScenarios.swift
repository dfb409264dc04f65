import TestSupport
import Testing

@Suite struct `A goal on the command line` {
    @Test func `is set, shown with its progress, and removed`() throws {
        let home = try Home.withStore(unlocked: true)
        let before = try home.run("show").output
        #expect(try home.json("show").goal == .null)
        let export = try home.run("export").output
        let set = try home.run("edit", "--goal", "120 km since 2020-01-01")
        #expect(set.exitCode == 0 && set.output == "goal (empty) → 120 km since 2020-01-01\n")
        _ = try home.run("hike", "add", "--name", "Ridge", "--distance", "64.2", "--date", "2020-04-01")
        _ = try home.run("hike", "add", "--name", "Earlier", "--distance", "9", "--date", "2019-04-01")
        let goal = try #require(try home.json("show").goal)
        #expect(goal.kind == "distance" && goal.target == 120 && goal.reached == 64.2 && goal.since == "2020-01-01")
        // The goal date of a new profile is today.
        #expect(goal.paceNeeded == 55.8 || goal.paceNeeded == .null)
        #expect(try home.run("show").output.contains("Goal: 64 of 120 km, "))
        #expect(try home.run("show", "--html").output.contains("64 of 120 km, "))
        #expect(try home.json("history").history?[0]?.changes?[0]?.to == "120 km since 2020-01-01")
        #expect(try home.json("show").profile?.goal == nil)
        #expect(try home.run("edit", "--goal", "").exitCode == 0)
        #expect(try home.json("show").goal == .null)
        #expect(!before.contains("Goal: ") && !export.contains("\"goal\""))
    }

    @Test func `is refused in another form, with an example`() throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try home.run("edit", "--goal", "far")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("goal must be a goal such as 120 km"))
        #expect(try home.json("show").revision == 1)
    }

    @Test func `waits in a draft, and gets its first day from the commit`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("edit", "--no-commit", "--goal", "50 hikes").exitCode == 0)
        #expect(try home.run("diff").output.contains("goal (empty) → 50 hikes"))
        #expect(try home.json("show").goal == .null)
        #expect(try home.json("show", "--draft").goal?.target == 50)
        #expect(try home.run("commit").exitCode == 0)
        let goal = try #require(try home.json("show").goal)
        #expect(goal.kind == "hikes" && goal.since != .null)
        #expect(try home.run("undo").exitCode == 0)
        #expect(try home.json("show").goal == .null)
    }

    @Test(.aboutFiles, arguments: ["10000 m up", "10 places"])
    func `travels in an export and comes back`(goal: String) throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("edit", "--goal", "\(goal) since 2026-01-01").exitCode == 0)
        #expect(try home.json("show").goal?.kind == (goal == "10 places" ? "places" : "ascent"))
        let file = home.path(of: "export.json")
        #expect(try home.run("export", file).exitCode == 0)
        let other = try Home.withOtherStore()
        #expect(try other.run("import", file).exitCode == 0)
        #expect(try other.json("show").goal == home.json("show").goal)
        #expect(try other.run("export").output == home.run("export").output)
    }
}
