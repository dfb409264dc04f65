public import ProfileKit
internal import Synchronization

/// The clocks of a machine, turned by hand.
public final class ManualClock: MachineClock {
    private struct State {
        var boot: UInt8 = 1
        var sinceBoot = Duration.seconds(1000)
        // 21 November 2026, 12:00 in Greenwich.
        var secondsSince1970 = 1_795_262_400
        var certainty = BootInstant.Certainty.full
    }

    private let state = Mutex(State())

    public init() {}

    public var bootInstant: BootInstant {
        state.withLock { state in
            BootInstant(
                boot: [UInt8](repeating: state.boot, count: 16), sinceBoot: state.sinceBoot, certainty: state.certainty)
        }
    }

    public var secondsSince1970: Int { state.withLock { $0.secondsSince1970 } }

    /// Lets time pass on both clocks.
    public func advance(by duration: Duration) {
        state.withLock { state in
            state.sinceBoot += duration
            state.secondsSince1970 += Int(duration.components.seconds)
        }
    }

    /// How far the boot clock can be relied on.
    public var certainty: BootInstant.Certainty {
        get { state.withLock { $0.certainty } }
        set { state.withLock { $0.certainty = newValue } }
    }

    /// Lets the boot clock stand earlier, as one does that was ahead in a time namespace.
    public func turnBack(by duration: Duration) {
        state.withLock { $0.sinceBoot -= duration }
    }

    /// Boots the machine anew, a moment ago.
    public func reboot(sinceBoot: Duration = .seconds(1)) {
        state.withLock { state in
            state.boot &+= 1
            state.sinceBoot = sinceBoot
        }
    }

    /// Sets the wall clock, as anyone may; the boot clock goes on.
    public func moveWallClock(by duration: Duration) {
        state.withLock { $0.secondsSince1970 += Int(duration.components.seconds) }
    }
}
