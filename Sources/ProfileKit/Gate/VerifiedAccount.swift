internal import Sealing
internal import SystemKit

/// An account whose gate has passed its checks and whose attempts are ours to make until the value's life ends.
///
/// The order of the checks is a rule: account, device secret, MAC over the account. All come before the limiter, so
/// none of their failures costs an attempt.
struct VerifiedAccount: ~Copyable {
    let file: StoreFile
    let record: GateRecord
    let device: Secret
    let folder: StateFolder
    let clock: any MachineClock
    /// Held from the checks to the verdict, so that attempts take turns.
    private let lock: Descriptor

    /// - Parameter isCancelled: is asked while others have their turns.
    /// - Throws: ``ProfileError`` with `noStore`, `noDeviceSecret`, `damaged`, `busy`; `CancellationError`.
    init(_ gate: borrowing Gate, unless isCancelled: () -> Bool = { false }) throws {
        self = try VerifiedAccount(
            gate.account, in: try gate.file.take(), gate.configuration, isCopy: false, unless: isCancelled)
    }

    /// - Parameter isCopy: whether the file is a copy of the store that the state folder belongs to, which says nothing
    ///   of what is to become of the folder's files.
    /// - Throws: as ``init(_:unless:)``.
    init(
        _ account: AccountID, in file: consuming StoreFile, _ configuration: Gate.Configuration, isCopy: Bool,
        unless isCancelled: () -> Bool = { false }
    ) throws {
        guard try GateRecord.epoch(of: account, in: file.connection) != nil else { throw Gate.noAccount(account) }
        let folder = StateFolder(of: account, in: file, configuration)
        let lock = try folder.lock(unless: isCancelled)
        if !isCopy { try folder.endChangeover(of: account, in: file) }
        // Read under the lock: whoever changes the gate holds it too.
        guard let record = try GateRecord.load(account, from: file) else { throw Gate.noAccount(account) }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: file, device: device) else {
            throw ProfileError.damaged(file.path, "the gate of account '\(account)' was tampered with")
        }
        let clock = configuration.clock
        let reading = try folder.gateState.read(key: device)
        if let generation = reading.generation { try folder.adoptGeneration(generation, key: device) }
        // A failure that may be lost is counted now, and once: the wait that it brings runs from here.
        if !reading.isWhole { try folder.gateState.write(reading.state(at: clock.bootInstant), key: device) }
        self.file = file
        self.record = record
        self.device = device
        self.folder = folder
        self.lock = lock
        self.clock = clock
    }

    var state: GateState {
        get throws { try folder.gateState.read(key: device).state(at: clock.bootInstant) }
    }

    /// Keeps a new state, on the disk when this returns.
    func write(_ state: GateState) throws {
        try folder.gateState.write(state, key: device)
    }

    consuming func takeFile() -> StoreFile {
        file
    }
}
