internal import CSQLite
internal import Synchronization

/// How a statement waits while another process holds the database: in steps that grow as SQLite's own do. After a second
/// it says so once.
public enum BusyWait {
    private static let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets what is called, on the thread that waits, when a wait of this process has taken a second; `nil` for nothing.
    public static func observe(_ body: (@Sendable () -> Void)?) {
        observer.withLock { $0 = body }
    }

    /// Milliseconds of each step; the last one is taken again and again.
    private static let steps: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

    /// What the steps before one come to.
    private static func waited(before step: Int32) -> Int32 {
        let count = min(Int(step), steps.count)
        return steps.prefix(count).reduce(0, +) + (step - Int32(count)) * (steps.last ?? 0)
    }

    /// - Returns: whether the statement is to try again.
    fileprivate static func wait(step: Int32, patience: Int32) -> Bool {
        let waited = waited(before: step)
        let pause = min(steps[min(Int(step), steps.count - 1)], patience - waited)
        guard pause > 0 else { return false }
        sqlite3_sleep(pause)
        if waited < 1000, waited + pause >= 1000 { observer.withLock { $0 }?() }
        return true
    }

    /// Lets the statements of a connection wait so.
    ///
    /// - Parameter patience: for how many milliseconds.
    static func install(on handle: OpaquePointer, patience: Int32) {
        // The number stands in the pointer's place: nothing is to be kept for it.
        let context = unsafe UnsafeMutableRawPointer(bitPattern: Int(patience))
        unsafe sqlite3_busy_handler(handle, waitWhileBusy, context)
    }
}

private func waitWhileBusy(_ context: UnsafeMutableRawPointer?, _ step: Int32) -> Int32 {
    BusyWait.wait(step: step, patience: Int32(Int(bitPattern: context))) ? 1 : 0
}
