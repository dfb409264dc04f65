import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import SQLiteKit

@Suite(.temporaryStore) struct `The check of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    static let names = [
        "header", "schema", "quick_check", "gate", "generation", "profile", "history", "draft", "hikes", "summary",
        "emergency", "manifest",
    ]

    private func populate() throws -> ProfileStore {
        let store = try temporary.unlock()
        let hikes = (1...2).map { id in
            ImportedHike(sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Hike \(id)", distance: 5)))
        }
        try store.importHikes(hikes)
        try store.edit { $0.seasonalPhoto = .spring }
        try store.updateDraft { $0.username = "draft" }
        return store
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    @Test func `passes for an intact store`() throws {
        #expect(try temporary.unlock().check().map(\.name) == Self.names)
        let checks = try populate().check()
        #expect(checks.map(\.name) == Self.names)
        #expect(checks.filter { !$0.isOK }.isEmpty, "\(checks)")
    }

    @Test(arguments: [
        ("PRAGMA user_version = 9", ["header"]), ("PRAGMA application_id = 9", ["header"]),
        ("CREATE TABLE extra (a INTEGER)", ["schema"]),
        ("UPDATE account SET shuffle = 1 - shuffle", ["gate"]), ("UPDATE stage SET salt = zeroblob(16)", ["gate"]),
        ("UPDATE profile SET record = zeroblob(300)", ["profile", "manifest"]),
        ("DELETE FROM profile", ["profile", "manifest"]),
        ("UPDATE history SET record = zeroblob(300) WHERE revision = 1", ["history", "manifest"]),
        ("DELETE FROM history WHERE revision = 1", ["history", "manifest"]),
        ("DELETE FROM history", ["history", "manifest"]),
        ("DELETE FROM history WHERE revision = 2", ["history", "manifest"]),
        ("UPDATE draft SET save = save + 1", ["draft", "manifest"]),
        ("UPDATE hike SET track = header WHERE id = 2", ["hikes", "manifest"]),
        ("UPDATE hike SET header = zeroblob(300) WHERE id = 1", ["hikes", "manifest"]),
        ("UPDATE hike SET fingerprint = zeroblob(32) WHERE id = 1", ["hikes", "manifest"]),
        ("DELETE FROM hike WHERE id = 1", ["hikes", "manifest"]), ("DELETE FROM summary", ["summary", "manifest"]),
        ("UPDATE summary SET revision = revision + 1", ["summary", "manifest"]),
        ("INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'z', 1, 1, x'00')", ["manifest"]),
        ("INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'hike', 1, 1, x'')", ["manifest"]),
    ])
    func `finds each kind of damage, and only that`(sql: String, failing: [String]) throws {
        let store = try populate()
        try execute(sql)
        let checks = try store.check()
        #expect(checks.map(\.name) == Self.names)
        #expect(checks.filter { !$0.isOK }.map(\.name) == failing, "\(checks)")
    }

    @Test func `continues after a damaged record, and names the hikes`() throws {
        let store = try populate()
        try execute("UPDATE profile SET record = zeroblob(300)")
        try execute("UPDATE hike SET track = zeroblob(300)")
        try execute("UPDATE summary SET record = zeroblob(300)")
        let checks = try store.check()
        #expect(checks.filter { !$0.isOK }.map(\.name) == ["profile", "hikes", "summary", "manifest"])
        #expect(
            checks.first { $0.name == "hikes" }?.words
                == "the hikes are not what was written last: hike 1, hike 2")
    }

    @Test func `finds a missing device secret and a missing count of attempts`() throws {
        let store = try populate()
        try remove("\(try temporary.stateFolder)/gate.state")
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["gate"])
        try remove("\(try temporary.stateFolder)/device.key")
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["gate"])
    }
}
