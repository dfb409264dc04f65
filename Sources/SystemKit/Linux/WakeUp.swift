internal import CLinux
internal import Glibc

/// Lets any thread wake the one that waits here, which meanwhile also notices that nobody reads its output any more.
///
/// Both are waited for in one `poll`, so the wait costs nothing and ends at once.
public final class WakeUp: Sendable {
    /// The kernel's counter, which is readable while it isn't 0.
    private let counter: Int32

    /// Readable while someone has sent, for whoever waits for other things as well.
    public var descriptor: Int32 { counter }

    public init() throws(SystemError) {
        counter = eventfd(0, O_CLOEXEC | O_NONBLOCK)
        guard counter >= 0 else { throw SystemError("make an event counter") }
    }

    deinit {
        close(counter)
    }

    /// Wakes the waiting thread, or the next one that waits. Any number that wasn't waited for counts as one.
    public func send() {
        var one: UInt64 = 1
        // It fails only where the counter is full, which wakes as well.
        _ = unsafe write(counter, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits until someone sends.
    ///
    /// - Parameter output: a descriptor that is written to.
    /// - Returns: `false` when the other end of `output` is closed: what is written there would reach nobody.
    public func wait(whileOpen output: Int32) -> Bool {
        // No events are asked for at the output: the kernel tells of a closed other end in any case.
        var polled = [
            pollfd(fd: counter, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: 0, revents: 0),
        ]
        while unsafe poll(&polled, nfds_t(polled.count), -1) < 0, errno == EINTR {}
        clear()
        return polled[1].revents == 0
    }

    /// Takes back what was sent until now.
    public func clear() {
        var count: UInt64 = 0
        _ = unsafe read(counter, &count, MemoryLayout<UInt64>.size)
    }
}
