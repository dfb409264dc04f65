internal import CSQLite

extension Connection {
    /// Makes the connection safe against a crafted file, and durable.
    ///
    /// Every pragma is read back: SQLite ignores one that it doesn't know or can't carry out.
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
        // VACUUM attaches a file of its own.
        limit(SQLITE_LIMIT_ATTACHED, to: 1)
        limit(SQLITE_LIMIT_VARIABLE_NUMBER, to: 32)

        do {
            try setPragma("cell_size_check", 1)
            // What is deleted is overwritten, so that removed keys don't stay in free pages.
            try setPragma("secure_delete", 1)
            // Nothing is ever spilled to a file that we don't know of.
            try setPragma("temp_store", 2)
            // NORMAL loses acknowledged commits on a power cut. Said even where it is so: what nobody said, SQLite may be
            // built to lower when the log is switched on.
            try run("PRAGMA synchronous = 2")
            try setPragma("synchronous", 2)
        } catch let error as SQLiteError where error.code.primary == SQLITE_ERROR {
            // The last of these is the first that reads the file's schema, and none of them can be wrong in itself. So
            // it is the file that says something which SQLite can't work with, such as another file format.
            throw SQLiteError(SQLITE_CORRUPT, error.message, sql: error.sql)
        }
    }

    /// Switches the file to write-ahead logging, which lets readers and a writer work at once.
    public func enableWriteAheadLog() throws {
        let mode = try first("PRAGMA journal_mode = WAL") { try $0.text(0) }
        guard mode == "wal" else {
            throw SQLiteError(SQLITE_READONLY, "write-ahead logging cannot be switched on")
        }
    }

    /// Makes the connection one that only reads.
    public func refuseWriting() throws { try setPragma("query_only", 1) }

    /// Chooses whether closing leaves the log as it is, instead of moving it into the database.
    public func leaveLogOnClose(_ leaves: Bool) throws {
        try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, to: leaves)
    }

    /// Moves the log into the database and empties it, so that what was overwritten is gone from both.
    ///
    /// While other processes read it can't be emptied; then the next one that may does it.
    public func truncateLog() throws {
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Takes the file out of write-ahead logging and keeps its journal in memory, so that it is one file at any time.
    ///
    /// A crash may damage it then: this is for a copy that nobody uses yet.
    public func keepJournalInMemory() throws {
        let mode = try first("PRAGMA journal_mode = MEMORY") { try $0.text(0) }
        guard mode == "memory" else {
            throw SQLiteError(SQLITE_READONLY, "the journal cannot be kept in memory")
        }
    }

    /// Writes a consistent copy of the database into an empty file, while others may write on.
    public func copy(toEmptyFile path: String) throws {
        try run("VACUUM INTO ?", .text(path))
    }

    /// What the engine finds wrong with the file's structure; empty when all is well.
    ///
    /// - Throws: ``SQLiteError`` with ``SQLiteError/isIO`` when the file can't be read: SQLite lists a page that it could
    ///   not read among the faults, though the page may be right.
    public func structuralFaults() throws -> [String] {
        let faults = try quickCheck()
        guard !faults.isEmpty else { return [] }
        // A fault of the file stays, and one of the disk may pass.
        guard lastSystemError == 0, try quickCheck() == faults else {
            throw SQLiteError(SQLITE_IOERR, "a page cannot be read")
        }
        return faults
    }

    private func quickCheck() throws -> [String] {
        try rows("PRAGMA quick_check(8)") { try $0.text(0) }.filter { $0 != "ok" }
    }

    /// An integer that a pragma reports.
    public func pragma(_ name: String) throws -> Int {
        try first("PRAGMA \(name)") { try $0.integer(0) } ?? 0
    }

    private func setPragma(_ name: String, _ value: Int) throws {
        // SQLite is built with some of them set.
        guard try pragma(name) != value else { return }
        try run("PRAGMA \(name) = \(value)")
        guard try pragma(name) == value else {
            throw SQLiteError(SQLITE_MISUSE, "the pragma \(name) cannot be set")
        }
    }
}
