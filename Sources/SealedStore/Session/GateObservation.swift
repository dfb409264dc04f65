/// Tells of every moment at which a session of a locked account may have begun, until the last reference goes.
///
/// It is for lock screens, which open by themselves then. What changed isn't told: try ``SealedGate/resume(extending:refusingOlder:)``.
package final class GateObservation: Sendable {
    private let watch: any EngineWatch

    /// - Parameter wake: is called on any thread, also for changes of no interest. It must not use the gate itself.
    /// - Throws: ``StoreError`` with `io` when the folder can't be watched.
    package init<Store>(of gate: SealedGate<Store>, wake: @escaping @Sendable () -> Void) throws {
        watch = try gate.core.use { try $0.watch(gate.account, wake) }
    }
}
