internal import CSQLite

// Values of a crafted file that are longer than any that was written. SQLite tells them by the lengths that stand before
// them, without reading them.

extension Connection {
    /// Runs a body in which no value is read that is longer than so many bytes: the statement fails instead with an error
    /// that is ``SQLiteError/isOfLength``.
    public func reading<Result>(valuesUpTo length: Int, _ body: () throws -> Result) rethrows -> Result {
        let before = limit(SQLITE_LIMIT_LENGTH, to: Int32(clamping: length))
        defer { limit(SQLITE_LIMIT_LENGTH, to: before) }
        return try body()
    }
}

/// A query on the columns of tables, of which there is a second form for rows whose values may be too long.
public struct RowQuery: Sendable {
    /// A column, and what is read of it.
    public struct Column: Sendable {
        let name: String
        let text: String

        /// - Parameter text: the column itself unless given.
        public init(_ name: String, as text: String? = nil) { (self.name, self.text) = (name, text ?? name) }
    }

    public let text: String
    private let columns: [Column]
    private let source: String

    /// - Parameter source: everything behind the columns, from FROM on.
    public init(_ columns: [Column], _ source: String) {
        (self.columns, self.source) = (columns, source)
        var list = ""
        for column in columns { list += list.isEmpty ? column.text : ", \(column.text)" }
        text = "SELECT \(list) \(source)"
    }

    public init(_ columns: String..., from source: String) { self.init(columns.map { Column($0) }, "FROM \(source)") }

    /// The text of a query that gives the same rows, with empty blobs in place of blobs that are longer than so many bytes.
    public func sparing(blobsOver length: Int) -> String {
        // The columns themselves: SQLite knows their types and lengths without reading them, and no expression's.
        let spared = columns.map { column in
            let (name, text) = (column.name, column.text)
            return "iif(typeof(\(name)) = 'blob' AND length(\(name)) > \(length), x'', \(text))"
        }
        return "SELECT \(spared.joined(separator: ", ")) \(source)"
    }
}
