internal import Synchronization

/// Those in this process who want to be woken when something may have changed.
package final class WakeList: Sendable {
    private let wakes = Mutex<[Int: @Sendable () -> Void]>([:])
    private let nextNumber = Atomic<Int>(0)

    package init() {}

    package func wake() {
        for wake in wakes.withLock({ Array($0.values) }) { wake() }
    }

    /// Whether nobody is to be woken.
    package var isEmpty: Bool { wakes.withLock { $0.isEmpty } }

    /// Wakes a body, until the returned value is let go of.
    package func add(_ wake: @escaping @Sendable () -> Void) -> any EngineWatch {
        let number = nextNumber.add(1, ordering: .relaxed).newValue
        wakes.withLock { $0[number] = wake }
        return Place(number, in: self)
    }

    private func remove(_ number: Int) {
        // Let go of outside of the lock: with it may go what the body holds.
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
