internal import Synchronization

/// Waits for another process that take longer than a moment.
public enum LongWait {
    private static let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets what is called, on the thread that waits, when a wait of this process has taken a second; `nil` for nothing.
    public static func observe(_ body: (@Sendable () -> Void)?) {
        observer.withLock { $0 = body }
    }

    static func tell() {
        observer.withLock { $0 }?()
    }
}
