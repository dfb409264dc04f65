internal import CLinux
internal import Glibc

/// Waits for any of several descriptors in a single `poll`, without using CPU time.
public enum Readiness {
    /// The state of a descriptor.
    public enum State: Hashable, Sendable {
        case quiet
        case readable
        /// The other end is closed, even if there is still data to read: a terminal that hung up stays readable.
        case closed
    }

    /// Waits until one of the descriptors is readable or closed, or the timeout expires.
    ///
    /// - Parameter timeout: `nil` to wait indefinitely.
    /// - Returns: the state of each descriptor, in order. All are quiet after a timeout or a signal.
    public static func wait(for descriptors: [Int32], timeout: Duration?) -> [State] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = unsafe poll(&polled, nfds_t(polled.count), timeout.map(milliseconds) ?? -1)
        guard count > 0 else { return descriptors.map { _ in .quiet } }
        return polled.map { entry in
            if entry.revents & ~Int16(POLLIN) != 0 { return .closed }
            return entry.revents == 0 ? .quiet : .readable
        }
    }

    /// Rounded up, so that the wait doesn't end a moment too early and has to be repeated.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        guard duration > .zero else { return 0 }
        let (seconds, attoseconds) = duration.components
        let (whole, part) = (min(seconds, 1_000_000), attoseconds / 1_000_000_000_000_000)
        return Int32(whole) * 1000 + Int32(part) + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0)
    }
}
