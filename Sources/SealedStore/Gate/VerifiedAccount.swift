internal import Sealing
internal import SystemKit

/// An account whose gate has passed its checks, with its state folder held for making attempts while this value exists.
///
/// The checks have a fixed order: account, device secret, MAC of the account, path. All come before the limiter, so
/// that none of their failures costs an attempt: at another instance than the one last used here, the right secret may
/// well be wrong.
struct VerifiedAccount: ~Copyable {
    let engine: any RecordEngine
    let scope: AccountContext
    let record: GateRecord
    let device: Secret
    let folder: StateFolder
    let clock: any MachineClock
    let derivations: DerivationLimit
    /// Held from the checks to the verdict, so that attempts are serialized, those at other instances included.
    private let held: HeldFolders

    /// - Parameter acceptingOther: whether to accept another instance than the one last used at this path.
    /// - Throws: ``StoreError`` with `noStore`, `noDeviceSecret`, `damaged`, `busy`; `CancellationError`.
    init(_ gate: GateContext, acceptingOther: Bool = false) throws {
        let engine = try gate.take()
        self = try VerifiedAccount(
            gate.scope(in: engine), in: engine, gate.configuration, isCopy: false, acceptingOther: acceptingOther)
    }

    /// - Parameter isCopy: whether the engine is a copy of the store that the state folder belongs to. A copy can't
    ///   decide how to complete a changeover of the folder's files.
    /// - Throws: the same errors as ``init(_:acceptingOther:)``.
    init(
        _ scope: AccountContext, in engine: any RecordEngine, _ configuration: GateConfiguration, isCopy: Bool,
        acceptingOther: Bool
    ) throws {
        let account = scope.account
        guard try engine.gateVersion(of: account) != nil else { throw StoreError(.noAccount(account)) }
        let folder = StateFolder(of: scope, configuration)
        let held = try folder.holdWithOthers()
        if !isCopy { try folder.endChangeover(in: engine) }
        // Read under the hold, which is also taken to change the gate.
        guard let record = try GateRecord.load(account, from: engine) else { throw StoreError(.noAccount(account)) }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: scope, device: device) else { throw StoreError(.damaged(.gate(account))) }
        // Otherwise every secret would look wrong, and each attempt would be counted.
        guard record.canBeOpened else { throw StoreError(.damaged(.gateParameters)) }
        if !isCopy, !acceptingOther { try folder.refuseOtherInstance(at: engine.name, key: device) }
        try folder.updateAttempts(key: device, at: configuration.clock.bootInstant)
        (self.engine, self.scope) = (engine, scope)
        self.record = record
        self.device = device
        self.folder = folder
        self.held = held
        clock = configuration.clock
        derivations = configuration.derivations
    }

    var state: GateState {
        get throws { try folder.gateState.read(key: device).state(at: clock.bootInstant) }
    }

    /// Saves a new state, which is on disk when this returns.
    func write(_ state: GateState) throws {
        try folder.gateState.write(state, key: device)
    }

    /// Saves a state without failures, at the instances counted together with it too.
    func clear(_ state: GateState) throws {
        var state = state
        state.limiter.clear()
        try write(state)
        // A count that remains is adopted by the next attempt: it costs the owner what was counted before.
        for other in (try? folder.attemptsElsewhere(countedAs: state.countID, isHolding: true)) ?? [] {
            var state = other.reading.state
            guard state.limiter.failures > 0 else { continue }
            state.limiter.clear()
            try? other.file.write(state, key: other.device.secret)
        }
    }

    /// Returns the store to a caller that continues to use it after the folder has been released.
    consuming func takeEngine() -> any RecordEngine {
        engine
    }
}

extension StateFolder {
    /// Brings the record of attempts up to date before an attempt. Call this while holding the folders.
    ///
    /// A failure that may have been lost is counted once, here; its wait runs from now. Attempts at other instances
    /// with the same count id are taken over. A state of an earlier version gets an id.
    fileprivate func updateAttempts(key: borrowing Secret, at now: BootInstant) throws {
        let reading = try gateState.read(key: key)
        if let generation = reading.generation { try adoptGeneration(generation, key: key) }
        var state = reading.state(at: now)
        if state.countID.isEmpty { state.countID = GateState.newCountID }
        for other in try attemptsElsewhere(countedAs: state.countID, isHolding: true) {
            let found = other.reading.state(at: now)
            if !other.reading.isWhole { try other.file.write(found, key: other.device.secret) }
            state.adoptIfWorse(found)
        }
        if state != reading.state || !reading.isWhole { try gateState.write(state, key: key) }
    }
}
