public import ProfileKit
internal import Synchronization

/// A machine's clocks, within one boot, set by hand.
public final class StoryClock: MachineClock {
    private let passed = Mutex(0)

    public init() {}

    public var bootInstant: BootInstant {
        BootInstant(boot: [UInt8](repeating: 1, count: 16), sinceBoot: .seconds(1000 + passed.withLock { $0 }))
    }

    public var wallTime: WallTime { WallTime(secondsSince1970: 1_795_262_400 + passed.withLock { $0 }) }

    /// Lets any lockout pass.
    public func waitOut() { passed.withLock { $0 += 2 * 24 * 3600 } }
}
