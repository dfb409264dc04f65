import FoundationEssentials
import ProfileKitTesting
import Synchronization
import Testing

@testable import ProfileKit
@testable import SQLiteKit

@Suite(.temporaryStore) struct `A store of an earlier version` {
    private struct Stop: Error {}

    private var temporary: TemporaryStore { TemporaryStore.current }
    private var path: String { temporary.gate.path }
    private var copyPath: String { "\(path).v1.backup" }

    private static let added = "CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT"
    private static let second = "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"

    /// Formats that the product may have one day, with what their steps do besides.
    private static func format(
        _ version: Int, during: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) -> StoreFormat {
        let steps = [
            Migration(version: 2) { connection in
                try connection.run(added)
                try connection.run("INSERT INTO note (body) SELECT id FROM account")
                try during(2)
            },
            Migration(version: 3) { connection in
                try connection.run(second)
                try connection.run("INSERT INTO tag (name) SELECT body FROM note")
                try during(3)
            },
        ]
        let tables = Schema.statements + [added, second].prefix(version - 1)
        return StoreFormat(tables: tables, migrations: Array(steps.prefix(version - 1)))
    }

    private func connect(_ path: String) throws -> Connection {
        try Connection(opening: path, mode: .existing, busyTimeout: .seconds(5))
    }

    private func version(of path: String) throws -> Int {
        try connect(path).pragma("user_version")
    }

    /// Whether the file opens as the store of before, as it was.
    private func expectVersion1(_ path: String) throws {
        #expect(try version(of: path) == 1)
        let gate = try Gate(at: path, configuration: temporary.gate.configuration)
        let store = try gate.unlockBlocking(with: Secret(TemporaryStore.passcode))
        #expect(try store.profile.username == "before")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    init() throws {
        try temporary.unlock().edit { $0.username = "before" }
    }

    @Test func `gets every step that it lacks, after a copy was put beside it`() throws {
        _ = try StoreFile(opening: path, format: Self.format(2))
        #expect(try version(of: path) == 2)
        let third = try StoreFile(opening: path, format: Self.format(3))
        #expect(try third.connection.rows("SELECT name FROM tag") { try $0.text(0) } == ["main"])
        #expect(try version(of: path) == 3)
        #expect(try mode(of: copyPath) == 0o600)
        #expect(try version(of: "\(path).v2.backup") == 2)
        try expectVersion1(copyPath)
        #expect(code { _ = try temporary.gate.status } == .newerStore)
    }

    @Test func `gets several steps at once, and is then like one that was made so`() throws {
        _ = try StoreFile(opening: path, format: Self.format(3))
        let new = try StoreFile(creating: "\(temporary.folder)/new", format: Self.format(3))
        func tables(_ connection: borrowing Connection) throws -> [String] {
            try connection.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") { try $0.text(0) }
        }
        #expect(try tables(connect(path)) == tables(new.connection))
        #expect(try new.connection.pragma("user_version") == 3)
        #expect(try contents(of: temporary.folder).filter { $0.hasSuffix(".backup") } == ["test.profile.v1.backup"])
    }

    @Test func `that is current is not copied`() throws {
        _ = try StoreFile(opening: path)
        #expect(try !contents(of: temporary.folder).contains { $0.contains("backup") })
    }

    @Test func `stays as it was when a step fails, with one copy however often it is tried`() throws {
        for _ in 1...3 {
            #expect(throws: Stop.self) {
                _ = try StoreFile(opening: path, format: Self.format(3) { if $0 == 3 { throw Stop() } })
            }
        }
        try expectVersion1(path)
        try expectVersion1(copyPath)
        #expect(try contents(of: temporary.folder).filter { $0.contains("backup") }.count == 1)
        _ = try StoreFile(opening: path, format: Self.format(3))
        #expect(try version(of: path) == 3)
    }

    @Test func `stays as it was when the steps lead elsewhere than they say`() throws {
        let format = StoreFormat(tables: Schema.statements, migrations: Self.format(2).migrations)
        #expect(code { _ = try StoreFile(opening: path, format: format) } == .damaged)
        try expectVersion1(path)
    }

    @Test func `never loses a file that has the copy's name`() throws {
        try write(Array("notes".utf8), to: copyPath)
        _ = try StoreFile(opening: path, format: Self.format(2))
        #expect(try bytes(of: copyPath) == Array("notes".utf8))
        try expectVersion1("\(copyPath).2")
    }

    @Test func `gets a second copy when it was changed since the first`() throws {
        let failing = Self.format(2) { _ in throw Stop() }
        #expect(throws: Stop.self) { _ = try StoreFile(opening: path, format: failing) }
        try expectVersion1(copyPath)
        let first = try bytes(of: copyPath)
        try temporary.unlock().edit { $0.username = "changed" }
        #expect(throws: Stop.self) { _ = try StoreFile(opening: path, format: failing) }
        #expect(try bytes(of: copyPath) == first)
        let gate = try Gate(at: "\(copyPath).2", configuration: temporary.gate.configuration)
        #expect(try gate.unlockBlocking(with: Secret(TemporaryStore.passcode)).profile.username == "changed")
    }

    @Test func `is as it was after a crash in the middle`() throws {
        let (path, crashed) = (path, "\(temporary.folder)/crashed")
        // As the disk is while a step runs, with so much written that it's no longer in memory alone.
        let format = Self.format(3) { step in
            guard step == 3 else { return }
            for suffix in ["", "-wal"] { try copy(path + suffix, to: crashed + suffix) }
        }
        let spilling = Migration(version: 2) { connection in
            try connection.run(Self.added)
            for _ in 1...64 { try connection.run("INSERT INTO note (body) VALUES (hex(zeroblob(65536)))") }
        }
        let steps = StoreFormat(tables: format.tables, migrations: [spilling, format.migrations[1]])
        _ = try StoreFile(opening: path, format: steps)
        #expect(try version(of: path) == 3)
        #expect(try bytes(of: "\(crashed)-wal").count > 1 << 20, "nothing of the step was on the disk")
        try expectVersion1(crashed)
        try expectVersion1(copyPath)
    }

    @Test func `gets each step once when many open it at the same time`() async throws {
        let counted = StepsTaken()
        let (path, format) = (path, Self.format(3) { counted.note($0) })
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...8 {
                group.addTask { try StoreFile(opening: path, format: format).connection.pragma("user_version") }
            }
            for try await version in group { #expect(version == 3) }
        }
        #expect(counted.steps == [2, 3])
        #expect(try contents(of: temporary.folder).filter { $0.contains("backup") } == ["test.profile.v1.backup"])
    }

    @Test func `is brought up to date from a backup too`() throws {
        let backup = "\(temporary.folder)/old.backup"
        try temporary.unlock().backup(to: backup)
        let copy = try StoreCopy(of: backup, for: "\(temporary.folder)/restored")
        try copy.fill(fromFileAt: backup)
        try copy.verify(Self.format(3))
        try copy.publish()
        let file = try StoreFile(opening: "\(temporary.folder)/restored", format: Self.format(3))
        #expect(try file.connection.pragma("user_version") == 3)
    }

    @Test func `gets the product's own steps, which are numbered from 2 up`() {
        let format = StoreFormat.current
        #expect(format.migrations.map(\.version) == (1..<format.version).map { $0 + 1 })
    }
}

private final class StepsTaken: Sendable {
    private let state = Mutex<[Int]>([])
    func note(_ step: Int) { state.withLock { $0.append(step) } }
    var steps: [Int] { state.withLock { $0 } }
}
