internal import CLinux
internal import Glibc

/// A timer that runs on while the machine sleeps: what became due meanwhile is noticed when it wakes.
///
/// The timeout of `poll`, timers of Dispatch and `Task.sleep` stand still during that time.
public final class BootTimer: Sendable {
    /// Readable from the time that was set until the timer is set again or cleared.
    public let descriptor: Int32

    public init() throws(SystemError) {
        descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(.makeTimer) }
    }

    deinit {
        close(descriptor)
    }

    /// Sets the timer to go off once.
    ///
    /// - Parameter duration: the time from now, at once if it isn't positive; `nil` for never.
    public func set(to duration: Duration?) {
        var setting = itimerspec()
        if let duration {
            // Zeros would stop the timer.
            let (seconds, attoseconds) = max(duration, .nanoseconds(1)).components
            setting.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        }
        unsafe timerfd_settime(descriptor, 0, &setting, nil)
    }

    /// Makes the timer unreadable, until it is set again.
    public func clear() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
