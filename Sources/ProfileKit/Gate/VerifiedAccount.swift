internal import LinuxKit
internal import Sealing

/// An account whose gate has passed its checks and whose attempts are ours to make until the value's life ends.
///
/// The order of the checks is a rule: account, device secret, code over the account. All come before the limiter, so
/// none of their failures costs an attempt.
struct VerifiedAccount: ~Copyable {
    let file: StoreFile
    let record: GateRecord
    let device: Secret
    let folder: StateFolder
    let clock: any MachineClock
    /// Held from the checks to the verdict, so that attempts take turns.
    private let lock: Descriptor

    /// - Throws: ``ProfileError`` with `noStore`, `noDeviceSecret`, `damaged`.
    init(_ gate: borrowing Gate) throws {
        let file = try gate.file.take()
        guard try GateRecord.epoch(of: gate.account, in: file.connection) != nil else {
            throw Gate.noAccount(gate.account)
        }
        let folder = StateFolder(of: gate.account, in: file, gate.configuration)
        let lock = try folder.lock()
        // Read under the lock: whoever changes the gate holds it too.
        guard let record = try GateRecord.load(gate.account, from: file) else {
            throw Gate.noAccount(gate.account)
        }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: file, device: device) else {
            throw ProfileError.damaged(gate.path, "the gate of account '\(gate.account)' was tampered with")
        }
        self.file = file
        self.record = record
        self.device = device
        self.folder = folder
        self.lock = lock
        clock = gate.configuration.clock
    }

    var state: GateState {
        get throws { try folder.gateState.read(key: device) }
    }

    /// Keeps a new state, on the disk when this returns.
    func write(_ state: GateState) throws {
        try folder.gateState.write(state, key: device)
    }

    consuming func takeFile() -> StoreFile {
        file
    }
}
