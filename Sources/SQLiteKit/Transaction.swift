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
    /// - Throws: ``NestedWriting``; what the body throws; a ``SQLiteError`` with ``SQLiteError/outcomeIsUnknown`` when
    ///   the commit fails.
    public func transaction<Result>(
        _ kind: TransactionKind, _ body: (borrowing Connection) throws -> Result,
        settling: (SQLiteError, Result) throws -> Void = { error, _ in throw error }
    ) throws -> Result {
        guard kind == .writing else {
            let (result, failure) = try attempt(kind, body)
            if let failure { throw failure }
            return result
        }
        // Who settles opens the file anew and writes to it, when this transaction is over.
        let (result, failure) = try WritingThreads.entering(file) { try attempt(kind, body) }
        if let failure { try settling(failure.withOutcome(unknown: true), result) }
        return result
    }

    /// - Returns: what the body returned, and the error of the commit if that failed.
    private func attempt<Result>(
        _ kind: TransactionKind, _ body: (borrowing Connection) throws -> Result
    ) throws -> (result: Result, failure: SQLiteError?) {
        try run(kind.rawValue)
        let result: Result
        do {
            result = try body(self)
        } catch {
            rollBack()
            throw error
        }
        do throws(SQLiteError) {
            try run("COMMIT")
            return (result, nil)
        } catch {
            rollBack()
            return (result, error)
        }
    }

    private func rollBack() {
        // SQLite has rolled back by itself after some errors. Where even this fails, closing the connection does it.
        guard isInTransaction else { return }
        try? run("ROLLBACK")
    }
}
