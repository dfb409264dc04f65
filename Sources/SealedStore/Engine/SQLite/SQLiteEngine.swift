internal import SQLiteKit
internal import Sealing
internal import Synchronization
internal import SystemKit

/// A store in one file, opened and checked.
package final class SQLiteEngine: RecordEngine {
    /// The absolute path.
    package let name: String
    package let id: StoreID
    package let instance: InstanceID
    /// The rows, whose connection is used only while holding ``turns``.
    private let backend: SQLiteBackend
    private let turns = OwnedMutex()
    /// A second connection, for reading while the first one is busy; opened when it is first needed.
    private let reader = Mutex<SQLiteBackend?>(nil)
    private let readerTurns = OwnedMutex()
    private let schema: EngineSchema
    private let format: StoreFormat
    /// The file's identity, independent of its name; `nil` for a copy that has no name yet.
    private let identity: FileIdentity?
    /// Set if the store can't be written.
    private let readOnly: StoreFile.ReadOnly?
    /// Keeps this process from opening the file a second time, as a backup to restore for example.
    private let locked: LockedFile?

    /// The application id in the header of a domain's files: a non-negative number of 31 bits.
    package static func applicationID(of domain: String) -> Int {
        KeyedHash.digest(of: Array("\(domain).application-id.v1".utf8)).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            & 0x7FFF_FFFF
    }

    // MARK: Opening

    /// Opens an existing store. A store of an earlier version is migrated, after a copy of it has been made beside it.
    ///
    /// On a read-only file system, and on a full disk, it is opened for reading: each write throws the reason.
    ///
    /// - Throws: ``StoreError`` with `noStore`, `damaged`, `newerStore`, `busy` or `io`.
    package convenience init(opening path: String, _ schema: EngineSchema) throws {
        try self.init(opening: path, schema, format: StoreFormat(of: schema))
    }

    convenience init(opening path: String, _ schema: EngineSchema, format: StoreFormat) throws {
        self.init(try StoreFile(opening: path, schema, format))
    }

    /// Opens a store, creating it if there is none.
    ///
    /// Any number of processes may do this concurrently: one creates the store, and all open the same one.
    package convenience init(creating path: String, _ schema: EngineSchema) throws {
        try self.init(creating: path, schema, format: StoreFormat(of: schema))
    }

    convenience init(creating path: String, _ schema: EngineSchema, format: StoreFormat) throws {
        self.init(try StoreFile(creating: path, schema, format))
    }

    /// Opens a copy that nobody else uses yet. A copy of an earlier version is migrated without making another copy.
    ///
    /// - Parameter name: the store's name in errors.
    convenience init(unpublished path: String, named name: String, _ schema: EngineSchema, format: StoreFormat) throws {
        self.init(try StoreFile(unpublished: path, named: name, schema, format))
    }

    /// Opens an existing store for reading alone, even one that could be written, writing neither to it nor beside it
    /// unless others have it open.
    convenience init(reading path: String, _ schema: EngineSchema) throws {
        self.init(try StoreFile(reading: path, schema, StoreFormat(of: schema)))
    }

    /// Creates a store in an empty file that has no name yet.
    convenience init(making path: String, id: StoreID, instance: InstanceID, _ schema: EngineSchema) throws {
        self.init(try StoreFile(making: path, id: id, instance: instance, schema))
    }

    private init(_ file: consuming StoreFile) {
        (name, id, instance, identity) = (file.name, file.id, file.instance, file.identity)
        (schema, format, readOnly) = (file.schema, file.format, file.readOnly)
        backend = file.backend
        locked = file.identity.map(LockedFile.init)
    }

    // MARK: Transactions

    package var isCurrent: Bool {
        guard identity == nil || identity == PrivateFile.identity(of: name) else { return false }
        return readOnly.map { StoreFile.isUnchanged(name, since: $0) } ?? true
    }

    package func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try lendForReading { try body($0) }
    }

    package func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        guard access == .writing else {
            return try lendForReading { backend in
                EngineOutcome(
                    try backend.connection.transaction(.reading) { connection in
                        try begin(access, on: connection)
                        return try body(backend)
                    })
            }
        }
        if let readOnly { throw readOnly.reason }
        let outcome = try lend { backend in
            var reported: EngineError?
            let result = try backend.connection.transaction(.writing) { connection in
                try begin(access, on: connection)
                return try body(backend)
            } settling: { error, result in
                let isCommitted = isCommitted(account, after: error) { try settling(result, $0) }
                guard isCommitted == true else {
                    throw EngineError(error.withOutcome(unknown: isCommitted == nil), isCommitFailure: true)
                }
                reported = EngineError(error, isCommitFailure: true)
            }
            var outcome = EngineOutcome(result, reportedFailure: reported)
            if reported == nil { outcome.moment = backend.moment }
            return outcome
        }
        // SQLite locks the database and the file beside it that processes share, but not the log.
        if identity != nil { FileWatch.announceWrite(to: name + "-wal") }
        return outcome
    }

    /// What is checked first in each transaction.
    private func begin(_ access: EngineAccess, on connection: borrowing Connection) throws {
        guard isCurrent else { throw EngineError(.moved, name) }
        // A newer program may have changed the tables since the file was opened.
        if access != .checking { try format.refuseNewer(connection) }
    }

    /// Reopens the file and checks; `nil` if it can't be determined.
    private func isCommitted(
        _ account: AccountID, after error: SQLiteError, _ look: (any RecordBackend) throws -> Bool?
    ) -> Bool? {
        guard let engine = try? SQLiteEngine(opening: name, schema, format: format) else { return nil }
        do {
            return try engine.settled(account, look)
        } catch {
            // Where nothing can be written, nothing can be settled either.
        }
        // A commit's last write is what makes it count. If that found no space it is incomplete, so no recovery of the
        // log will ever bring back what isn't visible now.
        guard error.isIncompleteWrite, let isVisible = try? engine.transaction(.reading, of: account, look),
            isVisible == false
        else { return nil }
        return false
    }

    package func settled<Result: Sendable>(
        _ account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result {
        if let readOnly { throw readOnly.reason }
        do {
            return try readDurably(body)
        } catch let error as EngineError where error.code == .outcomeUnknown {
            // It changes nothing, so its own outcome makes no difference.
            throw EngineError(.io, error.detail, cause: error.cause)
        }
    }

    private func readDurably<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try lend { backend in
            // A later transaction settles the one in doubt: what was read is on disk when this returns, and anything
            // that wasn't committed is overwritten.
            try backend.connection.transaction(.writing) { connection in
                let result = try body(backend)
                // Rewrites the first page unchanged: SQLite skips an UPDATE that changes nothing.
                try connection.run("PRAGMA user_version = \(connection.pragma("user_version"))")
                return result
            }
        }
    }

    /// - Throws: ``EngineError`` with `nested` from within a body that uses the connection.
    private func lend<Result: Sendable>(_ body: (SQLiteBackend) throws -> Result) throws -> Result {
        try turns.take { try EngineError.translating { try body(backend) } }
    }

    /// Lends a connection for reading: the second one if the first is in use, so that readers don't wait for an import.
    /// A copy that has no name yet can't be opened twice.
    private func lendForReading<Result: Sendable>(_ body: (SQLiteBackend) throws -> Result) throws -> Result {
        guard readOnly != nil else { return try lendAnyForReading(body) }
        let result = Swift.Result { try lendAnyForReading(body) }
        // What was read while another process wrote may be of two moments.
        guard isCurrent else { throw EngineError(.moved, name) }
        return try result.get()
    }

    private func lendAnyForReading<Result: Sendable>(_ body: (SQLiteBackend) throws -> Result) throws -> Result {
        if !turns.isOwn, let result = try turns.takeIfFree({ try EngineError.translating { try body(backend) } }) {
            return result
        }
        guard let identity else { return try lend(body) }
        return try readerTurns.take { try EngineError.translating { try body(try openedReader(of: identity)) } }
    }

    private func openedReader(of identity: FileIdentity) throws -> SQLiteBackend {
        if let reader = reader.withLock({ $0 }) { return reader }
        let opened = try openReader(of: identity)
        reader.withLock { $0 = opened }
        return opened
    }

    private func openReader(of identity: FileIdentity) throws -> SQLiteBackend {
        let connection = try connectAgain()
        try connection.refuseWriting()
        guard PrivateFile.identity(of: name) == identity else { throw EngineError(.moved, name) }
        return SQLiteBackend(connection, tables: schema.ownTables)
    }

    // MARK: Changes by other processes

    package func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
        // Beside it in the folder, other stores may be written to all the time.
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let files: Set = [file, file + "-wal", file + "-shm", file + "-journal"]
        return FolderWatch(try FileWatch(folder: PrivateFolder.parent(of: name), files: files, onWrite: wake))
    }

    private final class FolderWatch: EngineWatch {
        private let files: FileWatch

        init(_ files: FileWatch) {
            self.files = files
        }
    }

    package func wakeWatches(of account: AccountID) {
        // The log may be missing where nothing can be written, and opening the database itself to announce a write
        // would release SQLite's locks on it.
        if identity != nil { try? PrivateFile.advanceTimeOfWriting(of: name) }
    }

    // MARK: Upkeep

    package func scrub() throws {
        try lend { try $0.connection.truncateLog() }
    }

    package func checks() throws -> [StoreCheck] {
        try lend { backend in
            [
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
            // Uses a separate connection, since SQLite copies only outside of transactions and this one may be in use.
            try connectAgain().copy(toEmptyFile: path)
        }
    }

    private func connectAgain() throws -> Connection {
        guard let readOnly else {
            let connection = try StoreFile.connect(name)
            try connection.leaveLogOnClose(false)
            return connection
        }
        let connection = try Connection(opening: name, mode: readOnly.mode, busyTimeout: StoreFile.patience)
        try connection.leaveLogOnClose(true)
        try connection.harden()
        return connection
    }
}

extension StoreLocation {
    /// A file on this machine.
    public static func file(_ path: String) -> StoreLocation { StoreLocation(FileOpener(name: path)) }
}

private struct FileOpener: EngineOpener {
    let name: String

    var file: String? { name }

    func fromRoot() throws -> any EngineOpener { FileOpener(name: try PrivateFolder.absolute(name)) }

    func open(_ schema: EngineSchema) throws -> any RecordEngine { try SQLiteEngine(opening: name, schema) }

    func openForReading(_ schema: EngineSchema) throws -> any RecordEngine { try SQLiteEngine(reading: name, schema) }

    func create(_ schema: EngineSchema) throws -> any RecordEngine { try SQLiteEngine(creating: name, schema) }
}
