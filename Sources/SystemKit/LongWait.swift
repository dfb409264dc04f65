internal import Synchronization

/// Waits for other processes, or for a server, that take longer than a second.
public enum LongWait {
    private static let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets a function to call when a wait of this process has taken one second, on the thread that waits; `nil` for
    /// none.
    public static func observe(_ body: (@Sendable () -> Void)?) {
        observer.withLock { $0 = body }
    }

    /// Calls the function, if there is one.
    public static func announce() {
        observer.withLock { $0 }?()
    }
}
