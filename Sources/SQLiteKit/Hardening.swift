internal import CSQLite

extension Connection {
    /// Makes the connection safe against a crafted file, and durable.
    ///
    /// Every pragma is read back, since SQLite ignores one that it doesn't know or can't apply.
    public func harden() throws {
        try set(SQLITE_DBCONFIG_DEFENSIVE, to: true)
        try set(SQLITE_DBCONFIG_ENABLE_TRIGGER, to: false)
        try set(SQLITE_DBCONFIG_ENABLE_VIEW, to: false)
        try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, to: false)
        try set(SQLITE_DBCONFIG_DQS_DDL, to: false)
        try set(SQLITE_DBCONFIG_DQS_DML, to: false)
        try set(SQLITE_DBCONFIG_ENABLE_FKEY, to: true)
        limit(SQLITE_LIMIT_LENGTH, to: 64 << 20)
        limit(SQLITE_LIMIT_SQL_LENGTH, to: 64 << 10)
        limit(SQLITE_LIMIT_COLUMN, to: 32)
        limit(SQLITE_LIMIT_EXPR_DEPTH, to: 32)
        limit(SQLITE_LIMIT_COMPOUND_SELECT, to: 4)
        // VACUUM needs to attach one file.
        limit(SQLITE_LIMIT_ATTACHED, to: 1)
        limit(SQLITE_LIMIT_VARIABLE_NUMBER, to: 32)

        do {
            try setPragma("cell_size_check", 1)
            // Deleted content is overwritten, so that removed keys don't stay in free pages.
            try setPragma("secure_delete", 1)
            // Nothing is ever spilled to a temporary file.
            try setPragma("temp_store", 2)
            // NORMAL loses acknowledged commits on a power cut. Set even if it is already in effect: SQLite may be
            // built to lower an unset value when the log is enabled.
            try run("PRAGMA synchronous = 2")
            try setPragma("synchronous", 2)
        } catch let error as SQLiteError where error.code.primary == SQLITE_ERROR {
            // The last of these pragmas is the first to read the file's schema, and none of them can be wrong in
            // itself. The error is therefore about the file, for example another file format.
            throw SQLiteError(SQLITE_CORRUPT, error.message, sql: error.sql)
        }
    }

    /// Switches the file to write-ahead logging, which lets readers and a writer work concurrently.
    public func enableWriteAheadLog() throws {
        let mode = try first("PRAGMA journal_mode = WAL") { try $0.text(0) }
        guard mode == "wal" else {
            throw SQLiteError(SQLITE_READONLY, "write-ahead logging cannot be switched on")
        }
    }

    /// Makes the connection read-only.
    public func refuseWriting() throws { try setPragma("query_only", 1) }

    /// Sets whether closing leaves the log as it is, instead of checkpointing it into the database.
    public func leaveLogOnClose(_ leaves: Bool) throws {
        try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, to: leaves)
    }

    /// Checkpoints the log into the database and empties it, so that overwritten data is removed from both.
    ///
    /// It can't be emptied while other processes read; the next connection that can then does it.
    public func truncateLog() throws {
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Switches the file from write-ahead logging to a journal in memory, so that it is always a single file.
    ///
    /// A crash may then damage it, so this is only for a copy that nobody uses yet.
    public func keepJournalInMemory() throws {
        let mode = try first("PRAGMA journal_mode = MEMORY") { try $0.text(0) }
        guard mode == "memory" else {
            throw SQLiteError(SQLITE_READONLY, "the journal cannot be kept in memory")
        }
    }

    /// Writes a consistent copy of the database into an empty file, while others may keep writing.
    public func copy(toEmptyFile path: String) throws {
        do {
            try run("VACUUM INTO ?", .text(path))
        } catch  where error.isDamage {
            // SQLite reports a part of the copy that can't be read like damage of the database.
            throw try structuralFaults().isEmpty ? SQLiteError(SQLITE_IOERR, SQLiteError.unreadable) : error
        }
    }

    /// The faults that the engine finds in the file's structure; empty if there are none.
    ///
    /// - Throws: ``SQLiteError`` with ``SQLiteError/isIO`` if the file can't be read: SQLite lists a page that it
    ///   couldn't read among the faults, although the page may be intact.
    public func structuralFaults() throws -> [String] {
        let faults = try quickCheck()
        guard !faults.isEmpty else { return [] }
        // A fault in the file is persistent, whereas a disk error may be transient.
        guard !hasUnreadablePart, try quickCheck() == faults else {
            throw SQLiteError(SQLITE_IOERR, SQLiteError.unreadable)
        }
        return faults
    }

    private func quickCheck() throws -> [String] {
        try rows("PRAGMA quick_check(8)") { try $0.text(0) }.filter { $0 != "ok" }
    }

    /// The value of an integer pragma.
    public func pragma(_ name: String) throws -> Int {
        try first("PRAGMA \(name)") { try $0.integer(0) } ?? 0
    }

    private func setPragma(_ name: String, _ value: Int) throws {
        // Some builds of SQLite have the value already.
        guard try pragma(name) != value else { return }
        try run("PRAGMA \(name) = \(value)")
        guard try pragma(name) == value else {
            throw SQLiteError(SQLITE_MISUSE, "the pragma \(name) cannot be set")
        }
    }
}
