internal import CSQLite

// Values of a crafted file that are longer than any that was written. SQLite knows a value's length without reading the
// value.

extension Connection {
    /// Runs a body with a limit on the length of values, in bytes. A statement that reads a longer value fails with an
    /// error for which ``SQLiteError/isTooLong`` is `true`.
    public func reading<Result>(valuesUpTo length: Int, _ body: () throws -> Result) rethrows -> Result {
        let before = limit(SQLITE_LIMIT_LENGTH, to: Int32(clamping: length))
        defer { limit(SQLITE_LIMIT_LENGTH, to: before) }
        return try body()
    }
}

/// A query on columns of tables, with a second form for rows whose values may be too long.
public struct RowQuery: Sendable {
    /// A column, and the expression that reads it.
    public struct Column: Sendable {
        let name: String
        let text: String

        /// - Parameter text: the expression; the column itself by default.
        public init(_ name: String, as text: String? = nil) { (self.name, self.text) = (name, text ?? name) }
    }

    public let text: String
    private let columns: [Column]
    private let source: String

    /// - Parameter source: everything after the columns, starting with FROM.
    public init(_ columns: [Column], _ source: String) {
        (self.columns, self.source) = (columns, source)
        var list = ""
        for column in columns { list += list.isEmpty ? column.text : ", \(column.text)" }
        text = "SELECT \(list) \(source)"
    }

    public init(_ columns: String..., from source: String) { self.init(columns.map { Column($0) }, "FROM \(source)") }

    /// The text of a query that gives the same rows, with empty blobs in place of blobs longer than the given number of
    /// bytes.
    public func sparing(blobsOver length: Int) -> String {
        // Tests the columns themselves: SQLite knows their types and lengths without reading them, unlike those of
        // expressions.
        var list = ""
        for column in columns {
            let (name, text) = (column.name, column.text)
            // Not `joined`, whose generic types each process would create again: every start makes such a text.
            if !list.isEmpty { list += ", " }
            list += "iif(typeof(\(name)) = 'blob' AND length(\(name)) > \(length), x'', \(text))"
        }
        return "SELECT \(list) \(source)"
    }
}
