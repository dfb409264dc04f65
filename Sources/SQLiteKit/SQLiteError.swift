internal import CSQLite

/// A call to SQLite that failed: the code, the message and the statement, never a bound value.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed, by SQLite's extended result codes, which may grow.
    public struct Code: Hashable, Sendable {
        public let extended: Int32
        /// The kind that extended codes refine.
        public var primary: Int32 { extended & 0xFF }

        package init(_ extended: Int32) {
            self.extended = extended
        }
    }

    public let code: Code
    public let message: String
    /// The text of the statement, with its placeholders; empty where there was none.
    public let sql: String
    /// Whether it was the COMMIT that failed. Then nobody knows yet whether the transaction counts: it may be found
    /// in the file when that is opened again.
    public private(set) var outcomeIsUnknown = false

    init(_ code: Int32, _ message: String, sql: String = "") {
        self.code = Code(code)
        self.message = message
        self.sql = sql
    }

    /// The same error, with what is known by now of the transaction.
    public func withOutcome(unknown: Bool) -> SQLiteError {
        var error = self
        error.outcomeIsUnknown = unknown
        return error
    }

    /// Another process held the file for longer than we wait.
    public var isBusy: Bool { code.primary == SQLITE_BUSY || code.primary == SQLITE_LOCKED }
    /// The file is no database, or a damaged one.
    public var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR].contains(code.primary) }
    public var isConstraint: Bool { code.primary == SQLITE_CONSTRAINT }
    public var isFull: Bool { code.primary == SQLITE_FULL }
    /// The file or its folder may not be written.
    public var isReadOnly: Bool { code.primary == SQLITE_READONLY }
    /// The file can't be opened.
    public var cannotOpen: Bool { code.primary == SQLITE_CANTOPEN }

    public var description: String {
        sql.isEmpty ? "\(message) (SQLite \(code.extended))" : "\(message) (SQLite \(code.extended)) in: \(sql)"
    }
}
