internal import CSQLite
internal import Synchronization

/// How a statement waits while another process holds the database: in growing steps, like SQLite's own. After one
/// second it notifies an observer, once.
public enum BusyWait {
    private static let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets a function to call when a wait of this process has taken one second, on the thread that waits; `nil` for
    /// none.
    public static func observe(_ body: (@Sendable () -> Void)?) {
        observer.withLock { $0 = body }
    }

    /// The steps in milliseconds; the last one is repeated.
    private static let steps: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

    /// The total of the steps before a given one.
    private static func waited(before step: Int32) -> Int32 {
        let count = min(Int(step), steps.count)
        return steps.prefix(count).reduce(0, +) + (step - Int32(count)) * (steps.last ?? 0)
    }

    /// - Returns: whether the statement should try again.
    fileprivate static func wait(step: Int32, patience: Int32) -> Bool {
        let waited = waited(before: step)
        let pause = min(steps[min(Int(step), steps.count - 1)], patience - waited)
        guard pause > 0 else { return false }
        sqlite3_sleep(pause)
        if waited < 1000, waited + pause >= 1000 { observer.withLock { $0 }?() }
        return true
    }

    /// Makes the statements of a connection wait this way.
    ///
    /// - Parameter patience: the maximum wait in milliseconds.
    static func install(on handle: OpaquePointer, patience: Int32) {
        // The number is passed in place of a pointer, so that nothing has to be kept alive.
        let context = unsafe UnsafeMutableRawPointer(bitPattern: Int(patience))
        unsafe sqlite3_busy_handler(handle, waitWhileBusy, context)
    }
}

private func waitWhileBusy(_ context: UnsafeMutableRawPointer?, _ step: Int32) -> Int32 {
    BusyWait.wait(step: step, patience: Int32(Int(bitPattern: context))) ? 1 : 0
}
