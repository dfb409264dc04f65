import FoundationEssentials
import Glibc
import SealedStoreTesting
import Synchronization
import Testing

@testable import SQLiteKit
@testable import SealedStore
@testable import SystemKit

/// The row decides: a lock ends even a session whose key it can't reach.
@Suite(.temporaryStore) struct `A lock` {
    private typealias Values = [SQLiteValue]

    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }

    private func connection() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func sessionRows() throws -> [Values] {
        try connection().rows("SELECT account, id, boot, deadline, idle, envelope FROM session") { row in
            [
                .text(try row.text(0)), .blob(try row.blob(1)), .blob(try row.blob(2)), .integer(try row.integer(3)),
                .integer(try row.integer(4)), .blob(try row.blob(5)),
            ]
        }
    }

    @Test func `that can't be written wakes open stores, and leaves SQLite's locks on their file`() throws {
        let engine = try SQLiteEngine(opening: gate.path)
        _ = try engine.accountIDs()
        var file = stat()
        #expect(stat(gate.path, &file) == 0)
        // As the kernel lists them for each descriptor; its list of all locks may lack some while other locks change.
        func locks() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").flatMap { descriptor in
                var open = stat()
                guard stat("/proc/self/fd/\(descriptor)", &open) == 0, open.st_ino == file.st_ino,
                    open.st_dev == file.st_dev
                else { return [String]() }
                return try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
                    .split(separator: "\n").filter { $0.hasPrefix("lock:") }.map(String.init)
            }.sorted()
        }
        let held = try locks()
        #expect(!held.isEmpty)
        engine.wakeWatches(of: .main)
        #expect(try locks() == held)
    }

    private func putBack(_ rows: [Values]) throws {
        for row in rows {
            try connection().run(
                "INSERT INTO session (account, id, boot, deadline, idle, envelope) VALUES (?, ?, ?, ?, ?, ?)",
                row[0], row[1], row[2], row[3], row[4], row[5])
        }
    }

    private func keyFiles() throws -> [String] {
        try contents(of: temporary.folder).filter { $0.hasPrefix("trips-") }.map { "\(temporary.folder)/\($0)" }
    }

    /// The session's row and its key's file, as someone may have copied them.
    private func beginAndKeep() throws -> (rows: [Values], keys: [String: [UInt8]]) {
        try temporary.unlock().beginSession()
        let rows = try sessionRows()
        #expect(rows.count == 1)
        return (rows, try Dictionary(uniqueKeysWithValues: keyFiles().map { ($0, try bytes(of: $0)) }))
    }

    private func putBack(_ keys: [String: [UInt8]]) throws {
        for (path, content) in keys {
            try write(content, to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
    }

    /// The operations that end sessions, each with the passcode that is valid afterwards.
    private static let endings: [(name: String, run: @Sendable (TemporaryStore) throws -> Void)] = [
        ("lock", { try $0.gate.lock() }),
        (
            "passcode change",
            {
                try $0.gate.change(
                    to: Secret("820461"), current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
            }
        ),
        (
            "recovery new",
            { _ = try $0.gate.renewRecoveryCode(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode))) }
        ),
        (
            "recover",
            { _ = try $0.gate.recover(with: $0.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461"))) }
        ),
    ]

    @Test(arguments: endings.indices) func `leaves no row and no key, and neither does a change of secrets`(index: Int)
        throws
    {
        _ = try beginAndKeep()
        try Self.endings[index].run(temporary)
        #expect(try sessionRows().isEmpty)
        #expect(try keyFiles().isEmpty)
    }

    @Test(arguments: endings.indices)
    func `can't be undone with the previous row and key, and neither can a change of secrets`(index: Int) throws {
        let kept = try beginAndKeep()
        try Self.endings[index].run(temporary)
        try putBack(kept.rows)
        try putBack(kept.keys)
        #expect(try gate.resume() == nil, "\(Self.endings[index].name)")
        #expect(try gate.status.session == nil)
    }

    @Test func `is all that makes the row and the key useless, which open the store otherwise`() throws {
        let kept = try beginAndKeep()
        try connection().run("DELETE FROM session")
        for key in kept.keys.keys { try remove(key) }
        #expect(try gate.resume() == nil)
        try putBack(kept.rows)
        try putBack(kept.keys)
        #expect(try gate.resume() != nil, "otherwise the tests above would show nothing")
    }

    /// The key may be in a place that the lock can't reach.
    @Test(arguments: [true, false]) func `ends the session when its folder can't be reached`(isGone: Bool) throws {
        let open = try temporary.unlock()
        try open.beginSession()
        var configuration = gate.configuration
        configuration.runtimeFolder = isGone ? nil : "\(temporary.folder)/elsewhere"
        let notices = Mutex<[GateNotice]>([])
        configuration.noticeHandler = { notice in notices.withLock { $0.append(notice) } }
        #expect(try Gate(at: .file(gate.path), configuration: configuration).lock())
        #expect(try keyFiles().count == 1, "the key is where the lock couldn't reach")
        #expect(notices.withLock { keysNotFound(in: $0) } == 1)
        #expect(try gate.resume() == nil)
        #expect(code { _ = try open.document } == .locked)
    }

    /// How often a lock of this store has reported that it didn't find a session's key.
    private func keysNotFound(in notices: [GateNotice]) -> Int {
        notices.count { notice in
            guard case .failed(let error, store: gate.path) = notice,
                case .sessionKeyNotFound(.main) = (error as? StoreError)?.reason
            else { return false }
            return true
        }
    }

    @Test func `reports no key that it found, nor one that the store removed first`() throws {
        var configuration = gate.configuration
        let notices = Mutex<[GateNotice]>([])
        configuration.noticeHandler = { notice in notices.withLock { $0.append(notice) } }
        let gate = try Gate(at: .file(gate.path), configuration: configuration)
        try temporary.unlock().beginSession()
        try gate.lock()
        let open = try gate.unlock(with: Secret(TemporaryStore.passcode))
        try open.beginSession()
        try open.lock()
        #expect(notices.withLock { keysNotFound(in: $0) } == 0)
    }

    /// The store's file where it can't be written, as on a full disk.
    private struct FullDisk: EngineOpener {
        let name: String

        func open(_ schema: EngineSchema) throws -> any RecordEngine { throw EngineError(.full, "") }
        func create(_ schema: EngineSchema) throws -> any RecordEngine { throw EngineError(.full, "") }
        func openForReading(_ schema: EngineSchema) throws -> any RecordEngine {
            try SQLiteEngine(reading: name, schema)
        }
    }

    /// The lock of a process that can't write the store.
    private func lockUnwritten() throws {
        try Gate(at: StoreLocation(FullDisk(name: gate.path)), configuration: gate.configuration).lock()
    }

    private func extent(of lock: () throws -> Void) -> StoreError.LockExtent? {
        do {
            try lock()
        } catch let error as StoreError {
            if case .lockNotWritten(.main, let extent, .engine(let code, _, _)) = error.reason {
                #expect(error.code == (code == .unreachable ? .unreachable : .io))
                return extent
            }
            Issue.record("\(error)")
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func `ends the session and closes what is open even where the store can't be written, and says so`() throws {
        let withoutSession = try temporary.unlock()
        let open = try temporary.unlock()
        try open.beginSession()
        let resumed = try #require(try gate.resume(extending: false))
        #expect(try withoutSession.document == resumed.document)
        #expect(extent(of: lockUnwritten) == .sessions)
        #expect(try keyFiles().isEmpty)
        #expect(try sessionRows().count == 1, "the row stays, and opens nothing")
        for store in [withoutSession, open, resumed] { #expect(code { _ = try store.document } == .locked) }
        #expect(try gate.resume() == nil)
        #expect(try gate.status.session == nil)
    }

    @Test func `that can't be written says where there was no session, and where one may go on`() throws {
        let open = try temporary.unlock()
        #expect(extent(of: lockUnwritten) == .noSession)
        #expect(code { _ = try open.document } == .locked)
        var configuration = gate.configuration
        configuration.runtimeFolder = "\(temporary.folder)/elsewhere"
        try makeFolder("\(temporary.folder)/elsewhere")
        try Gate(at: .file(gate.path), configuration: configuration)
            .unlock(with: Secret(TemporaryStore.passcode)).beginSession()
        #expect(extent(of: lockUnwritten) == .unknown, "its key is where the lock can't reach")
    }

    @Test func `that is written after one that couldn't be finds no session, and misses no key`() throws {
        let notices = Mutex<[GateNotice]>([])
        var configuration = gate.configuration
        configuration.noticeHandler = { notice in notices.withLock { $0.append(notice) } }
        try temporary.unlock().beginSession()
        #expect(extent(of: lockUnwritten) == .sessions)
        #expect(try !Gate(at: .file(gate.path), configuration: configuration).lock())
        #expect(notices.withLock { keysNotFound(in: $0) } == 0)
        #expect(try sessionRows().isEmpty)
    }

    /// A keyring in which something else happens between the reading of a key and its replacement.
    private final class InterruptedKeyring: SessionKeyring {
        let keys = MemoryKeyring()
        let interruption = Mutex<(@Sendable () -> Void)?>(nil)

        func set(_ name: String, to payload: UnsafeRawBufferPointer, timeout: Duration) throws(SystemError) {
            interruption.withLock { $0.take() }?()
            try keys.set(name, to: payload, timeout: timeout)
        }

        func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
            try keys.read(name, into: buffer)
        }

        func remove(_ name: String) throws(SystemError) { try keys.remove(name) }
    }

    @Test(arguments: [true, false])
    func `that can't be written isn't undone by an extension that began before it`(isResumed: Bool) throws {
        let keyring = InterruptedKeyring()
        var configuration = gate.configuration
        (configuration.keyring, configuration.sessionStorage) = (keyring, .keyring)
        let gate = try Gate(at: .file(gate.path), configuration: configuration)
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        try store.beginSession()
        temporary.clock.advance(by: .seconds(300))
        let disk = StoreLocation(FullDisk(name: gate.path))
        keyring.interruption.withLock { [configuration] in
            $0 = { _ = try? Gate(at: disk, configuration: configuration).lock() }
        }
        if isResumed {
            #expect(code { _ = try gate.resume()?.document } == .locked, "the lock came between the key and the store")
        } else {
            #expect(code { try store.extendSession() } == nil)
        }
        #expect(keyring.interruption.withLock { $0 } == nil)
        #expect(try gate.resume() == nil)
        #expect(code { _ = try store.document } == .locked)
    }

    /// A store on a server that can't be reached.
    private struct LostServer: EngineOpener {
        let name: String

        func open(_ schema: EngineSchema) throws -> any RecordEngine { throw EngineError(.unreachable, "") }
        func create(_ schema: EngineSchema) throws -> any RecordEngine { throw EngineError(.unreachable, "") }
    }

    @Test func `finds the newest session by its trace where the store can't even be read`() throws {
        let lost = StoreLocation(LostServer(name: gate.path))
        let lock = { [gate] in _ = try Gate.lock(at: lost, configuration: gate.configuration) }
        #expect(extent(of: lock) == .unknown, "there is no trace")
        let open = try temporary.unlock()
        try open.beginSession()
        try temporary.unlock().beginSession()
        #expect(extent(of: lock) == .sessions)
        #expect(try keyFiles().isEmpty)
        #expect(code { _ = try open.document } == .locked)
        #expect(try gate.resume() == nil)
        #expect(extent(of: lock) == .unknown, "the key is gone already")
        try gate.lock()
        #expect(try contents(of: temporary.folder).filter { $0.hasPrefix("trips@") }.isEmpty)
    }

    @Test func `finds a session in the keyring by its trace`() throws {
        var configuration = gate.configuration
        (configuration.keyring, configuration.sessionStorage) = (MemoryKeyring(), .keyring)
        let lost = StoreLocation(LostServer(name: gate.path))
        let lock = { [configuration] in _ = try Gate.lock(at: lost, configuration: configuration) }
        #expect(extent(of: lock) == .unknown, "there is no trace")
        let resumed = try Gate(at: .file(gate.path), configuration: configuration)
        let open = try resumed.unlock(with: Secret(TemporaryStore.passcode))
        #expect(try open.beginSession().storage == .keyring)
        #expect(extent(of: lock) == .sessions)
        #expect(code { _ = try open.document } == .locked)
        #expect(try resumed.resume() == nil)
    }

    @Test func `finds the session by its trace where the store's file is away`() throws {
        let path = gate.path
        try temporary.unlock().beginSession()
        let engine = try SQLiteEngine(opening: path)
        try engine.scrub()
        let away = "\(temporary.folder)/away"
        try FileManager.default.moveItem(atPath: path, toPath: away)
        let lock = { [gate] in _ = try Gate.lock(at: .file(path), configuration: gate.configuration) }
        #expect(code(of: lock) == .noStore)
        #expect(try keyFiles().isEmpty)
        try FileManager.default.moveItem(atPath: away, toPath: path)
        #expect(try gate.resume() == nil)
    }

    @Test func `that can't be written finds the session in a file that nobody has open`() throws {
        let path = "\(temporary.folder)/copy.sealed"
        try temporary.unlock().beginSession()
        let engine = try SQLiteEngine(opening: gate.path)
        try engine.scrub()
        try copy(gate.path, to: path)
        let reading = try SQLiteEngine(reading: path, TripStore.schema.engineSchema)
        #expect(try reading.look { try $0.sessions(of: .main) } == engine.look { try $0.sessions(of: .main) })
        #expect(try contents(of: temporary.folder).filter { $0.hasPrefix("copy.sealed") } == ["copy.sealed"])
        #expect(throws: EngineError.self) {
            try reading.transaction(.writing, of: .main) { try $0.putLock(1, of: .main) }
        }
    }

    @Test func `gets a new value each time, so that earlier sessions stay ended`() throws {
        let kept = try beginAndKeep()
        try gate.lock()
        try gate.lock()
        try temporary.unlock().beginSession()
        try putBack(kept.rows)
        try putBack(kept.keys)
        #expect(try gate.resume() != nil, "the new session")
        try connection().run("DELETE FROM session WHERE id <> ?", kept.rows[0][1])
        #expect(try gate.resume() == nil, "the earlier one")
    }

    @Test func `says that there was a session only if that hadn't expired`() throws {
        try temporary.unlock().beginSession(duration: .seconds(60))
        #expect(try gate.lock())
        try temporary.unlock().beginSession(duration: .seconds(60))
        temporary.clock.advance(by: .seconds(61))
        #expect(try !gate.lock())
        #expect(try sessionRows().isEmpty)
        try temporary.unlock().beginSession(duration: .seconds(60), idleLimit: .seconds(10))
        temporary.clock.advance(by: .seconds(11))
        #expect(try !gate.lock(), "it went unused for too long")
        try temporary.unlock().beginSession(duration: .seconds(60))
        temporary.clock.reboot()
        #expect(try !gate.lock(), "it ended with the boot")
    }

    @Test func `ends the sessions of other places too, through the row`() throws {
        var configuration = gate.configuration
        configuration.runtimeFolder = "\(temporary.folder)/elsewhere"
        try makeFolder("\(temporary.folder)/elsewhere")
        let elsewhere = try Gate(at: .file(gate.path), configuration: configuration)
        let open = try elsewhere.unlock(with: Secret(TemporaryStore.passcode))
        try open.beginSession()
        try temporary.unlock().beginSession()
        #expect(try gate.lock())
        #expect(code { _ = try open.document } == .locked)
        #expect(try elsewhere.resume() == nil)
    }
}
