internal import Glibc
internal import SQLiteKit
internal import SystemKit

/// A store's file, opened and checked, or created.
struct StoreFile: ~Copyable {
    /// The absolute path.
    let name: String
    let id: StoreID
    let instance: InstanceID
    /// The file's identity, independent of its name; `nil` for a copy that has no name yet.
    let identity: FileIdentity?
    let backend: SQLiteBackend
    let schema: EngineSchema
    let format: StoreFormat
    /// How the store was opened if it can't be written, and why it can't; `nil` if it can.
    let readOnly: ReadOnly?

    /// A store that can't be written is read without writing, if nobody else has it open.
    struct ReadOnly {
        let mode: Connection.Mode
        /// The error of each write.
        let reason: any Error
        /// When the file was last written.
        let time: FileTime?
    }

    /// How long a statement waits for other processes.
    static let patience = Duration.seconds(10)

    private init(
        name: String, id: StoreID, instance: InstanceID, identity: FileIdentity?, backend: SQLiteBackend,
        schema: EngineSchema, format: StoreFormat, readOnly: ReadOnly?
    ) {
        (self.name, self.id, self.instance, self.identity) = (name, id, instance, identity)
        (self.backend, self.schema, self.format, self.readOnly) = (backend, schema, format, readOnly)
    }

    /// Opens an existing store: see ``SQLiteEngine``.
    init(opening path: String, _ schema: EngineSchema, _ format: StoreFormat) throws {
        self = try EngineError.translating {
            let (path, identity) = try Self.existing(path)
            do {
                let connection = try Self.connectToDatabase(path)
                try Self.refuseTruncated(path)
                // An interrupted creation leaves an empty file, which the next creation completes.
                try format.refuseForeign(connection) { throw StoreError(.noStore, at: path) }
                return try Self.check(connection, path: path, identity: identity, schema, format)
            } catch let error as SystemError where error.isOfReadOnlyFileSystem {
                return try Self.opened(forReading: path, identity, schema, format, because: error)
            } catch let error as SQLiteError where error.isFull {
                // SQLite makes files beside a store even for reading it.
                return try Self.opened(forReading: path, identity, schema, format, because: EngineError(error))
            }
        }
    }

    /// Opens a store, creating it if there is none.
    init(creating path: String, _ schema: EngineSchema, _ format: StoreFormat) throws {
        self = try EngineError.translating {
            try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
            let path = try Self.resolve(path)
            let isMissing = try !PrivateFile.checkIfPresent(path)
            // Created here rather than by SQLite, so that it is private whatever the umask.
            if isMissing { try PrivateFile.create(path) }
            guard let identity = PrivateFile.identity(of: path) else { throw EngineError(.moved, path) }
            var isMade = false
            defer { if isMissing, !isMade { Self.removeEmpty(path, identity) } }
            let connection = try Self.connectToDatabase(path)
            try Self.refuseTruncated(path)
            try format.refuseNewer(connection)
            // Another program's database must not be changed at all, not even its journal mode.
            try Self.retryingWhileBusy { try format.refuseForeign(connection) {} }
            try Self.retryingWhileBusy { try connection.enableWriteAheadLog() }
            try connection.transaction(.writing) { connection in
                guard try StoreFormat.isEmpty(connection) else { return }
                try Self.makeTables(in: connection, id: .random(), instance: .random(), schema, format)
            }
            isMade = true
            return try Self.check(connection, path: path, identity: identity, schema, format)
        }
    }

    /// Removes the empty file of a creation that couldn't fill it, for example on a full disk.
    private static func removeEmpty(_ path: String, _ identity: FileIdentity) {
        guard let connection = try? Connection(opening: path, mode: .existing, busyTimeout: .zero) else { return }
        // Another process may be creating the store in it at this moment. While this transaction reads, nobody can
        // write; a process that writes later finds that the file has been removed. A write lock would need disk space,
        // which may be exhausted.
        try? connection.transaction(.reading) { connection in
            guard try StoreFormat.isEmpty(connection), PrivateFile.length(of: path) == 0,
                PrivateFile.identity(of: path) == identity
            else { return }
            try PrivateFile.remove(path)
        }
    }

    /// Opens a store of the current format for reading alone: see ``SQLiteEngine``.
    init(reading path: String, _ schema: EngineSchema, _ format: StoreFormat) throws {
        self = try EngineError.translating {
            let (path, identity) = try Self.existing(path)
            let reason = EngineError(.readOnly, "it was opened for reading")
            return try Self.opened(forReading: path, identity, schema, format, because: reason)
        }
    }

    private static func opened(
        forReading path: String, _ identity: FileIdentity, _ schema: EngineSchema, _ format: StoreFormat,
        because reason: any Error
    ) throws -> StoreFile {
        for suffix in ["-shm", "-journal"] { try PrivateFile.checkIfPresent(path + suffix) }
        // Without a log, the file is whole and nobody has it open.
        let hasLog = try PrivateFile.checkIfPresent(path + "-wal") && hasLog(path)
        let readOnly = ReadOnly(
            mode: hasLog ? .reading : .unchanging, reason: reason, time: PrivateFile.timeOfWriting(of: path))
        let connection = try Connection(opening: path, mode: readOnly.mode, busyTimeout: patience)
        do {
            try connection.leaveLogOnClose(true)
            try connection.harden()
        } catch let error as SQLiteError where hasLog && (error.cannotOpen || error.isReadOnly) {
            // Its index is missing, and can't be made.
            throw (reason as? SystemError).map { _ in StoreError(.logNotReadable(path: path + "-wal"), at: path) }
                ?? reason
        }
        try format.refuseForeign(connection)
        try format.refuseNewer(connection)
        // An older store would have to be migrated.
        guard try connection.pragma("user_version") >= format.version else { throw reason }
        guard PrivateFile.identity(of: path) == identity else { throw EngineError(.moved, path) }
        return try read(connection, path: path, identity: identity, schema, format, readOnly: readOnly)
    }

    private static func hasLog(_ path: String) -> Bool { PrivateFile.length(of: path + "-wal") ?? 0 > 0 }

    /// Whether a file is as it was when it was opened for reading. It is read without locks if it had no log then, so
    /// that a process that can write it would do so unnoticed.
    static func isUnchanged(_ path: String, since opened: ReadOnly) -> Bool {
        opened.mode != .unchanging || PrivateFile.timeOfWriting(of: path) == opened.time && !hasLog(path)
    }

    /// Opens a copy that nobody else uses yet.
    init(unpublished path: String, named name: String, _ schema: EngineSchema, _ format: StoreFormat) throws {
        self = try EngineError.translating {
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: Self.patience)
            try connection.harden()
            try format.refuseNewer(connection)
            try connection.keepJournalInMemory()
            try connection.transaction(.writing) { connection in
                try format.migrate(connection, from: try connection.pragma("user_version"))
            }
            return try Self.read(connection, path: name, identity: nil, schema, format)
        }
    }

    /// Creates a store in an empty file that has no name yet.
    init(making path: String, id: StoreID, instance: InstanceID, _ schema: EngineSchema) throws {
        let format = StoreFormat(of: schema)
        self = try EngineError.translating {
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: Self.patience)
            try connection.harden()
            try connection.keepJournalInMemory()
            try connection.transaction(.writing) { connection in
                try Self.makeTables(in: connection, id: id, instance: instance, schema, format)
            }
            return try Self.read(connection, path: path, identity: nil, schema, format)
        }
    }

    /// - Parameter identity: the file at the path before SQLite opened it. If it is still there, it is the file that
    ///   SQLite has opened.
    private static func check(
        _ connection: consuming Connection, path: String, identity: FileIdentity, _ schema: EngineSchema,
        _ format: StoreFormat
    ) throws -> StoreFile {
        try format.refuseNewer(connection)
        try connection.leaveLogOnClose(false)
        // A copy isn't in this mode until it is first opened, which several processes may do at once.
        try retryingWhileBusy { try connection.enableWriteAheadLog() }
        try format.bringUpToDate(connection, at: path)
        guard PrivateFile.identity(of: path) == identity else { throw EngineError(.moved, path) }
        // Only now is it known to be a store of this schema.
        try TightenedPermissions.removeOthersAccess(path, companions: ["-wal", "-shm"])
        return try read(connection, path: path, identity: identity, schema, format)
    }

    private static func read(
        _ connection: consuming Connection, path: String, identity: FileIdentity?, _ schema: EngineSchema,
        _ format: StoreFormat, readOnly: ReadOnly? = nil
    ) throws -> StoreFile {
        guard try format.matches(connection) else { throw StoreError(.damaged(.foreignTables), at: path) }
        if identity != nil { try LongRows(in: schema).refuse(in: connection, at: path) }
        let row: (id: StoreID, instance: InstanceID)?
        do {
            row = try connection.reading(valuesUpTo: LengthLimit.other) {
                try connection.first("SELECT id, instance FROM store") { row in
                    (id: StoreID(bytes: try row.blob(0)), instance: InstanceID(bytes: try row.blob(1)))
                }
            }
        } catch let error as SQLiteError where error.isTooLong {
            row = nil
        }
        guard let row, row.id.bytes.count == StoreID.length,
            row.instance.isUnnamed || row.instance.bytes.count == StoreID.length
        else { throw StoreError(.damaged(.noStoreID), at: path) }
        return StoreFile(
            name: path, id: row.id, instance: row.instance, identity: identity,
            backend: SQLiteBackend(connection, tables: schema.ownTables), schema: schema, format: format,
            readOnly: readOnly)
    }

    /// Creates the tables in an empty database by way of the migrations, so that new and migrated stores are alike.
    static func makeTables(
        in connection: borrowing Connection, id: StoreID, instance: InstanceID, _ schema: EngineSchema,
        _ format: StoreFormat
    ) throws {
        try FirstFormatTables(own: schema.firstTables).create(
            in: connection, id: id, applicationID: format.applicationID)
        try format.migrate(connection, from: 1)
        try connection.run("UPDATE store SET instance = ?", .blob(instance.bytes))
    }

    /// - Throws: ``StoreError`` with `damaged` and the reason `notAStore` for a file that isn't a database.
    private static func connectToDatabase(_ path: String) throws -> Connection {
        do {
            return try connect(path)
        } catch let error as SQLiteError where error.isNoDatabase {
            throw StoreError(.damaged(.notAStore), at: path, cause: error)
        }
    }

    static func connect(_ path: String) throws -> Connection {
        // SQLite also opens these files beside it.
        for suffix in ["", "-shm", "-journal"] { try PrivateFile.checkIfPresent(path + suffix) }
        // SQLite would open it for reading alone, and leave files beside it that have its mode: nobody could write the
        // store any more, even once it can be written again.
        try PrivateFile.requireWritable(path)
        let hasLog = try PrivateFile.checkIfPresent(path + "-wal")
        let connection = try Connection(opening: path, mode: .existing, busyTimeout: patience)
        // A file that turns out not to be a store of ours is left as it is: an existing log isn't checkpointed into it.
        try connection.leaveLogOnClose(hasLog)
        try connection.harden()
        return connection
    }

    /// A file that is there, by its resolved path.
    ///
    /// - Throws: ``StoreError`` with `noStore` if there is none.
    private static func existing(_ path: String) throws -> (path: String, identity: FileIdentity) {
        let path = try resolve(path)
        guard try PrivateFile.checkIfPresent(path), let identity = PrivateFile.identity(of: path) else {
            throw StoreError(.noStore, at: path)
        }
        return (path, identity)
    }

    private static func resolve(_ path: String) throws -> String {
        do {
            return try PrivateFolder.resolvingParent(of: path)
        } catch let error where error.isMissing {
            throw StoreError(.noStore, at: path)
        }
    }

    /// Refuses a file that is shorter than any database but not empty: SQLite would treat it as empty and overwrite it.
    private static func refuseTruncated(_ path: String) throws {
        guard let length = PrivateFile.length(of: path), (1..<512).contains(length) else { return }
        throw StoreError(.damaged(.truncated(bytes: Int(length))), at: path)
    }

    /// Switching a file to write-ahead logging can fail immediately while another process does the same: SQLite's busy
    /// timeout doesn't cover it.
    private static func retryingWhileBusy(_ body: () throws -> Void) throws {
        let deadline = ContinuousClock.now.advanced(by: patience)
        while true {
            do {
                return try body()
            } catch let error as SQLiteError where error.isBusy && ContinuousClock.now < deadline {
                usleep(.random(in: 2_000...20_000))
            }
        }
    }
}

/// Rows of a crafted file that SQLite would read in full merely to skip them.
///
/// In a table without row ids, a row is stored with its key, and SQLite reads all of it to compare keys. Such a row
/// therefore takes up its length in memory, whichever columns are requested. Scanning a table without looking for a key
/// reads only the heads of the rows.
private struct LongRows {
    private let schema: EngineSchema

    /// The maximum length of a row in a file that may be opened.
    private static let longest = 64 << 20

    init(in schema: EngineSchema) {
        self.schema = schema
    }

    /// The tables with their blob and text columns. Every command looks up a row in each of them.
    private var tables: [(name: String, columns: [String])] {
        let singletons = schema.firstTables.filter { $0.kind.form == .singleton }.map(\.table)
        return [
            ("account", ["id", "recovery", "device_check", "mac", "card"]),
            ("stage", ["account", "format", "salt", "envelope"]),
            ("session", ["account", "id", "boot", "envelope"]),
            ("manifest", ["account", "record"]),
        ] + singletons.map { ($0.name, ["account"] + $0.boxes + $0.readable) }
    }

    /// - Throws: ``StoreError`` with `damaged` if a file has such a row.
    func refuse(in connection: borrowing Connection, at path: String) throws {
        // A file that is smaller can't contain such a row, so most files needn't be queried.
        let length = ["", "-wal"].reduce(0) { $0 + (PrivateFile.length(of: path + $1) ?? 0) }
        guard length > Self.longest else { return }
        let tests = tables.map { table in
            let length = table.columns.map { "ifnull(length(\($0)), 0)" }.listed(by: " + ")
            return "EXISTS (SELECT 1 FROM \(table.name) WHERE \(length) > \(Self.longest))"
        }
        guard try connection.first("SELECT \(tests.listed(by: " OR "))", read: { try $0.integer(0) }) == 0 else {
            throw StoreError(.damaged(.engine(detail: "a row exceeds the maximum length")), at: path)
        }
    }
}
