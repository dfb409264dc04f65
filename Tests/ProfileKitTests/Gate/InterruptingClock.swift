import Glibc
import ProfileKit
import ProfileKitTesting
import Synchronization

/// A clock that interrupts something whenever it is read, for which it waits until it is set.
final class InterruptingClock: MachineClock {
    let interrupt = Mutex<(@Sendable () -> Void)?>(nil)
    private let clock: ManualClock

    init(_ clock: ManualClock) { self.clock = clock }

    private func act() {
        while interrupt.withLock({ $0 == nil }) { sched_yield() }
        interrupt.withLock { $0?() }
    }

    var bootInstant: BootInstant {
        act()
        return clock.bootInstant
    }

    var wallTime: WallTime {
        act()
        return clock.wallTime
    }
}
