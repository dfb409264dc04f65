internal import SystemKit

/// The ladder: how long to wait after a number of failures. A value without I/O.
///
/// Four failures are free; each further one makes the next attempt wait longer. Within a boot the wait runs on the boot
/// clock. After another boot it runs from that boot's start, since nothing trustworthy tells how long the machine was
/// off. The wall clock, which anyone may set, helps in neither direction. What isn't known of a clock makes no wait
/// shorter.
public struct AttemptLimiter: Hashable, Sendable {
    /// Failures in a row, attempts under way included.
    public private(set) var failures = 0
    /// When the last of them was counted.
    public private(set) var lastFailure: BootInstant?

    public init() {}

    init(failures: Int, lastFailure: BootInstant?) {
        self.failures = max(failures, 0)
        self.lastFailure = lastFailure
    }

    /// Failures after which there is no wait yet.
    private static let freeFailures = 4

    /// The wait that follows the n-th failure in a row.
    public static func penalty(afterFailures failures: Int) -> Duration {
        switch failures {
        case ...freeFailures: .zero
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

    /// How many more failures there are without a wait, the one that brings the first wait included.
    public var attemptsBeforeWait: Int { max(Self.freeFailures + 1 - failures, 0) }

    /// How long an attempt has to wait still; zero when it may be made.
    public func wait(at now: BootInstant) -> Duration {
        guard let lastFailure else { return .zero }
        let penalty = Self.penalty(afterFailures: failures)
        return min(max(penalty - Self.timePassed(from: lastFailure, to: now), .zero), penalty)
    }

    /// The least time that can have passed since a failure.
    private static func timePassed(from failure: BootInstant, to now: BootInstant) -> Duration {
        // A clock that may have been set tells nothing.
        guard now.certainty != .none, !failure.isBeyondAnyClock else { return .zero }
        if let passed = failure.duration(to: now), passed >= .zero { return passed }
        guard failure.certainty == .full, now.certainty == .full else {
            // Whether it was this boot isn't known. If it was, the difference has passed; if it wasn't, all of the
            // time since this boot, which is more. A clock that stands before the failure's is another boot's.
            return failure.sinceBoot > now.sinceBoot ? now.sinceBoot : now.sinceBoot - failure.sinceBoot
        }
        return failure.boot == now.boot ? .zero : now.sinceBoot
    }

    /// Whether the last failure was counted on a clock that stood ahead of this one. Its wait would never end.
    func ranAhead(of now: BootInstant) -> Bool {
        guard let lastFailure, now.certainty != .none else { return false }
        if lastFailure.isBeyondAnyClock { return true }
        return lastFailure.certainty == .full && now.certainty == .full && lastFailure.boot == now.boot
            && lastFailure.sinceBoot > now.sinceBoot
    }

    /// Lets the whole wait run from now, where the last failure was counted on a clock that stood ahead.
    ///
    /// - Returns: whether anything changed, so that it is to be kept: or each look would begin the wait anew.
    mutating func settle(at now: BootInstant) -> Bool {
        guard ranAhead(of: now) else { return false }
        lastFailure = now
        return true
    }

    /// Counts an attempt as a failure, which is done before anything is derived.
    public mutating func charge(at now: BootInstant) {
        if failures < .max { failures += 1 }
        lastFailure = now
    }

    /// Starts anew after a success.
    public mutating func clear() {
        self = AttemptLimiter()
    }
}
