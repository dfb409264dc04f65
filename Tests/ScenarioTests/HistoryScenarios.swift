import ProfileKit
import TestSupport
import Testing

@Suite struct `The history on the command line` {
    /// A home, unlocked, at revision 3: winter, spring, summer.
    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        for season in ["spring", "summer"] { try #require(try home.run("edit", "--season", season).exitCode == 0) }
        return home
    }

    @Test func `has a line per commit, newest first, with its local time and its changes`() throws {
        let home = try home()
        let listed = try home.run("history")
        #expect(listed.exitCode == 0)
        let lines = listed.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].wholeMatch(of: /3  \d{4}-\d\d-\d\d \d\d:\d\d  season spring → summer/) != nil)
        #expect(lines[1].wholeMatch(of: /2  \d{4}-\d\d-\d\d \d\d:\d\d  season winter → spring/) != nil)
        #expect(lines[2].wholeMatch(of: /1  \d{4}-\d\d-\d\d \d\d:\d\d  created/) != nil)
    }

    @Test func `is printed in full under --json`() throws {
        let home = try home()
        let answer = try home.json("history")
        #expect(answer.schema == 1)
        #expect(answer.history?.elements.map(\.revision) == [3, 2, 1])
        #expect(answer.history?[0]?.changes?[0]?.field == "seasonalPhoto")
        #expect(answer.history?[0]?.changes?[0]?.from == "spring")
        #expect(answer.history?[0]?.changes?[0]?.to == "summer")
        #expect(answer.history?[2]?.changes == [])
        guard case .string(let at)? = answer.history?[0]?.at else { throw Missing() }
        #expect(at.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    }

    private struct Missing: Error {}

    @Test func `is limited by --limit, a number from 1 up`() throws {
        let home = try home()
        #expect(try home.json("history", "--limit", "2").history?.elements.map(\.revision) == [3, 2])
        for limit in ["0", "-1", "few", ""] {
            #expect(try home.run("history", "--limit=\(limit)").exitCode == 15)
        }
    }

    @Test func `needs a session`() throws {
        let home = try home()
        _ = try home.run("lock")
        #expect(try home.run("history", "--no-input").exitCode == 10)
        #expect(try home.run("undo", "--no-input").exitCode == 10)
    }

    @Test func `lets undo go back, which answers as edit does`() throws {
        let home = try home()
        let undone = try home.run("undo")
        #expect(undone.output == "season summer → spring\n")
        #expect(undone.errors.contains("Committed as revision 4."))
        let again = try home.json("undo")
        #expect(again.revision == 5)
        #expect(again.changes?[0]?.to == "summer")
        let first = try home.json("undo", "1")
        #expect(first.revision == 6)
        #expect(first.changes?[0]?.to == "winter")
        let same = try home.json("undo", "1")
        #expect(same.revision == 6)
        #expect(same.changes == [])
    }

    @Test func `leaves the draft unchanged on undo`() throws {
        let home = try home()
        _ = try home.run("edit", "--no-commit", "--username", "draft")
        let before = try home.json("diff")
        #expect(try home.run("undo").exitCode == 0)
        #expect(try home.json("diff").changes == before.changes)
        #expect(try home.json("show").profile?.username == "g_kumar")
    }

    @Test func `says where it begins when its length is limited, with 17 for what is before`() throws {
        let home = try home()
        try home.store(historyLimit: 2).edit { $0.username = "bounded" }
        let lines = try home.run("history").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("  username g_kumar → bounded"))
        #expect(lines[1].hasSuffix("  earlier revisions are not kept"))
        let refused = try home.run("undo", "2")
        #expect(refused.exitCode == 17)
        #expect(refused.errors.contains("revision 2 is no longer kept: the history begins with revision 3"))
        #expect(try home.run("check").exitCode == 0)
        #expect(try home.json("undo").revision == 5)
    }

    @Test func `answers 17 for unknown revisions, and 15 for what is not a number`() throws {
        let home = try home()
        #expect(try home.run("undo", "4").exitCode == 17)
        #expect(try home.run("undo", "0").exitCode == 17)
        #expect(try home.run("undo", "spring").exitCode == 15)
        #expect(try home.run("undo", "1", "2").exitCode == 64)
        #expect(try home.json("show").revision == 3)
        #expect(try Home.withStore(unlocked: true).run("undo").exitCode == 17)
    }
}
