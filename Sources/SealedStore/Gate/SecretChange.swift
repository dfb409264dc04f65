internal import Sealing
internal import SystemKit

extension SealedGate {
    /// Verifies the current secrets, subject to ``AttemptLimiter``, without opening the store. For asking for them
    /// before any other input.
    ///
    /// - Parameter refusingDamage: whether to read all data and refuse it if parts are damaged, as
    ///   `renewRecoveryCode(current:)` does unless it accepts that.
    /// - Throws: ``StoreError`` as `unlock(with:)` does; `damaged` with the reason `damagedParts` for refused damage.
    public func verify(_ current: Secrets, refusingDamage: Bool = false) throws {
        try core.translating {
            let account = try VerifiedAccount(core)
            let keys = try account.prove(current)
            if refusingDamage { try core.refuseDamage(in: account.engine, dataKey: keys[keys.count - 1].secret) }
        }
    }

    /// Sets a new secret for one stage.
    ///
    /// All stages are rewrapped with a new device secret, so that the old secret no longer opens anything, even if the
    /// old gate is put back. The data and the recovery code are kept. Every session ends. Earlier backups open by the
    /// recovery code of their time alone.
    ///
    /// The current secrets are always required, subject to ``AttemptLimiter``, even during a session.
    ///
    /// - Parameters:
    ///   - cost: the least cost of deriving a key from the new secret; a higher one is kept.
    ///   - warningHandler: receives errors that occur after the change has been committed.
    /// - Throws: ``StoreError`` as `unlock(with:)` does; `invalidValue` for an invalid new secret or a stage that the
    ///   gate doesn't have.
    public func change(
        _ name: StageName = .code, to secret: consuming Secret, current: Secrets,
        raisingCostTo cost: KeyDerivation.Cost? = nil,
        warningHandler: (ChangeWarning) -> Void = { _ in }
    ) throws {
        let new = SharedSecret(secret)
        try core.translating {
            let account = try VerifiedAccount(core)
            let record = account.record
            let index = try record.stage(named: name)
            let keys = try account.prove(current)
            let format = record.stages[index].format
            try format.checkAsNew(new.secret)
            // Revealed only to someone who knows the secret.
            guard try !format.canonical(new.secret).equals(format.canonical(current.secret(of: format).secret)) else {
                throw StoreError(.invalid([FieldProblem(format.noun, .new)]))
            }
            let dataKey = keys[keys.count - 1]
            let device = try Secret.random()
            let binding = GateBinding(
                scope: account.scope, epoch: record.nextEpoch, shuffle: record.shuffle,
                derivations: account.derivations)
            let next = try current.replacing(format, by: new).seal(
                dataKey.secret, formats: record.stages.map(\.format), in: binding, device: device,
                recovery: record.recovery,
                costs: record.stages.enumerated().map { $1.cost.raised(to: $0 == index ? cost : nil) })
            let sealer = try core.sealer(in: account.engine, dataKey: dataKey.secret)
            try account.engine.upgradeRecords(sealer, core.schema)
            let renewal = GateContext.Renewal(previous: record, next: next, newCode: nil, folder: account.folder)
            let readable = ReadableAuthentication(
                account.scope, core.schema, device: SharedSecret(try device.duplicate()))
            try core.renew(renewal, device: device, in: account.engine, warningHandler: warningHandler) { backend in
                // Damaged data is no reason to keep a secret that someone may know. The data is left as it is.
                try whatOpens {
                    var records = try RecordTransaction(
                        in: backend, sealer: sealer, kinds: core.schema.kinds, instance: account.scope.instance.bytes,
                        access: .writing)
                    try records.renew(readable)
                    return try records.finish().generation
                }
            }
        }
    }
}

extension GateRecord {
    /// The position of a stage.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` if the gate has no such stage.
    fileprivate func stage(named name: GateStage) throws(StoreError) -> Int {
        switch name {
        case .code: return stages.count - 1
        case .password:
            guard stages.first?.format == .password else {
                throw StoreError(.noSuchStage(name))
            }
            return 0
        }
    }
}

/// An error that occurred after a change of secrets had been committed. The change is in effect.
public enum GateChangeWarning: Sendable {
    /// The commit reported a failure, but was found in the store.
    case commitReportedFailure(any Error)
    /// The files beside the device secret couldn't be renamed yet. The next opening does it.
    case stateFilesUnfinished(any Error)
    /// Overwritten data may still be in the store's log.
    case logNotEmptied(any Error)
    /// Some or all files of a removed account are still there.
    case stateFilesNotRemoved(any Error)
}

extension GateContext {
    /// A change of an account's gate to another device secret.
    struct Renewal {
        /// The current gate.
        let previous: GateRecord
        /// The new gate, made with the new device secret.
        let next: GateRecord
        /// The new recovery code; `nil` if the old one stays valid.
        let newCode: RecoveryCode?
        let folder: StateFolder
    }

    /// Replaces a gate together with this machine's device secret, so that rows of the old gate that are put back open
    /// nothing: the secret they were made with is gone. Every session ends.
    ///
    /// The order makes a kill harmless: first the new device secret is stored, then the new code is revealed, then the
    /// change is committed, then the files are renamed, which the next opening completes if necessary. The code is
    /// revealed only when nothing but the commit can still fail. Call this while holding the folder's lock.
    ///
    /// - Parameters:
    ///   - body: writes what changes with the gate, and returns the store's new generation, if it is known.
    ///   - recoveryCodeHandler: receives the new recovery code, if there is one. An error that it throws cancels the
    ///     change.
    ///   - warningHandler: receives errors after the commit, which no longer undo it.
    /// - Throws: any error before the commit, in which case nothing was changed; ``StoreError`` with `failure` if it
    ///   isn't known whether the change took effect.
    func renew(
        _ renewal: Renewal, device: borrowing Secret, in engine: any RecordEngine,
        recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in }, warningHandler: (GateChangeWarning) -> Void,
        alongside body: (any RecordBackend) throws -> Int?
    ) throws {
        let (next, folder) = (renewal.next, renewal.folder)
        try folder.prepareChangeover(to: device, at: engine.name)
        let ended = try engine.change(
            account, recoveryCodeWasShown: renewal.newCode != nil, warningHandler: warningHandler
        ) { backend in
            try renewal.previous.requireCurrent(in: backend)
            try next.write(to: backend)
            let ended = try backend.sessions(of: account)
            try backend.removeSessions(nil, of: account)
            if let generation = try body(backend) { try folder.noteIncoming(generation, key: device) }
            if let code = renewal.newCode { try recoveryCodeHandler(code) }
            return ended
        } isDone: { _, backend in
            try next.isWritten(in: backend, replacing: renewal.previous)
        }
        for session in ended { sessionKeys.remove(session) }
        do { try folder.finishChangeover() } catch { warningHandler(.stateFilesUnfinished(error)) }
        do { try engine.scrub() } catch { warningHandler(.logNotEmptied(error)) }
    }
}

extension GateRecord {
    /// Refuses a change, or an opening, that was prepared for this gate if it is no longer the one in the store.
    ///
    /// The hold of the state folder doesn't keep out a process with another one, on another machine or in a container,
    /// which can recover the account. What the change would write then has a data key that opens nothing any more.
    func requireCurrent(in backend: any RecordBackend) throws {
        guard try backend.gate(of: account)?.mac == mac else { throw StoreError(.gateChanged(account)) }
    }

    /// Whether this gate is the one in the store; `nil` if the store has neither this one nor the previous one.
    ///
    /// - Parameter previous: the gate that it replaces; `nil` for a new account.
    func isWritten(in backend: any RecordBackend, replacing previous: GateRecord?) throws -> Bool? {
        let found = try backend.gate(of: account)?.mac
        if found == mac { return true }
        // If another process has changed the gate since, it isn't known what came of this change.
        return found == previous?.mac ? false : nil
    }
}

extension RecordEngine {
    /// Changes an account's gate in a transaction, and determines after a failed commit whether the change took effect.
    ///
    /// - Parameters:
    ///   - recoveryCodeWasShown: whether the body reveals a new recovery code.
    ///   - isDone: looks for what the body wrote; `nil` if it can't be determined.
    /// - Throws: ``StoreError`` whose reason is `changeFailed`; ``EngineError`` for a full disk if no recovery code was
    ///   shown; any error that the body throws.
    func change<Result: Sendable>(
        _ account: AccountID, recoveryCodeWasShown: Bool, warningHandler: (GateChangeWarning) -> Void = { _ in },
        _ body: (any RecordBackend) throws -> Result, isDone: (Result, any RecordBackend) throws -> Bool?
    ) throws -> Result {
        do {
            let outcome = try transaction(.writing, of: account) { backend in
                try Cancellation.passing { try body(backend) }
            } settling: {
                try isDone($0, $1)
            }
            if let error = outcome.reportedFailure { warningHandler(.commitReportedFailure(error)) }
            return outcome.result
        } catch let error as EngineError where error.code == .full && !recoveryCodeWasShown {
            // It says what to do, and there is nothing to say of a code.
            throw error
        } catch let error as EngineError where error.isCommitFailure {
            throw StoreError(
                .changeFailed(error.code, recoveryCodeWasShown: recoveryCodeWasShown, detail: error.detail),
                at: name, cause: error.cause ?? error)
        }
    }
}
