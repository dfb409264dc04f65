internal import CSQLite
internal import Synchronization

/// One connection to one database file, closed at the end of the value's lifetime.
///
/// It can be moved between threads but not shared, so it belongs in a mutex.
@safe public struct Connection: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: the type is noncopyable, so the owner of the value is the only user of the
    // handle, and SQLite allows use from any one thread at a time (it is built thread-safe, and opened without its own
    // mutex).
    private let handle: OpaquePointer
    private let statements = StatementCache()

    /// The action if the file doesn't exist.
    public enum Mode: Sendable {
        case existing, create
        /// The file isn't written. Those beside it may be, as for any reader of a write-ahead log.
        case reading
        /// Nothing is written, and no log is looked for. Only for a file that nobody else has open.
        case unchanging
    }

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: an absolute path, so that SQLite never interprets it as a URI; its last component must not be a
    ///     symbolic link.
    ///   - busyTimeout: how long a statement waits for another process.
    public init(opening path: String, mode: Mode, busyTimeout: Duration) throws(SQLiteError) {
        guard path.hasPrefix("/") else { throw SQLiteError(SQLITE_CANTOPEN, "the path is not absolute") }
        let access =
            switch mode {
            case .existing: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .reading: SQLITE_OPEN_READONLY
            case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let flags = access | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let name = mode == .unchanging ? "file:\(Self.escaped(path))?immutable=1" : path
        var opened: OpaquePointer?
        let status = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard status == SQLITE_OK, let handle = unsafe opened else {
            let error = unsafe Statement.error(in: opened, status, "")
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe self.handle = handle
        unsafe BusyWait.install(on: handle, patience: Int32(min(busyTimeout / .milliseconds(1), 86_400_000)))
    }

    /// A path as it is written in a URI.
    private static func escaped(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8)
        return path.utf8.reduce(into: "") { text, byte in
            let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            text += plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + digits
        }
    }

    /// Two connections of a process that closed at the same moment would each take the other for a user of the log, and
    /// neither would write it into the database.
    private static let closing = Mutex<Void>(())

    deinit {
        statements.finalize()
        Self.closing.withLock { _ in _ = unsafe sqlite3_close_v2(handle) }
    }

    /// The number of statements prepared and run so far.
    public var counts: StatementCounts { statements.counts }

    /// Runs one statement and ignores its rows.
    public func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
        try run(sql, values)
    }

    /// Runs one statement with a list of values.
    public func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) {
        let statement = unsafe try Statement(sql, in: handle, cache: statements)
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Runs one statement and calls a body with its rows, until it returns `false`.
    public func forEach(
        _ sql: String, _ values: SQLiteValue..., body: (borrowing Row) throws -> Bool
    ) throws {
        let statement = unsafe try Statement(sql, in: handle, cache: statements)
        try statement.bind(values)
        while try statement.step() {
            guard try body(statement.row) else { return }
        }
    }

    /// Runs one statement and returns the result of `read` for each row.
    public func rows<Element>(
        _ sql: String, _ values: SQLiteValue..., read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        let statement = unsafe try Statement(sql, in: handle, cache: statements)
        try statement.bind(values)
        var elements: [Element] = []
        while try statement.step() { elements.append(try read(statement.row)) }
        return elements
    }

    /// Runs one statement and returns the result of `read` for its first row; `nil` if there is none.
    public func first<Element>(
        _ sql: String, _ values: SQLiteValue..., read: (borrowing Row) throws -> Element
    ) throws -> Element? {
        let statement = unsafe try Statement(sql, in: handle, cache: statements)
        try statement.bind(values)
        return try statement.step() ? try read(statement.row) : nil
    }

    /// The number of rows that the last statement changed.
    public var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// A number that differs after every change of the database, by any connection of any process; `nil` if it isn't
    /// known. Changes by other connections are noticed at a transaction's first read.
    public var dataVersion: UInt32? {
        var version: UInt32 = 0
        let status = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return status == SQLITE_OK ? version : nil
    }

    /// Whether the disk has refused to read a part of the database's file or of its log.
    var hasUnreadablePart: Bool { unsafe Statement.hasUnreadablePart(handle) }

    /// The absolute path of the file; empty for a database without one.
    var file: String {
        guard let name = unsafe sqlite3_db_filename(handle, "main") else { return "" }
        return unsafe String(cString: name)
    }

    /// Sets one of SQLite's configuration switches, and verifies it.
    func set(_ option: Int32, to value: Bool) throws(SQLiteError) {
        var result: Int32 = 0
        let status = unsafe profile_sqlite3_db_config_flag(handle, option, value ? 1 : 0, &result)
        guard status == SQLITE_OK, (result != 0) == value else {
            throw SQLiteError(status == SQLITE_OK ? SQLITE_MISUSE : status, "switch \(option) cannot be set")
        }
    }

    /// Sets one of SQLite's limits.
    ///
    /// - Returns: the previous value.
    @discardableResult
    func limit(_ limit: Int32, to value: Int32) -> Int32 {
        unsafe sqlite3_limit(handle, limit, value)
    }
}
