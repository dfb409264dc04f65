import TestSupport
import Testing

/// The smaller promises of the contract, one by one.
@Suite struct `The command line's contract` {
    @Test func `prints one object for every answer under --json`() throws {
        let home = try Home()
        let version = try home.json("--version")
        #expect(version.schema == 1)
        #expect(version.version == .string(programVersion))
        for words in [["help"], ["hike", "import", "--help"], ["help", "undo"]] {
            let help = try JSONValue(try home.program.run(arguments: words + ["--json"]).output)
            #expect(help.schema == 1)
            guard case .string(let text) = help.help else { return #expect(Bool(false), "\(help)") }
            #expect(text.contains("Usage: profile"))
        }
        let codes = try #require(try home.json("help", "exit-codes").help)
        #expect(codes.elements.contains { $0.code == 23 && $0.name == "unreachable" && $0.when != nil })
        #expect(codes.elements.first?.name == "ok")
        let none = try home.run("--json")
        #expect(none.exitCode == 64)
        #expect(none.output == "")
    }

    @Test func `lets the line of a piped secret end in CRLF`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "739158\r\n")
        #expect(made.exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("show", "--passcode-stdin", input: "739158\r\n").exitCode == 0)
    }

    @Test func `refuses both a store and a workspace in the environment with 64`() throws {
        let home = try Home.withStore()
        let both = try home.program.run("status", environment: ["PROFILE_WORKSPACE": "w"])
        #expect(both.exitCode == 64)
        #expect(both.errors.contains("PROFILE_STORE and PROFILE_WORKSPACE"))
        let named = try home.program.run(
            "status", "--store", home.storeName, environment: ["PROFILE_WORKSPACE": "w"])
        #expect(named.exitCode == 0)
    }

    @Test func `lets lock end every account's session when none of several is named`() throws {
        let home = try Home.withStore(unlocked: true)
        let added = try home.run(
            "account", "add", "--account", "kim", "--kdf", "interactive", "--passcode-stdin", input: "846205\n")
        #expect(added.exitCode == 0)
        #expect(try home.run("unlock", "--account", "kim", "--passcode-stdin", input: "846205\n").exitCode == 0)
        #expect(try home.run("lock", "--account", "kim").exitCode == 0)
        #expect(try home.run("status", "--check", "--account", "main").exitCode == 0)
        #expect(try home.run("unlock", "--account", "kim", "--passcode-stdin", input: "846205\n").exitCode == 0)
        #expect(try home.run("lock").exitCode == 0)
        for account in ["main", "kim"] {
            #expect(try home.run("status", "--check", "--account", account).exitCode == 10)
        }
    }

    @Test func `lets status name the day when a session ends on another day`() throws {
        let home = try Home.withStore()
        let unlocked = try home.run(
            "unlock", "--for", "24h", "--idle", "24h", "--passcode-stdin", input: "739158\n")
        #expect(unlocked.exitCode == 0)
        #expect(try home.run("status").output.contains(/until \d\d:\d\d tomorrow, \w+day \d+ \w+ \d{4}/))
        #expect(try home.run("unlock", "--for", "60s", "--passcode-stdin", input: "739158\n").exitCode == 0)
        // A minute from now is the next day only in a day's last minute.
        let soon = try home.run("status").output
        #expect(soon.contains(/until \d\d:\d\d \(session/) || soon.contains("until 00:00 tomorrow"))
        let longer = try home.run("unlock", "--for", "2h", "--idle", "10m", "--passcode-stdin", input: "739158\n")
        #expect(longer.errors.contains("Unlocked for 2 h, or 10 min without use."))
        #expect(try home.run("status").output.contains(", later if used"))
    }

    @Test func `announces a new recovery code with a note that the old one is void`() throws {
        let home = try Home.withStore()
        let renewed = try home.run("recovery", "new", "--passcode-stdin", input: "739158\n")
        #expect(renewed.exitCode == 0)
        #expect(renewed.errors.contains("The old recovery code is void"))
        #expect(renewed.output.contains(/^[0-9A-Z-]{34}\n$/))
    }

    @Test func `repeats the named store and account in hints`() throws {
        let home = try Home.withStore()
        let store = home.storeName
        let locked = try home.run("show", "--store", store, "--account", "main")
        #expect(locked.errors.contains("profile --store \(home.quotedStore) --account main unlock"))
        let unknown = try home.run("show", "--account", "kim")
        #expect(unknown.errors.contains("profile account list"))
        // Unlocking would not help a command that always asks.
        for words in [["unlock"], ["repair"], ["recovery", "new"], ["passcode", "change"]] {
            let refused = try home.program.run(arguments: words)
            #expect(refused.exitCode == 10)
            #expect(refused.errors.contains("--passcode-stdin"))
            #expect(!refused.errors.contains("profile unlock"), "\(words)")
        }
    }

    @Test func `reports an empty list on stderr`() throws {
        let home = try Home.withStore(unlocked: true)
        for words in [["badge", "list"], ["hike", "list"], ["hike", "list", "--removed"], ["hike", "stats"]] {
            let empty = try home.program.run(arguments: words)
            #expect(empty.exitCode == 0)
            #expect(empty.output == "")
            #expect(!empty.errors.isEmpty, "\(words)")
            #expect(try home.program.run(arguments: words + ["-q"]).errors == "")
        }
    }

    @Test func `names the right command for a file that another command reads`() throws {
        let home = try Home.withStore(unlocked: true)
        let export = home.path(of: "export.json")
        #expect(try home.run("export", export).exitCode == 0)
        let asHikes = try home.run("hike", "import", export)
        #expect(asHikes.exitCode == 15)
        #expect(asHikes.errors.contains("profile import"))
        let hikes = try home.write("[]", to: "hikes.json")
        let asExport = try home.run("import", hikes)
        #expect(asExport.exitCode == 15)
        #expect(asExport.errors.contains("profile hike import"))
        let track = try home.write("<gpx version=\"1.1\"></gpx>", to: "walk.gpx")
        #expect(try home.run("import", track).errors.contains("profile hike import"))
        // Where there are hikes, too: they need not be replaced for it.
        #expect(try home.run("hike", "add", "--name", "Ridge", "--distance", "3").exitCode == 0)
        for file in [hikes, track] {
            let refused = try home.run("import", file)
            #expect(refused.exitCode == 15)
            #expect(refused.errors.contains("profile hike import"))
        }
        #expect(try home.run("import", export).exitCode == 14)
    }
}
