internal import Sealing
internal import SystemKit

/// An unlock that is shared with this user's other processes until it ends.
public struct Session: Hashable, Sendable {
    /// Where the session's key is kept.
    public let place: SessionPlace
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

    init(_ row: SessionRow, place: SessionPlace, idleDeadline: BootInstant) {
        self.init(
            place: place, deadline: row.deadline, idleDeadline: idleDeadline, id: row.id, idleLimit: row.idleLimit)
    }

    init(place: SessionPlace, deadline: BootInstant, idleDeadline: BootInstant, id: [UInt8], idleLimit: Duration) {
        (self.place, self.deadline, self.idleDeadline) = (place, deadline, idleDeadline)
        (self.id, self.idleLimit) = (id, idleLimit)
    }

    /// The session in its current state; `nil` if it has ended. Any process that uses it moves its idle deadline, and
    /// one that joins it may change both deadlines.
    func current(
        of gate: GateCore, in backend: any RecordBackend, _ scope: AccountScope, mark: GateMark
    ) throws -> Session? {
        guard let row = try backend.session(id, of: gate.account) else { return nil }
        if row.deadline == deadline, row.idleLimit == idleLimit,
            timeLeft(at: gate.now) > .zero
        {
            return self
        }
        return try FoundSession(row, of: gate, scope, mark: mark)?.session
    }

    /// The limits of a new session.
    public enum Limits {
        /// How long a session may go unused: 15 minutes.
        public static let defaultIdleLimit = Duration.seconds(15 * 60)
        /// How long a session lasts: 2 hours.
        public static let defaultDuration = Duration.seconds(2 * 3600)
        /// How long a session may last at most: 24 hours.
        public static let maximumDuration = Duration.seconds(24 * 3600)
    }
}

/// A live session, with the data key that it opens.
struct FoundSession {
    let session: Session
    let dataKey: SharedSecret

    /// Finds the live session of an account: the one with the most time left if there are several, `nil` if there is
    /// none that this process can read, for whatever reason.
    static func find(of gate: GateCore, in engine: any RecordEngine, mark: GateMark) throws -> FoundSession? {
        let rows = try engine.look { try $0.sessions(of: gate.account) }
        return try find(of: gate, among: rows, gate.scope(in: engine), mark: mark)
    }

    /// Finds the live session among rows that have already been read.
    static func find(
        of gate: GateCore, among rows: [SessionRow], _ scope: AccountScope, mark: GateMark
    ) throws -> FoundSession? {
        let now = gate.now
        var best: FoundSession?
        for row in rows {
            guard let found = try FoundSession(row, of: gate, scope, mark: mark) else { continue }
            if best.map({ $0.session.timeLeft(at: now) < found.session.timeLeft(at: now) }) ?? true { best = found }
        }
        return best
    }

    /// Opens a row's session; `nil` if it has ended or its key can't be read by this process.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    init?(_ row: SessionRow, of gate: GateCore, _ scope: AccountScope, mark: GateMark) throws {
        guard let kept = try gate.places.find(row.id) else { return nil }
        let session = Session(row, place: kept.place, idleDeadline: kept.payload.idleDeadline)
        guard session.timeLeft(at: gate.now) > .zero else { return nil }
        do {
            dataKey = SharedSecret(
                try SealedBox.openSecret(
                    row.envelope, with: kept.payload.key, context: row.context(in: scope, mark: mark)))
            self.session = session
        } catch SealingError.authenticationFailed, SealingError.malformed {
            return nil
        }
    }
}

// The gate's view of a session row. An account has one row for each place that keeps a session's key where other
// processes can't read it.
extension SessionRow {
    init(id: [UInt8], deadline: BootInstant, idleLimit: Duration) {
        self.init(
            id: id, boot: deadline.boot, deadlineNanoseconds: deadline.sinceBoot.nanoseconds,
            idleNanoseconds: idleLimit.nanoseconds, envelope: [])
    }

    /// When the session ends, however much it is used.
    var deadline: BootInstant {
        get { BootInstant(boot: boot, sinceBoot: .nanoseconds(deadlineNanoseconds)) }
        set { (boot, deadlineNanoseconds) = (newValue.boot, newValue.sinceBoot.nanoseconds) }
    }

    /// How long the session may go unused.
    var idleLimit: Duration { .nanoseconds(idleNanoseconds) }

    /// What the envelope is bound to: the store, every field of the row, and the gate's mark. Once the account was
    /// locked or a secret changed, a row therefore opens nothing, even if it is put back while its key still exists
    /// somewhere.
    func context(in scope: AccountScope, mark: GateMark) -> [UInt8] {
        var context = scope.purpose("session.v2")
        context.append(lengthPrefixed: scope.store.bytes)
        context.append(lengthPrefixed: scope.instance.bytes)
        context.append(lengthPrefixed: scope.accountBytes)
        context.append(lengthPrefixed: id)
        context.append(littleEndian: mark.epoch)
        context.append(littleEndian: mark.lock)
        context.append(lengthPrefixed: boot)
        context.append(littleEndian: deadlineNanoseconds)
        context.append(littleEndian: idleNanoseconds)
        return context
    }
}
