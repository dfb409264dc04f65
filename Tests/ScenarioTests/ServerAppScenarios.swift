import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct `The app with its store on a server` {
    @Test func `signs in, edits, shows other processes' changes, and continues after a server restart`() throws {
        // A separate server, because the test stops it.
        let server = try PostgresServer()
        let home = try Home.withStore(at: server.url(workspace: "app"))
        let terminal = try home.app()
        try terminal.unlockApp()
        try terminal.openEditor()
        try terminal.send("_2\u{13}")
        try terminal.until { try home.json("show").profile?.username == "g_kumar_2" }

        // Another process's commit is shown at once.
        #expect(try home.run("edit", "--season", "summer").exitCode == 0)
        try terminal.see("Seasonal Photos: 🌞")

        try terminal.see("e edit")
        try terminal.send("e")
        try terminal.see("^S done")
        try server.stop()
        try terminal.send("3")
        try terminal.see("g_kumar_23", "not saved", "cannot be reached")
        #expect(try home.run("show").exitCode == 23)

        try server.start()
        try terminal.send("4")
        try terminal.see("g_kumar_234", "draft kept")
        try terminal.send("\u{13}")
        try terminal.until { try home.json("show").profile?.username == "g_kumar_234" }
        // Changes are reported again, over a new connection.
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        try terminal.see("Seasonal Photos: 🌷")
        try terminal.press(.escape)
        try terminal.see("q quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `doesn't go on in watch after a failover that lost its last commits`() throws {
        let primary = try PostgresServer()
        let standby = try PostgresServer(following: primary)
        let psql = Program(path: "\(PostgresServer.programs ?? "")/psql", environment: [:])
        func ask(_ server: PostgresServer, _ query: String) throws -> String {
            try psql.run("-At", "-h", server.folder, "-U", "postgres", "postgres", "-c", query).output
        }
        let home = try Home.withStore(at: primary.url(workspace: "lost", or: standby), unlocked: true)
        let watch = try home.program.start("watch", "--json")
        #expect(try watch.nextLine(timeout: .seconds(30)) != nil)
        let isBehind = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"
        while try ask(primary, isBehind) != "1\n" {}
        try standby.stop()
        #expect(try home.run("edit", "--season", "summer").exitCode == 0)
        #expect(try watch.nextLine(timeout: .seconds(30))?.contains("summer") == true)
        try primary.stop()
        try standby.start()
        #expect(try ask(standby, "SELECT pg_promote()") == "t\n")
        let ended = try watch.wait()
        #expect(ended.exitCode == 18 && ended.output.split(separator: "\n").count == 2, "\(ended)")
        #expect(ended.errors.contains("lost its last commits"))
    }

    @Test(arguments: [[], ["--json"]])
    func `is waited for in watch, which says so`(options: [String]) throws {
        let server = try PostgresServer()
        let home = try Home.withStore(at: server.url(workspace: "away"), unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        let watch = try shell.start(
            arguments: ["-c", #"exec "$0" watch "$@" 2>&1"#, home.program.path] + options)
        #expect(try watch.nextLine(timeout: .seconds(30)) != nil)
        try server.stop()
        var told: String?
        while told?.contains("Waiting for it") != true, let line = try watch.nextLine(timeout: .seconds(30)) {
            told = line
        }
        if !options.isEmpty { #expect(try JSONValue(told ?? "").error?.code == 23) }
        try server.start()
        #expect(try home.run("lock").exitCode == 0)
        let ended = try watch.wait()
        #expect(ended.exitCode == 10 && ended.output.split(separator: "Waiting for it").count == 2, "\(ended)")
    }

    @Test func `continues as watch does after a server restart`() throws {
        let server = try PostgresServer()
        let home = try Home.withStore(at: server.url(workspace: "watch"), unlocked: true)
        let watch = try home.program.start("watch", "--json")
        func season() throws -> JSONValue? {
            guard let line = try watch.nextLine(timeout: .seconds(30)) else {
                Issue.record("it ended: \(try watch.wait())")
                return nil
            }
            return try JSONValue(line).profile?.seasonalPhoto
        }
        #expect(try season() == "winter")
        try server.crash()
        #expect(try home.run("edit", "--season", "summer").exitCode == 0)
        #expect(try season() == "summer")
        #expect(try home.run("lock").exitCode == 0)
        #expect(try watch.wait().exitCode == 10)
    }
}
