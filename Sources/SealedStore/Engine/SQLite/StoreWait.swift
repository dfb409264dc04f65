internal import SQLiteKit
internal import SystemKit

/// Waiting for other processes that use the same store: for the gate, or to write.
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
