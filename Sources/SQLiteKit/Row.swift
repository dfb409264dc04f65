internal import CSQLite

/// One row of a result, valid while its statement is on it.
///
/// Columns are read by position and type. STRICT tables enforce types, but a file may be crafted: a value of another
/// type is an error and is never converted.
@safe public struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let sql: String

    init(_ statement: OpaquePointer, sql: String) {
        unsafe self.statement = statement
        self.sql = sql
    }

    public func integer(_ column: Int32) throws(SQLiteError) -> Int {
        try require(SQLITE_INTEGER, column)
        return unsafe Int(sqlite3_column_int64(statement, column))
    }

    public func text(_ column: Int32) throws(SQLiteError) -> String {
        try require(SQLITE_TEXT, column)
        let bytes = unsafe try bytes(of: column, at: sqlite3_column_text(statement, column))
        do {
            // Not `String(validating:as:)`, a generic function of the standard library that is many times slower.
            let span = unsafe Span(_unsafeElements: bytes)
            return String(copying: try UTF8Span(validating: span))
        } catch {
            throw SQLiteError(SQLITE_CORRUPT, "column \(column) is not valid UTF-8", sql: sql)
        }
    }

    public func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try require(SQLITE_BLOB, column)
        guard unsafe sqlite3_column_bytes(statement, column) > 0 else { return [] }
        let address = unsafe sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
        return unsafe [UInt8](try bytes(of: column, at: address))
    }

    /// `nil` for NULL.
    public func optionalBlob(_ column: Int32) throws(SQLiteError) -> [UInt8]? {
        isNull(column) ? nil : try blob(column)
    }

    public func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    private func require(_ type: Int32, _ column: Int32) throws(SQLiteError) {
        guard unsafe sqlite3_column_type(statement, column) == type else {
            throw SQLiteError(SQLITE_CORRUPT, "column \(column) has the wrong type", sql: sql)
        }
    }

    /// A value's bytes at the address that SQLite gives; it gives none when it has no memory to prepare them.
    private func bytes(
        of column: Int32, at address: UnsafePointer<UInt8>?
    ) throws(SQLiteError) -> UnsafeBufferPointer<UInt8> {
        guard let address = unsafe address else { throw SQLiteError(SQLITE_NOMEM, "out of memory", sql: sql) }
        return unsafe UnsafeBufferPointer(start: address, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
