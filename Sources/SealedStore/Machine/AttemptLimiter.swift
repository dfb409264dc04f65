internal import SystemKit

/// The ladder: how long to wait after a number of failures. A pure value, without I/O.
///
/// Four failures are free; each further one makes the next attempt wait longer. Within a boot the wait runs on the boot
/// clock. After a reboot it starts over at that boot's start, since there is no trustworthy record of how long the
/// machine was off. The wall clock, which can be set, neither shortens nor lengthens a wait. Uncertainty about a clock
/// never makes a wait shorter.
public struct AttemptLimiter: Hashable, Sendable {
    // `VerifiedAccount` charges it before it derives a key, and clears it when the last stage is passed, both in
    // `pass(stage:with:behind:)` in StageAttempt.swift. `GateStateFile` stores it as a part of `GateState`, and charges
    // it once more where a failure may have been lost.

    /// The number of consecutive failures, including attempts in progress.
    public private(set) var failures = 0
    /// When the last failure was counted.
    public private(set) var lastFailure: BootInstant?

    /// Creates a limiter without failures.
    public init() {}

    init(failures: Int, lastFailure: BootInstant?) {
        self.failures = max(failures, 0)
        self.lastFailure = lastFailure
    }

    /// The number of failures after which there is still no wait.
    private static let freeFailures = 4

    /// The wait that follows the n-th consecutive failure.
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

    /// The number of failures left before a wait, including the failure that causes the first wait.
    public var attemptsBeforeWait: Int { max(Self.freeFailures + 1 - failures, 0) }

    /// How much longer an attempt has to wait; zero if it may be made now.
    public func wait(at now: BootInstant) -> Duration {
        guard let lastFailure else { return .zero }
        let penalty = Self.penalty(afterFailures: failures)
        return min(max(penalty - Self.timePassed(from: lastFailure, to: now), .zero), penalty)
    }

    /// The minimum time that can have passed since a failure.
    private static func timePassed(from failure: BootInstant, to now: BootInstant) -> Duration {
        // A clock that may have been set is no evidence.
        guard now.certainty != .none, !failure.isBeyondAnyClock else { return .zero }
        if let passed = failure.duration(to: now), passed >= .zero { return passed }
        guard failure.certainty == .full, now.certainty == .full else {
            // It isn't known whether the failure was in this boot. If it was, the difference has passed; if not, at
            // least the whole time since this boot, which is more. If the clock reads less than at the failure, this is
            // another boot.
            return failure.sinceBoot > now.sinceBoot ? now.sinceBoot : now.sinceBoot - failure.sinceBoot
        }
        return failure.boot == now.boot ? .zero : now.sinceBoot
    }

    /// Whether the last failure was counted on a clock that was ahead of this one, so that its wait would never end.
    func ranAhead(of now: BootInstant) -> Bool {
        guard let lastFailure, now.certainty != .none else { return false }
        if lastFailure.isBeyondAnyClock { return true }
        return lastFailure.certainty == .full && now.certainty == .full && lastFailure.boot == now.boot
            && lastFailure.sinceBoot > now.sinceBoot
    }

    /// Restarts the whole wait from now, if the last failure was counted on a clock that was ahead.
    ///
    /// - Returns: whether anything changed. The caller must then save it, or each check would restart the wait.
    mutating func restartIfClockRanAhead(of now: BootInstant) -> Bool {
        guard ranAhead(of: now) else { return false }
        lastFailure = now
        return true
    }

    /// Counts an attempt as a failure. This is done before any key is derived.
    public mutating func charge(at now: BootInstant) {
        if failures < .max { failures += 1 }
        lastFailure = now
    }

    /// Resets the count after a success.
    public mutating func clear() {
        self = AttemptLimiter()
    }
}

/// The failures that preceded an unlock.
public struct PastFailures: Hashable, Sendable {
    /// The number of consecutive failures.
    public let count: Int
    /// When the last failure occurred, by the wall clock at that time.
    public let lastAt: WallTime
}
