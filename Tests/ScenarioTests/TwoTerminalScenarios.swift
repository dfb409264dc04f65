import TestSupport
import Testing

/// Two people, or one person at two terminals: A has a draft, B edits directly.
@Suite struct `Two terminals on one store` {
    /// A's draft changes the season; B has edited the name.
    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        try #require(try home.run("edit", "--no-commit", "--season", "spring").exitCode == 0)
        try #require(try home.run("edit", "--username", "B").exitCode == 0)
        return home
    }

    @Test func `keep both changes when they touch different fields`() throws {
        let home = try home()
        let commit = try home.run("commit")
        #expect(commit.exitCode == 0)
        #expect(commit.output == "season winter → spring\n")
        let shown = try home.json("show")
        #expect(shown.revision == 3)
        #expect(shown.profile?.username == "B")
        #expect(shown.profile?.seasonalPhoto == "spring")
        #expect(shown.draft == false)
    }

    @Test(arguments: [("mine", "spring", 4), ("theirs", "summer", 3)])
    func `report a conflict with all three values, and either choice resolves it`(
        side: String, season: String, revision: Int
    ) throws {
        let home = try home()
        try #require(try home.run("edit", "--season", "summer").exitCode == 0)
        let (before, draft) = (try home.json("show"), try home.json("diff"))

        let refused = try home.run("commit")
        #expect(refused.exitCode == 16)
        #expect(refused.output == "")
        #expect(refused.errors.contains("season: base winter, mine spring, theirs summer"))
        #expect(refused.errors.contains("profile commit --take mine|theirs"))
        let answered = try home.run("commit", "--json")
        #expect(answered.exitCode == 16)
        let error = try #require(try JSONValue(answered.errors).error)
        #expect(error.name == "conflict")
        for conflicts in [error.conflicts, try home.json("diff").conflicts] {
            #expect(conflicts?.count == 1)
            #expect(conflicts?[0]?.field == "seasonalPhoto")
            #expect(conflicts?[0]?.base == "winter")
            #expect(conflicts?[0]?.mine == "spring")
            #expect(conflicts?[0]?.theirs == "summer")
        }
        #expect(try home.json("show") == before, "nothing was written")
        #expect(try home.json("diff") == draft, "the draft is still there")

        let commit = try home.json("commit", "--take", side)
        #expect(commit.revision == .number(Double(revision)))
        let shown = try home.json("show")
        #expect(shown.profile?.seasonalPhoto == .string(season))
        #expect(shown.profile?.username == "B")
        #expect(shown.draft == false)
        #expect(try home.run("commit").exitCode == 17)
    }

    @Test func `can continue the draft from the other's values instead`() throws {
        let home = try home()
        try #require(try home.run("edit", "--season", "summer").exitCode == 0)
        try #require(try home.run("edit", "--no-commit", "--season", "summer", "--notifications", "off").exitCode == 0)
        let commit = try home.json("commit")
        #expect(commit.changes?.elements.map(\.field) == ["prefersNotifications"])
    }

    @Test func `keep a draft through every change of the gate and the file`() throws {
        let (home, code) = try `A store that was copied elsewhere`.populated()
        let draft = try home.json("diff")
        #expect(draft.changes?[0]?.to == "from the draft")
        func expectDraft(in home: Home, _ passcode: String, after what: String) throws {
            let unlocked = try home.unlock(passcode)
            #expect(unlocked.exitCode == 0, "\(what): \(unlocked)")
            #expect(unlocked.errors.contains("A draft from today is waiting"), "\(what)")
            #expect(try home.json("diff") == draft, "\(what)")
        }
        func run(_ arguments: String..., input: String) throws -> String {
            let finished = try home.program.run(arguments: arguments + ["--passcode-stdin"], input: input)
            try #require(finished.exitCode == 0, "\(finished)")
            return String(finished.output.dropLast())
        }
        _ = try home.run("lock")
        try expectDraft(in: home, Home.passcode, after: "lock")
        _ = try run("passcode", "change", input: "739158\n820461\n")
        try expectDraft(in: home, "820461", after: "passcode change")
        let second = try run("recovery", "new", input: "820461\n")
        #expect(second != code)
        try expectDraft(in: home, "820461", after: "recovery new")
        let third = try run("recover", input: "\(second)\n640275\n")
        try expectDraft(in: home, "640275", after: "recover")

        let backup = home.path(of: "backup")
        try #require(try home.run("backup", backup).exitCode == 0)
        let other = try Home()
        try #require(try other.run("restore", backup).exitCode == 0)
        try #require(
            try other.run("recover", "--passcode-stdin", input: "\(third)\n395817\n").exitCode == 0)
        try expectDraft(in: other, "395817", after: "restore elsewhere")
        #expect(try other.json("commit").changes?[0]?.to == "from the draft")
        #expect(try home.json("show", "--draft").profile?.username == "from the draft", "the original has its own")
    }
}
