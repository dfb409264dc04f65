/// A moment on the monotonic clock, which neither changes of the wall clock nor a suspended machine affect.
struct Deadline: Comparable {
    private let instant: SuspendingClock.Instant

    init(after duration: Duration) {
        instant = SuspendingClock.now.advanced(by: duration)
    }

    var hasPassed: Bool { instant <= SuspendingClock.now }

    /// The time left, for `poll`: rounded up, since rounding down would spin through the last millisecond.
    var milliseconds: Int32 {
        let left = SuspendingClock.now.duration(to: instant)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return .max }
        return Int32(clamping: milliseconds.partialValue + attoseconds / 1_000_000_000_000_000 + 1)
    }

    static func < (left: Deadline, right: Deadline) -> Bool {
        left.instant < right.instant
    }
}
