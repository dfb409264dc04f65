import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A backup` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var file: String { "\(temporary.folder)/backup" }
    private var restored: String { "\(temporary.folder)/restored.profile" }

    private func populate() throws -> ProfileStore {
        let store = try temporary.unlock()
        try store.importHikes([
            ImportedHike(sourceID: 7, hike: Hike(header: HikeHeader(id: 7, name: "Elk Loop", distance: 5)))
        ])
        try store.edit { $0.seasonalPhoto = .spring }
        try store.updateDraft { $0.username = "draft" }
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
        try store.edit { $0.seasonalPhoto = .autumn }
        // For the original store it would be older data, but it is a separate instance.
        try Gate.restore(file, to: .file(restored), configuration: temporary.gate.configuration) { _ in
            (.main, try Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        }
        #expect(try mode(of: restored) == 0o600)
        let gate = try Gate(at: .file(restored), configuration: temporary.gate.configuration)
        let copy = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(try copy.profile.seasonalPhoto == .spring)
        #expect(try copy.savedDraft?.username == "draft")
        #expect(try copy.hike(7).name == "Elk Loop")
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
        "UPDATE profile SET record = zeroblob(300)", "UPDATE hike SET track = header",
        "UPDATE history SET record = zeroblob(300) WHERE revision = 1", "UPDATE draft SET save = save + 1",
        "DELETE FROM summary",
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
        try Gate.restore(file, to: "\(temporary.folder)/new/folder/restored.profile")
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
        let folders = try contents(of: "\(temporary.folder)/.local/state/profile")
        #expect(code { try Gate.restore(file, to: StoreLocation(Nowhere()), configuration: configuration) } == .io)
        #expect(try contents(of: "\(temporary.folder)/.local/state/profile") == folders)
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
        try open(temporary.gate.path).run("UPDATE hike SET track = header")
        let failed = try store.backup(to: file, acceptingDamage: true).filter { !$0.isOK }
        #expect(failed.map(\.name) == ["hikes", "manifest"])
        #expect(failed.first?.words == "the hikes are not what was written last: hike 7")
        try Gate.restore(file, to: .file(restored), configuration: temporary.gate.configuration)
        let gate = try Gate(at: .file(restored), configuration: temporary.gate.configuration)
        var lost: [DamagedPart] = []
        try gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")),
            acceptingDamage: true, damageHandler: { parts, _ in lost = parts })
        #expect(lost == [.hike(7)])
        #expect(try gate.unlock(with: Secret("820461")).profile.seasonalPhoto == .spring)
    }

    private static let second = "second"

    /// A store with another account that has content of every kind.
    private func populateWithOther() throws -> ProfileStore {
        let (other, _) = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID(Self.second),
            configuration: temporary.gate.configuration)
        let store = try other.unlock(with: Secret("820461"))
        try store.importHikes([ImportedHike(sourceID: 1, hike: Hike(header: HikeHeader(id: 1, name: "A", distance: 5)))]
        )
        try store.updateDraft { $0.username = "draft" }
        return try populate()
    }

    @Test func `covers other accounts as far as possible without their keys, and says so`() throws {
        let store = try populateWithOther()
        for checks in [try store.backup(to: file), try store.check()] {
            let other = try #require(checks.last)
            #expect(other.name == "account second" && other.otherAccount == "second")
            #expect(other.isOK)
            #expect(other.note?.words == "only its structure was checked; its records need its own secrets")
        }
    }

    @Test(arguments: [
        "UPDATE profile SET record = zeroblob(297)", "UPDATE history SET record = substr(record, 2)",
        "UPDATE summary SET record = substr(record, 1, length(record) - 1)", "UPDATE draft SET record = x''",
        "UPDATE manifest SET record = CAST(x'02' || substr(record, 2) AS BLOB)",
        "UPDATE hike SET header = zeroblob(297)",
        "UPDATE hike SET track = substr(track, 2)", "UPDATE hike SET fingerprint = x'00'",
        "UPDATE stage SET memory = 4398046511104", "UPDATE stage SET salt = x'00'", "UPDATE stage SET envelope = x'01'",
        "UPDATE account SET recovery = x'01'", "UPDATE account SET mac = x''", "UPDATE account SET epoch = -1",
        "UPDATE account SET device_check = x''", "DELETE FROM stage", "DELETE FROM profile", "DELETE FROM manifest",
        "DELETE FROM summary", "DELETE FROM history",
    ])
    func `is refused when another account's rows are malformed`(sql: String) throws {
        let store = try populateWithOther()
        let column = sql.contains(" account ") ? "id" : "account"
        try open(temporary.gate.path).run("\(sql) WHERE \(column) = 'second'")
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["account second"])
        let refused = try refusal { try store.backup(to: file) }
        #expect(refused == .damaged)
        try store.backup(to: file, acceptingDamage: true)
    }
}
