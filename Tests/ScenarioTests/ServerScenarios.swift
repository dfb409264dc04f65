import FoundationEssentials
import TestSupport
import Testing

/// The scenarios of a store, with the store on a server.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct `A store on a server` {
    /// A home whose store is on the tests' server, in a separate schema.
    private static func home(named workspace: String, withAccount: Bool = true, unlocked: Bool = false) throws -> Home {
        let store = try StorePlace.newStoreOnServer(workspace)
        guard withAccount else { return try Home(environment: ["PROFILE_STORE": store]) }
        return try Home.withStore(at: store, unlocked: unlocked)
    }

    @Test func `is unlocked, edited, shown and locked as a store in a file is`() throws {
        let home = try Self.home(named: "day")
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.run("show", "--passcode-stdin", input: "000001\n").exitCode == 11)
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        #expect(try home.run("edit", "--season", "autumn", "--no-commit").exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
        #expect(try home.run("commit").exitCode == 0)
        let shown = try home.json("show")
        #expect(shown.profile?.seasonalPhoto == "autumn")
        #expect(shown.revision == 3)
        #expect(try home.run("undo").exitCode == 0)
        #expect(try home.json("history").history?.count == 4)
        #expect(try home.run("check").exitCode == 0)
        #expect(try home.run("lock").exitCode == 0)
        #expect(try home.run("show", "--no-input").exitCode == 10)
    }

    @Test func `imports and exports hikes`() throws {
        let home = try Self.home(named: "hikes", unlocked: true)
        let file = try home.write(try String(contentsOfFile: Self.sample, encoding: .utf8), to: "hikes.json")
        #expect(try home.run("hike", "import", file).exitCode == 0)
        #expect(try home.json("hike", "list").hikes?.count == 12)
        // The same file is recognized when it is imported again.
        #expect(try home.json("hike", "import", file).imported == 0)
        let first = try home.run("export")
        guard case .number(let number)? = try home.json("hike", "list").hikes?[0]?.id else {
            Issue.record("the list has no ids")
            return
        }
        let id = "\(Int(number))"
        #expect(try home.run("hike", "remove", id).exitCode == 0)
        #expect(try home.json("hike", "list").hikes?.count == 11)
        #expect(try home.run("hike", "restore", id).exitCode == 0)
        #expect(try home.run("export").output == first.output)
    }

    @Test func `counts wrong passcodes as a file does`() throws {
        let home = try Self.home(named: "ladder")
        for _ in 0..<5 { #expect(try home.unlock("000001").exitCode == 11) }
        #expect(try home.unlock().exitCode == 12)
    }

    @Test func `shows other processes' commits and the lock in watch`() throws {
        let home = try Self.home(named: "watch", unlocked: true)
        let watcher = try home.program.start(arguments: ["watch", "--json"])
        #expect(try Self.season(nextFrom: watcher) == "winter")
        #expect(try home.run("edit", "--season", "summer").exitCode == 0)
        #expect(try Self.season(nextFrom: watcher) == "summer")
        #expect(try home.run("lock").exitCode == 0)
        #expect(try watcher.wait().exitCode == 10)
    }

    private static func season(nextFrom watcher: RunningProgram) throws -> JSONValue? {
        try JSONValue(try watcher.nextLine(timeout: .seconds(30)) ?? "").profile?.seasonalPhoto
    }

    @Test func `is backed up to a file, which can be restored to another schema`() throws {
        let home = try Self.home(named: "copies", unlocked: true)
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        #expect(try home.run("edit", "--season", "summer", "--no-commit").exitCode == 0)
        let backup = home.path(of: "backup.profile")
        #expect(try home.run("backup", backup).exitCode == 0)
        #expect(try home.run("backup", backup).exitCode == 14)
        let code = "\(Home.passcode)\n"
        let shown = try home.run("--store", backup, "show", "--draft", "--passcode-stdin", input: code)
        #expect(shown.exitCode == 0 && shown.output.contains("summer"), "\(shown)")

        let other = try #require(PostgresServer.shared).url(workspace: "up-\(UInt32.random(in: 0 ... .max))")
        #expect(try home.run("--store", other, "restore", backup, "--passcode-stdin", input: code).exitCode == 0)
        #expect(try home.run("--store", other, "restore", backup, "--passcode-stdin", input: code).exitCode == 14)
        let restored = try home.run("--store", other, "show", "--passcode-stdin", input: code)
        #expect(restored.exitCode == 0 && restored.output.contains("spring"), "\(restored)")
        #expect(try home.run("--store", other, "check", "--passcode-stdin", input: code).exitCode == 0)
        // Changes of the copy don't affect the original.
        #expect(
            try home.run("--store", other, "edit", "--season", "winter", "--passcode-stdin", input: code).exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
    }

    @Test func `is backed up with the account in use, or with all of them if that is asked for`() throws {
        let home = try Self.home(named: "whole")
        let input = "\(Home.passcode)\n"
        let made = try home.run(
            "init", "--account", "kim", "--passcode-stdin", "--kdf", "interactive", input: input)
        try #require(made.exitCode == 0, "\(made)")
        let expected: [(options: [String], accounts: String, code: Int32)] = [
            ([], "main\n", 13), (["--all"], "kim\nmain\n", 0),
        ]
        for (options, accounts, code) in expected {
            let file = home.path(of: "backup-\(options.count)")
            let done = try home.program.run(
                arguments: ["--account", "main", "backup", file, "--passcode-stdin"] + options, input: input)
            #expect(done.exitCode == 0, "\(done)")
            #expect(try home.run("--store", file, "account", "list").output == accounts)
            let kims = try home.run("--store", file, "--account", "kim", "show", "--passcode-stdin", input: input)
            #expect(kims.exitCode == code, "\(kims)")
        }
    }

    @Test func `is prepared by what server sql prints, for users who each have an account of their own`() throws {
        let home = try Self.home(named: "operated", withAccount: false)
        let server = try #require(PostgresServer.shared)
        let url = try #require(home.program.environment["PROFILE_STORE"])
        let script = try home.run("server", "sql")
        #expect(script.exitCode == 0 && script.errors.isEmpty, "\(script)")
        #expect(try home.json("server", "sql").sql != nil)

        // Roles are the whole server's, whose other users there may be.
        let user = "walker-\(UInt32.random(in: 0 ... .max))"
        let role = "CREATE ROLE \"\(user)\" LOGIN IN ROLE \"profile_\(url.split(separator: "workspace=")[1])_users\";\n"
        let psql = Program(path: "\(PostgresServer.programs ?? "")/psql", environment: [:])
        let done = try psql.run(
            arguments: ["-v", "ON_ERROR_STOP=1", "-h", server.folder, "-U", "postgres", "postgres"],
            input: script.output + role)
        try #require(done.exitCode == 0, "\(done)")
        let store = url.replacing("//postgres@", with: "//\(user)@")
        func make(_ account: String) throws -> Finished {
            try home.run(
                "--store", store, "--account", account, "init", "--passcode-stdin", "--kdf", "interactive",
                input: "\(Home.passcode)\n")
        }
        let refused = try make("other")
        #expect(refused.exitCode == 21 && refused.errors.contains("granted by the server's operator"), "\(refused)")
        let made = try make(user)
        #expect(made.exitCode == 0, "\(made)")
        #expect(try home.run("--store", store, "account", "list").output == "\(user)\n")
    }

    @Test func `changes secrets and recovers an account`() throws {
        let home = try Self.home(named: "secrets", withAccount: false)
        let made = try home.run(
            "init", "--passcode-stdin", "--kdf", "interactive", "--username", "ada", input: "\(Home.passcode)\n")
        let code = String(made.output.prefix { !$0.isNewline })
        let change = "\(Home.passcode)\n582046\n"
        #expect(try home.run("passcode", "change", "--passcode-stdin", input: change).exitCode == 0)
        #expect(try home.unlock().exitCode == 11)
        #expect(try home.unlock("582046").exitCode == 0)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(code)\n914275\n").exitCode == 0)
        #expect(try home.unlock("914275").exitCode == 0)
        #expect(try home.run("show").output.contains("ada"))
        #expect(try home.run("check").exitCode == 0)
    }

    @Test func `is named without its user, and has a header but no file`() throws {
        let home = try Self.home(named: "nameless", withAccount: false)
        #expect(home.program.environment["PROFILE_STORE"]?.contains("postgresql://postgres@") == true)
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "\(Home.passcode)\n")
        #expect(made.errors.contains("Created the account in postgresql:///"))
        #expect(!made.errors.contains("@"))
        let checked = try home.run("check", "--passcode-stdin", input: "\(Home.passcode)\n")
        #expect(checked.output.hasPrefix("ok    the header is that of this store\n"))
        #expect(!checked.output.contains("the file"))
    }

    @Test func `removes an account, and keeps the others`() throws {
        let home = try Self.home(named: "removal")
        let input = "\(Home.passcode)\n"
        let made = try home.run(
            "init", "--account", "kim", "--passcode-stdin", "--kdf", "interactive", input: input)
        #expect(made.exitCode == 0)
        let removed = try home.run("account", "remove", "kim", "--yes", "--passcode-stdin", input: input)
        #expect(removed.exitCode == 0)
        #expect(removed.errors.contains("Copies in the server's logs"))
        #expect(try home.json("account", "list").accounts == ["main"])
        #expect(try home.unlock().exitCode == 0)
    }

    @Test func `has nothing of a person in plain text in its tables, its log or its errors`() throws {
        let home = try Self.home(named: "quiet", withAccount: false)
        let account = "walker-\(UInt32.random(in: 0 ... .max))"
        let secrets = "\(Home.passcode)\n"
        let made = try home.run(
            "init", "--account", account, "--username", "canary-name", "--passcode-stdin", "--kdf", "interactive",
            input: secrets)
        try #require(made.exitCode == 0, "\(made)")
        #expect(try home.unlock().exitCode == 0)
        _ = try home.run("edit", "--username", "canary-other")
        _ = try home.run("edit", "--no-commit", "--username", "canary-draft")
        _ = try home.run("hike", "add", "--name", "canary-hike", "--distance", "4.5")
        let code = String(made.output.prefix { !$0.isNewline })
        let folder = try #require(PostgresServer.shared).folder
        let search = Program(path: "/bin/grep", environment: [:])
        func isFound(_ texts: String...) throws -> Bool {
            try search.run(arguments: ["-raqF"] + texts.flatMap { ["-e", $0] } + [folder]).exitCode == 0
        }
        #expect(try !isFound("canary-", code))
        // Text that has to be there is found, which shows that the search works.
        #expect(try isFound(account))
    }

    @Test func `reports why its server can't be reached, with an exit code`() throws {
        let home = try Self.home(named: "errors", withAccount: false)
        let expected: [(url: String, code: Int32)] = [
            ("postgresql://ada:secret@db.example/hikes", 64), ("postgresql://db.example/hikes?password=secret", 64),
            ("postgresql://192.0.2.1/hikes?sslmode=require", 64), ("postgresql:hikes", 64),
            ("postgresql:///hikes?host=/nowhere", 23),
            (try #require(PostgresServer.shared).url(workspace: "not-there"), 13),
            ("postgresql://postgres@/not_there?host=\(try #require(PostgresServer.shared).folder)", 13),
        ]
        for (url, code) in expected {
            let finished = try home.run("--store", url, "status")
            #expect(finished.exitCode == code, "\(url): \(finished)")
            #expect(!finished.errors.contains("secret"))
            #expect(finished.errors.contains("no such database") == url.contains("/not_there?"))
        }
    }

    @Test func `is used without a fatal error in the server's log`() throws {
        let server = try PostgresServer()
        let home = try Home.withStore(at: server.url(workspace: "calm"), unlocked: true)
        for command in ["status", "show", "history", "diff", "check", "account list", "hike list", "badge list"] {
            _ = try home.program.run(arguments: command.split(separator: " ").map(String.init))
        }
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        #expect(server.log.contains("ready to accept connections"))
        #expect(!server.log.contains("FATAL") && !server.log.contains("Broken pipe"), "\(server.log)")
    }

    @Test func `with many accounts names ten of them, and looks up the one that is named`() throws {
        let server = try #require(PostgresServer.shared)
        let home = try Self.home(named: "crowd")
        let url = try #require(home.program.environment["PROFILE_STORE"])
        let schema = "profile_" + url.split(separator: "workspace=")[1]
        let psql = Program(path: "\(PostgresServer.programs ?? "")/psql", environment: [:])
        // Accounts that no command could open: only those that are read matter.
        func insert(_ ids: String) throws {
            let made = try psql.run(
                "-q", "-h", server.folder, "-U", "postgres", "postgres", "-c",
                """
                INSERT INTO "\(schema)".account (id, generation, manifest, card, epoch, lock, writer, recovery)
                SELECT n.*, 1, '', '', 1, 0, '', '' FROM (\(ids)) AS n
                """)
            try #require(made.exitCode == 0, "\(made)")
        }
        try insert("SELECT 'a' || n FROM generate_series(10, 40) AS n")
        let unnamed = try home.run("show", "--passcode-stdin", input: "\(Home.passcode)\n")
        #expect(unnamed.exitCode == 64 && unnamed.errors.contains("a10, a11"), "\(unnamed)")
        #expect(unnamed.errors.contains("a19, …") && !unnamed.errors.contains("a20"))
        // Nobody lists this one, which would be an error.
        try insert("SELECT 'NOT AN ID'")
        let input = "\(Home.passcode)\n"
        for command in [["show"], ["check"], ["backup", home.path(of: "one.backup")]] {
            let named = try home.program.run(
                arguments: ["--account", "main"] + command + ["--passcode-stdin"], input: input)
            #expect(named.exitCode == 0 && !named.output.contains("a10"), "\(named)")
        }
        let one = try home.run("--store", home.path(of: "one.backup"), "account", "list")
        #expect(one.output == "main\n")
        let all = try home.run("--account", "main", "check", "--all", "--passcode-stdin", input: input)
        #expect(all.exitCode == 18 && all.output.contains("a40"), "\(all)")
    }

    private static let sample = "\(packageFolder)/Data/hikeData.json"
}
