internal import CSQLite
internal import Glibc
internal import Synchronization

/// A thread began to write to a file to which it is already writing through another connection, and would have waited
/// for itself.
public struct NestedWriting: Error {}

/// The writing transactions in this process, by thread and file.
enum WritingThreads {
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
