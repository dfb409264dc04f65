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

    package init(_ code: Int32, _ message: String, sql: String = "") {
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
    public var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code.primary) }
    /// The file is no database, or a damaged one. Nothing else is damage: a disk that can't be read, too little memory
    /// and a statement that is wrong say nothing about the file.
    public var isDamage: Bool { code.primary == SQLITE_CORRUPT || code.primary == SQLITE_NOTADB }
    /// A value is longer than what the connection takes.
    public var isOfLength: Bool { code.primary == SQLITE_TOOBIG }
    public var isConstraint: Bool { code.primary == SQLITE_CONSTRAINT }
    public var isFull: Bool { code.primary == SQLITE_FULL }
    /// What was written didn't come to stand in the file: it is no read that failed.
    public var isOfWriting: Bool {
        // SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC and _TRUNCATE, which are macros that Swift doesn't see.
        isFull || [3, 4, 5, 6].contains { code.extended == SQLITE_IOERR | ($0 << 8) }
    }
    /// There is too little memory, for SQLite itself or for what it asks of the system.
    public var isOutOfMemory: Bool { code.primary == SQLITE_NOMEM || code.extended == SQLITE_IOERR | (12 << 8) }
    /// The system refused to read, write, lock or open.
    public var isIO: Bool {
        let codes = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOLFS]
        return codes.contains(code.primary) && !isOutOfMemory
    }
    /// The file or its folder may not be written.
    public var isReadOnly: Bool { code.primary == SQLITE_READONLY }
    /// The file can't be opened.
    public var cannotOpen: Bool { code.primary == SQLITE_CANTOPEN }

    public var description: String {
        sql.isEmpty ? "\(message) (SQLite \(code.extended))" : "\(message) (SQLite \(code.extended)) in: \(sql)"
    }
}
