import FoundationEssentials
import TestSupport
import Testing

/// What the program of 0.2.0 wrote, with every kind of value, and what that program said of it. Later programs may add
/// members, and take none away.
@Suite struct `What 0.2.0 wrote` {
    private static let fixtures = "\(packageFolder)/Tests/ProfileKitTests/Fixtures"

    /// A home with the device secrets of a fixture.
    private static func home(of fixture: String, environment: [String: String] = [:]) throws -> Home {
        let home = try Home(environment: environment)
        let files = FileManager.default
        try files.createDirectory(atPath: home.path(of: ".local"), withIntermediateDirectories: false)
        try files.copyItem(atPath: "\(fixtures)/\(fixture)/state", toPath: home.path(of: ".local/state"))
        return home
    }

    private static func homeWithStore(_ name: String = "test.profile") throws -> Home {
        let home = try home(of: "version-2", environment: ["PROFILE_ACCOUNT": "main"])
        try FileManager.default.copyItem(
            atPath: "\(fixtures)/version-2/\(name)", toPath: home.path(of: "test.profile"))
        return home
    }

    private static func told(_ name: String, of fixture: String = "version-2") throws -> JSONValue {
        try JSONValue(
            String(decoding: Data(contentsOf: URL(filePath: "\(fixtures)/\(fixture)/\(name)")), as: UTF8.self))
    }

    /// Compares two values, of which the later may have more members.
    private func expect(_ later: JSONValue?, has earlier: JSONValue, at path: String = "") {
        switch (earlier, later) {
        case (.object(let old), .object(let new)):
            for (name, value) in old { expect(new[name], has: value, at: "\(path).\(name)") }
        case (.array(let old), .array(let new)):
            #expect(old.count == new.count, "\(path)")
            for (index, pair) in zip(old, new).enumerated() { expect(pair.1, has: pair.0, at: "\(path)[\(index)]") }
        default: #expect(later == earlier, "\(path)")
        }
    }

    /// Compares a store with the export of it, and with what is in no export.
    private func expectContent(of home: Home) throws {
        expect(try JSONValue(home.run("export").output), has: try Self.told("export.json"))
        let history = try home.json("history").history?.elements ?? []
        #expect(history.map(\.revision) == [3, 2, 1])
        #expect(try home.json("show", "--draft").profile?.username == "from the draft")
        #expect(try home.run("emergency").output == "Call Ada: 555 0100\n")
        #expect(try home.json("hike", "list", "--removed").hikes?.elements.map(\.name) == ["Elk Loop"])
        #expect(try home.json("hike", "history").history?.elements.first?.kind == "remove")
        #expect(try home.json("check").checks?.elements.filter { $0.ok != true } == [])
    }

    @Test(.aboutFiles) func `opens if it is a store, and answers as it did`() throws {
        let home = try Self.homeWithStore()
        #expect(try home.unlock().exitCode == 0)
        for (name, arguments) in [("hikes", ["hike", "list"]), ("places", ["place", "list"])] {
            let answer = try home.program.run(arguments: arguments + ["--json"])
            expect(try JSONValue(answer.output), has: try Self.told("\(name).json"), at: name)
        }
        let (shown, before) = (try home.json("show"), try Self.told("show.json"))
        for (later, earlier) in [(shown.profile, before.profile), (shown.totals, before.totals)] {
            // The days that are left are counted from today.
            expect(later, has: try #require(earlier))
        }
        try expectContent(of: home)
        #expect(try home.run("edit", "--season", "summer").exitCode == 0)
        #expect(try home.json("hike", "undo").kind == "remove")
    }

    @Test(.aboutFiles) func `opens if it is a store with a session, which has ended with its machine`() throws {
        let home = try Self.homeWithStore("with-session.profile")
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.unlock().exitCode == 0)
        try expectContent(of: home)
    }

    @Test(.aboutFiles) func `opens in two stages`() throws {
        let home = try Self.homeWithStore()
        let opened = try home.run(
            "--account", "guest", "show", "--passcode-stdin", "--json", input: "correct horse\n4093k\n")
        #expect(opened.exitCode == 0 && opened.output.contains("\"guest\""), "\(opened)")
    }

    @Test(.aboutFiles) func `is restored if it is a backup, elsewhere with the recovery code`() throws {
        let home = try Home(environment: ["PROFILE_ACCOUNT": "main"])
        #expect(try home.run("restore", "\(Self.fixtures)/version-2/backup.profile").exitCode == 0)
        let code = String(
            decoding: try Data(contentsOf: URL(filePath: "\(Self.fixtures)/version-2/recovery-code")), as: UTF8.self)
        let recovered = try home.run("recover", "--passcode-stdin", input: "\(code)820461\n")
        try #require(recovered.exitCode == 0, "\(recovered)")
        #expect(try home.unlock("820461").exitCode == 0)
        try expectContent(of: home)
    }

    @Test func `is imported if it is an export, and gives an equal one`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("import", "\(Self.fixtures)/version-2/export.json", "--replace").exitCode == 0)
        expect(try JSONValue(home.run("export").output), has: try Self.told("export.json"))
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
    func `opens if it is a store on a server`() throws {
        let server = try #require(PostgresServer.shared, "\(PostgresServer.reason)")
        let home = try Self.home(
            of: "version-2-server", environment: ["PROFILE_STORE": server.url(workspace: "version-2")])
        let loaded = try Program(path: "/usr/bin/psql", workingDirectory: home.path).run(
            "-q", "-h", server.folder, "-U", "postgres", "-f", "\(Self.fixtures)/version-2-server/store.sql")
        try #require(loaded.exitCode == 0 && loaded.errors == "", "\(loaded)")
        #expect(try home.unlock().exitCode == 0)
        expect(
            try JSONValue(home.run("export").output), has: try Self.told("export.json", of: "version-2-server"))
        #expect(try home.json("show", "--draft").profile?.username == "from the draft")
        #expect(try home.json("check").checks?.elements.filter { $0.ok != true } == [])
        #expect(try home.run("commit").exitCode == 0)
    }
}
