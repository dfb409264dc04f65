internal import LinuxKit
internal import Sealing

/// An unlock that other processes of this user share until it ends.
public struct Session: Hashable, Sendable {
    /// Where its key is kept.
    public let place: SessionPlace
    /// When it ends, whatever happens.
    public let deadline: BootInstant
    /// When it ends unless it is used.
    public let idleDeadline: BootInstant
    let id: [UInt8]
    let idleLimit: Duration

    /// The time that is left at a moment; zero when it has ended or belongs to another boot.
    public func timeLeft(at now: BootInstant) -> Duration {
        let left = min(
            now.duration(to: deadline) ?? .zero,
            now.duration(to: idleDeadline) ?? .zero)
        return max(left, .zero)
    }

    /// The name under which its key is kept.
    var name: String { SessionRow.name(id) }

    /// The same session with the idle deadline that it has by now: any process that uses it moves that.
    func refreshed(_ configuration: Gate.Configuration) -> Session {
        guard timeLeft(at: configuration.clock.bootInstant) == .zero,
            let kept = SessionPlaces(configuration: configuration).find(name)
        else { return self }
        return Session(
            place: place, deadline: deadline, idleDeadline: kept.payload.idleDeadline, id: id, idleLimit: idleLimit)
    }

    /// The limits of a session that is begun.
    public enum Limits {
        public static let standardIdle = Duration.seconds(15 * 60)
        public static let standardLasting = Duration.seconds(2 * 3600)
        public static let longest = Duration.seconds(24 * 3600)
    }
}

/// A session as it was found: its description, and the data key that it opens.
struct FoundSession {
    let session: Session
    let dataKey: SharedSecret

    /// Looks for the live session of an account; `nil` when there is none, whatever the reason.
    static func find(of gate: borrowing Gate, in file: borrowing StoreFile, epoch: Int) throws -> FoundSession? {
        let places = SessionPlaces(configuration: gate.configuration)
        guard let row = try SessionRow.load(gate.account, from: file.connection), row.epoch == epoch,
            let kept = places.find(row.name)
        else { return nil }
        let session = Session(
            place: kept.place, deadline: row.deadline, idleDeadline: kept.payload.idleDeadline, id: row.id,
            idleLimit: row.idleLimit)
        guard session.timeLeft(at: gate.configuration.clock.bootInstant) > .zero,
            let key = try? SealedBox.openSecret(
                row.envelope, with: kept.payload.key, context: row.context(store: file.id))
        else { return nil }
        return FoundSession(session: session, dataKey: SharedSecret(key))
    }
}
