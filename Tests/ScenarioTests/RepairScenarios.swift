import FoundationEssentials
import SQLiteKit
import TestSupport
import Testing

@Suite(.aboutFiles) struct `Repairing a store on the command line` {
    private func populated() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let hikes = (1...3).map { id in
            #"{"id": \#(id), "name": "Hike \#(id)", "distance": 4.5, "difficulty": 2, "observations": []}"#
        }
        _ = try home.json("hike", "import", try home.write("[\(hikes.joined(separator: ","))]", to: "hikes.json"))
        _ = try home.json("edit", "--season", "spring")
        _ = try home.json("edit", "--no-commit", "--season", "summer")
        return home
    }

    private func connection(to home: Home) throws -> Connection {
        try Connection(opening: home.path(of: "test.profile"), mode: .existing, busyTimeout: .seconds(5))
    }

    private func execute(_ sql: String, in home: Home) throws { try connection(to: home).run(sql) }

    private func repair(_ home: Home, _ options: String...) throws -> Finished {
        try home.program.run(
            arguments: ["repair", "--passcode-stdin"] + options, input: "\(Home.passcode)\n", descriptors: [:])
    }

    @Test func `names a damaged hike that was removed, for scripts too`() throws {
        let home = try Home.withStore(unlocked: true)
        for name in ["Ridge", "Tarn"] { _ = try home.run("hike", "add", "--name", name, "--distance", "3") }
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        let removed = try home.json("hike", "remove", "1", "2", "--yes")
        #expect(removed.hikes?.count == 2 && removed.lost?.count == 1 && removed.lost?[0] == 2)
        #expect(try home.run("hike", "restore", "2").exitCode == 17)
        #expect(try home.json("hike", "restore", "1").lost == nil)
    }

    @Test func `removes a damaged hike and keeps a copy of the store, and the check then passes`() throws {
        let home = try populated()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        let listed = try home.run("hike", "list")
        #expect(listed.exitCode == 18)
        #expect(listed.errors.contains("profile repair"))
        #expect(try home.run("check").errors.contains("profile repair"))
        let refused = try home.run("edit", "--goal-date", "2027-05-01")
        #expect(refused.exitCode == 18)
        #expect(refused.errors.contains("profile repair"))

        let dry = try repair(home, "--dry-run")
        #expect(dry.exitCode == 0, "\(dry)")
        #expect(dry.output == "lost  hike 2\n")
        #expect(dry.errors == "Nothing was changed.\n")
        #expect(try home.run("check").exitCode == 18)
        #expect(!exists(home.path(of: "test.profile.damaged")))

        let repaired = try repair(home)
        #expect(repaired.exitCode == 0, "\(repaired)")
        #expect(repaired.output == "lost  hike 2\n")
        #expect(repaired.errors.contains("test.profile.damaged"))
        #expect(exists(home.path(of: "test.profile.damaged")))
        #expect(try home.run("check").exitCode == 0)
        #expect(try home.json("hike", "list").hikes?.elements.map(\.id) == [1, 3])
        // The session, the draft and everything else are as before.
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
        #expect(try home.json("show").draft == true)
        #expect(try home.run("commit").exitCode == 0)
    }

    @Test(arguments: [
        ("UPDATE hike SET header = zeroblob(297) WHERE account = 'kim'", "profile repair --account kim"),
        ("DELETE FROM stage WHERE account = 'kim'", "profile recover --account kim"),
        ("UPDATE account SET recovery = x'00' WHERE id = 'kim'", "profile recover --account kim"),
    ])
    func `is left to the account whose records are damaged`(sql: String, command: String) throws {
        let home = try populated()
        let made = try home.run(
            "init", "--account", "kim", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        #expect(made.exitCode == 0)
        _ = try home.run(
            "hike", "add", "--name", "A", "--distance", "1", "--account", "kim", "--passcode-stdin", input: "820461\n")
        try execute(sql, in: home)
        let checked = try home.run("check", "--account", "main")
        #expect(checked.exitCode == 18)
        #expect(checked.output.contains("FAIL  account kim"))
        #expect(checked.errors.contains(command))
        #expect(!checked.errors.contains("profile repair\n"))
        let backup = try home.run("backup", "b", "--account", "main")
        #expect(backup.exitCode == 18)
        #expect(backup.errors.contains("--damaged"))
    }

    @Test func `is named for another account that is unlocked, by a check of all that its keys can open`() throws {
        let home = try populated()
        let hike = ["hike", "add", "--name", "A", "--distance", "1"]
        for command in [["init", "--kdf", "interactive"], ["unlock"], hike] {
            let made = try home.program.run(
                arguments: command + ["--account", "kim", "--passcode-stdin"], input: "820461\n")
            #expect(made.exitCode == 0, "\(made)")
        }
        // The form is right.
        let altered = "CAST(substr(header, 1, length(header) - 4) || x'00000000' AS BLOB)"
        try execute("UPDATE hike SET header = \(altered) WHERE account = 'kim'", in: home)
        #expect(try home.run("check", "--account", "main").exitCode == 0)
        let checked = try home.run("check", "--all", "--account", "main")
        #expect(checked.exitCode == 18)
        #expect(checked.output.contains("FAIL  account kim: the hikes are not what was written last"), "\(checked)")
        #expect(checked.errors.contains("repair 'kim' with its secrets: profile repair --account kim"))
        // Both are unlocked, and the first is kim's.
        let any = try home.run("check", "--all")
        #expect(any.output.contains("FAIL  the hikes") && any.errors.contains("profile repair --account kim"), "\(any)")
    }

    @Test func `of an older store comes after it was accepted, as a repair requires`() throws {
        let home = try populated()
        let (path, old) = (home.path(of: "test.profile"), home.path(of: "old.profile"))
        try FileManager.default.copyItem(atPath: path, toPath: old)
        #expect(try home.run("hike", "add", "--name", "A", "--distance", "1").exitCode == 0)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: old, toPath: path)
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        let checked = try home.run("check")
        #expect(checked.output.contains("FAIL  the hikes") && checked.output.contains("older"), "\(checked)")
        #expect(checked.errors.contains("profile restore --accept-older"))
        #expect(try repair(home).exitCode == 18)
    }

    @Test func `is offered when a backup of a damaged store was restored`() throws {
        let home = try populated()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        #expect(try home.run("backup", "b", "--damaged").exitCode == 18)
        let copy = ["--store", home.path(of: "copy.profile"), "--passcode-stdin"]
        let restored = try home.program.run(arguments: ["restore", "b"] + copy, input: "\(Home.passcode)\n")
        #expect(restored.exitCode == 18, "\(restored)")
        #expect(restored.errors.contains("the restored store is damaged: the hikes are not what was written last"))
        #expect(restored.errors.contains("profile --store \(home.path(of: "copy.profile")) repair"))
        let repaired = try home.program.run(arguments: ["repair"] + copy, input: "\(Home.passcode)\n")
        #expect(repaired.exitCode == 0)
        #expect(repaired.output == "lost  hike 2\n")
    }

    @Test func `is not needed to accept a store that is not older`() throws {
        let home = try populated()
        let accepted = try home.run("restore", "--accept-older", "--passcode-stdin", input: "\(Home.passcode)\n")
        #expect(accepted.exitCode == 0)
        #expect(accepted.errors.contains("There was nothing to accept"))
    }

    @Test func `says which profile replaces a lost one`() throws {
        let home = try populated()
        try execute("UPDATE profile SET record = zeroblob(300)", in: home)
        let dry = try repair(home, "--dry-run")
        #expect(dry.output.contains(/lost  the profile as it was; revision \d would be restored/), "\(dry)")
        for table in ["draft", "history"] { try execute("DELETE FROM \(table)", in: home) }
        #expect(try repair(home, "--dry-run").output.contains("no commit of it opens, so it would be a new one"))
        let answer = try repair(home)
        #expect(answer.output.contains("as it was; no commit of it opens, so it is now a new one"), "\(answer)")
        #expect(try home.run("check").exitCode == 0)
    }

    @Test func `recomputes a recording's lost graphs`() throws {
        let home = try populated()
        _ = try home.json("hike", "import", "\(recordings)/gpx.studio-with_hr.gpx")
        let graph = try home.run("hike", "show", "4", "--graph", "elevation").output
        try execute("UPDATE hike SET track = zeroblob(300) WHERE id = 4", in: home)
        #expect(try home.run("check").exitCode == 18)
        let repaired = try repair(home)
        #expect(repaired.output == "Nothing is lost: what is damaged can be recomputed.\n", "\(repaired)")
        #expect(try home.run("hike", "show", "4", "--graph", "elevation").output == graph)
        #expect(try home.run("check").exitCode == 0)
    }

    @Test(arguments: [true, false])
    func `recomputes figures of earlier rules, in an intact store too, and says so`(isDamaged: Bool) throws {
        let home = try populated()
        let imported = try home.json("hike", "import", "\(recordings)/gpx.studio-with_hr.gpx")
        let hikes = try home.json("hike", "list").hikes
        try home.ageFigures(ofHike: 4)
        #expect(imported.hikes?.elements == [4])
        #expect(try home.json("hike", "list").hikes != hikes)
        if isDamaged { try execute("UPDATE draft SET record = zeroblob(300)", in: home) }

        #expect(try repair(home, "--dry-run").exitCode == 0)
        #expect(try home.json("hike", "list").hikes != hikes)
        let repaired = try repair(home)
        #expect(repaired.exitCode == 0, "\(repaired)")
        #expect(repaired.errors.contains("The figures of hike 4 were recomputed"), "\(repaired)")
        #expect(try home.json("hike", "list").hikes == hikes)
        #expect(try home.run("check").exitCode == 0)
        #expect(try !repair(home).errors.contains("recomputed"))
    }

    @Test func `reports what was lost and kept, and where the copy is`() throws {
        let home = try populated()
        try execute("UPDATE draft SET record = zeroblob(300)", in: home)
        let answer = try JSONValue(try repair(home, "--json").output)
        #expect(answer.schema == 1)
        #expect(answer.lost?.elements == ["the draft"])
        #expect(answer.kept?.elements == [])
        #expect(answer.copy == .string(home.path(of: "test.profile.damaged")))
        let again = try repair(home, "--json")
        #expect(again.exitCode == 0)
        #expect(try JSONValue(again.output).copy == .null)
    }

    @Test func `asks for the code even with a live session, and counts a wrong one`() throws {
        let home = try populated()
        try execute("UPDATE draft SET record = zeroblob(300)", in: home)
        #expect(try home.run("repair", "--no-input").exitCode == 10)
        #expect(try home.run("repair", "--passcode-stdin", input: "135792\n").exitCode == 11)
        #expect(try home.json("status").failures == 1)
        #expect(try home.run("check").exitCode == 18)
    }

    @Test(arguments: [("y\n", true), ("\n", false)])
    func `accepts an older store only after confirmation`(answer: String, isKept: Bool) throws {
        let home = try populated()
        let other = try connection(to: home)
        try other.run("CREATE TEMP TABLE kept AS SELECT * FROM hike WHERE id = 2")
        #expect(try home.run("hike", "remove", "2").exitCode == 0)
        try other.run("INSERT INTO hike SELECT * FROM kept")
        let terminal = try home.program.onTerminal("repair")
        try terminal.expect("Passcode: ")
        try terminal.send("\(Home.passcode)\n")
        try terminal.expect("are outdated: hike 2")
        try terminal.expect("Keep them? (yes/no) ")
        try terminal.send(answer)
        try terminal.expect(isKept ? "kept  hike 2" : "lost  hike 2")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.run("check").exitCode == 0)
        #expect(try home.json("hike", "list").hikes?.elements.map(\.id) == (isKept ? [1, 2, 3] : [1, 3]))
    }

    @Test(arguments: [true, false]) func `accepts it without a terminal only with --yes`(isKept: Bool) throws {
        let home = try populated()
        let other = try connection(to: home)
        try other.run("CREATE TEMP TABLE kept AS SELECT * FROM draft")
        _ = try home.json("edit", "--no-commit", "--season", "autumn")
        try other.run("UPDATE draft SET (save, record) = (SELECT save, record FROM kept)")
        let answer = try JSONValue(try isKept ? repair(home, "--json", "--yes").output : repair(home, "--json").output)
        #expect((isKept ? answer.kept : answer.lost)?.elements == ["the draft"])
        #expect(try home.json("show").draft == .bool(isKept))
        #expect(try home.run("check").exitCode == 0)
    }
}
