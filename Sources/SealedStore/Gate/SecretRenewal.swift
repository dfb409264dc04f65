internal import Sealing
internal import SystemKit

/// What a change of secrets came upon after it counted: the change stands, and the next command finishes the rest.
public enum GateChangeRemark: Sendable {
    /// The commit was said to have failed, and was found in the file.
    case commitReportedFailure(any Error)
    /// The files beside the store could not get their names yet.
    case stateFilesUnfinished(any Error)
    /// What was overwritten may still stand in the store's log.
    case logNotEmptied(any Error)
    /// The files of an account that was removed are still there, in whole or in part.
    case stateFilesNotRemoved(any Error)
}

extension GateCore {
    /// A change of an account's gate over to another device secret.
    struct Renewal {
        /// The gate as it is.
        let previous: GateRecord
        /// The gate as it is to be, made from the new device secret.
        let next: GateRecord
        /// The recovery code that comes with it; `nil` when the old one stays.
        let newCode: RecoveryCode?
        let folder: StateFolder
    }

    /// Changes a gate, and this machine's device secret with it, so that rows of the old gate that are put back open
    /// nothing: they lack the secret that they were made from. Every session ends.
    ///
    /// The order makes a kill harmless: the device secret first, then the person has the new code, then the commit, then
    /// the files change their names, which the next opening finishes if it must. A code is shown when nothing but the
    /// commit can fail any more. Call it under the folder's lock.
    ///
    /// - Parameters:
    ///   - body: writes what goes with the gate, and returns the generation of the store from then on, if that is known.
    ///   - revealing: is given the new recovery code, if there is one. What it throws stops the change.
    ///   - remarking: is told of errors after the commit, which no longer undo it.
    /// - Throws: what is thrown before the commit, and nothing was changed then; ``StoreError`` with `failure` when
    ///   whether the change counts is not known.
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
    /// Whether this gate is the one that stands; `nil` when neither it nor the one before does.
    ///
    /// - Parameter previous: the gate that it replaces; `nil` for a new account's.
    func isWritten(in backend: any RecordBackend, replacing previous: GateRecord?) throws -> Bool? {
        let found = try backend.gate(of: account)?.mac
        if found == mac { return true }
        // Nobody else changes a gate meanwhile: its lock is held.
        return found == previous?.mac ? false : nil
    }
}

extension RecordEngine {
    /// Changes an account's gate in a transaction, and says of a commit that failed whether the change counts.
    ///
    /// - Parameters:
    ///   - hasShownCode: whether the body shows someone a new recovery code.
    ///   - isDone: looks for what the body wrote; `nil` where it can't be told.
    /// - Throws: ``StoreError`` whose reason is `changeFailed`; what the body throws.
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
