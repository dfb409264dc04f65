internal import SQLiteKit
internal import SystemKit

/// The process in which stores are used.
public enum StoreProcess {
    /// Makes stores in files a little faster, in a process in which only they use SQLite: SQLite then doesn't count the
    /// memory that it uses, for which each of its allocations takes a lock.
    ///
    /// A program calls it once when it begins. It has no effect once something has used SQLite, and nothing may use
    /// SQLite at the same time.
    public static func disableSQLiteMemoryStatistics() { SQLiteProcess.stopCountingMemory() }
}

/// Waiting for other processes that use the same store, for the gate or to write, or for a server.
public enum StoreWait {
    /// Sets a function to call when a wait of this process has taken one second, on the thread that waits; `nil` for
    /// none.
    ///
    /// It is for telling a user why nothing happens. It is also called for a wait that ends in
    /// ``StoreError/Code/busy``.
    public static func observe(_ body: (@Sendable () -> Void)?) {
        BusyWait.observe(body)
        LongWait.observe(body)
    }
}
