internal import Sealing
internal import SystemKit

/// What this machine remembers of a store, apart from its file: the last generation seen.
///
/// It is written after a commit, without syncing or waiting, so that it never slows a commit down. It may therefore lag
/// behind the store, which is harmless. If the store lags behind *it*, an older store was put back.
package struct GateMemory: Sendable {
    package let folder: StateFolder
    package let device: SharedSecret

    /// Records a generation, unless the gate's lock is held at the moment: then the next commit does it.
    func note(_ generation: Int) {
        try? folder.withLockIfFree {
            if let seen = try folder.seenState.read(key: device.secret) {
                guard generation > seen else { return }
            } else {
                // Don't overwrite a record that is keyed by a newer device secret.
                guard try folder.isInUse(device.secret) else { return }
            }
            try folder.seenState.write(generation, key: device.secret)
        }
    }

    /// The last generation seen; `nil` if it isn't known.
    package var lastSeen: Int? {
        get throws { try folder.lastSeen(key: device.secret) }
    }
}
