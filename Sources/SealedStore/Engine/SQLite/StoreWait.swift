internal import SQLiteKit
internal import SystemKit

/// Waits for other processes that use a store at the same time: for their turn at the gate, or to write.
public enum StoreWait {
    /// Sets what is called when a wait of this process has taken a second, on the thread that waits; `nil` for nothing.
    ///
    /// It is for telling a person why nothing happens. A wait that ends in ``StoreError/Code/busy`` is told of too.
    public static func observe(_ body: (@Sendable () -> Void)?) {
        BusyWait.observe(body)
        LongWait.observe(body)
    }
}
