internal import Glibc
internal import SQLiteKit
internal import SealedStore
internal import SystemKit

/// A store's file, opened and checked: the one place that opens it.
struct StoreFile: ~Copyable {
    let backend: SQLiteBackend
    /// Absolute.
    let path: String
    let id: StoreID
    let instance: InstanceID
    /// Which file it is, whatever its name; `nil` for a copy that has no name yet.
    private let identity: FileIdentity?

    /// How long a statement waits for other processes.
    static let patience = Duration.seconds(10)

    /// Opens an existing store.
    ///
    /// - Throws: ``ProfileError`` with `noStore`, `damaged`, `newerStore`, `busy` or `io`.
    ///
    /// One of an earlier version is brought up to date, after a copy of it was put beside it.
    init(opening path: String, format: StoreFormat = .current) throws {
        let path = try Self.resolve(path)
        guard try PrivateFile.checkIfPresent(path), let identity = PrivateFile.identity(of: path) else {
            throw Self.missing(path)
        }
        let connection = try Self.connect(path)
        try Self.refuseStump(path)
        guard try connection.pragma("application_id") == Schema.applicationID else {
            // A creation that was cut short leaves an empty file, which `init` takes up again.
            if try Self.isEmpty(connection) { throw Self.missing(path) }
            throw ProfileError.notAStore(path)
        }
        self = try StoreFile(checked: connection, path: path, identity: identity, format: format)
    }

    /// Opens a store, and makes it when there is none.
    ///
    /// Any number of processes may do this at once: one makes the store, all open the same.
    init(creating path: String, format: StoreFormat = .current) throws {
        try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
        let path = try Self.resolve(path)
        if try !PrivateFile.checkIfPresent(path) {
            // Made by us and not by SQLite, so that it is ours alone whatever the umask.
            try PrivateFile.create(path)
        }
        guard let identity = PrivateFile.identity(of: path) else { throw MovedStore(path: path) }
        let connection = try Self.connect(path)
        try Self.refuseStump(path)
        try format.refuseNewer(connection, at: path)
        // Even the kind of its journal is not ours to change in another program's database.
        try Self.retryingWhileBusy { try Self.refuseForeign(connection, at: path) }
        try Self.retryingWhileBusy { try connection.enableWriteAheadLog() }
        try connection.transaction(.writing) { connection in
            guard try Self.isUnused(connection) else { return }
            try Schema.create(in: connection, id: .random())
            // The tables are made as older stores get them, so that both are alike.
            try format.migrate(connection, from: 1)
            try InstanceID.random().write(to: connection)
        }
        self = try StoreFile(checked: connection, path: path, identity: identity, format: format)
    }

    /// Opens a copy that nobody else uses yet. One of an earlier version is brought up to date; no copy is made of it,
    /// since it is one.
    ///
    /// - Parameter name: what errors call it.
    init(unpublished path: String, named name: String, format: StoreFormat = .current) throws {
        let connection = try Connection(opening: path, mode: .existing, busyTimeout: Self.patience)
        try connection.harden()
        try format.refuseNewer(connection, at: name)
        try connection.keepJournalInMemory()
        try connection.transaction(.writing) { connection in
            try format.migrate(connection, from: try connection.pragma("user_version"))
        }
        self = try StoreFile(current: connection, path: name, identity: nil, format: format)
    }

    /// - Parameter identity: what stood at the path before SQLite opened it. Where that is still there, it is what SQLite
    ///   has opened.
    private init(
        checked connection: consuming Connection, path: String, identity: FileIdentity, format: StoreFormat
    ) throws {
        try format.refuseNewer(connection, at: path)
        try connection.leaveLogOnClose(false)
        try connection.enableWriteAheadLog()
        try format.bringUpToDate(connection, at: path)
        guard PrivateFile.identity(of: path) == identity else { throw MovedStore(path: path) }
        // Only now is it known to be ours.
        for suffix in ["", "-wal", "-shm"] { try MendedMode.closeToOthers(path + suffix) }
        self = try StoreFile(current: connection, path: path, identity: identity, format: format)
    }

    private init(
        current connection: consuming Connection, path: String, identity: FileIdentity?, format: StoreFormat
    ) throws {
        guard try format.matches(connection) else { throw ProfileError.foreignTables(path) }
        let row = try connection.first("SELECT id, instance FROM store") { row in
            (id: StoreID(bytes: try row.blob(0)), instance: InstanceID(bytes: try row.blob(1)))
        }
        guard let row else { throw ProfileError.damaged(path, "it has no store id") }
        backend = SQLiteBackend(connection, tables: ProfileSchema.tables)
        self.path = path
        (id, instance) = row
        self.identity = identity
    }

    var connection: Connection {
        _read { yield backend.connection }
    }

    /// Whether the file that was opened still stands at its path.
    var isCurrent: Bool { identity == PrivateFile.identity(of: path) }

    /// Refuses to go on with a file that nobody sees any more at its path.
    ///
    /// - Throws: ``MovedStore``.
    func requireCurrent() throws(MovedStore) {
        guard isCurrent else { throw MovedStore(path: path) }
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
            throw missing(path)
        }
    }

    /// Refuses what is shorter than any database but not empty: SQLite takes it for empty, and would write over it.
    private static func refuseStump(_ path: String) throws {
        guard let length = PrivateFile.length(of: path), (1..<512).contains(length) else { return }
        throw ProfileError.damaged(path, "it was cut off after \(length) bytes")
    }

    /// Refuses another program's database, as of one moment: someone may be making the store just now.
    private static func refuseForeign(_ connection: borrowing Connection, at path: String) throws {
        try connection.transaction(.reading) { connection in
            let isOurs = try connection.pragma("application_id") == Schema.applicationID
            guard try isOurs || isUnused(connection) else { throw ProfileError.notAStore(path) }
        }
    }

    private static func isUnused(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("application_id") == 0 && isEmpty(connection)
    }

    private static func isEmpty(_ connection: borrowing Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM sqlite_schema LIMIT 1") { try $0.integer(0) } == nil
    }

    private static func missing(_ path: String) -> ProfileError {
        ProfileError(.noStore, "there is no store at \(path)", hint: "Make one with: profile init")
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
}
