internal import Synchronization

/// Wakes the readers of this process when something may have changed.
final class CommitSignal: Sendable {
    private let listeners = Mutex<[Int: @Sendable () -> Void]>([:])
    private let nextNumber = Atomic<Int>(0)

    func send() {
        for wake in listeners.withLock({ Array($0.values) }) { wake() }
    }

    /// - Returns: the number to give to ``remove(_:)``.
    func add(_ wake: @escaping @Sendable () -> Void) -> Int {
        let number = nextNumber.add(1, ordering: .relaxed).newValue
        listeners.withLock { $0[number] = wake }
        return number
    }

    func remove(_ number: Int) {
        listeners.withLock { $0[number] = nil }
    }
}
