internal import Sealing
internal import SystemKit

/// Begins a session, or joins the live one.
///
/// A session key is stored outside of the database, and the data key, sealed by it, inside. Neither opens anything
/// alone. Joining reseals the data key with the same session key, under the new deadlines.
struct SessionStart {
    let gate: GateContext
    let scope: AccountContext
    /// The gate's version when the data key was opened.
    let version: GateVersion
    /// The session's maximum duration from now; `nil` for the configured one, or the live session's if that is longer.
    let duration: Duration?
    let idleLimit: Duration?

    private var now: BootInstant { gate.now }
    private var sessionKeys: SessionKeyStore { gate.sessionKeys }

    /// - Throws: ``StoreError`` with `locked` if the account was locked or a secret changed since the unlock;
    ///   `invalidValue` for a duration or an idle limit that is out of range; `io` if no storage accepts the key.
    func begin(in engine: any RecordEngine, dataKey: borrowing Secret) throws -> GateSession {
        let wanted = duration ?? gate.configuration.sessionDuration
        guard wanted > .zero, wanted <= SessionLimits.maximumDuration else {
            throw StoreError(.sessionLimit(.duration))
        }
        guard idleLimit ?? gate.configuration.sessionIdleLimit > .zero else { throw StoreError(.sessionLimit(.idle)) }
        var made: SessionRow?
        do {
            return try begin(in: engine, dataKey: dataKey, making: &made)
        } catch {
            // Without the row, the key that was kept for it opens nothing.
            if let made { sessionKeys.remove(made) }
            throw error
        }
    }

    /// - Parameter made: set to the row of a new session as soon as its key is kept.
    private func begin(
        in engine: any RecordEngine, dataKey: borrowing Secret, making made: inout SessionRow?
    ) throws -> GateSession {
        try engine.transaction(.writing, of: gate.account) { backend in
            guard try GateVersion.current(of: gate.account, in: backend) == version else { throw StoreError(.locked) }
            try removeEnded(in: backend)
            let rows = try backend.sessions(of: gate.account)
            if let live = try SessionLookup.find(of: gate, among: rows, scope, version: version) {
                return try join(live.session, in: backend, dataKey: dataKey)
            }
            return try makeNew(in: backend, dataKey: dataKey, making: &made)
        }
    }

    private func makeNew(
        in backend: any RecordBackend, dataKey: borrowing Secret, making made: inout SessionRow?
    ) throws -> GateSession {
        let begin = now
        let key = try Secret.random()
        let duration = duration ?? gate.configuration.sessionDuration
        var row = SessionRow(
            id: RandomBytes.make(16), deadline: begin.advanced(by: duration),
            idleLimit: idleLimit ?? gate.configuration.sessionIdleLimit)
        row.envelope = SealedBox.seal(dataKey, with: key, context: row.context(in: scope, version: version))
        let payload = SessionPayload(idleDeadline: begin.advanced(by: row.idleLimit), key: key)
        let storage = try sessionKeys.keep(payload.encoded(), named: row.id, lasting: duration)
        made = row
        try backend.putSession(row, of: gate.account)
        leaveTrace(of: row, lasting: duration, in: storage)
        return GateSession(row, storage: storage, idleDeadline: payload.idleDeadline)
    }

    private func leaveTrace(of row: SessionRow, lasting: Duration, in storage: SessionStorage) {
        sessionKeys.leave(SessionTrace(id: row.id, scope: scope), at: gate.name, lasting: lasting, in: storage)
    }

    private func join(_ live: GateSession, in backend: any RecordBackend, dataKey: borrowing Secret) throws
        -> GateSession
    {
        guard let kept = try sessionKeys.find(live.id) else { throw StoreError(.locked) }
        let begin = now
        var row = SessionRow(
            id: live.id,
            deadline: begin.advanced(by: duration ?? gate.configuration.sessionDuration),
            idleLimit: idleLimit ?? max(live.idleLimit, gate.configuration.sessionIdleLimit))
        if duration == nil { row.deadline = row.deadline.later(live.deadline) }
        var idleDeadline = begin.advanced(by: row.idleLimit)
        if idleLimit == nil { idleDeadline = idleDeadline.later(live.idleDeadline) }
        row.envelope = SealedBox.seal(
            dataKey, with: kept.payload.key, context: row.context(in: scope, version: version))
        // The payload is written first: if writing the row fails, the session continues as if it had been used once
        // more.
        try sessionKeys.write(
            kept.payload.with(idleDeadline: idleDeadline).encoded(), named: row.id,
            lasting: begin.duration(to: row.deadline) ?? .zero, to: kept.storage)
        try backend.putSession(row, of: gate.account)
        leaveTrace(of: row, lasting: begin.duration(to: row.deadline) ?? .zero, in: kept.storage)
        return GateSession(row, storage: kept.storage, idleDeadline: idleDeadline)
    }

    /// Removes what remains of sessions that have ended. Sessions whose keys this process can't read may still be live.
    private func removeEnded(in backend: any RecordBackend) throws {
        for row in try backend.sessions(of: gate.account) {
            let isOver = (now.duration(to: row.deadline) ?? .zero) <= .zero
            let isReadable = try SessionLookup(row, of: gate, scope, version: version) != nil
            guard try isOver || (sessionKeys.holds(row.id) && !isReadable) else { continue }
            try backend.removeSessions(row.id, of: gate.account)
            sessionKeys.remove(row)
        }
    }
}

extension BootInstant {
    /// The later of two moments of the same boot.
    fileprivate func later(_ other: BootInstant) -> BootInstant {
        (duration(to: other) ?? .zero) > .zero ? other : self
    }
}
