internal import LinuxKit
internal import Sealing

/// What the machine remembers of a store beside it: which generation was the last one seen.
///
/// It is written after a commit, unsynced and without waiting, so that it never slows one down. It may therefore lag
/// behind the store, which is no reason for concern. Only a store that lags behind *it* was put back.
struct GateMemory: Sendable {
    let folder: StateFolder
    let device: SharedSecret

    /// Remembers a generation, unless someone is at the gate just now: then the next commit does it.
    func note(_ generation: Int) {
        try? folder.withLockIfFree {
            guard var state = try? folder.gateState.read(key: device.secret) else { return }
            let seen = UInt64(max(generation, 0))
            guard seen > state.generation else { return }
            state.generation = seen
            try? folder.gateState.write(state, key: device.secret, synced: false)
        }
    }

    /// The last generation seen.
    ///
    /// - Throws: ``ProfileError`` with `damaged` when the gate state fails its check.
    var lastSeen: Int {
        get throws { Int(clamping: try folder.steadyGateState(key: device.secret).generation) }
    }
}
