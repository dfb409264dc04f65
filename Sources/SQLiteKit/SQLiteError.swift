internal import CSQLite

/// A failed call to SQLite: the code, the message and the statement, never a bound value.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An extended result code of SQLite. More codes may be added.
    public struct Code: Hashable, Sendable {
        public let extended: Int32
        /// The primary code, which extended codes refine.
        public var primary: Int32 { extended & 0xFF }

        /// SQLITE_IOERR_WRITE, which is a macro that Swift doesn't import.
        static let ioErrorWrite = SQLITE_IOERR | (3 << 8)

        package init(_ extended: Int32) {
            self.extended = extended
        }
    }

    /// The message for a part of the file that the disk refuses to read.
    static let unreadable = "the disk could not be read"

    public let code: Code
    public let message: String
    /// The text of the statement, with its placeholders; empty if there was none.
    public let sql: String
    /// Whether the system had no room for the data, or allows no more.
    private let lacksSpace: Bool
    /// Whether the COMMIT failed, so that it isn't known yet whether the transaction took effect: reopening the file
    /// may show it.
    public private(set) var outcomeIsUnknown = false

    package init(_ code: Int32, _ message: String, sql: String = "", lacksSpace: Bool = false) {
        self.code = Code(code)
        self.message = message
        self.sql = sql
        self.lacksSpace = lacksSpace
    }

    /// The error with the outcome of the transaction updated.
    public func withOutcome(unknown: Bool) -> SQLiteError {
        var error = self
        error.outcomeIsUnknown = unknown
        return error
    }

    /// Another process held the file for longer than the busy timeout.
    public var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code.primary) }
    /// The file isn't a database, or is a damaged one. No other error counts as damage: an unreadable disk, lack of
    /// memory or an invalid statement say nothing about the file.
    public var isDamage: Bool { code.primary == SQLITE_CORRUPT || code.primary == SQLITE_NOTADB }
    /// The file isn't a database at all, or its first page is damaged.
    public var isNoDatabase: Bool { code.primary == SQLITE_NOTADB }
    /// A value is longer than the connection allows.
    public var isTooLong: Bool { code.primary == SQLITE_TOOBIG }
    /// The statement doesn't fit the tables, or isn't a valid one.
    public var isStatementError: Bool { code.primary == SQLITE_ERROR }
    public var isFull: Bool { code.primary == SQLITE_FULL || lacksSpace }
    /// A write found no space. What it was to write last is therefore incomplete in the file, as opposed to one that
    /// was written and failed to be synced.
    public var isIncompleteWrite: Bool {
        code.primary == SQLITE_FULL || lacksSpace && code.extended == Code.ioErrorWrite
    }
    /// Writing to the file failed, as opposed to reading from it.
    public var isWriteFailure: Bool {
        // SQLITE_IOERR_FSYNC, _DIR_FSYNC and _TRUNCATE, which are macros that Swift doesn't import.
        isFull || code.extended == Code.ioErrorWrite
            || [4, 5, 6].contains { code.extended == SQLITE_IOERR | ($0 << 8) }
    }
    /// There isn't enough memory, for SQLite itself or for what it requests from the system.
    public var isOutOfMemory: Bool { code.primary == SQLITE_NOMEM || code.extended == SQLITE_IOERR | (12 << 8) }
    /// The system refused to read, write, lock or open the file.
    public var isIO: Bool {
        let codes = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOLFS]
        return codes.contains(code.primary) && !isOutOfMemory
    }
    /// The file or its folder isn't writable.
    public var isReadOnly: Bool { code.primary == SQLITE_READONLY }
    /// The file can't be opened.
    public var cannotOpen: Bool { code.primary == SQLITE_CANTOPEN }

    public var description: String {
        sql.isEmpty ? "\(message) (SQLite \(code.extended))" : "\(message) (SQLite \(code.extended)) in: \(sql)"
    }
}
