import ProfileKit
import ProfileModel
import TestSupport
import Testing

@Suite struct `profile edit` {
    @Test(arguments: ["spring", "Spring", "SPRING", "🌷"])
    func `accepts a season as a word or an emoji`(season: String) throws {
        let home = try Home.withStore(unlocked: true)
        let edited = try home.json("edit", "--season", season)
        #expect(edited.revision == 2)
        #expect(edited.changes?[0]?.field == "seasonalPhoto")
        #expect(edited.changes?[0]?.from == "winter")
        #expect(edited.changes?[0]?.to == "spring")
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
    }

    @Test func `changes all four fields at once, in one revision`() throws {
        let home = try Home.withStore(unlocked: true)
        let committed = try home.json("show").profile?.goalDate
        let edited = try home.run(
            "edit", "--username", "Åsa Öberg 🥾", "--notifications", "off", "--season", "autumn")
        #expect(edited.exitCode == 0)
        let shown = try home.json("show")
        #expect(shown.revision == 2)
        #expect(shown.profile?.username == "Åsa Öberg 🥾")
        #expect(shown.profile?.prefersNotifications == false)
        #expect(shown.profile?.seasonalPhoto == "autumn")
        #expect(shown.profile?.goalDate == committed)
    }

    @Test func `says which badge a new goal date earns or loses`() throws {
        let home = try Home.withStore(unlocked: true)
        let today = try home.store().profile.goalDate
        _ = try home.run("hike", "add", "--name", "Ridge", "--distance", "5", "--date", "\(today)")
        let moved = try home.run("edit", "--goal-date", "\(today.adding(days: 1))")
        #expect(moved.errors == "Committed as revision 2.\nNo longer earned: Goal Reached.\n")
        let back = try home.run("edit", "--goal-date", "\(today)", "--season", "spring")
        #expect(back.errors == "Committed as revision 3.\nEarned: Goal Reached.\n")
        #expect(try home.run("edit", "--season", "autumn").errors == "Committed as revision 4.\n")
        let undone = try home.run("undo", "2")
        #expect(undone.errors == "Committed as revision 5.\nNo longer earned: Goal Reached.\n")
        _ = try home.run("edit", "--no-commit", "--goal-date", "\(today)")
        #expect(try home.run("commit").errors == "Committed as revision 6.\nEarned: Goal Reached.\n")
    }

    @Test func `makes no revision when nothing changes`() throws {
        let home = try Home.withStore(unlocked: true)
        let edited = try home.json("edit", "--season", "winter")
        #expect(edited.revision == 1)
        #expect(edited.changes == [])
        let drafted = try home.run("edit", "--no-commit", "--season", "winter")
        #expect(drafted.errors == "Nothing changed.\n", "there is no draft that could be committed")
        #expect(try home.run("commit").exitCode == 17)
    }

    @Test func `names all invalid values at once, one per line, and changes nothing`() throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try home.run(
            "edit", "--username", "", "--notifications", "perhaps", "--season", "monsoon", "--goal-date", "2027-02-30")
        #expect(refused.exitCode == 15)
        let lines = refused.errors.split(separator: "\n")
        #expect(lines.count == 5)
        for (line, option) in zip(lines, ["username", "notifications", "season", "goal-date"]) {
            #expect(line.hasPrefix("profile: \(option) "))
        }
        for value in ["perhaps", "monsoon", "2027-02-30"] { #expect(!refused.errors.contains(value)) }
        #expect(try home.json("show").revision == 1)
    }

    @Test func `names a goal date out of range beside values that do not parse`() throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try home.run("edit", "--season", "mud", "--goal-date", "2226-01-01")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("profile: season "))
        #expect(refused.errors.contains("profile: goal-date must be from "))
    }

    @Test(arguments: [
        ["--username", "tab\there"], ["--username", "\u{1B}[2J"], ["--username", "\u{202E}"],
        ["--username", String(repeating: "x", count: 65)], ["--goal-date", "2035-01-01"],
        ["--goal-date", "1999-01-01"],
        ["--goal-date", "tomorrow"], ["--season", "monsoon"], ["--notifications", "yes"],
    ])
    func `refuses values that break the rules`(arguments: [String]) throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try home.program.run(arguments: ["edit"] + arguments)
        #expect(refused.exitCode == 15)
        #expect(!refused.errors.contains(arguments[1]))
        #expect(try home.json("show").revision == 1)
    }

    @Test func `--dry-run shows the difference and writes nothing`() throws {
        let home = try Home.withStore(unlocked: true)
        let shown = try home.run("edit", "--dry-run", "--season", "spring")
        #expect(shown.output == "season winter → spring\n")
        #expect(try home.json("show").revision == 1)
        // A goal gets its first day, as when it is set.
        let goal = try home.run("edit", "--dry-run", "--goal", "10 hikes").output
        #expect(try goal.contains(" since ") && home.run("edit", "--goal", "10 hikes").output.hasPrefix(goal))
    }

    @Test func `without options is a usage error`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("edit").exitCode == 64)
    }

    @Test func `makes one revision per edit when eight processes edit at once`() throws {
        let home = try Home.withStore(unlocked: true)
        for round in 0..<4 {
            let writers = try (0..<8).map { writer in
                try home.program.start("edit", "--username", "writer \(writer) in round \(round)", "--json")
            }
            var revisions: Set<String> = []
            for writer in writers {
                let finished = try writer.wait()
                #expect(finished.exitCode == 0, "\(finished)")
                revisions.insert("\(try JSONValue(finished.output).revision as Any)")
            }
            #expect(revisions.count == 8)
        }
        #expect(try home.json("show").revision == 33)
    }
}
