import FoundationEssentials
import SQLiteKit
import TestSupport
import Testing

@Suite(.aboutFiles) struct `A damaged store on the command line` {
    private func populated() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let hikes = (1...3).map { id in
            #"{"id": \#(id), "name": "Hike \#(id)", "distance": 4.5, "difficulty": 2, "observations": []}"#
        }
        let file = try home.write("[\(hikes.joined(separator: ","))]", to: "hikes.json")
        _ = try home.json("hike", "import", file)
        _ = try home.json("edit", "--season", "spring")
        _ = try home.json("edit", "--no-commit", "--season", "summer")
        return home
    }

    private func execute(_ sql: String, in home: Home) throws {
        let path = home.path(of: "test.profile")
        try Connection(opening: path, mode: .existing, busyTimeout: .seconds(5)).run(sql)
    }

    /// Runs a command that should answer and exit with the code for damage, and returns the answer.
    private func damaged(_ home: Home, _ arguments: String...) throws -> JSONValue {
        let finished = try home.program.run(arguments: arguments + ["--json"])
        #expect(finished.exitCode == 18, "\(finished)")
        #expect(try JSONValue(finished.errors).error?.name == "damaged")
        return try JSONValue(finished.output)
    }

    private static let writing = [
        ["edit", "--season", "winter"], ["edit", "--no-commit", "--season", "winter"], ["hike", "import", "new.json"],
        ["commit"], ["discard"], ["undo"], ["backup", "b"],
    ]

    /// Expects each of the commands to refuse and leave the file unchanged: a command uses only what was written as it
    /// is read.
    private func expectRefusals(_ home: Home, of commands: [[String]] = writing) throws {
        let before = try home.storeContent
        _ = try home.write(
            #"[{"id": 9, "name": "New", "distance": 1, "difficulty": 1, "observations": []}]"#, to: "new.json")
        for arguments in commands {
            let refused = try home.program.run(arguments: arguments)
            #expect(refused.exitCode == 18, "\(arguments) \(refused)")
            #expect(refused.output == "", "\(arguments)")
        }
        #expect(try home.storeContent == before)
        #expect(!exists(home.path(of: "b")))
    }

    @Test func `lists the hikes that can be opened, and names the one that can't`() throws {
        let home = try populated()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        let listed = try home.run("hike", "list")
        #expect(listed.exitCode == 18)
        #expect(listed.output.contains("Hike 1") && listed.output.contains("Hike 3"))
        #expect(!listed.output.contains("Hike 2"))
        #expect(listed.errors.contains("hike 2"))
        #expect(try damaged(home, "hike", "list").hikes?.elements.map(\.id) == [1, 3])
        #expect(try home.run("hike", "show", "1").exitCode == 0)
        let shown = try home.run("hike", "show", "2")
        #expect(shown.exitCode == 18)
        #expect(shown.output == "")
        #expect(try JSONValue(home.run("export").output).hikes?.count == 2)
        let export = try home.run("export", "file.json")
        #expect(export.exitCode == 18)
        #expect(export.errors.contains("hike 2"))
        let file = try Data(contentsOf: URL(filePath: home.path(of: "file.json")))
        #expect(try home.run("export").output == String(decoding: file, as: UTF8.self))
        for arguments in [
            ["hike", "export", "--format", "landmarks"], ["hike", "export", "--format", "landmarks", "3", "2"],
        ] {
            let hikes = try home.program.run(arguments: arguments)
            #expect(hikes.exitCode == 18)
            #expect(hikes.output.contains("Hike 3") && !hikes.output.contains("Hike 2"))
        }
        #expect(try home.run("hike", "export", "--format", "csv").exitCode == 18)
        #expect(try home.run("hike", "export", "--format", "landmarks", "3", "1").exitCode == 0)
        #expect(try home.json("show").totals?.hikes == 3, "what it shows is intact")
    }

    @Test func `shows a hike's figures when its observations can't be opened`() throws {
        let home = try populated()
        // After the first bytes, which hold a box's nonce: a change there would make the whole row unreadable.
        try execute(
            "UPDATE hike SET track = CAST(substr(track, 1, 25) || zeroblob(275) AS BLOB) WHERE id = 2", in: home)
        let shown = try damaged(home, "hike", "show", "2")
        #expect(shown.hike?.name == "Hike 2")
        #expect(shown.hike?.observations == nil)
    }

    @Test func `shows the profile when the summary of hikes can't be opened`() throws {
        let home = try populated()
        try execute("UPDATE summary SET record = zeroblob(300)", in: home)
        let shown = try home.run("show")
        #expect(shown.exitCode == 18)
        #expect(shown.output.contains("g_kumar"))
        #expect(shown.output.contains("totals do not open"))
        #expect(!shown.output.contains("none yet"))
        #expect(shown.errors.contains("profile check"))
        let answer = try damaged(home, "show")
        #expect(answer.profile?.seasonalPhoto == "spring")
        #expect(answer.revision == 2)
        #expect(answer.draft == .bool(true))
        for part in [answer.badges, answer.recentHikes, answer.totals] { #expect(part == .null) }
        #expect(try home.run("badge", "list").exitCode == 18)
        #expect(try damaged(home, "diff").changes?[0]?.to == "summer")
        try expectRefusals(home, of: [["backup", "b"]])
        #expect(try home.run("edit", "--season", "winter").exitCode == 0, "an edit doesn't read the summary")
        #expect(try home.run("discard").exitCode == 0)
    }

    @Test func `shows the committed profile when the draft can't be opened`() throws {
        let home = try populated()
        try execute("UPDATE draft SET record = zeroblob(300)", in: home)
        let answer = try damaged(home, "show")
        #expect(answer.profile?.seasonalPhoto == "spring")
        #expect(answer.draft == .null)
        #expect(answer.totals?.hikes == 3)
        for arguments in [["show", "--draft"], ["diff"]] {
            let refused = try home.program.run(arguments: arguments)
            #expect(refused.exitCode == 18)
            #expect(refused.output == "")
        }
        try expectRefusals(
            home, of: [["commit"], ["edit", "--no-commit", "--season", "winter"], ["backup", "b"]])
        #expect(try home.run("edit", "--season", "winter").exitCode == 0, "an edit doesn't read the draft")
        #expect(try home.run("discard").exitCode == 0, "what can't be opened can still be discarded")
        #expect(try home.json("show").draft == .bool(false))
    }

    @Test func `shows badges and hikes when the profile can't be opened, and no default profile`() throws {
        let home = try populated()
        try execute("UPDATE profile SET record = zeroblob(300)", in: home)
        let answer = try damaged(home, "show")
        #expect(answer.profile == .null)
        #expect(answer.revision == .null)
        #expect(answer.badges?[0]?.name == "First Hike")
        #expect(try damaged(home, "badge", "list").badges?.count == 1)
        #expect(try home.json("history").history?.count == 2)
        #expect(try home.run("show").output.contains("the profile does not open"))
        try expectRefusals(home)
    }

    @Test func `can be unlocked and read when the list of records can't be opened`() throws {
        let home = try populated()
        try execute("UPDATE manifest SET record = zeroblob(300)", in: home)
        #expect(try home.unlock().exitCode == 0)
        #expect(try damaged(home, "show").profile?.seasonalPhoto == "spring")
        let watched = try home.run("watch", "--json")
        #expect(watched.exitCode == 18)
        #expect(try JSONValue(watched.output).profile?.seasonalPhoto == "spring")
        try expectRefusals(home)
    }

    @Test func `is backed up on request, and its readable parts are recovered with the recovery code`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "\(Home.passcode)\n")
        let code = String(made.output.dropLast())
        #expect(try home.unlock().exitCode == 0)
        let hikes = (1...2).map { id in
            #"{"id": \#(id), "name": "Hike \#(id)", "distance": 4.5, "difficulty": 2, "observations": []}"#
        }
        _ = try home.json("hike", "import", try home.write("[\(hikes.joined(separator: ","))]", to: "hikes.json"))
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        #expect(try home.run("backup", "b").exitCode == 18)
        #expect(!exists(home.path(of: "b")))
        let copied = try home.run("backup", "b", "--damaged")
        #expect(copied.exitCode == 18)
        #expect(copied.errors.contains("hike 2"))
        #expect(exists(home.path(of: "b")))
        let refused = try home.run("recover", "--passcode-stdin", input: "\(code)\n820461\n")
        #expect(refused.exitCode == 18 && refused.output.isEmpty, "\(refused)")
        #expect(refused.errors.contains("hike 2") && refused.errors.contains("profile recover --damaged"))
        let recovered = try home.run("recover", "--damaged", "--passcode-stdin", input: "\(code)\n820461\n")
        #expect(recovered.exitCode == 0, "\(recovered)")
        #expect(recovered.errors.contains("hike 2") && recovered.errors.contains("test.profile.damaged"))
        #expect(try home.unlock("820461").exitCode == 0)
        #expect(try home.json("hike", "list").hikes?.elements.map(\.id) == [1])
        try expectSetAside(home, passcode: "820461")
    }

    /// Expects a check to tell of a hike that was set aside, a backup too, and a repair to list it.
    private func expectSetAside(_ home: Home, passcode: String) throws {
        let checked = try home.run("check")
        #expect(checked.exitCode == 18, "\(checked)")
        #expect(checked.output.contains("records set aside because they do not open: 1"))
        #expect(checked.errors.contains("profile repair"))
        let copied = try home.run("backup", "after")
        #expect(copied.exitCode == 0 && copied.errors.contains("set aside"), "\(copied)")
        let repaired = try home.run("repair", "--passcode-stdin", input: "\(passcode)\n")
        #expect(repaired.output == "lost  hike 2\n", "\(repaired)")
        #expect(try home.run("check").exitCode == 0)
    }

    @Test func `gets no new recovery code unless damage is set aside, after a copy`() throws {
        let home = try populated()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2", in: home)
        let refused = try home.run("recovery", "new", "--passcode-stdin", input: "\(Home.passcode)\n")
        #expect(refused.exitCode == 18 && refused.output.isEmpty, "\(refused)")
        #expect(refused.errors.contains("hike 2") && refused.errors.contains("profile recovery new --damaged"))
        #expect(!exists(home.path(of: "test.profile.damaged")))
        #expect(try home.run("show").exitCode == 0, "the session has ended")
        let renewed = try home.run("recovery", "new", "--damaged", "--passcode-stdin", input: "\(Home.passcode)\n")
        #expect(renewed.exitCode == 0 && renewed.output.split(separator: "-").count == 7, "\(renewed)")
        #expect(exists(home.path(of: "test.profile.damaged")))
        #expect(try home.unlock().exitCode == 0)
        try expectSetAside(home, passcode: Home.passcode)
    }

    @Test func `fails the check when a row is missing`() throws {
        let home = try populated()
        try execute("DELETE FROM hike WHERE id = 2", in: home)
        let checked = try damaged(home, "check")
        let manifest = try #require(checked.checks?.elements.first { $0.name == "manifest" })
        #expect(manifest.ok == false)
        #expect(manifest.detail == "10 records were written, but 9 were found")
    }
}

extension Home {
    /// The records' tables as SQLite reads them, however its files are laid out.
    fileprivate var storeContent: [[UInt8]] {
        get throws {
            let path = path(of: "test.profile")
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(5))
            return try ["profile", "history", "draft", "summary", "manifest"].flatMap { table in
                try connection.rows("SELECT record FROM \(table)") { try $0.blob(0) }
            } + connection.rows("SELECT header FROM hike") { try $0.blob(0) }
        }
    }
}
