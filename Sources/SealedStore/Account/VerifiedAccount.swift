internal import Sealing
internal import SystemKit

/// An account whose gate has passed its checks, with the lock held for making attempts while this value exists.
///
/// The checks have a fixed order: account, device secret, MAC of the account. All come before the limiter, so that none
/// of their failures costs an attempt.
struct VerifiedAccount: ~Copyable {
    let engine: any RecordEngine
    let scope: AccountScope
    let record: GateRecord
    let device: Secret
    let folder: StateFolder
    let clock: any MachineClock
    /// See ``GateConfiguration/maximumDerivations``.
    let maximumDerivations: Int
    /// Held from the checks to the verdict, so that attempts are serialized.
    private let lock: Descriptor

    /// - Throws: ``StoreError`` with `noStore`, `noDeviceSecret`, `damaged`, `busy`; `CancellationError`.
    init(_ gate: GateCore) throws {
        let engine = try gate.take()
        self = try VerifiedAccount(gate.scope(in: engine), in: engine, gate.configuration, isCopy: false)
    }

    /// - Parameter isCopy: whether the engine is a copy of the store that the state folder belongs to. A copy can't
    ///   decide how to complete a changeover of the folder's files.
    /// - Throws: the same errors as ``init(_:)``.
    init(
        _ scope: AccountScope, in engine: any RecordEngine, _ configuration: GateConfiguration, isCopy: Bool
    ) throws {
        let account = scope.account
        guard try engine.mark(of: account) != nil else { throw StoreError(.noAccount(account)) }
        let folder = StateFolder(of: scope, configuration)
        let lock = try folder.lock()
        if !isCopy { try folder.endChangeover(in: engine) }
        // Read under the lock, which is also held to change the gate.
        guard let record = try GateRecord.load(account, from: engine) else { throw StoreError(.noAccount(account)) }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: scope, device: device) else { throw StoreError(.damaged(.gate(account))) }
        // Otherwise every secret would look wrong, and each attempt would be counted.
        guard record.canBeOpened else { throw StoreError(.damaged(.gateParameters)) }
        let clock = configuration.clock
        let reading = try folder.gateState.read(key: device)
        if let generation = reading.generation { try folder.adoptGeneration(generation, key: device) }
        // A failure that may have been lost is counted once, here; its wait runs from now.
        if !reading.isWhole { try folder.gateState.write(reading.state(at: clock.bootInstant), key: device) }
        (self.engine, self.scope) = (engine, scope)
        self.record = record
        self.device = device
        self.folder = folder
        self.lock = lock
        self.clock = clock
        maximumDerivations = configuration.maximumDerivations
    }

    var state: GateState {
        get throws { try folder.gateState.read(key: device).state(at: clock.bootInstant) }
    }

    /// Saves a new state, which is on disk when this returns.
    func write(_ state: GateState) throws {
        try folder.gateState.write(state, key: device)
    }

    /// Returns the store to a caller that continues to use it after the lock has been released.
    consuming func takeEngine() -> any RecordEngine {
        engine
    }
}
