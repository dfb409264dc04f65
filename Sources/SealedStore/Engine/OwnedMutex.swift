internal import Glibc
internal import Synchronization

/// A mutex that knows which thread holds it.
package final class OwnedMutex: Sendable {
    private let turn = Mutex<Void>(())
    /// The thread that holds it; 0 if none does. A thread finds its own number here only if it has stored it itself, so
    /// relaxed ordering is enough.
    private let owner = Atomic<UInt>(0)

    package init() {}

    /// Whether this thread holds it, and therefore must not wait for it.
    package var isOwn: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Waits for the mutex, and runs a body while holding it.
    ///
    /// - Throws: ``EngineError`` with `nested` if this thread holds it, and would wait for itself.
    package func take<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
        guard !isOwn else { throw EngineError.nested }
        return try turn.withLock { _ in try own(body) }
    }

    /// Runs a body if the mutex is free; returns `nil` if it isn't.
    func takeIfFree<Result: Sendable>(_ body: () throws -> Result) throws -> Result? {
        try turn.withLockIfAvailable { _ in try own(body) }
    }

    private func own<Result>(_ body: () throws -> Result) rethrows -> Result {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
        defer { owner.store(0, ordering: .relaxed) }
        return try body()
    }

    /// Waits until the current holder has released it.
    func finish() { turn.withLock { _ in } }
}
