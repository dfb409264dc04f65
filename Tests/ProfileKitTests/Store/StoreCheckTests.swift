import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import SQLiteKit
@testable import SealedStore
@testable import Sealing

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
        (
            "INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'hike.page', 99, 1, x'00')",
            ["hikes"]
        ),
        (
            "INSERT INTO record (account, kind, number, revision, head) "
                + "SELECT account, kind, number + 1, revision, head FROM record WHERE kind = 'hike.page'",
            ["hikes"]
        ),
    ])
    func `finds each kind of damage, and only that`(sql: String, failing: [String]) throws {
        let store = try populate()
        try execute(sql)
        let checks = try store.check()
        #expect(checks.map(\.name) == Self.names)
        #expect(checks.filter { !$0.isOK }.map(\.name) == failing, "\(checks)")
    }

    @Test func `finds an added page, which a backup refuses and a repair removes`() throws {
        let store = try populate()
        try execute(
            "INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'hike.page', 99, 1, x'00')")
        #expect(code { try store.backup(to: "\(temporary.folder)/backup") } == .damaged)
        let repair = try store.repair()
        #expect(repair.isNeeded && repair.lost.isEmpty)
        #expect(try store.check().allSatisfy(\.isOK))
        #expect(try store.hikes.count == 2)
    }

    @Test func `notes an added session, which opens nothing, until a lock removes it`() throws {
        let store = try populate()
        let deadline = temporary.clock.bootInstant.advanced(by: .seconds(3600))
        func add(_ boot: [UInt8]) throws {
            let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
            try connection.run(
                "INSERT INTO session (account, id, boot, deadline, idle, envelope) VALUES ('main', ?, ?, ?, 1, x'00')",
                .blob(RandomBytes.make(16)), .blob(boot), .integer(deadline.sinceBoot.nanoseconds))
        }
        try store.beginSession()
        #expect(try store.check().map(\.name) == Self.names)
        try add(deadline.boot)
        try add([UInt8](repeating: 9, count: 16))
        let check = try #require(try store.check().first { $0.name == "sessions" })
        #expect(check.isOK && check.note == .foreignSessions(1), "one of another boot has ended")
        try temporary.gate.lock()
        #expect(try temporary.unlock().check().map(\.name) == Self.names)
    }

    @Test func `and the status tell of a removed draft, which needs the keys`() throws {
        let store = try populate()
        try execute("DELETE FROM draft")
        #expect(try !temporary.gate.status.hasDraft, "nothing but the row tells of it without the keys")
        try store.beginSession()
        #expect(try temporary.gate.status.hasDraft)
        try temporary.gate.lock()
        _ = try temporary.unlock().repair()
        try temporary.unlock().beginSession()
        #expect(try !temporary.gate.status.hasDraft)
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
