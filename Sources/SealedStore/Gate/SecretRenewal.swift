internal import Sealing
internal import SystemKit

/// An error that occurred after a change of secrets had been committed. The change is in effect.
public enum GateChangeRemark: Sendable {
    /// The commit reported a failure, but was found in the store.
    case commitReportedFailure(any Error)
    /// The files beside the device secret couldn't be renamed yet. The next opening does it.
    case stateFilesUnfinished(any Error)
    /// Overwritten data may still be in the store's log.
    case logNotEmptied(any Error)
    /// Some or all files of a removed account are still there.
    case stateFilesNotRemoved(any Error)
}

extension GateCore {
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
    ///   - revealing: receives the new recovery code, if there is one. An error that it throws cancels the change.
    ///   - remarking: receives errors after the commit, which no longer undo it.
    /// - Throws: any error before the commit, in which case nothing was changed; ``StoreError`` with `failure` if it
    ///   isn't known whether the change took effect.
    func renew(
        _ renewal: Renewal, device: borrowing Secret, in engine: any RecordEngine,
        revealing: (RecoveryCode) throws -> Void = { _ in }, remarking: (GateChangeRemark) -> Void,
        alongside body: (any RecordBackend) throws -> Int?
    ) throws {
        let (next, folder) = (renewal.next, renewal.folder)
        try folder.prepareChangeover(to: device)
        let ended = try engine.change(
            account, hasShownCode: renewal.newCode != nil, remarking: remarking
        ) { backend in
            try next.write(to: backend)
            let ended = try backend.sessions(of: account)
            try backend.removeSessions(nil, of: account)
            if let generation = try body(backend) { try folder.noteIncoming(generation, key: device) }
            if let code = renewal.newCode { try revealing(code) }
            return ended
        } isDone: { _, backend in
            try next.isWritten(in: backend, replacing: renewal.previous)
        }
        for session in ended { places.remove(session) }
        do { try folder.finishChangeover() } catch { remarking(.stateFilesUnfinished(error)) }
        do { try engine.scrub() } catch { remarking(.logNotEmptied(error)) }
    }
}

extension GateRecord {
    /// Whether this gate is the one in the store; `nil` if the store has neither this one nor the previous one.
    ///
    /// - Parameter previous: the gate that it replaces; `nil` for a new account.
    func isWritten(in backend: any RecordBackend, replacing previous: GateRecord?) throws -> Bool? {
        let found = try backend.gate(of: account)?.mac
        if found == mac { return true }
        // No other process changes the gate in the meantime, since its lock is held.
        return found == previous?.mac ? false : nil
    }
}

extension RecordEngine {
    /// Changes an account's gate in a transaction, and determines after a failed commit whether the change took effect.
    ///
    /// - Parameters:
    ///   - hasShownCode: whether the body reveals a new recovery code.
    ///   - isDone: looks for what the body wrote; `nil` if it can't be determined.
    /// - Throws: ``StoreError`` whose reason is `changeFailed`; any error that the body throws.
    func change<Result: Sendable>(
        _ account: AccountID, hasShownCode: Bool, remarking: (GateChangeRemark) -> Void = { _ in },
        _ body: (any RecordBackend) throws -> Result, isDone: (Result, any RecordBackend) throws -> Bool?
    ) throws -> Result {
        do {
            let outcome = try transaction(.writing, of: account, body, settling: isDone)
            if let error = outcome.reportedFailure { remarking(.commitReportedFailure(error)) }
            return outcome.result
        } catch let error as EngineError where error.isOfCommit {
            throw StoreError(
                .changeFailed(
                    isKnown: error.code != .outcomeUnknown, hasShownCode: hasShownCode, detail: error.detail),
                at: name, cause: error.cause ?? error)
        }
    }
}
