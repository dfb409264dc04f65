internal import CSQLite

extension Connection {
    /// What a transaction locks when it begins.
    public enum TransactionKind: String, Sendable {
        /// A snapshot for reading.
        case reading = "BEGIN DEFERRED"
        /// The right to write, waited for at the start, so that what was read can't be overtaken.
        case writing = "BEGIN IMMEDIATE"
    }

    /// Runs a body in a transaction: commits when it returns, rolls back when it throws.
    ///
    /// - Parameter settling: is given the error of a commit that failed and what the body returned. When it finds out
    ///   that the transaction counts, it returns, and so does this; otherwise it throws.
    /// - Throws: ``NestedWriting``; what the body throws; a ``SQLiteError`` with ``SQLiteError/outcomeIsUnknown`` when the commit fails.
    public func transaction<Result>(
        _ kind: TransactionKind, _ body: (borrowing Connection) throws -> Result,
        settling: (SQLiteError, Result) throws -> Void = { error, _ in throw error }
    ) throws -> Result {
        guard kind == .writing else { return try runTransaction(kind, body, settling: settling) }
        return try WritingThreads.entering(file) { try runTransaction(kind, body, settling: settling) }
    }

    private func runTransaction<Result>(
        _ kind: TransactionKind, _ body: (borrowing Connection) throws -> Result,
        settling: (SQLiteError, Result) throws -> Void
    ) throws -> Result {
        try run(kind.rawValue)
        let result: Result
        do {
            result = try body(self)
        } catch {
            rollBack()
            throw error
        }
        do {
            try commit(kind)
        } catch {
            rollBack()
            guard kind == .writing else { throw error }
            try settling(error.withOutcome(unknown: true), result)
        }
        return result
    }

    private func commit(_ kind: TransactionKind) throws(SQLiteError) {
        let fault = kind == .writing ? CommitFault.injected : nil
        if fault != .insteadOfCommit { try run("COMMIT") }
        guard fault == nil else { throw CommitFault.error }
    }

    private func rollBack() {
        // SQLite has rolled back by itself after some errors. Where even this fails, closing the connection does it.
        guard isInTransaction else { return }
        try? run("ROLLBACK")
    }
}

/// A disk that fails at the commits of a task, for tests: no disk fails at the wanted moment.
package enum CommitFault: Sendable {
    /// The commit is on the disk, and all the same said to have failed.
    case afterCommit
    /// The commit never gets to the disk.
    case insteadOfCommit

    @TaskLocal package static var injected: CommitFault?

    fileprivate static var error: SQLiteError {
        SQLiteError(SQLITE_IOERR | (4 << 8), "disk I/O error", sql: "COMMIT")
    }
}
