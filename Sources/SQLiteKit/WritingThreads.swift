internal import CSQLite
internal import Glibc
internal import Synchronization

/// A thread began to write to a file that it is writing to already, by another connection: it would wait for itself.
public struct NestedWriting: Error {}

/// The writing transactions of this process, by thread and file.
enum WritingThreads {
    private struct Writing: Hashable {
        let thread: UInt
        let file: String
    }

    private static let open = Mutex<Set<Writing>>([])

    /// Runs a body as the only writer of a file on this thread.
    ///
    /// - Parameter file: as SQLite names it; empty for a database that no other connection can reach.
    /// - Throws: ``NestedWriting``, before the body runs.
    static func entering<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
        guard !file.isEmpty else { return try body() }
        let writing = Writing(thread: UInt(pthread_self()), file: file)
        guard open.withLock({ $0.insert(writing).inserted }) else { throw NestedWriting() }
        defer { open.withLock { _ = $0.remove(writing) } }
        return try body()
    }
}
