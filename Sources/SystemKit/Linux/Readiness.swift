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

/// Lets any thread wake the one that waits here, which also notices when the reader of its output has gone away.
///
/// Both conditions are awaited in one `poll`, so waiting uses no CPU time and ends without delay.
public final class WakeUp: Sendable {
    /// The kernel's event counter, which is readable while it isn't 0.
    private let counter: Int32

    /// Readable after ``send()``, for a thread that also waits for other descriptors.
    public var descriptor: Int32 { counter }

    public init() throws(SystemError) {
        counter = eventfd(0, O_CLOEXEC | O_NONBLOCK)
        guard counter >= 0 else { throw SystemError("make an event counter") }
    }

    deinit {
        close(counter)
    }

    /// Wakes the waiting thread, or the next one to wait. Several calls before a wait count as one.
    public func send() {
        var one: UInt64 = 1
        // This fails only if the counter is full, which also wakes.
        _ = unsafe write(counter, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for ``send()``.
    ///
    /// - Parameter output: a descriptor that is written to.
    /// - Returns: `false` if the other end of `output` is closed, so that nobody reads what is written.
    public func wait(whileOpen output: Int32) -> Bool {
        // No events are requested for the output, since the kernel always reports a closed other end.
        var polled = [
            pollfd(fd: counter, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: 0, revents: 0),
        ]
        while unsafe poll(&polled, nfds_t(polled.count), -1) < 0, errno == EINTR {}
        clear()
        return polled[1].revents == 0
    }

    /// Discards what has been sent so far.
    public func clear() {
        var count: UInt64 = 0
        _ = unsafe read(counter, &count, MemoryLayout<UInt64>.size)
    }
}
