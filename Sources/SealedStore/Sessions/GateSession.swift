internal import Sealing
internal import SystemKit

/// An unlock that is shared with this user's other processes until it ends.
public struct GateSession: Hashable, Sendable {
    /// Where the session's key is kept.
    public let storage: SessionStorage
    /// When the session ends, however much it is used.
    public let deadline: BootInstant
    /// When the session ends if it isn't used.
    public let idleDeadline: BootInstant
    /// How long the session may go unused.
    public let idleLimit: Duration
    let id: [UInt8]

    /// The time left at the given moment; zero if the session has ended or belongs to another boot.
    public func timeLeft(at now: BootInstant) -> Duration {
        let left = min(
            now.duration(to: deadline) ?? .zero,
            now.duration(to: idleDeadline) ?? .zero)
        return max(left, .zero)
    }

    /// Whether use can extend the session, because its idle deadline comes before its deadline.
    public var isExtendedByUse: Bool { (idleDeadline.duration(to: deadline) ?? .zero) > .zero }

    init(_ row: SessionRow, storage: SessionStorage, idleDeadline: BootInstant) {
        self.init(
            storage: storage, deadline: row.deadline, idleDeadline: idleDeadline, id: row.id, idleLimit: row.idleLimit)
    }

    init(storage: SessionStorage, deadline: BootInstant, idleDeadline: BootInstant, id: [UInt8], idleLimit: Duration) {
        (self.storage, self.deadline, self.idleDeadline) = (storage, deadline, idleDeadline)
        (self.id, self.idleLimit) = (id, idleLimit)
    }

    /// The session in its current state; `nil` if it has ended. Any process that uses it moves its idle deadline, and
    /// one that joins it may change both deadlines.
    func current(
        of gate: GateContext, in backend: any RecordBackend, _ scope: AccountContext, version: GateVersion
    ) throws -> GateSession? {
        guard let row = try backend.session(id, of: gate.account) else { return nil }
        if row.deadline == deadline, row.idleLimit == idleLimit,
            timeLeft(at: gate.now) > .zero
        {
            return self
        }
        return try SessionLookup(row, of: gate, scope, version: version)?.session
    }
}

extension GateContext {
    /// Moves the idle deadline, unless it was moved less than a tenth of the idle limit ago.
    ///
    /// - Parameter folder: the account's folder, whose lock stamp tells of a lock that couldn't be written.
    func extended(_ session: GateSession, at folder: StateFolder) -> GateSession {
        let deadline = now.advanced(by: session.idleLimit)
        guard let gained = session.idleDeadline.duration(to: deadline), gained > session.idleLimit / 10,
            let left = now.duration(to: session.deadline)
        else { return session }
        let lockStamp = folder.lockStamp
        guard let kept = try? sessionKeys.find(session.id),
            kept.payload.idleDeadline.duration(to: deadline) ?? .zero > .zero,
            let next = try? kept.payload.with(idleDeadline: deadline).encoded()
        else { return session }
        // If it can't be moved, the session is used as it is and ends at its old deadline.
        guard (try? sessionKeys.write(next, named: session.id, lasting: left, to: kept.storage)) != nil else {
            return session
        }
        // The lock removed the key before it was written again.
        if folder.lockStamp != lockStamp { sessionKeys.remove(session.id) }
        return GateSession(
            storage: kept.storage, deadline: session.deadline, idleDeadline: deadline, id: session.id,
            idleLimit: session.idleLimit)
    }
}
