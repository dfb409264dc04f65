internal import CLinux
internal import Glibc

/// Lets any thread wake the waiting one, which also notices when the reader of its output has gone away.
///
/// Both conditions are awaited in one `poll`, so waiting uses no CPU time and ends without delay.
public final class EventCounter: Sendable {
    /// The kernel's event counter, which is readable while it isn't 0.
    private let counter: Int32

    /// Readable after ``send()``, for a thread that also waits for other descriptors.
    public var descriptor: Int32 { counter }

    public init() throws(SystemError) {
        counter = eventfd(0, O_CLOEXEC | O_NONBLOCK)
        guard counter >= 0 else { throw SystemError(.makeEventCounter) }
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
