internal import LinuxKit

/// The ladder: how long to wait after so many failures. A value without I/O.
///
/// Four failures are free; each further one makes the next attempt wait longer. Within a boot the wait runs on the boot
/// clock. After another boot it runs from that boot's start, since nothing trustworthy tells how long the machine was
/// off. The wall clock, which anyone may set, helps in neither direction.
public struct AttemptLimiter: Hashable, Sendable {
    /// Failures in a row, attempts under way included.
    public private(set) var failures = 0
    /// When the last of them was counted.
    public private(set) var lastFailure: BootInstant?

    public init() {}

    init(failures: Int, lastFailure: BootInstant?) {
        self.failures = failures
        self.lastFailure = lastFailure
    }

    /// The wait that follows the n-th failure in a row.
    public static func penalty(afterFailures failures: Int) -> Duration {
        switch failures {
        case ...4: .zero
        case 5: .seconds(60)
        case 6: .seconds(5 * 60)
        case 7: .seconds(15 * 60)
        case 8: .seconds(30 * 60)
        case 9: .seconds(90 * 60)
        case 10: .seconds(4 * 3600)
        case 11: .seconds(12 * 3600)
        default: .seconds(24 * 3600)
        }
    }

    /// How long an attempt has to wait still; zero when it may be made.
    public func wait(at now: BootInstant) -> Duration {
        guard let lastFailure else { return .zero }
        let passed = lastFailure.duration(to: now) ?? now.sinceBoot
        return max(Self.penalty(afterFailures: failures) - max(passed, .zero), .zero)
    }

    /// Counts an attempt as a failure, which is done before anything is derived.
    public mutating func charge(at now: BootInstant) {
        failures += 1
        lastFailure = now
    }

    /// Starts anew after a success.
    public mutating func clear() {
        self = AttemptLimiter()
    }
}
