import FoundationEssentials
import TestSupport
import Testing

/// An export, a backup, and a store with a live session, which the program of 0.1.0 made of the store `version-1`.
@Suite(.aboutFiles) struct `A file of 0.1.0` {
    private static let fixtures = "\(packageFolder)/Tests/ProfileKitTests/Fixtures"
    private static let export = "\(fixtures)/version-1-files/export.json"
    private static let backup = "\(fixtures)/version-1-files/backup.profile"
    private static let sessionStore = "\(fixtures)/version-1-files/with-session.profile"

    private struct NoObject: Error {}

    private static func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// A home in which the device secret of the store is kept.
    private static func homeOfOwner() throws -> Home {
        let home = try Home()
        let files = FileManager.default
        try files.createDirectory(atPath: home.path(of: ".local"), withIntermediateDirectories: false)
        try files.copyItem(atPath: "\(fixtures)/version-1/state", toPath: home.path(of: ".local/state"))
        return home
    }

    /// Compares an export with the one that 0.1.0 made, which has fewer members.
    private func expectContent(ofExport text: String) throws {
        let (old, new) = (try JSONValue(Self.text(of: Self.export)), try JSONValue(text))
        #expect(new.profile == old.profile)
        #expect(old.hikes?.count == 2 && new.hikes?.count == 2)
        for (before, after) in zip(old.hikes?.elements ?? [], new.hikes?.elements ?? []) {
            guard case .object(let members) = before, case .object(let found) = after else { throw NoObject() }
            for (name, value) in members { #expect(found[name] == value, "\(name) of \(before)") }
        }
    }

    /// What only a store contains: the history, the draft and the emergency card.
    private func expectRest(of home: Home) throws {
        let history = try home.json("history").history?.elements ?? []
        #expect(history.map(\.revision) == [3, 2, 1])
        #expect(history.first?.changes?.elements.map(\.to) == ["2027-05-01"])
        #expect(try home.json("show", "--draft").profile?.username == "from the draft")
        #expect(try home.run("emergency").output == "Call Ada: 555 0100\n")
        let failed = try home.json("check").checks?.elements.filter { $0.ok != true }
        #expect(failed == [])
    }

    @Test func `is imported if it is an export, and gives all that it contains`() throws {
        let home = try Home.withStore(unlocked: true)
        let imported = try home.run("import", Self.export)
        try #require(imported.exitCode == 0, "\(imported)")
        try expectContent(ofExport: home.run("export").output)
        #expect(try home.json("show").totals?.distance == 16.5)
        #expect(try home.json("badge", "list").badges?.elements.map(\.name) == ["First Hike", "Earth Day"])
    }

    @Test func `is restored if it is a backup, on a machine that has its device secret`() throws {
        let home = try Self.homeOfOwner()
        let wrong = try home.run("restore", Self.backup, "--passcode-stdin", input: "111112\n")
        #expect(wrong.exitCode == 11, "\(wrong)")
        let restored = try home.run("restore", Self.backup, "--passcode-stdin", input: "\(Home.passcode)\n")
        try #require(restored.exitCode == 0, "\(restored)")
        #expect(try home.unlock().exitCode == 0)
        try expectContent(ofExport: home.run("export").output)
        try expectRest(of: home)
    }

    @Test func `is restored if it is a backup, elsewhere with the recovery code`() throws {
        let home = try Home()
        let restored = try home.run("restore", Self.backup)
        try #require(restored.exitCode == 0, "\(restored)")
        let code = try Self.text(of: "\(Self.fixtures)/version-1/recovery-code")
        let recovered = try home.run("recover", "--passcode-stdin", input: "\(code)820461\n")
        try #require(recovered.exitCode == 0, "\(recovered)")
        #expect(try home.unlock("820461").exitCode == 0)
        try expectContent(ofExport: home.run("export").output)
        try expectRest(of: home)
    }

    @Test func `opens if it is a store with a session, which has ended with its machine`() throws {
        let home = try Self.homeOfOwner()
        try FileManager.default.copyItem(atPath: Self.sessionStore, toPath: home.path(of: "test.profile"))
        let first = try home.run("status")
        #expect(first.output == "main: locked\nA draft is waiting.\n")
        #expect(first.errors.contains("A copy of it as it was is in \(home.path(of: "test.profile")).v1.backup."))
        #expect(exists(home.path(of: "test.profile.v1.backup")))
        #expect(try home.run("status").errors == "")
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.unlock().exitCode == 0)
        try expectContent(ofExport: home.run("export").output)
        try expectRest(of: home)
    }
}
