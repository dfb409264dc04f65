internal import Sealing
internal import SystemKit

/// What is known of a gate without opening it, as of one moment.
public struct GateStatus: Sendable {
    /// The format of each stage's secret, in order; empty if the gate's record is damaged, as ``problem`` says then.
    public let stages: [CodeFormat]
    /// Whether the account's keypads are shuffled each time they are shown.
    public let shufflesKeypad: Bool
    /// The live session; `nil` if the account is locked.
    public let session: GateSession?
    /// The number of consecutive failed attempts; `nil` if it can't be read, as ``problem`` explains.
    public let failures: Int?
    /// The error that any attempt would be refused with: the gate's record is damaged, the device secret is missing or
    /// another gate's, or the failures can't be read.
    public let problem: StoreError?
    /// How long the next attempt has to wait.
    public let retryAfter: Duration
    /// Whether a saved draft is waiting. During a session, this is what was written last. While the account is locked,
    /// it is what the store says: that someone removed the draft's row, or added one, shows only with the keys.
    public let hasDraft: Bool

    /// The number of failures left before a wait, including the failure that causes it; `nil` if ``failures`` is.
    public var attemptsBeforeWait: Int? {
        failures.map { AttemptLimiter(failures: $0, lastFailure: nil).attemptsBeforeWait }
    }

    /// The status after a change of secrets, for when it can't be read any more.
    public var afterSecretChange: GateStatus {
        GateStatus(
            stages: stages, shufflesKeypad: shufflesKeypad, session: nil, failures: 0, problem: nil, retryAfter: .zero,
            hasDraft: hasDraft)
    }
}

extension SealedGate {
    /// The gate's status. It requires no unlock, extends no session, and is available without the device secret.
    ///
    /// - Throws: ``StoreError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public var status: GateStatus {
        get throws { try core.use { try status(in: $0) } }
    }

    private func status(in engine: any RecordEngine) throws -> GateStatus {
        let (heads, row, sessions) = try engine.transaction(.reading, of: account) { backend in
            (
                try backend.heads(of: account, kinds: core.schema.drafts), try backend.gate(of: account),
                try backend.sessions(of: account)
            )
        }
        guard let heads, let row else { throw StoreError(.noAccount(account)) }
        let version = GateVersion(heads)
        let record = Result { try GateRecord(row, of: account) }
        let (limiter, problem) = try core.attempts(of: row.deviceCheck, in: engine)
        // The secrets may have been changed meanwhile, and the device secret with them.
        if problem != nil, try engine.gateVersion(of: account) != version { return try status(in: engine) }
        let found = try SessionLookup.find(of: core, among: sessions, core.scope(in: engine), version: version)
        return GateStatus(
            stages: (try? record.get().stages.map(\.format)) ?? [], shufflesKeypad: row.shuffle,
            session: found?.session, failures: limiter?.failures, problem: record.damage ?? problem,
            retryAfter: limiter?.wait(at: core.now) ?? .zero,
            hasDraft: try core.hasDraft(heads, in: engine, dataKey: found?.dataKey))
    }
}

extension Result<GateRecord, any Error> {
    fileprivate var damage: StoreError? {
        if case .failure(let error) = self { error as? StoreError } else { nil }
    }
}

extension GateContext {
    fileprivate func hasDraft(_ heads: AccountHeads, in engine: any RecordEngine, dataKey: SharedSecret?) throws -> Bool
    {
        guard let dataKey else { return !heads.singletons.isEmpty }
        let sealer = try sealer(in: engine, dataKey: dataKey.secret)
        // If the manifest doesn't open, every use of the store says so.
        guard let manifest = try? OpenedHeads(heads, of: engine.instance.bytes, sealer: sealer).manifest.get() else {
            return !heads.singletons.isEmpty
        }
        return schema.drafts.contains { manifest.singletons[$0.name] != nil }
    }

    /// The record of attempts and the reason if it can't be read. Changes nothing, except to restart a wait whose
    /// clock ran ahead.
    fileprivate func attempts(
        of check: [UInt8], in engine: any RecordEngine
    ) throws -> (limiter: AttemptLimiter?, problem: StoreError?) {
        let folder = folder(in: engine)
        let now = now
        if let state = folder.gateStateIfAny(for: check, at: now) {
            try restart(state.limiter, in: folder, for: check, at: now)
            return (state.limiter, nil)
        }
        let problem = folder.problem(for: check).map { StoreError.translated($0, at: folder.path) }
        return (nil, problem as? StoreError)
    }

    /// Restarts a wait if the clock was ahead when the failure was counted. Otherwise the wait would never end for a
    /// caller that only reads the status. If the folder is held, its holder does this.
    private func restart(
        _ limiter: AttemptLimiter, in folder: StateFolder, for check: [UInt8], at now: BootInstant
    ) throws {
        guard limiter.ranAhead(of: now), let device = try folder.deviceSecretIfAny(for: check) else { return }
        func restart(_ file: GateStateFile, of folder: StateFolder, key: SharedSecret) {
            try? folder.holdingIfFree {
                var state = try file.read(key: key.secret).state(at: now)
                if state.limiter.restartIfClockRanAhead(of: now) { try file.write(state, key: key.secret) }
            }
        }
        restart(folder.gateState, of: folder, key: device)
        guard let countID = try? folder.gateState.read(key: device.secret).state.countID else { return }
        for other in (try? folder.attemptsElsewhere(countedAs: countID, isHolding: false)) ?? [] {
            restart(other.file, of: other.folder, key: other.device)
        }
    }
}
