import TestSupport
import Testing

@Suite struct `A draft on the command line` {
    /// A home, unlocked, with a draft that changes the season.
    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        try #require(try home.run("edit", "--no-commit", "--season", "spring").exitCode == 0)
        return home
    }

    @Test func `does not change the output of show, and is shown by show --draft and diff`() throws {
        let home = try Home.withStore(unlocked: true)
        let before = try home.run("show").output
        #expect(try home.run("edit", "--no-commit", "--season", "spring").exitCode == 0)
        #expect(try home.run("show").output == before)
        #expect(try home.json("show").profile?.seasonalPhoto == "winter")
        #expect(try home.json("show").draft == true)
        #expect(try home.json("show", "--draft").profile?.seasonalPhoto == "spring")
        let diff = try home.json("diff")
        #expect(diff.since == 1)
        #expect(diff.changes?.count == 1)
        #expect(diff.changes?[0]?.from == "winter")
        #expect(diff.changes?[0]?.to == "spring")
        #expect(diff.conflicts == nil)
    }

    @Test func `survives a lock, and the next unlock mentions it`() throws {
        let home = try home()
        _ = try home.run("lock")
        #expect(try home.json("status").draft == true)
        let unlocked = try home.unlock()
        #expect(unlocked.errors.contains("A draft from today is waiting: season winter → spring. (profile diff)"))
        #expect(try home.json("diff").changes?.count == 1)
    }

    @Test func `survives kill -9 of the process that was to commit it`() throws {
        let home = try home()
        for _ in 0..<5 {
            let killed = try home.program.start("edit", "--no-commit", "--username", "other")
            killed.kill()
            _ = try killed.wait()
            #expect(try home.json("show", "--draft").profile?.seasonalPhoto == "spring")
            #expect(try home.json("show").revision == 1)
        }
    }

    @Test func `survives an edit of another field, and is then merged and committed once`() throws {
        let home = try home()
        #expect(try home.run("edit", "--username", "other").exitCode == 0)
        #expect(try home.json("diff").changes?.count == 1)
        let commit = try home.json("commit")
        #expect(commit.revision == 3)
        let shown = try home.json("show")
        #expect(shown.profile?.username == "other")
        #expect(shown.profile?.seasonalPhoto == "spring")
        #expect(shown.draft == false)
        #expect(try home.run("commit").exitCode == 17)
    }

    @Test func `conflicts when both changed a field: exit code 16, all three values, nothing written`() throws {
        let home = try home()
        _ = try home.run("edit", "--season", "summer")
        let refused = try home.run("commit")
        #expect(refused.exitCode == 16)
        #expect(refused.errors.contains("both changed: season: base winter, mine spring, theirs summer\n"))
        #expect(refused.errors.split(separator: "\n").count == 2, "one line says what is wrong, one what to do")
        let conflict = try #require(try home.json("diff").conflicts?[0])
        #expect(conflict.field == "seasonalPhoto")
        #expect(conflict.base == "winter")
        #expect(conflict.mine == "spring")
        #expect(conflict.theirs == "summer")
        #expect(try home.json("show").revision == 2)
        #expect(try home.json("commit", "--take", "mine").revision == 3)
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
    }

    @Test func `is resolved field by field, and only unresolved fields are named`() throws {
        let home = try home()
        _ = try home.run("edit", "--no-commit", "--username", "mine")
        _ = try home.run("edit", "--season", "summer", "--username", "theirs")
        for twice in [["mine", "theirs"], ["season=mine", "seasonalPhoto=theirs"]] {
            let refused = try home.run("commit", "--take", twice[0], "--take", twice[1])
            #expect(refused.exitCode == 64 && refused.errors.contains("more than once"), "\(refused)")
        }
        for broken in ["=mine", "mine=", "season==mine", "="] {
            #expect(try home.run("commit", "--take", broken).exitCode == 15, "\(broken)")
        }
        let refused = try home.run("commit", "--take", "seasonalPhoto=mine")
        #expect(refused.exitCode == 16)
        #expect(refused.errors.contains("both changed: username: base "), "\(refused)")
        #expect(!refused.errors.contains("season"), "\(refused)")
        #expect(refused.errors.contains("--take FIELD=mine|theirs"))
    }

    @Test func `is none any more when others committed what it changes`() throws {
        let home = try home()
        _ = try home.run("edit", "--season", "spring")
        let diff = try home.run("diff")
        #expect(diff.exitCode == 17 && diff.output.isEmpty)
        for command in ["commit", "discard"] {
            #expect(try home.run("edit", "--no-commit", "--season", "spring").exitCode == 0)
            #expect(try home.run(command).exitCode == 17)
            _ = try home.run("edit", "--season", "winter")
            #expect(try home.json("show").draft == false, "it doesn't come back")
            #expect(try home.run("edit", "--no-commit", "--season", "spring").exitCode == 0)
            _ = try home.run("edit", "--season", "spring")
        }
    }

    @Test func `leaves no trace once discarded`() throws {
        let home = try home()
        #expect(try home.run("discard").exitCode == 0)
        #expect(try home.json("status").draft == false)
        #expect(try home.json("show").revision == 1)
        #expect(try home.run("diff").exitCode == 17)
        #expect(try home.run("discard").exitCode == 17)
        #expect(try home.run("show", "--draft").exitCode == 17)
    }
}
