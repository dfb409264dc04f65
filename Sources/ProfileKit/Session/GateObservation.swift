internal import SystemKit

/// Tells of every moment at which a session of a locked account may have begun, until the last reference goes.
///
/// It is for lock screens, which open by themselves then. What changed isn't told: try ``Gate/resume(extending:refusingOlder:)``.
package final class GateObservation: Sendable {
    private let files: FileWatch

    /// - Parameter wake: is called on any thread, also for changes of no interest. It must not use the gate itself.
    /// - Throws: ``ProfileError`` with `io` when the folder can't be watched.
    package init(of gate: Gate, wake: @escaping @Sendable () -> Void) throws {
        files = try translatingErrors(at: gate.path) {
            try FileWatch(folder: PrivateFolder.parent(of: gate.path), onWrite: wake)
        }
    }
}
