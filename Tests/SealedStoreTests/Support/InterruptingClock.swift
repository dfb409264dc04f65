import Glibc
import SealedStoreTesting
import Synchronization

@testable import SealedStore

/// A clock that interrupts something when it is read, for which it waits until it is set.
final class InterruptingClock: MachineClock {
    let interrupt = Mutex<(@Sendable () -> Void)?>(nil)
    private let clock: ManualClock
    private let onlyWhenCharged: Bool
    private let willBeCharged = Mutex(false)

    /// - Parameter onlyWhenCharged: whether it interrupts when an attempt is counted, and otherwise not. An attempt
    ///   reads the wall clock, waits for its turn, and reads the time since boot to be counted.
    init(_ clock: ManualClock, onlyWhenCharged: Bool = false) {
        (self.clock, self.onlyWhenCharged) = (clock, onlyWhenCharged)
    }

    private func act() {
        while interrupt.withLock({ $0 == nil }) { sched_yield() }
        interrupt.withLock { $0?() }
    }

    var bootInstant: BootInstant {
        let isCharged = willBeCharged.withLock { willBe in
            defer { willBe = false }
            return willBe
        }
        if isCharged || !onlyWhenCharged { act() }
        return clock.bootInstant
    }

    var wallTime: WallTime {
        if onlyWhenCharged { willBeCharged.withLock { $0 = true } } else { act() }
        return clock.wallTime
    }
}
