internal import CSQLite
internal import Glibc
internal import Synchronization

extension Connection {
    /// The lock that a transaction takes when it begins.
    public enum TransactionKind: String, Sendable {
        /// A snapshot for reading.
        case reading = "BEGIN DEFERRED"
        /// The write lock, taken at the start, so that no other writer can change what was read.
        case writing = "BEGIN IMMEDIATE"
    }

    /// Runs a body in a transaction: commits when it returns, rolls back when it throws.
    ///
    /// - Parameter settling: receives the error of a failed commit and what the body returned. If it finds that the
    ///   transaction took effect, it returns, and so does this function; otherwise it throws.
    /// - Throws: ``NestedWriting``; any error of the body; a ``SQLiteError`` with ``SQLiteError/outcomeIsUnknown`` if
    ///   the commit fails.
    public func transaction<Result>(
        _ kind: TransactionKind, _ body: (borrowing Connection) throws -> Result,
        settling: (SQLiteError, Result) throws -> Void = { error, _ in throw error }
    ) throws -> Result {
        let (result, failure) =
            kind == .writing
            ? try WritingThreads.entering(file) { try runTransaction(kind, body) } : try runTransaction(kind, body)
        guard let failure else { return result }
        guard kind == .writing else { throw failure }
        // Outside of ``WritingThreads``, so that `settling` may write.
        try settling(failure.withOutcome(unknown: true), result)
        return result
    }

    /// - Returns: what the body returned, and the error of the commit if it failed.
    private func runTransaction<Result>(
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
        // After some errors SQLite has already rolled back. If this fails too, closing the connection does it.
        guard isInTransaction else { return }
        try? run("ROLLBACK")
    }
}

/// A thread began to write to a file to which it is already writing through another connection, and would have waited
/// for itself.
public struct NestedWriting: Error {}

/// The writing transactions in this process, by thread and file.
private enum WritingThreads {
    private struct Writing: Hashable {
        let thread: UInt
        let file: String
    }

    private static let open = Mutex<Set<Writing>>([])

    /// Runs a body as this thread's only writer of a file.
    ///
    /// - Parameter file: the path as reported by SQLite; empty for a database that no other connection can open.
    /// - Throws: ``NestedWriting``, before the body runs.
    static func entering<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
        guard !file.isEmpty else { return try body() }
        let writing = Writing(thread: UInt(pthread_self()), file: file)
        guard open.withLock({ $0.insert(writing).inserted }) else { throw NestedWriting() }
        defer { open.withLock { _ = $0.remove(writing) } }
        return try body()
    }
}
