internal import Glibc
internal import Synchronization

/// Lets one thread at a time run a body, and knows which one does.
final class Turns: Sendable {
    private let turn = Mutex<Void>(())
    /// The thread whose turn it is; 0 while it is nobody's. A thread finds its own number here only when it set it itself,
    /// so no order is needed.
    private let owner = Atomic<UInt>(0)

    /// Whether it is this thread's turn: then it must not wait for another.
    var isOwn: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Waits for the turn, and runs a body in it.
    func take<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
        try turn.withLock { _ in try own(body) }
    }

    /// Runs a body if it is nobody's turn; `nil` when it is somebody's.
    func takeIfFree<Result: Sendable>(_ body: () throws -> Result) throws -> Result? {
        try turn.withLockIfAvailable { _ in try own(body) }
    }

    private func own<Result>(_ body: () throws -> Result) rethrows -> Result {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
        defer { owner.store(0, ordering: .relaxed) }
        return try body()
    }

    /// Waits until whoever has the turn has ended it.
    func finish() { turn.withLock { _ in } }
}
