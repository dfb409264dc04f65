internal import Glibc

/// Waits for any of several descriptors in one `poll`, which costs nothing while nothing happens.
public enum Readiness {
    /// What a descriptor was found to be.
    public enum State: Hashable, Sendable {
        case quiet
        case readable
        /// The other end is closed, whether or not something is left to read: a terminal that hung up stays readable.
        case closed
    }

    /// Waits until something can be read at one of the descriptors, or until the time is over.
    ///
    /// - Parameter timeout: `nil` waits for as long as it takes.
    /// - Returns: the state of each, in order. All are quiet when the time was over, or a signal came.
    public static func wait(for descriptors: [Int32], timeout: Duration?) -> [State] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = unsafe poll(&polled, nfds_t(polled.count), timeout.map(milliseconds) ?? -1)
        guard count > 0 else { return descriptors.map { _ in .quiet } }
        return polled.map { entry in
            if entry.revents & ~Int16(POLLIN) != 0 { return .closed }
            return entry.revents == 0 ? .quiet : .readable
        }
    }

    /// Rounded up, so that nobody is woken a moment too early and has to wait again.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        guard duration > .zero else { return 0 }
        let (seconds, attoseconds) = duration.components
        let (whole, part) = (min(seconds, 1_000_000), attoseconds / 1_000_000_000_000_000)
        return Int32(whole) * 1000 + Int32(part) + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0)
    }
}
