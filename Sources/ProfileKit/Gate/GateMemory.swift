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

    /// - Throws: ``ProfileError`` with `damaged` when a store of this generation was put back.
    func refuseOlder(_ generation: Int, path: String) throws {
        let state = try folder.gateState.read(key: device.secret)
        guard UInt64(max(generation, 0)) >= state.generation else {
            throw ProfileError(
                .damaged, "\(path) is older than the last one seen here: an older file was put back",
                hint: "Put the newer one back, or accept this one with: profile restore --accept-older")
        }
    }
}
