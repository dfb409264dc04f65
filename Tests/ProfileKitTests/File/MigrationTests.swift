import FoundationEssentials
import ProfileKitTesting
import Synchronization
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A store of an earlier version` {
    private struct Stop: Error {}

    private var temporary: TemporaryStore { TemporaryStore.current }
    private var path: String { temporary.gate.path }
    /// The product's newest format, to which these tests add.
    private static let base = StoreFormat.current
    private var copyPath: String { "\(path).v\(Self.base.version).backup" }
    private var copyName: String { "test.profile.v\(Self.base.version).backup" }

    private static let added = "CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT"
    private static let second = "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"

    /// Possible later formats, with one or two further steps, and what those do in addition.
    private static func format(
        _ steps: Int, during: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) -> StoreFormat {
        let further = [
            Migration(version: base.version + 1) { connection in
                try connection.run(added)
                try connection.run("INSERT INTO note (body) SELECT id FROM account")
                try during(1)
            },
            Migration(version: base.version + 2) { connection in
                try connection.run(second)
                try connection.run("INSERT INTO tag (name) SELECT body FROM note")
                try during(2)
            },
        ]
        return StoreFormat(
            applicationID: base.applicationID,
            tables: base.tables + [added, second].prefix(steps), migrations: base.migrations + further.prefix(steps))
    }

    private func connect(_ path: String) throws -> Connection {
        try Connection(opening: path, mode: .existing, busyTimeout: .seconds(5))
    }

    private func version(of path: String) throws -> Int {
        try connect(path).pragma("user_version")
    }

    /// Expects the file to open as the original store, unchanged.
    private func expectBase(_ path: String) throws {
        #expect(try version(of: path) == Self.base.version)
        let gate = try Gate(at: .file(path), configuration: temporary.gate.configuration)
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(try store.profile.username == "before")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    init() throws {
        try temporary.unlock().edit { $0.username = "before" }
    }

    @Test func `gets every migration step that it lacks, after a copy was made beside it`() throws {
        _ = try SQLiteEngine(opening: path, format: Self.format(1))
        #expect(try version(of: path) == Self.base.version + 1)
        let third = try SQLiteEngine(opening: path, format: Self.format(2))
        #expect(try third.ask { try $0.rows("SELECT name FROM tag") { try $0.text(0) } } == ["main"])
        #expect(try version(of: path) == Self.base.version + 2)
        #expect(try mode(of: copyPath) == 0o600)
        #expect(try version(of: "\(path).v\(Self.base.version + 1).backup") == Self.base.version + 1)
        try expectBase(copyPath)
        #expect(code { _ = try temporary.gate.status } == .newerStore)
    }

    @Test func `gets several steps at once, and then equals a store created in the new format`() throws {
        _ = try SQLiteEngine(opening: path, format: Self.format(2))
        let new = try SQLiteEngine(
            creating: "\(temporary.folder)/new", ProfileSchema.schema.engineSchema, format: Self.format(2))
        func tables(_ connection: borrowing Connection) throws -> [String] {
            try connection.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") { try $0.text(0) }
        }
        #expect(try tables(connect(path)) == new.ask { try tables($0) })
        #expect(try new.ask { try $0.pragma("user_version") } == Self.base.version + 2)
        #expect(try contents(of: temporary.folder).filter { $0.hasSuffix(".backup") } == [copyName])
    }

    @Test func `that is current is not copied`() throws {
        _ = try SQLiteEngine(opening: path)
        #expect(try !contents(of: temporary.folder).contains { $0.contains("backup") })
    }

    @Test func `is unchanged when a step fails, with one copy however often it is tried`() throws {
        // A store that wasn't migrated isn't reported as one that was, and the copy is reported when it is.
        let reported = Mutex<[String]>([])
        var (stopping, format) = (Self.format(2) { if $0 == 2 { throw Stop() } }, Self.format(2))
        stopping.migrationHandler = { store in reported.withLock { $0.append(store.copy) } }
        format.migrationHandler = stopping.migrationHandler
        for _ in 1...3 {
            #expect(throws: Stop.self) { _ = try SQLiteEngine(opening: path, format: stopping) }
        }
        try expectBase(path)
        try expectBase(copyPath)
        #expect(try contents(of: temporary.folder).filter { $0.contains("backup") }.count == 1)
        #expect(reported.withLock { $0 } == [])
        var (migrated, copies) = (path, [String]())
        for _ in 1...3 {
            _ = try SQLiteEngine(opening: migrated, format: format)
            #expect(try version(of: migrated) == Self.base.version + 2)
            // The copy is a store of the earlier version, too.
            migrated += ".v\(Self.base.version).backup"
            copies.append(migrated)
        }
        #expect(reported.withLock { $0 } == copies)
    }

    @Test func `is unchanged when the steps don't produce the declared format`() throws {
        let format = StoreFormat(
            applicationID: Self.base.applicationID, tables: Self.base.tables, migrations: Self.format(1).migrations)
        #expect(code { _ = try SQLiteEngine(opening: path, format: format) } == .damaged)
        try expectBase(path)
    }

    @Test func `is unchanged when a step leaves a row that refers to nothing`() throws {
        let step = Migration(version: Self.base.version + 1) { connection in
            try connection.run("PRAGMA defer_foreign_keys = ON")
            try connection.run(
                """
                INSERT INTO stage (account, position, format, epoch, operations, memory, salt, envelope)
                VALUES ('nobody', 0, 'digits:6', 1, 1, 8192, x'00', x'00')
                """)
        }
        let format = StoreFormat(
            applicationID: Self.base.applicationID, tables: Self.base.tables,
            migrations: Self.base.migrations + [step])
        #expect(code { _ = try SQLiteEngine(opening: path, format: format) } == .damaged)
        try expectBase(path)
    }

    @Test func `never overwrites a file that has the copy's name`() throws {
        try write(Array("notes".utf8), to: copyPath)
        _ = try SQLiteEngine(opening: path, format: Self.format(1))
        #expect(try bytes(of: copyPath) == Array("notes".utf8))
        try expectBase("\(copyPath).2")
    }

    @Test func `gets a second copy when it was changed since the first`() throws {
        let failing = Self.format(1) { _ in throw Stop() }
        #expect(throws: Stop.self) { _ = try SQLiteEngine(opening: path, format: failing) }
        try expectBase(copyPath)
        let first = try bytes(of: copyPath)
        try temporary.unlock().edit { $0.username = "changed" }
        #expect(throws: Stop.self) { _ = try SQLiteEngine(opening: path, format: failing) }
        #expect(try bytes(of: copyPath) == first)
        let gate = try Gate(at: "\(copyPath).2", configuration: temporary.gate.configuration)
        #expect(try gate.unlock(with: Secret(TemporaryStore.passcode)).profile.username == "changed")
    }

    @Test func `is unchanged after a crash in the middle`() throws {
        let (path, crashed) = (path, "\(temporary.folder)/crashed")
        // The disk while a step runs that has written more than SQLite keeps in memory.
        let format = Self.format(2) { step in
            guard step == 2 else { return }
            for suffix in ["", "-wal"] { try copy(path + suffix, to: crashed + suffix) }
        }
        let spilling = Migration(version: Self.base.version + 1) { connection in
            try connection.run(Self.added)
            for _ in 1...64 { try connection.run("INSERT INTO note (body) VALUES (hex(zeroblob(65536)))") }
        }
        let steps = StoreFormat(
            applicationID: Self.base.applicationID, tables: format.tables,
            migrations: Self.base.migrations + [spilling] + format.migrations.suffix(1))
        _ = try SQLiteEngine(opening: path, format: steps)
        #expect(try version(of: path) == Self.base.version + 2)
        #expect(try bytes(of: "\(crashed)-wal").count > 1 << 20, "nothing of the step was on the disk")
        try expectBase(crashed)
        try expectBase(copyPath)
    }

    @Test func `gets each step once when many processes open it at the same time`() async throws {
        let counted = StepsTaken()
        let (path, format) = (path, Self.format(2) { counted.note($0) })
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...8 {
                group.addTask { try SQLiteEngine(opening: path, format: format).ask { try $0.pragma("user_version") } }
            }
            for try await version in group { #expect(version == Self.base.version + 2) }
        }
        #expect(counted.steps == [1, 2])
        #expect(try contents(of: temporary.folder).filter { $0.contains("backup") } == [copyName])
    }

    @Test func `is migrated when restored from a backup, too`() throws {
        let backup = "\(temporary.folder)/old.backup"
        try temporary.unlock().backup(to: backup)
        let copy = try StoreCopy(for: "\(temporary.folder)/restored", Self.format(2))
        try copy.fill(fromFileAt: backup)
        try copy.verify()
        try copy.publish()
        let file = try SQLiteEngine(opening: "\(temporary.folder)/restored", format: Self.format(2))
        #expect(try file.ask { try $0.pragma("user_version") } == Self.base.version + 2)
    }

    @Test func `gets the product's steps, which are numbered from 2`() {
        let format = StoreFormat.current
        #expect(format.migrations.map(\.version) == (1..<format.version).map { $0 + 1 })
    }
}

private final class StepsTaken: Sendable {
    private let state = Mutex<[Int]>([])
    func note(_ step: Int) { state.withLock { $0.append(step) } }
    var steps: [Int] { state.withLock { $0 } }
}
