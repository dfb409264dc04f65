internal import Glibc
internal import Synchronization

/// A mutex that knows which thread holds it.
final class Turns: Sendable {
    private let turn = Mutex<Void>(())
    /// The thread that holds it; 0 if none does. A thread finds its own number here only if it has stored it itself, so
    /// relaxed ordering is enough.
    private let owner = Atomic<UInt>(0)

    /// Whether this thread holds it, and therefore must not wait for it.
    var isOwn: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Waits for the mutex, and runs a body while holding it.
    func take<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
        try turn.withLock { _ in try own(body) }
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

/// The listeners in this process that are called when something may have changed.
package final class WakeList: Sendable {
    private let wakes = Mutex<[Int: @Sendable () -> Void]>([:])
    private let nextNumber = Atomic<Int>(0)

    package init() {}

    package func wake() {
        for wake in wakes.withLock({ Array($0.values) }) { wake() }
    }

    /// Whether there are no listeners.
    package var isEmpty: Bool { wakes.withLock { $0.isEmpty } }

    /// Calls a body at each wake-up, until the returned value is released.
    package func add(_ wake: @escaping @Sendable () -> Void) -> any EngineWatch {
        let number = nextNumber.add(1, ordering: .relaxed).newValue
        wakes.withLock { $0[number] = wake }
        return Place(number, in: self)
    }

    private func remove(_ number: Int) {
        // Released outside of the lock, since this may also release what the body captures.
        _ = wakes.withLock { $0.removeValue(forKey: number) }
    }

    private final class Place: EngineWatch {
        private let number: Int
        private let list: WakeList

        init(_ number: Int, in list: WakeList) {
            (self.number, self.list) = (number, list)
        }

        deinit { list.remove(number) }
    }
}
