internal import SQLiteKit
internal import Sealing
internal import SystemKit

/// Beginning a session, or joining the live one.
///
/// A session key goes out of the database, and the data key sealed by it goes in. Either alone opens nothing. Who joins
/// seals the data key anew by the same session key, under the deadlines that hold from now on.
struct SessionStart {
    let gate: Gate
    /// How the gate stood when the data key was opened.
    let mark: GateMark
    /// How long from now; `nil` for what is usual, or what the live session has if that is more.
    let lasting: Duration?
    let idle: Duration?

    private var now: BootInstant { gate.configuration.clock.bootInstant }
    private var places: SessionPlaces { SessionPlaces(configuration: gate.configuration) }

    /// - Throws: ``ProfileError`` with `locked` when the account was locked or a secret changed since the unlock; `io`
    ///   when no place takes the key.
    func begin(in file: borrowing StoreFile, dataKey: borrowing Secret) throws -> Session {
        try file.connection.transaction(.writing) { connection in
            guard try GateMark.current(of: gate.account, in: connection) == mark else { throw ProfileStore.locked }
            try removeEnded(in: file)
            if let live = try FoundSession.find(of: gate, in: file, mark: mark) {
                return try join(live.session, in: file, dataKey: dataKey)
            }
            return try makeNew(in: file, dataKey: dataKey)
        }
    }

    private func makeNew(in file: borrowing StoreFile, dataKey: borrowing Secret) throws -> Session {
        let begin = now
        let key = try Secret.random()
        let lasting = lasting ?? Session.Limits.standardLasting
        var row = StoredSession(
            account: gate.account, id: RandomBytes.make(16), deadline: begin.advanced(by: lasting),
            idleLimit: idle ?? Session.Limits.standardIdle)
        row.envelope = SealedBox.seal(dataKey, with: key, context: row.context(in: file, mark: mark))
        let payload = SessionPayload(idleDeadline: begin.advanced(by: row.idleLimit), key: key)
        let place = try places.keep(payload.encoded(), named: row.name, lasting: lasting)
        do {
            try row.write(to: file.connection)
        } catch {
            places.remove(row.name)
            throw error
        }
        return Session(row, place: place, idleDeadline: payload.idleDeadline)
    }

    private func join(_ live: Session, in file: borrowing StoreFile, dataKey: borrowing Secret) throws -> Session {
        guard let kept = try places.find(live.name) else { throw ProfileStore.locked }
        let begin = now
        var row = StoredSession(
            account: gate.account, id: live.id,
            deadline: begin.advanced(by: lasting ?? Session.Limits.standardLasting),
            idleLimit: idle ?? max(live.idleLimit, Session.Limits.standardIdle))
        if lasting == nil { row.deadline = row.deadline.later(live.deadline) }
        var idleDeadline = begin.advanced(by: row.idleLimit)
        if idle == nil { idleDeadline = idleDeadline.later(live.idleDeadline) }
        row.envelope = SealedBox.seal(
            dataKey, with: kept.payload.key, context: row.context(in: file, mark: mark))
        // The payload first: were the row never written, the session would go on as it was, used once more.
        try places.write(
            kept.payload.with(idleDeadline: idleDeadline).encoded(), named: row.name,
            lasting: begin.duration(to: row.deadline) ?? .zero, to: kept.place)
        try row.write(to: file.connection)
        return Session(row, place: kept.place, idleDeadline: idleDeadline)
    }

    /// Removes what is left of sessions that have ended. Those whose keys this process can't read may be live.
    private func removeEnded(in file: borrowing StoreFile) throws {
        for row in try StoredSession.all(of: gate.account, in: file.connection) {
            let isOver = (now.duration(to: row.deadline) ?? .zero) <= .zero
            let isReadable = try FoundSession(row, of: gate, in: file, mark: mark) != nil
            guard try isOver || (places.holds(row.name) && !isReadable) else { continue }
            try row.delete(from: file.connection)
            places.remove(row.name)
        }
    }
}

extension BootInstant {
    /// The later of two moments of one boot.
    fileprivate func later(_ other: BootInstant) -> BootInstant {
        (duration(to: other) ?? .zero) > .zero ? other : self
    }
}
