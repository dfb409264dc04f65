internal import SQLiteKit
internal import SealedStore
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
    public let problem: ProfileError?
    /// How long the next attempt has to wait.
    public let retryAfter: Duration
    /// Whether a saved draft is waiting.
    public let hasDraft: Bool

    /// The status that a change of secrets leaves, for when it can't be read any more.
    package var afterChange: GateStatus {
        GateStatus(session: nil, failures: 0, problem: nil, retryAfter: .zero, hasDraft: hasDraft)
    }
}

extension Gate {
    /// The gate's state. It needs no unlock, extends no session, and works without the device secret.
    ///
    /// - Throws: ``ProfileError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public var status: GateStatus {
        get throws {
            try translatingErrors(at: path) {
                try file.use { file in
                    guard let mark = try GateMark.current(of: account, in: file.connection) else {
                        throw Self.noAccount(account)
                    }
                    let (limiter, problem) = try attempts(in: file)
                    return GateStatus(
                        session: try FoundSession.find(of: self, in: file, mark: mark)?.session,
                        failures: limiter?.failures, problem: problem,
                        retryAfter: limiter?.wait(at: configuration.clock.bootInstant) ?? .zero,
                        hasDraft: try file.backend.heads(of: account, kinds: [Profile.kinds.draft])?.singletons.isEmpty
                            == false)
                }
            }
        }
    }

    private func attempts(
        in file: borrowing StoreFile
    ) throws -> (limiter: AttemptLimiter?, problem: ProfileError?) {
        let folder = StateFolder(of: account, in: file, configuration)
        guard let check = try GateRecord.deviceCheck(of: account, in: file.connection) else { return (nil, nil) }
        let now = configuration.clock.bootInstant
        if let state = folder.gateStateIfAny(for: check, at: now) {
            try settle(state.limiter, in: folder, for: check, at: now)
            return (state.limiter, nil)
        }
        let problem = folder.problem(for: check).map { ProfileError.translated($0, at: folder.path) }
        return (nil, problem as? ProfileError)
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
