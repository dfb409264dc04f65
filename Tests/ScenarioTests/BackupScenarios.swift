import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `A copy of the data` {
    private typealias Populated = `A store that was copied elsewhere`

    @Test func `made while four writers run can be recovered elsewhere with the recovery code`() throws {
        let (old, code) = try Populated.populated()
        let shell = Program(path: "/bin/sh", environment: old.program.environment)
        // Each writer continues until it is stopped, so the backup is made while they write.
        let writers = try (1...4).map { number in
            try shell.start(
                "-c",
                """
                while [ ! -e \(old.path)/stop ]; do
                    \(old.program.path) edit --username "writer \(number) $((i += 1))" -q >/dev/null || exit
                    : > \(old.path)/wrote-\(number)
                done
                """)
        }
        try waitUntil { (1...4).allSatisfy { exists(old.path(of: "wrote-\($0)")) } }
        let made = try old.run("backup", old.path(of: "backup"))
        _ = try old.write("", to: "stop")
        for writer in writers { #expect(try writer.wait().exitCode == 0) }
        #expect(made.exitCode == 0, "\(made)")
        #expect(made.output == "")
        #expect(try old.json("check").checks?.elements.filter { $0.ok != true } == [])

        let new = try Home()
        let restored = try new.run("restore", old.path(of: "backup"))
        #expect(restored.exitCode == 0, "\(restored)")
        #expect(restored.errors.contains("profile recover"))
        #expect(try new.unlock().exitCode == 22)
        #expect(try new.run("recover", "--passcode-stdin", input: "\(code)\n820461\n").exitCode == 0)
        #expect(try new.unlock("820461").exitCode == 0)
        #expect(try new.json("show", "--draft").profile?.username == "from the draft", "the draft was included")
        #expect(try new.json("check").checks?.elements.filter { $0.ok != true } == [])

        // The backup is a snapshot: the same hikes, and a name that one of the writers gave.
        let (before, after) = (try JSONValue(old.run("export").output), try JSONValue(new.run("export").output))
        #expect(before.hikes == after.hikes)
        #expect(after.hikes?.count == 12)
        guard case .string(let name) = after.profile?.username else { throw ScenarioFailed() }
        #expect(name.hasPrefix("writer "))
        // The restored profile equals the original's at that revision.
        let revision = try new.json("show").revision
        let committed = try old.json("history").history?.elements.first { $0.revision == revision }
        #expect(committed?.changes?.elements.map(\.to) == [.string(name)])
    }

    @Test(.aboutFiles)
    func `restored beside its device secret opens with the passcode and exports the same data`() throws {
        let (home, _) = try Populated.populated()
        let export = try home.run("export").output
        #expect(try home.run("backup", "b").exitCode == 0)
        #expect(try home.run("restore", "b").exitCode == 14)
        #expect(try home.run("backup", "b").exitCode == 14)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: home.path(of: "test.profile\(suffix)"))
        }
        let unasked = try home.run("restore", "b", "--no-input")
        #expect(unasked.exitCode == 10)
        #expect(unasked.errors.contains("--no-secrets"))
        #expect(try home.run("restore", "b", "--passcode-stdin", input: "111112\n").exitCode == 11)
        #expect(!exists(home.path(of: "test.profile")))
        let restored = try home.run("restore", "b", "--passcode-stdin", input: "739158\n")
        #expect(restored.exitCode == 0, "\(restored)")
        #expect(restored.errors.contains("profile unlock"))
        #expect(try home.run("show", "--no-input").exitCode == 10, "the session is not restored")
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("export").output == export)
        #expect(try home.json("diff").changes?[0]?.to == "from the draft")
        let files = Program(path: "/bin/sh", environment: home.program.environment)
        #expect(try files.run("-c", "find \(home.path) -mindepth 1 \\( -perm /077 -o -name '*.tmp' \\)").output == "")
    }

    @Test func `restored when its secrets are forgotten opens with its recovery code`() throws {
        let (home, code) = try Populated.populated()
        #expect(try home.run("backup", "b").exitCode == 0)
        let second = ["--store", home.path(of: "second.profile")]
        let restored = try home.program.run(arguments: ["restore", "b", "--no-secrets"] + second)
        #expect(restored.exitCode == 0, "\(restored)")
        #expect(restored.errors.contains("profile recover --account main"))
        #expect(try home.program.run(arguments: ["show"] + second).exitCode == 10)
        let recovered = try home.program.run(
            arguments: ["recover", "--passcode-stdin"] + second, input: "\(code)\n820461\n")
        #expect(recovered.exitCode == 0, "\(recovered)")
        let shown = try home.program.run(arguments: ["show", "--passcode-stdin"] + second, input: "820461\n")
        #expect(shown.exitCode == 0)
        let original = try home.run("show", "--passcode-stdin", input: "739158\n")
        #expect(original.exitCode == 0, "\(original)")
        #expect(try home.run("restore", "--accept-older", "--no-secrets").exitCode == 64)
    }

    @Test func `is not restored elsewhere for an account that it does not have`() throws {
        let (home, _) = try Populated.populated()
        #expect(try home.run("backup", "b").exitCode == 0)
        let elsewhere = try Home()
        let refused = try elsewhere.run("restore", home.path(of: "b"), "--account", "nobody")
        #expect(refused.exitCode == 13, "\(refused)")
        #expect(refused.errors.contains("the backup has no account 'nobody'"))
        #expect(!exists(elsewhere.path(of: "test.profile")))
        #expect(try elsewhere.run("restore", home.path(of: "b"), "--account", "main").exitCode == 0)
    }

    @Test func `of all accounts, and their check, need no name while one of them is unlocked`() throws {
        let home = try Home.withStore()
        let second = try home.run(
            "init", "--account", "second", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        #expect(second.exitCode == 0)
        for command in [["check", "--all"], ["backup", "b", "--all"]] {
            #expect(try home.program.run(arguments: command).exitCode == 64)
        }
        #expect(try home.run("--account", "second", "unlock", "--passcode-stdin", input: "820461\n").exitCode == 0)
        #expect(try home.run("check").exitCode == 64)
        let checks = try home.json("check", "--all").checks
        #expect(checks?.elements.contains { "\($0)".contains("account main: only its structure") } == true)
        #expect(try home.run("--account", "main", "unlock", "--passcode-stdin", input: "739158\n").exitCode == 0)
        let both = try home.json("check", "--all", "--account", "second").checks
        #expect(both?.elements.contains { "\($0)".contains("account main: its gate is intact, and all") } == true)
        #expect(try home.run("backup", "b", "--all").exitCode == 0)
    }

    /// A server's backup has one account, unless all are asked for.
    @Test(.aboutFiles) func `restored with several accounts asks which account the secrets are for`() throws {
        let (home, _) = try Populated.populated()
        let second = try home.run(
            "init", "--account", "second", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        #expect(second.exitCode == 0)
        #expect(try home.run("backup", "b", "--account", "main").exitCode == 0)
        let copy = ["--store", home.path(of: "copy.profile"), "--passcode-stdin"]
        let unnamed = try home.program.run(arguments: ["restore", "b"] + copy, input: "820461\n")
        #expect(unnamed.exitCode == 64)
        #expect(unnamed.errors.contains("main, second"))
        let restored = try home.program.run(
            arguments: ["restore", "b", "--account", "second"] + copy, input: "820461\n")
        #expect(restored.exitCode == 0, "\(restored)")
        #expect(restored.errors.contains("profile recover --account main"))
        for options in [[], ["--no-secrets"]] {
            let other = ["restore", "b", "--account", "kim", "--store", home.path(of: "other.profile")] + options
            let refused = try home.program.run(arguments: other)
            #expect(refused.exitCode == 13)
            #expect(refused.errors.contains("The backup has: main, second"))
            #expect(!exists(home.path(of: "other.profile")))
        }
        func show(_ account: String, _ passcode: String) throws -> Int32? {
            try home.program.run(arguments: ["show", "--account", account] + copy, input: "\(passcode)\n").exitCode
        }
        #expect(try show("second", "820461") == 0)
        #expect(try show("main", "739158") == 22)
    }

    @Test func `is made only from an unlocked store, and restored only from a valid file`() throws {
        let home = try Home.withStore()
        #expect(try home.run("backup", "b", "--no-input").exitCode == 10)
        #expect(!exists(home.path(of: "b")))
        #expect(try home.run("backup", "-").exitCode == 64)
        #expect(!exists(home.path(of: "-")))
        let notes = try home.write("notes", to: "notes")
        #expect(try home.run("restore", notes, "--store", home.path(of: "new.profile")).exitCode == 18)
        let missing = try home.run("restore", "/nowhere", "--store", home.path(of: "new.profile"))
        #expect(missing.exitCode == 21)
        #expect(
            missing.errors
                == "profile: cannot open /nowhere: No such file or directory\nCheck the name, and that its folder exists.\n"
        )
        #expect(!exists(home.path(of: "new.profile")))
    }

    @Test func `that is damaged or has no free destination is refused with a hint`() throws {
        let home = try Home.withStore()
        let junk = try home.write(String(repeating: "junk", count: 2_000), to: "junk")
        let damaged = try home.run("--store", home.path(of: "other.profile"), "restore", junk)
        #expect(damaged.exitCode == 18 && damaged.errors.contains("Nothing was restored. Use another backup."))
        let there = try home.run("restore", junk)
        #expect(there.exitCode == 14 && there.errors.contains("restore to another place with --store"), "\(there)")
    }

    @Test(arguments: [".", "..", "/tmp", "notes"]) func `is not made in place of what exists`(_ name: String) throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.write("", to: "notes")
        let refused = try home.run("backup", name)
        #expect(refused.exitCode == 14 && refused.errors.contains("\(name) already exists"), "\(refused)")
    }

    @Test func `that is exported, imported elsewhere and exported again is equal`() throws {
        let (old, _) = try Populated.populated()
        let file = old.path(of: "export.json")
        #expect(try old.run("export", file).exitCode == 0)
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        #expect(try old.run("export").output == text)
        #expect(try old.run("export", "-").output == text)
        let again = try old.run("export", file)
        #expect(again.exitCode == 14)
        #expect(again.errors.contains("already exists"))

        let new = try Home.withStore(unlocked: true)
        let imported = try new.json("import", file)
        #expect(imported.revision == 2)
        #expect(imported.hikes == 12)
        #expect(try new.run("export").output == text)
        #expect(try new.run("import", "-", input: text).exitCode == 14)
        #expect(try new.run("import", "-", "--replace", input: text).exitCode == 0)
        #expect(try new.run("export").output == text)
        #expect(try new.json("show").badges == old.json("show").badges)
    }

    @Test func `that is malformed is refused with file, line and position, and changes nothing`() throws {
        let (home, _) = try Populated.populated()
        let text = try home.run("export").output
        for (part, replacement, words) in [
            (
                "\"seasonalPhoto\" : \"summer\"", "\"seasonalPhoto\" : \"monsoon\"",
                "profile, seasonalPhoto must be one of"
            ),
            ("\"distance\" : ", "\"distance\" : \"far\", \"was\" : ", "distance is not a number"),
            ("profile-export", "another", "format is not 'profile-export'"),
            ("\"schema\" : 1", "\"schema\" : 2", "schema is not 1"),
        ] {
            try #require(text.contains(part), "\(part)")
            let bad = try home.write(text.replacing(part, with: replacement), to: "bad.json")
            let refused = try home.run("import", bad, "--replace")
            #expect(refused.exitCode == 15)
            #expect(refused.errors.contains(words), "\(refused.errors)")
            #expect(refused.errors.contains(try Regex("bad\\.json:[0-9]+: ")), "\(refused.errors)")
        }
        #expect(try home.run("export").output == text)
    }

    @Test func `keeps hikes in Landmarks' format unchanged`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = "\(recordings)/landmarks-shape.json"
        #expect(try home.run("hike", "import", file).exitCode == 0)
        let original = try JSONValue(String(decoding: Data(contentsOf: URL(filePath: file)), as: UTF8.self))
        let hikes = try #require(try JSONValue(home.run("export").output).hikes).elements.map { hike in
            guard case .object(var members) = hike else { return hike }
            #expect(members.removeValue(forKey: "sourceDigest") != nil)
            #expect(members.removeValue(forKey: "original") != nil)
            return .object(members)
        }
        #expect(JSONValue.array(hikes) == original)
    }

    @Test(.aboutFiles, arguments: [SIGINT, SIGTERM])
    func `that is interrupted leaves nothing behind`(signal: Int32) throws {
        let home = try Home()
        // Nobody writes into the pipe, so the restore waits halfway.
        let pipe = home.path(of: "pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        func unfinished() throws -> Bool {
            // With what SQLite keeps beside such a file.
            try FileManager.default.contentsOfDirectory(atPath: home.path).contains { $0.contains(".tmp") }
        }
        let running = try home.program.start("restore", pipe)
        try waitUntil { try unfinished() }
        running.signal(signal)
        #expect(try running.wait().exitCode == 128 + signal)
        #expect(try !unfinished())
    }

    @Test(.aboutFiles) func `that was killed leaves a file that the next one removes, and nobody else's`() throws {
        let home = try Home.withStore(unlocked: true)
        func restoring(_ name: String) throws -> RunningProgram {
            // Nobody writes into the pipe, so the restore waits halfway.
            try #require(mkfifo(home.path(of: "\(name).pipe"), 0o600) == 0)
            return try home.program.start("restore", "--store", home.path(of: name), home.path(of: "\(name).pipe"))
        }
        func unfinished(_ name: String) throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: home.path).contains {
                $0.hasPrefix("\(name).") && $0.hasSuffix(".tmp")
            }
        }
        let (killed, live) = try (restoring("killed"), restoring("live"))
        try waitUntil { try unfinished("killed") && unfinished("live") }
        killed.signal(SIGKILL)
        try killed.wait()
        _ = try home.write("", to: "other.tmp")
        #expect(try unfinished("killed"))
        #expect(try home.run("backup", home.path(of: "copy")).exitCode == 0)
        #expect(try !unfinished("killed") && unfinished("live"))
        #expect(exists(home.path(of: "other.tmp")))
        live.signal(SIGTERM)
        try live.wait()
    }

    @Test(.aboutFiles) func `that was put back on purpose is refused until the passcode is given`() throws {
        let home = try Home.withStore(unlocked: true)
        let (path, old) = (home.path(of: "test.profile"), home.path(of: "old.profile"))
        _ = try home.run("edit", "--season", "spring")
        try FileManager.default.copyItem(atPath: path, toPath: old)
        _ = try home.run("edit", "--season", "summer")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: old, toPath: path)
        #expect(try home.run("show").exitCode == 18)
        let checked = try home.run("check")
        #expect(checked.exitCode == 18)
        #expect(checked.errors.contains("profile restore --accept-older"))
        let unlocked = try home.run("check", "--json", "--passcode-stdin", input: "739158\n")
        #expect(unlocked.exitCode == 18)
        let failed = try JSONValue(unlocked.output).checks?.elements.filter { $0.ok == false }
        #expect(failed?.map(\.name) == ["generation"], "\(unlocked)")
        let refused = try home.unlock()
        #expect(refused.exitCode == 18)
        #expect(refused.errors.contains("profile restore --accept-older"))
        #expect(try home.run("restore", "--accept-older", "--passcode-stdin", input: "111112\n").exitCode == 11)
        #expect(try home.run("restore", "--accept-older", "--passcode-stdin", input: "739158\n").exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
        #expect(try home.run("restore").exitCode == 64)
    }

    @Test(.aboutFiles) func `kept elsewhere brings back what a home that was put back as a whole has lost`() throws {
        let home = try Home.withStore(unlocked: true)
        let elsewhere = try TemporaryFolder()
        let (snapshot, backup) = (elsewhere.path(of: "snapshot"), elsewhere.path(of: "backup"))
        let manager = FileManager.default
        try manager.copyItem(atPath: home.path, toPath: snapshot)
        _ = try home.run("edit", "--season", "summer")
        #expect(try home.run("backup", backup).exitCode == 0)
        for name in try manager.contentsOfDirectory(atPath: home.path) {
            try manager.removeItem(atPath: home.path(of: name))
        }
        for name in try manager.contentsOfDirectory(atPath: snapshot) {
            try manager.copyItem(atPath: "\(snapshot)/\(name)", toPath: home.path(of: name))
        }
        // The memory of newer stores was put back too, so nothing can tell. KeysAndThreats.md says so.
        #expect(try home.run("check").exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "winter")
        let refused = try home.run("restore", backup)
        #expect(refused.exitCode == 14)
        #expect(refused.errors.contains("Move it away"))
        try manager.moveItem(atPath: home.path(of: "test.profile"), toPath: elsewhere.path(of: "old.profile"))
        #expect(try home.run("restore", backup, "--passcode-stdin", input: "739158\n").exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "summer")
        #expect(try home.run("check").exitCode == 0)
    }

    @Test func `is checked part by part, and the damaged part is named`() throws {
        let home = try Home.withStore(unlocked: true)
        let whole = try home.run("check")
        #expect(whole.exitCode == 0)
        #expect(whole.output.hasPrefix("ok    the header is that of this store\n"))
        try FileManager.default.removeItem(atPath: "\(try home.stateFolder)/gate.state")
        let damaged = try home.run("check")
        #expect(damaged.exitCode == 18)
        #expect(damaged.output.contains("gate.state is missing: failed attempts can no longer be counted"))
        #expect(damaged.output.contains("ok    totals, recent hikes and badges match the hikes"))
        let answer = try JSONValue(try home.run("check", "--json").output)
        #expect(answer.checks?.elements.filter { $0.ok == false }.map(\.name) == ["gate"])
        #expect(answer.checks?[0]?.detail == "the header is that of this store")
    }
}

private struct ScenarioFailed: Error {}
