public import SealedStore
internal import Synchronization

/// A machine's clocks, under manual control.
///
/// Nobody is woken when they are advanced: a sequence that follows a store notices the end of a session with the next
/// change of the store.
public final class ManualClock: MachineClock {
    private struct State {
        var boot: UInt8 = 1
        var sinceBoot = Duration.seconds(1000)
        // 21 November 2026, 12:00 UTC.
        var since1970 = Duration.seconds(1_795_262_400)
        var certainty = BootInstant.Certainty.full
    }

    private let state = Mutex(State())

    /// Creates a clock at a fixed moment: 21 November 2026, 12:00 UTC, shortly after a boot.
    public init() {}

    public var bootInstant: BootInstant {
        state.withLock { state in
            BootInstant(
                boot: [UInt8](repeating: state.boot, count: 16), sinceBoot: state.sinceBoot, certainty: state.certainty)
        }
    }

    public var wallTime: WallTime {
        state.withLock { WallTime(secondsSince1970: Int($0.since1970.components.seconds)) }
    }

    /// Advances both clocks.
    public func advance(by duration: Duration) {
        state.withLock { state in
            state.sinceBoot += duration
            state.since1970 += duration
        }
    }

    /// The certainty of the boot clock.
    public var certainty: BootInstant.Certainty {
        get { state.withLock { $0.certainty } }
        set { state.withLock { $0.certainty = newValue } }
    }

    /// Sets the boot clock back, as happens to one that was ahead in a time namespace.
    public func turnBack(by duration: Duration) {
        state.withLock { $0.sinceBoot -= duration }
    }

    /// Simulates a reboot, which happened a moment ago.
    public func reboot(sinceBoot: Duration = .seconds(1)) {
        state.withLock { state in
            state.boot &+= 1
            state.sinceBoot = sinceBoot
        }
    }

    /// Moves the wall clock, as anyone can; the boot clock is unaffected.
    public func moveWallClock(by duration: Duration) {
        state.withLock { $0.since1970 += duration }
    }
}
