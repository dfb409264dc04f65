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
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        guard let bytes = unsafe sqlite3_column_text(statement, column) else { throw memoryError }
        do {
            // Not `String(validating:as:)`, a generic function of the standard library that is many times slower.
            let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(start: bytes, count: count))
            return String(copying: try UTF8Span(validating: span))
        } catch {
            throw SQLiteError(SQLITE_CORRUPT, "column \(column) is not valid UTF-8", sql: sql)
        }
    }

    public func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try require(SQLITE_BLOB, column)
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        guard count > 0 else { return [] }
        guard let bytes = unsafe sqlite3_column_blob(statement, column) else { throw memoryError }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
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

    private var memoryError: SQLiteError { SQLiteError(SQLITE_NOMEM, "out of memory", sql: sql) }
}
