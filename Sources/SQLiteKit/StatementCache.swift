internal import CSQLite

/// The prepared statements of one connection, kept by their text: preparing one costs more than running it.
///
/// It belongs to its connection and has no lock of its own.
@safe final class StatementCache {
    private var idle: [String: OpaquePointer] = unsafe [:]
    /// How many statements were prepared, and how many were run, since the connection was opened.
    private(set) var counts = StatementCounts()

    /// Texts that are made for one use are not worth keeping beyond this.
    private static let capacity = 64

    /// A statement of this text that nothing stands on: a kept one, or one prepared now.
    ///
    /// - Throws: when the text isn't one whole statement.
    func take(_ sql: String, in database: OpaquePointer) throws(SQLiteError) -> OpaquePointer {
        counts.run += 1
        if let kept = unsafe idle.removeValue(forKey: sql) { return unsafe kept }
        let (status, prepared, tail) = unsafe Self.prepare(sql, in: database)
        guard status == SQLITE_OK, let handle = unsafe prepared else {
            throw unsafe Statement.error(in: database, status, sql)
        }
        // What is behind the first statement would be ignored; only white space and comments may stand there.
        let (rest, another, _) = unsafe Self.prepare(tail, in: database)
        unsafe sqlite3_finalize(another)
        guard rest == SQLITE_OK, unsafe another == nil, !sql.utf8.contains(0) else {
            unsafe sqlite3_finalize(handle)
            throw SQLiteError(SQLITE_MISUSE, "the text is not one statement", sql: sql)
        }
        counts.prepared += 1
        return unsafe handle
    }

    /// Keeps a statement for its next use. Its values are let go of: they may be large, or of a closed account.
    func giveBack(_ handle: OpaquePointer, _ sql: String) {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        // While a statement stood on its rows, the same text may have been prepared a second time.
        guard unsafe idle.count < Self.capacity, unsafe idle[sql] == nil else {
            unsafe sqlite3_finalize(handle)
            return
        }
        unsafe idle[sql] = handle
    }

    /// Lets go of all statements, without which the database isn't closed.
    func finalize() {
        for text in unsafe Array(idle.keys) { unsafe sqlite3_finalize(idle[text]) }
        unsafe idle = [:]
    }

    /// Prepares the first statement of a text, and returns what comes behind it.
    private static func prepare(
        _ sql: String, in database: OpaquePointer
    ) -> (status: Int32, handle: OpaquePointer?, tail: String) {
        unsafe sql.withCString { start in
            var handle: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            let status = unsafe sqlite3_prepare_v3(
                database, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
            return unsafe (status, handle, tail.map { unsafe String(cString: $0) } ?? "")
        }
    }
}

/// How much a connection was asked to do.
public struct StatementCounts: Hashable, Sendable {
    public internal(set) var prepared = 0
    public internal(set) var run = 0
}
