internal import Synchronization

/// The listeners in this process that are called when something may have changed.
package final class WatchList: Sendable {
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
        return Watch(number, in: self)
    }

    private func remove(_ number: Int) {
        // Released outside of the lock, since this may also release what the body captures.
        _ = wakes.withLock { $0.removeValue(forKey: number) }
    }

    private final class Watch: EngineWatch {
        private let number: Int
        private let list: WatchList

        init(_ number: Int, in list: WatchList) {
            (self.number, self.list) = (number, list)
        }

        deinit { list.remove(number) }
    }
}
