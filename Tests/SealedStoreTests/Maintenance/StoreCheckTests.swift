import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore
@testable import Sealing

@Suite(.temporaryStore) struct `The check of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    static let names = [
        "header", "schema", "quick_check", "gate", "generation", "trip", "trip.history", "trip.draft", "note", "total",
        "card", "manifest",
    ]

    private func populate() throws -> TripStore {
        let store = try temporary.unlock()
        try store.addNotes(1...2)
        try store.edit { $0.days = 3 }
        try store.updateDraft { $0.place = "draft" }
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
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'", ["trip", "manifest"]),
        ("DELETE FROM record WHERE kind = 'trip'", ["trip", "manifest"]),
        (
            "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 1",
            ["trip.history", "manifest"]
        ),
        ("DELETE FROM record WHERE kind = 'trip.history' AND number = 1", ["trip.history", "manifest"]),
        ("DELETE FROM record WHERE kind = 'trip.history'", ["trip.history", "manifest"]),
        ("DELETE FROM record WHERE kind = 'trip.history' AND number = 2", ["trip.history", "manifest"]),
        ("UPDATE record SET number = number + 1 WHERE kind = 'trip.draft'", ["trip.draft", "manifest"]),
        ("UPDATE record SET body = head WHERE kind = 'note' AND number = 2", ["note", "manifest"]),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 1", ["note", "manifest"]),
        ("UPDATE record SET fingerprint = zeroblob(32) WHERE kind = 'note' AND number = 1", ["note", "manifest"]),
        ("DELETE FROM record WHERE kind = 'note' AND number = 1", ["note", "manifest"]),
        ("DELETE FROM record WHERE kind = 'total'", ["total", "manifest"]),
        ("UPDATE record SET number = number + 1 WHERE kind = 'total'", ["total", "manifest"]),
        ("INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'z', 1, 1, x'00')", ["manifest"]),
        (
            "INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'trip', 0, 1, x'')",
            ["trip", "manifest"]
        ),
        (
            "INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'note.page', 99, 1, x'00')",
            ["note"]
        ),
        (
            "INSERT INTO record (account, kind, number, revision, head) "
                + "SELECT account, kind, number + 1, revision, head FROM record WHERE kind = 'note.page'",
            ["note"]
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
            "INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'note.page', 99, 1, x'00')")
        #expect(code { try store.backup(to: "\(temporary.folder)/backup") } == .damaged)
        let repair = try store.repair()
        #expect(repair.isNeeded && repair.lost.isEmpty)
        #expect(try store.check().allSatisfy(\.isOK))
        #expect(try store.notes.count == 2)
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
        try execute("DELETE FROM record WHERE kind = 'trip.draft'")
        #expect(try !temporary.gate.status.hasDraft, "nothing but the row tells of it without the keys")
        try store.beginSession()
        #expect(try temporary.gate.status.hasDraft)
        try temporary.gate.lock()
        _ = try temporary.unlock().repair()
        try temporary.unlock().beginSession()
        #expect(try !temporary.gate.status.hasDraft)
    }

    @Test func `continues after a damaged record, and names the notes`() throws {
        let store = try populate()
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'")
        try execute("UPDATE record SET body = zeroblob(300) WHERE kind = 'note'")
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'total'")
        let checks = try store.check()
        #expect(checks.filter { !$0.isOK }.map(\.name) == ["trip", "note", "total", "manifest"])
        #expect(
            checks.first { $0.name == "note" }?.problem == .parts([.note(1), .note(2)]))
    }

    @Test func `finds a missing device secret and a missing count of attempts`() throws {
        let store = try populate()
        try remove("\(try temporary.stateFolder)/gate.state")
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["gate"])
        try remove("\(try temporary.stateFolder)/device.key")
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["gate"])
    }
}
