internal import Glibc
internal import SQLiteKit
internal import Sealing
internal import Synchronization
internal import SystemKit

/// A store in one file, opened and checked: the one place that opens it.
package final class SQLiteEngine: RecordEngine {
    /// Absolute.
    package let name: String
    package let id: StoreID
    package let instance: InstanceID
    private let backend: Mutex<SQLiteBackend>
    private let schema: StoreSchema
    private let format: StoreFormat
    /// Which file it is, whatever its name; `nil` for a copy that has no name yet.
    private let identity: FileIdentity?

    /// How long a statement waits for other processes.
    static let patience = Duration.seconds(10)

    /// What a file of a domain's stores bears as its application id: a positive number of 31 bits.
    package static func applicationID(of domain: String) -> Int {
        KeyedHash.digest(of: Array("\(domain).application-id.v1".utf8)).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            & 0x7FFF_FFFF
    }

    // MARK: Opening

    /// Opens an existing store. One of an earlier version is brought up to date, after a copy of it was put beside it.
    ///
    /// - Throws: ``StoreError`` with `noStore`, `damaged`, `newerStore`, `busy` or `io`.
    package convenience init(opening path: String, _ schema: StoreSchema) throws {
        try self.init(opening: path, schema, format: StoreFormat(of: schema))
    }

    convenience init(opening path: String, _ schema: StoreSchema, format: StoreFormat) throws {
        let opened = try EngineError.translating {
            let path = try Self.resolve(path)
            guard try PrivateFile.checkIfPresent(path), let identity = PrivateFile.identity(of: path) else {
                throw StoreError(.noStore, at: path)
            }
            let connection = try Self.connect(path)
            try Self.refuseStump(path)
            guard try format.isOwn(connection) else {
                // A creation that was cut short leaves an empty file, which `init` takes up again.
                if try Self.isEmpty(connection) { throw StoreError(.noStore, at: path) }
                throw StoreError(.damaged(.notAStore), at: path)
            }
            return try Self.check(connection, path: path, identity: identity, schema, format)
        }
        self.init(opened, schema, format)
    }

    /// Opens a store, and makes it when there is none.
    ///
    /// Any number of processes may do this at once: one makes the store, all open the same.
    package convenience init(creating path: String, _ schema: StoreSchema) throws {
        try self.init(creating: path, schema, format: StoreFormat(of: schema))
    }

    convenience init(creating path: String, _ schema: StoreSchema, format: StoreFormat) throws {
        let opened = try EngineError.translating {
            try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
            let path = try Self.resolve(path)
            if try !PrivateFile.checkIfPresent(path) {
                // Made by us and not by SQLite, so that it is ours alone whatever the umask.
                try PrivateFile.create(path)
            }
            guard let identity = PrivateFile.identity(of: path) else { throw EngineError(.moved, path) }
            let connection = try Self.connect(path)
            try Self.refuseStump(path)
            try format.refuseNewer(connection)
            // Even the kind of its journal is not ours to change in another program's database.
            try Self.retryingWhileBusy { try Self.refuseForeign(connection, format) }
            try Self.retryingWhileBusy { try connection.enableWriteAheadLog() }
            try connection.transaction(.writing) { connection in
                guard try Self.isUnused(connection) else { return }
                try Self.makeTables(in: connection, id: .random(), instance: .random(), schema, format)
            }
            return try Self.check(connection, path: path, identity: identity, schema, format)
        }
        self.init(opened, schema, format)
    }

    /// Opens a copy that nobody else uses yet. One of an earlier version is brought up to date; no copy is made of it,
    /// since it is one.
    ///
    /// - Parameter name: what errors call it.
    convenience init(unpublished path: String, named name: String, _ schema: StoreSchema, format: StoreFormat) throws {
        let opened = try EngineError.translating {
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: Self.patience)
            try connection.harden()
            try format.refuseNewer(connection)
            try connection.keepJournalInMemory()
            try connection.transaction(.writing) { connection in
                try format.migrate(connection, from: try connection.pragma("user_version"))
            }
            return try Self.read(connection, path: name, identity: nil, schema, format)
        }
        self.init(opened, schema, format)
    }

    /// Makes a store in an empty file that has no name yet.
    convenience init(making path: String, id: StoreID, instance: InstanceID, _ schema: StoreSchema) throws {
        let format = StoreFormat(of: schema)
        let opened = try EngineError.translating {
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: Self.patience)
            try connection.harden()
            try connection.keepJournalInMemory()
            try connection.transaction(.writing) { connection in
                try Self.makeTables(in: connection, id: id, instance: instance, schema, format)
            }
            return try Self.read(connection, path: path, identity: nil, schema, format)
        }
        self.init(opened, schema, format)
    }

    private struct Opened: ~Copyable {
        let backend: SQLiteBackend
        let path: String
        let id: StoreID
        let instance: InstanceID
        let identity: FileIdentity?
    }

    private init(_ opened: consuming Opened, _ schema: StoreSchema, _ format: StoreFormat) {
        (name, id, instance, identity) = (opened.path, opened.id, opened.instance, opened.identity)
        backend = Mutex(opened.backend)
        (self.schema, self.format) = (schema, format)
    }

    /// - Parameter identity: what stood at the path before SQLite opened it. Where that is still there, it is what SQLite
    ///   has opened.
    private static func check(
        _ connection: consuming Connection, path: String, identity: FileIdentity, _ schema: StoreSchema,
        _ format: StoreFormat
    ) throws -> Opened {
        try format.refuseNewer(connection)
        try connection.leaveLogOnClose(false)
        try connection.enableWriteAheadLog()
        try format.bringUpToDate(connection, at: path)
        guard PrivateFile.identity(of: path) == identity else { throw EngineError(.moved, path) }
        // Only now is it known to be ours.
        for suffix in ["", "-wal", "-shm"] { try MendedMode.closeToOthers(path + suffix) }
        return try read(connection, path: path, identity: identity, schema, format)
    }

    private static func read(
        _ connection: consuming Connection, path: String, identity: FileIdentity?, _ schema: StoreSchema,
        _ format: StoreFormat
    ) throws -> Opened {
        guard try format.matches(connection) else { throw StoreError(.damaged(.foreignTables), at: path) }
        let row = try connection.first("SELECT id, instance FROM store") { row in
            (id: StoreID(bytes: try row.blob(0)), instance: InstanceID(bytes: try row.blob(1)))
        }
        guard let row else { throw StoreError(.damaged(.noStoreID), at: path) }
        return Opened(
            backend: SQLiteBackend(connection, tables: schema.ownTables), path: path, id: row.id,
            instance: row.instance, identity: identity)
    }

    /// Makes the tables of an empty database, as older stores get them, so that both are alike.
    static func makeTables(
        in connection: borrowing Connection, id: StoreID, instance: InstanceID, _ schema: StoreSchema,
        _ format: StoreFormat
    ) throws {
        try FirstFormatTables(own: schema.firstTables).create(
            in: connection, id: id, applicationID: format.applicationID)
        try format.migrate(connection, from: 1)
        try connection.run("UPDATE store SET instance = ?", .blob(instance.bytes))
    }

    private static func connect(_ path: String) throws -> Connection {
        // SQLite opens these as well, next to the file.
        for suffix in ["", "-shm", "-journal"] { try PrivateFile.checkIfPresent(path + suffix) }
        let hasLog = try PrivateFile.checkIfPresent(path + "-wal")
        let connection = try Connection(opening: path, mode: .existing, busyTimeout: patience)
        // What turns out to be no store of ours is left as it is: a log that was there is not moved into it.
        try connection.leaveLogOnClose(hasLog)
        try connection.harden()
        return connection
    }

    private static func resolve(_ path: String) throws -> String {
        do {
            return try PrivateFolder.resolvingParent(of: path)
        } catch let error where error.isMissing {
            throw StoreError(.noStore, at: path)
        }
    }

    /// Refuses what is shorter than any database but not empty: SQLite takes it for empty, and would write over it.
    private static func refuseStump(_ path: String) throws {
        guard let length = PrivateFile.length(of: path), (1..<512).contains(length) else { return }
        throw StoreError(.damaged(.cutOff(bytes: Int(length))), at: path)
    }

    /// Refuses another program's database, as of one moment: someone may be making the store just now.
    private static func refuseForeign(_ connection: borrowing Connection, _ format: StoreFormat) throws {
        try connection.transaction(.reading) { connection in
            guard try format.isOwn(connection) || isUnused(connection) else {
                throw StoreError(.damaged(.notAStore))
            }
        }
    }

    private static func isUnused(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("application_id") == 0 && isEmpty(connection)
    }

    private static func isEmpty(_ connection: borrowing Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM sqlite_schema LIMIT 1") { try $0.integer(0) } == nil
    }

    /// Switching a new file to write-ahead logging can fail at once while another process does the same: SQLite's
    /// own patience doesn't cover it.
    private static func retryingWhileBusy(_ body: () throws -> Void) throws {
        for _ in 0..<500 {
            do {
                return try body()
            } catch let error as SQLiteError where error.isBusy {
                usleep(.random(in: 2_000...20_000))
            }
        }
        try body()
    }

    // MARK: Transactions

    package var isCurrent: Bool { identity == nil || identity == PrivateFile.identity(of: name) }

    package func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try lend { try body($0) }
    }

    package func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        let outcome = try lend { backend in
            var reported: EngineError?
            let result = try backend.connection.transaction(access == .writing ? .writing : .reading) { connection in
                guard isCurrent else { throw EngineError(.moved, name) }
                // A newer program may have changed the tables since the file was opened.
                if access != .checking { try format.refuseNewer(connection) }
                return try body(backend)
            } settling: { error, result in
                let isCommitted = isCommitted(account) { try settling(result, $0) }
                guard isCommitted == true else {
                    throw EngineError(error.withOutcome(unknown: isCommitted == nil), isOfCommit: true)
                }
                reported = EngineError(error, isOfCommit: true)
            }
            return EngineOutcome(result, reportedFailure: reported)
        }
        if access == .writing, identity != nil { FileWatch.announceWrite(to: name) }
        return outcome
    }

    /// Looks in the file, opened anew; `nil` when it can't be told.
    private func isCommitted(_ account: AccountID, _ look: (any RecordBackend) throws -> Bool?) -> Bool? {
        (try? SQLiteEngine(opening: name, schema, format: format).settled(account, look)) ?? nil
    }

    package func settled<Result: Sendable>(
        _ account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result {
        try lend { backend in
            // A transaction behind the one in doubt decides: what is read is on the disk when this returns, and what
            // doesn't count is overwritten.
            try backend.connection.transaction(.writing) { connection in
                let result = try body(backend)
                // Writes the first page as it is: SQLite passes over an UPDATE that changes nothing.
                try connection.run("PRAGMA user_version = \(connection.pragma("user_version"))")
                return result
            }
        }
    }

    private func lend<Result: Sendable>(_ body: (SQLiteBackend) throws -> Result) throws -> Result {
        try backend.withLock { backend in try EngineError.translating { try body(backend) } }
    }

    // MARK: Others

    package func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
        FolderWatch(try FileWatch(folder: PrivateFolder.parent(of: name), onWrite: wake))
    }

    private final class FolderWatch: EngineWatch {
        private let files: FileWatch

        init(_ files: FileWatch) {
            self.files = files
        }
    }

    // MARK: Upkeep

    package func scrub() throws {
        try lend { try $0.connection.truncateLog() }
    }

    package func checks() throws -> [StoreCheck] {
        try lend { backend in
            return [
                try StoreCheck("header") {
                    guard try format.isOwn(backend.connection) else { throw CheckFinding.header }
                    let version = try backend.connection.pragma("user_version")
                    guard version == format.version else { throw CheckFinding.format(version) }
                },
                try StoreCheck("schema") {
                    guard try format.hasTables(backend.connection) else { throw CheckFinding.tables }
                },
                try StoreCheck("quick_check") {
                    let faults = try backend.connection.structuralFaults()
                    guard faults.isEmpty else { throw CheckFinding.structure(faults) }
                },
            ]
        }
    }

    package func requireSound() throws {
        try lend { backend in
            guard try backend.connection.structuralFaults().isEmpty else { throw StoreError(.damaged(.structure)) }
        }
    }

    package func copy(toEmptyFile path: String) throws {
        try EngineError.translating {
            // Not the connection that may be about to change the store: SQLite copies outside of transactions only.
            let source = try Connection(opening: name, mode: .existing, busyTimeout: Self.patience)
            try source.harden()
            try source.copy(toEmptyFile: path)
        }
    }
}

extension EngineError {
    /// Runs a body and turns SQLite's errors into the engine's.
    static func translating<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw EngineError(error)
        } catch is NestedWriting {
            throw EngineError(.nested, "a change within another one")
        }
    }
}

extension StoreLocation {
    /// A file of this machine.
    public static func file(_ path: String) -> StoreLocation { StoreLocation(FileOpener(name: path)) }
}

private struct FileOpener: EngineOpener {
    let name: String

    var file: String? { name }

    func fromRoot() throws -> any EngineOpener { FileOpener(name: try PrivateFolder.absolute(name)) }

    func open(_ schema: StoreSchema) throws -> any RecordEngine { try SQLiteEngine(opening: name, schema) }

    func create(_ schema: StoreSchema) throws -> any RecordEngine { try SQLiteEngine(creating: name, schema) }
}
