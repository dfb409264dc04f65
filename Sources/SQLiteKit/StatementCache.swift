internal import CSQLite

/// The prepared statements of one connection, cached by text, since preparing one costs more than running it.
///
/// It is used only by the owner of its connection, so it needs no lock.
final class StatementCache {
    private var kept: [String: PreparedStatement] = [:]
    /// Some of the cached statements, found by comparing texts. That is faster than hashing if the texts are the same
    /// in memory, as they are for statements that run repeatedly.
    private var recent: [PreparedStatement] = []
    /// The number of statements prepared and run since the connection was opened.
    private(set) var counts = StatementCounts()

    /// The maximum number of idle statements, which bounds the memory for texts that are used only once.
    private static let capacity = 64
    private static let recentCapacity = 6

    /// Returns a statement with this text that isn't in use: a cached one, or a new one.
    ///
    /// - Throws: ``SQLiteError`` if the text isn't exactly one statement.
    func take(_ sql: String, in database: OpaquePointer) throws(SQLiteError) -> PreparedStatement {
        counts.run += 1
        for statement in recent where statement.sql == sql && !statement.isInUse {
            statement.isInUse = true
            return statement
        }
        let known = kept[sql]
        if let known, !known.isInUse {
            if recent.count == Self.recentCapacity { recent.removeFirst() }
            recent.append(known)
            known.isInUse = true
            return known
        }
        let (status, prepared, end) = unsafe Self.prepare(sql, in: database)
        guard status == SQLITE_OK, let handle = unsafe prepared else {
            throw unsafe Statement.error(in: database, status, sql)
        }
        let statement = unsafe PreparedStatement(handle, sql)
        guard unsafe end == sql.utf8.count || Self.isBlank(sql.utf8.dropFirst(end), in: database) else {
            throw SQLiteError(SQLITE_MISUSE, "the text is not one statement", sql: sql)
        }
        counts.prepared += 1
        // While a statement is in use, a second one of the same text isn't cached.
        if known == nil, kept.count < Self.capacity { kept[sql] = statement }
        return statement
    }

    /// Whether the text after a statement is only white space and comments. SQLite would ignore anything else.
    private static func isBlank(_ rest: Substring.UTF8View, in database: OpaquePointer) -> Bool {
        guard !rest.contains(0) else { return false }
        let (status, statement, _) = unsafe prepare(String(Substring(rest)), in: database)
        unsafe sqlite3_finalize(statement)
        return unsafe status == SQLITE_OK && statement == nil
    }

    /// Finalizes all statements; otherwise the database would stay open.
    func finalize() { (kept, recent) = ([:], []) }

    /// Prepares the first statement of a text, and returns the number of bytes it takes up.
    private static func prepare(
        _ sql: String, in database: OpaquePointer
    ) -> (status: Int32, handle: OpaquePointer?, end: Int) {
        unsafe sql.withCString { start in
            var handle: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            let status = unsafe sqlite3_prepare_v3(
                database, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
            return unsafe (status, handle, tail.map { unsafe $0 - start } ?? 0)
        }
    }
}

/// A prepared statement, finalized with the last reference.
@safe final class PreparedStatement {
    let handle: OpaquePointer
    fileprivate let sql: String
    fileprivate(set) var isInUse = true

    fileprivate init(_ handle: OpaquePointer, _ sql: String) {
        unsafe self.handle = handle
        self.sql = sql
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Resets it for its next use. Its values are released, as they may be large, or belong to a closed account.
    func giveBack() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        isInUse = false
    }
}

/// The number of operations of a connection.
public struct StatementCounts: Hashable, Sendable {
    public internal(set) var prepared = 0
    public internal(set) var run = 0
}
