internal import CSQLite
internal import Glibc

/// A prepared statement in use, returned to its connection's cache at the end of the value's lifetime.
@safe struct Statement: ~Copyable {
    private let prepared: PreparedStatement
    private let sql: String

    /// - Throws: ``SQLiteError`` if the text isn't exactly one statement.
    init(_ sql: String, in database: OpaquePointer, cache: StatementCache) throws(SQLiteError) {
        prepared = unsafe try cache.take(sql, in: database)
        self.sql = sql
    }

    deinit {
        prepared.giveBack()
    }

    private var handle: OpaquePointer { unsafe prepared.handle }

    /// Binds the values to the placeholders, in order.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard unsafe sqlite3_bind_parameter_count(handle) == Int32(values.count) else {
            throw SQLiteError(SQLITE_RANGE, "bound \(values.count) values", sql: sql)
        }
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            let status =
                switch value {
                case .null: unsafe sqlite3_bind_null(handle, position)
                case .integer(let number): unsafe sqlite3_bind_int64(handle, position, Int64(number))
                case .text(let text): bind(text, at: position)
                case .blob(let bytes): bind(bytes, at: position)
                }
            guard status == SQLITE_OK else { throw unsafe Statement.error(in: sqlite3_db_handle(handle), status, sql) }
        }
    }

    /// Advances to the next row.
    ///
    /// - Returns: whether there is one.
    func step() throws(SQLiteError) -> Bool {
        let status = unsafe sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe Statement.error(in: sqlite3_db_handle(handle), status, sql)
        }
    }

    /// The current row, valid until the next step.
    var row: Row { unsafe Row(handle, sql: sql) }

    private func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
                // An empty buffer may have no address, and SQLite interprets a null address as NULL.
                guard let address = characters.baseAddress else {
                    return unsafe profile_sqlite3_bind_text(handle, position, "", 0)
                }
                return unsafe profile_sqlite3_bind_text(handle, position, address, UInt64(utf8.count))
            }
        }
    }

    private func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
        bytes.isEmpty
            ? unsafe sqlite3_bind_zeroblob(handle, position, 0)
            : unsafe profile_sqlite3_bind_blob(handle, position, bytes, UInt64(bytes.count))
    }

    static func error(in database: OpaquePointer?, _ status: Int32, _ sql: String) -> SQLiteError {
        // The connection's extended code is more precise, but belongs to its last call, which may be another one.
        let extended = unsafe sqlite3_extended_errcode(database)
        let code = extended & 0xFF == status & 0xFF ? extended : status
        // SQLite reports a part of the file that the disk refuses to read as a damaged file, although it may be intact.
        if [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF), unsafe hasUnreadablePart(database) {
            return SQLiteError(SQLITE_IOERR, SQLiteError.unreadable, sql: sql)
        }
        // SQLite has a code of its own for a full disk, but neither for quotas and limits nor where it prepares the
        // file that processes share.
        let isOfWriting = code == SQLiteError.Code.ioErrorWrite
        let number = unsafe isOfWriting ? profile_sqlite3_log_errno(database) : sqlite3_system_errno(database)
        let lacksSpace =
            [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) && [ENOSPC, EDQUOT, EFBIG].contains(number)
        return SQLiteError(code, unsafe String(cString: sqlite3_errmsg(database)), sql: sql, lacksSpace: lacksSpace)
    }

    /// Whether the disk has refused to read a part of a database's file or of its log. A read that ends early, at the
    /// end of the file, isn't refused.
    ///
    /// SQLite remembers the last error of each file until it is closed, so damage that this connection finds later may
    /// be reported as such a part too.
    static func hasUnreadablePart(_ database: OpaquePointer?) -> Bool {
        let errors = unsafe [profile_sqlite3_file_errno(database), profile_sqlite3_log_errno(database)]
        // Those for which SQLite takes the file system to be damaged.
        return errors.contains { [EIO, ENXIO, ERANGE].contains($0) }
    }
}

/// A value that a statement binds.
public enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int)
    case text(String)
    case blob([UInt8])
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(nilLiteral: ()) { self = .null }
}
