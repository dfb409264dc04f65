internal import Sealing
internal import SystemKit

/// What the machine remembers of a store beside it: which generation was the last one seen.
///
/// It is written after a commit, unsynced and without waiting, so that it never slows one down. It may therefore lag
/// behind the store, which is no reason for concern. Only a store that lags behind *it* was put back.
package struct GateMemory: Sendable {
    package let folder: StateFolder
    package let device: SharedSecret

    /// Remembers a generation, unless someone is at the gate just now: then the next commit does it.
    func note(_ generation: Int) {
        try? folder.withLockIfFree {
            if let seen = try folder.seenState.read(key: device.secret) {
                guard generation > seen else { return }
            } else {
                // Not over what is keyed by a newer device secret.
                guard try folder.isInUse(device.secret) else { return }
            }
            try folder.seenState.write(generation, key: device.secret)
        }
    }

    /// The last generation seen; `nil` when it is not known.
    package var lastSeen: Int? {
        get throws { try folder.lastSeen(key: device.secret) }
    }
}
