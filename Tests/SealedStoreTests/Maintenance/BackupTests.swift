import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A backup` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var file: String { "\(temporary.folder)/backup" }
    private var restored: String { "\(temporary.folder)/restored.sealed" }

    private func populate() throws -> TripStore {
        let store = try temporary.unlock()
        try store.addNotes(7...7)
        try store.edit { $0.days = 3 }
        try store.updateDraft { $0.place = "draft" }
        return store
    }

    private func open(_ path: String) throws -> Connection {
        try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// Runs a body that should be refused, and checks that it leaves nothing in the folder.
    private func refusal(_ body: () throws -> Void) throws -> StoreError.Code? {
        let before = Set(try contents(of: temporary.folder))
        let refused = code(of: body)
        let left = Set(try contents(of: temporary.folder)).subtracting(before)
        #expect(left.isEmpty)
        return refused
    }

    @Test func `opens with the content of its store, draft included`() throws {
        let store = try populate()
        try store.backup(to: file)
        #expect(try mode(of: file) == 0o600)
        try store.edit { $0.days = 9 }
        // For the original store it would be older data, but it is a separate instance.
        try Gate.restore(file, to: .file(restored), configuration: temporary.gate.configuration) { _ in
            (.main, try Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        }
        #expect(try mode(of: restored) == 0o600)
        let gate = try Gate(at: .file(restored), configuration: temporary.gate.configuration)
        let copy = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(try copy.document.days == 3)
        #expect(try copy.savedDraft?.place == "draft")
        #expect(try copy.note(7)?.text == "Note 7")
        #expect(try copy.check().filter { !$0.isOK }.isEmpty)
    }

    @Test func `holds no session, not even in free pages`() throws {
        let store = try populate()
        try store.beginSession()
        let envelope = try #require(
            try open(temporary.gate.path).first("SELECT envelope FROM session") { try $0.blob(0) })
        try store.backup(to: file)
        #expect(try contents(of: temporary.folder).filter { $0.hasPrefix("backup") } == ["backup"])
        #expect(try open(file).first("SELECT 1 FROM session") { try $0.integer(0) } == nil)
        #expect(try !bytes(of: file).contains(envelope))
        #expect(try temporary.gate.resume() != nil, "the store's own session stays live")
    }

    @Test func `replaces no other file, and leaves nothing when it is refused`() throws {
        let store = try populate()
        try write([1, 2, 3], to: file)
        let refused = try refusal { try store.backup(to: file) }
        #expect(refused == .exists)
        #expect(try bytes(of: file) == [1, 2, 3])
        #expect(code { try store.backup(to: "\(temporary.folder)/nowhere/backup") } == .io)
    }

    @Test(arguments: [
        "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'",
        "UPDATE record SET body = head WHERE kind = 'note'",
        "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 1",
        "UPDATE record SET number = number + 1 WHERE kind = 'trip.draft'",
        "DELETE FROM record WHERE kind = 'total'",
    ])
    func `is refused when a record is damaged`(sql: String) throws {
        let store = try populate()
        try open(temporary.gate.path).run(sql)
        let refused = try refusal { try store.backup(to: file) }
        #expect(refused == .damaged)
    }

    @Test func `is refused for a closed store`() throws {
        let store = try populate()
        store.close()
        #expect(code { try store.backup(to: file) } == .locked)
    }

    @Test func `is restored only where no file exists`() throws {
        try populate().backup(to: file)
        #expect(code { try Gate.restore(file, to: .file(temporary.gate.path)) } == .exists)
        // SQLite would use an old log as the restored store's.
        try write([1], to: restored + "-wal")
        #expect(code { try Gate.restore(file, to: .file(restored)) } == .exists)
        try remove(restored + "-wal")
        try Gate.restore(file, to: "\(temporary.folder)/new/folder/restored.sealed")
    }

    /// Where there is no store, and none can be brought from elsewhere.
    private struct Nowhere: EngineOpener {
        let name = "nowhere"

        func open(_ schema: EngineSchema) throws -> any RecordEngine { throw StoreError(.noStore) }
        func create(_ schema: EngineSchema) throws -> any RecordEngine { throw StoreError(.noStore) }
    }

    @Test func `is restored to a location without an account to open, unless that takes none`() throws {
        try populate().backup(to: file)
        let configuration = temporary.gate.configuration
        let found = try Gate.restore(file, to: .file(restored), configuration: configuration)
        #expect(found.opened == nil && found.awaitingRecovery == [.main])
        let folders = try contents(of: "\(temporary.folder)/.local/state/trips")
        #expect(code { try Gate.restore(file, to: StoreLocation(Nowhere()), configuration: configuration) } == .io)
        #expect(try contents(of: "\(temporary.folder)/.local/state/trips") == folders)
    }

    @Test func `is verified before it gets the store's name`() throws {
        try populate().backup(to: file)
        let whole = try bytes(of: file)
        func refusal(_ content: [UInt8]) throws -> StoreError.Code? {
            try write(content, to: file)
            return try self.refusal { try Gate.restore(file, to: .file(restored)) }
        }
        #expect(try refusal([]) == .damaged)
        #expect(try refusal(Array("notes".utf8)) == .damaged)
        #expect(try refusal(Array(whole.prefix(whole.count / 2))) == .damaged)
        try write(whole, to: file)
        try open(file).run("PRAGMA user_version = 99")
        #expect(try refusal(bytes(of: file)) == .newerStore)
        try write(whole, to: file)
        try open(file).run("CREATE TABLE extra (a INTEGER)")
        #expect(try refusal(bytes(of: file)) == .damaged)
        #expect(code { try Gate.restore("\(temporary.folder)/nothing", to: .file(restored)) } == .io)
    }

    @Test func `is refused when it lacks the commits in a log beside it`() throws {
        // While the store is open, its commits are in its log.
        let store = try populate()
        let refused = try refusal { try Gate.restore(temporary.gate.path, to: .file(restored)) }
        #expect(refused == .damaged)
        store.close()
    }

    @Test func `is restored without the session that a raw copy contains`() throws {
        let store = try populate()
        try store.beginSession()
        try open(temporary.gate.path).truncateLog()
        let copy = "\(temporary.folder)/copy"
        try write(bytes(of: temporary.gate.path), to: copy)
        try Gate.restore(copy, to: .file(restored))
        #expect(try Gate(at: .file(restored), configuration: temporary.gate.configuration).status.session == nil)
    }

    @Test(.timeLimit(.minutes(20)), arguments: ["/dev/zero", "/dev/null", "/dev/random"])
    func `is never read from a device`(device: String) throws {
        let refused = try refusal { try Gate.restore(device, to: .file(restored)) }
        #expect(refused == .io)
    }

    @Test func `is made of a damaged store on request, and reports the damage`() throws {
        let store = try populate()
        try open(temporary.gate.path).run("UPDATE record SET body = head WHERE kind = 'note'")
        let failed = try store.backup(to: file, acceptingDamage: true).filter { !$0.isOK }
        #expect(failed.map(\.name) == ["note", "manifest"])
        #expect(failed.first?.problem == .parts([.note(7)]))
        try Gate.restore(file, to: .file(restored), configuration: temporary.gate.configuration)
        let gate = try Gate(at: .file(restored), configuration: temporary.gate.configuration)
        var lost: [DamagedPart] = []
        try gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")),
            acceptingDamage: true, damageHandler: { parts, _ in lost = parts })
        #expect(lost == [.note(7)])
        #expect(try gate.unlock(with: Secret("820461")).document.days == 3)
    }

    private static let second = "second"

    /// A store with another account that has content of every kind.
    private func populateWithOther() throws -> TripStore {
        let (other, _) = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID(Self.second),
            configuration: temporary.gate.configuration)
        let store = try other.unlock(with: Secret("820461"))
        try store.addNotes(1...1)
        try store.updateDraft { $0.place = "draft" }
        return try populate()
    }

    @Test func `covers other accounts as far as possible without their keys, and says so`() throws {
        let store = try populateWithOther()
        for checks in [try store.backup(to: file), try store.check()] {
            let other = try #require(checks.last)
            #expect(other.name == "account second" && other.otherAccount == "second")
            #expect(other.isOK)
            #expect(other.note == .byFormAlone)
        }
    }

    @Test(arguments: [
        "UPDATE record SET head = zeroblob(297) WHERE kind = 'trip'",
        "UPDATE record SET head = substr(head, 2) WHERE kind = 'trip.history'",
        "UPDATE record SET head = substr(head, 1, length(head) - 1) WHERE kind = 'total'",
        "UPDATE record SET head = x'' WHERE kind = 'trip.draft'",
        "UPDATE manifest SET record = CAST(x'02' || substr(record, 2) AS BLOB) WHERE 1",
        "UPDATE record SET head = zeroblob(297) WHERE kind = 'note'",
        "UPDATE record SET body = substr(body, 2) WHERE kind = 'note'",
        "UPDATE record SET fingerprint = x'00' WHERE kind = 'note'", "UPDATE stage SET memory = 4398046511104 WHERE 1",
        "UPDATE stage SET salt = x'00' WHERE 1", "UPDATE stage SET envelope = x'01' WHERE 1",
        "UPDATE account SET recovery = x'01' WHERE 1", "UPDATE account SET mac = x'' WHERE 1",
        "UPDATE account SET epoch = -1 WHERE 1", "UPDATE account SET device_check = x'' WHERE 1",
        "DELETE FROM stage WHERE 1", "DELETE FROM record WHERE kind = 'trip'", "DELETE FROM manifest WHERE 1",
        "DELETE FROM record WHERE kind = 'total'", "DELETE FROM record WHERE kind = 'trip.history'",
    ])
    func `is refused when another account's rows are malformed`(sql: String) throws {
        let store = try populateWithOther()
        let column = sql.contains(" account ") ? "id" : "account"
        try open(temporary.gate.path).run("\(sql) AND \(column) = 'second'")
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["account second"])
        let refused = try refusal { try store.backup(to: file) }
        #expect(refused == .damaged)
        try store.backup(to: file, acceptingDamage: true)
    }
}
