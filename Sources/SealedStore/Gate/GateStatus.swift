internal import Sealing
internal import SystemKit

/// What can be said of a gate without opening it.
public struct GateStatus: Sendable {
    /// The live session; `nil` when the account is locked.
    public let session: Session?
    /// Failed attempts in a row; `nil` when they can't be read, which ``problem`` explains.
    public let failures: Int?
    /// What an attempt would be refused with before it is made: the device secret is missing or another one's, or the
    /// failures can't be read.
    public let problem: StoreError?
    /// How long the next attempt has to wait.
    public let retryAfter: Duration
    /// Whether a saved draft is waiting.
    public let hasDraft: Bool

    /// The status that a change of secrets leaves, for when it can't be read any more.
    public var afterChange: GateStatus {
        GateStatus(session: nil, failures: 0, problem: nil, retryAfter: .zero, hasDraft: hasDraft)
    }
}

extension SealedGate {
    /// The gate's state. It needs no unlock, extends no session, and works without the device secret.
    ///
    /// - Throws: ``StoreError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public var status: GateStatus {
        get throws {
            try core.use { engine in
                let heads = try engine.look { try $0.heads(of: account, kinds: core.schema.drafts) }
                guard let heads else { throw StoreError(.noAccount(account)) }
                let (limiter, problem) = try core.attempts(in: engine)
                return GateStatus(
                    session: try FoundSession.find(of: core, in: engine, mark: GateMark(heads))?.session,
                    failures: limiter?.failures, problem: problem,
                    retryAfter: limiter?.wait(at: core.now) ?? .zero, hasDraft: !heads.singletons.isEmpty)
            }
        }
    }

}

extension GateCore {
    /// What is remembered of attempts, without changing anything; and why it can't be read.
    fileprivate func attempts(
        in engine: any RecordEngine
    ) throws -> (limiter: AttemptLimiter?, problem: StoreError?) {
        let folder = folder(in: engine)
        guard let check = try engine.look({ try $0.gate(of: account)?.deviceCheck }) else { return (nil, nil) }
        let now = now
        if let state = folder.gateStateIfAny(for: check, at: now) {
            try settle(state.limiter, in: folder, for: check, at: now)
            return (state.limiter, nil)
        }
        let problem = folder.problem(for: check).map { StoreError.translated($0, at: folder.path) }
        return (nil, problem as? StoreError)
    }

    /// Begins the wait after a clock that stood ahead, so that whoever only looks isn't kept waiting for ever. While
    /// someone is at the gate, that is theirs to do.
    private func settle(
        _ limiter: AttemptLimiter, in folder: StateFolder, for check: [UInt8], at now: BootInstant
    ) throws {
        guard limiter.ranAhead(of: now), let device = try folder.deviceSecretIfAny(for: check) else { return }
        try? folder.withLockIfFree {
            var state = try folder.gateState.read(key: device.secret).state(at: now)
            if state.limiter.settle(at: now) { try folder.gateState.write(state, key: device.secret) }
        }
    }
}
