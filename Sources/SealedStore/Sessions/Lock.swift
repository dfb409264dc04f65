internal import Sealing
internal import SystemKit

extension GateContext {
    /// - Parameter removed: a session whose key has been removed already.
    func lock(afterRemoving removed: [UInt8]? = nil) throws -> Bool {
        try translating {
            var ended: EndedSessions?
            do {
                let engine = try take()
                guard try engine.gateVersion(of: account) != nil else { throw StoreError(.noAccount(account)) }
                let found = try EndedSessions(with: engine, self, afterRemoving: removed)
                ended = found
                let hadOthers = try endSessions(in: engine, besides: found.ids)
                if !found.isEnded {
                    configuration.noticeHandler(.failed(StoreError(.sessionKeyNotFound(account)), store: name))
                }
                return hadOthers || found.hadSession
            } catch {
                guard let failure = StoreError.translated(error, at: name) as? StoreError, failure.code != .misuse
                else { throw error }
                if case .noAccount = failure.reason { throw error }
                ended =
                    ended
                    ?? (try? EndedSessions(
                        with: location.opener.openForReading(schema.engineSchema), self, afterRemoving: removed))
                ended = ended ?? EndedSessions(tracedBy: self)
                let isUnavailable = [.io, .unreachable, .busy].contains(failure.code)
                guard let extent = ended?.finish() ?? (isUnavailable ? .unknown : nil) else { throw error }
                throw StoreError(.lockNotWritten(account, extent, failure.reason), cause: error)
            }
        }
    }

    /// Ends all sessions in the store itself.
    ///
    /// - Parameter known: the ids of sessions whose keys have already been removed.
    /// - Returns: whether another one that hadn't expired was begun since.
    private func endSessions(in engine: any RecordEngine, besides known: Set<[UInt8]>) throws -> Bool {
        let outcome = try engine.transaction(.writing, of: account) { backend in
            // Rows are bound to this number, so a row that is put back later opens nothing.
            let number = Int.random(in: .min ... .max)
            try backend.putLock(number, of: account)
            let ended = try backend.sessions(of: account)
            try backend.removeSessions(nil, of: account)
            return (number: number, ended: ended)
        } settling: { written, backend in
            try backend.heads(of: account, kinds: [])?.lock == written.number
        }
        let hadOthers = outcome.result.ended.contains { !known.contains($0.id) && isLive($0) }
        for row in outcome.result.ended { sessionKeys.remove(row) }
        sessionKeys.removeTrace(of: account, at: name)
        return hadOthers
    }

    /// Whether a session can still be used. One whose key this process can't read may be.
    fileprivate func isLive(_ row: SessionRow) -> Bool {
        guard (now.duration(to: row.deadline) ?? .zero) > .zero else { return false }
        guard let kept = try? sessionKeys.find(row.id) else { return true }
        return (now.duration(to: kept.payload.idleDeadline) ?? .zero) > .zero
    }
}

/// The sessions of an account, ended without a write to the store: their keys are removed. This comes before the store
/// is written, which may fail.
private struct EndedSessions {
    /// The ids of the sessions that were found.
    let ids: Set<[UInt8]>
    /// Whether one of them hadn't expired.
    let hadSession: Bool
    /// Whether every live session's key was found, and is gone.
    let isEnded: Bool
    /// Tells every program on this machine that has the store open to close it.
    private let tell: () -> Bool
    private let remove: ([UInt8]) -> Void

    init(with engine: any RecordEngine, _ gate: GateContext, afterRemoving gone: [UInt8]?) throws {
        let rows = try engine.look { try $0.sessions(of: gate.account) }
        ids = Set(rows.map(\.id))
        let traced = gate.sessionKeys.trace(of: gate.account, at: gate.name)?.id
        let live = rows.filter { row in
            // A lock that couldn't be written has removed the key beside this trace.
            gate.isLive(row) && (row.id != traced || (try? gate.sessionKeys.holds(row.id)) ?? true)
        }
        let removed = rows.filter { gate.sessionKeys.remove($0) || $0.id == gone }
        hadSession = !live.isEmpty
        isEnded = live.allSatisfy { row in removed.contains { $0.id == row.id } }
        remove = { gate.sessionKeys.remove($0) }
        tell = {
            let isTold = gate.folder(in: engine).changeLockStamp()
            engine.wakeWatches(of: gate.account)
            return isTold
        }
    }

    /// The account's newest session, found by its trace because the store can't be read; `nil` if there is no trace.
    init?(tracedBy gate: GateContext) {
        guard let trace = gate.sessionKeys.trace(of: gate.account, at: gate.name) else { return nil }
        (ids, hadSession) = ([trace.id], true)
        isEnded = gate.sessionKeys.remove(trace.id)
        remove = { gate.sessionKeys.remove($0) }
        tell = { StateFolder(of: trace.scope, gate.configuration).changeLockStamp() }
    }

    /// Closes what is open on this machine, for a lock that couldn't be written, and returns what was ended.
    func finish() -> StoreError.LockExtent {
        let isTold = tell()
        // A program that was extending a session may have written its key again, and not have seen the lock stamp yet.
        for id in ids { remove(id) }
        return !isTold || !isEnded ? .unknown : hadSession ? .sessions : .noSession
    }
}
