internal import Sealing
internal import SystemKit

/// An account whose gate has passed its checks and whose attempts are ours to make until the value's life ends.
///
/// The order of the checks is a rule: account, device secret, MAC over the account. All come before the limiter, so
/// none of their failures costs an attempt.
struct VerifiedAccount: ~Copyable {
    let engine: any RecordEngine
    let scope: AccountScope
    let record: GateRecord
    let device: Secret
    let folder: StateFolder
    let clock: any MachineClock
    /// Held from the checks to the verdict, so that attempts take turns.
    private let lock: Descriptor

    /// - Parameter isCancelled: is asked while others have their turns.
    /// - Throws: ``StoreError`` with `noStore`, `noDeviceSecret`, `damaged`, `busy`; `CancellationError`.
    init(_ gate: GateCore, unless isCancelled: () -> Bool = { false }) throws {
        let engine = try gate.take()
        self = try VerifiedAccount(
            gate.scope(in: engine), in: engine, gate.configuration, isCopy: false, unless: isCancelled)
    }

    /// - Parameter isCopy: whether the engine is a copy of the store that the state folder belongs to, which says nothing
    ///   of what is to become of the folder's files.
    /// - Throws: as ``init(_:unless:)``.
    init(
        _ scope: AccountScope, in engine: any RecordEngine, _ configuration: GateConfiguration, isCopy: Bool,
        unless isCancelled: () -> Bool = { false }
    ) throws {
        let account = scope.account
        guard try engine.mark(of: account) != nil else { throw StoreError(.noAccount(account)) }
        let folder = StateFolder(of: scope, configuration)
        let lock = try folder.lock(unless: isCancelled)
        if !isCopy { try folder.endChangeover(in: engine) }
        // Read under the lock: whoever changes the gate holds it too.
        guard let record = try GateRecord.load(account, from: engine) else { throw StoreError(.noAccount(account)) }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: scope, device: device) else { throw StoreError(.damaged(.gate(account))) }
        let clock = configuration.clock
        let reading = try folder.gateState.read(key: device)
        if let generation = reading.generation { try folder.adoptGeneration(generation, key: device) }
        // A failure that may be lost is counted now, and once: the wait that it brings runs from here.
        if !reading.isWhole { try folder.gateState.write(reading.state(at: clock.bootInstant), key: device) }
        (self.engine, self.scope) = (engine, scope)
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

    /// The store, for whoever goes on with it when the attempts are others' to make again.
    consuming func takeEngine() -> any RecordEngine {
        engine
    }
}
