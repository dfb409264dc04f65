internal import SQLiteKit

/// The committed profile's row and its history, always changed together.
enum ProfileTable {
    private static let name = "profile"
    private static let history = "history"

    /// Writes the first revision of a new account.
    static func insertFirst(
        _ profile: Profile, at now: Int, into connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        try RecordTable.profile.put(ProfileRecord(profile).encoded, numbered: 1, in: connection, sealer: sealer)
        try insertHistory(
            HistoryRecord(at: now, before: nil, after: profile), revision: 1, into: connection, sealer: sealer)
    }

    static func load(
        from connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> CommittedProfile {
        let row = try connection.first(
            "SELECT revision, record FROM profile WHERE account = ?", .text(sealer.accountID)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        guard let row else { throw MalformedRecord() }
        let payload = try sealer.open(row.record, at: RecordPlace(table: name, revision: row.revision))
        return CommittedProfile(revision: row.revision, profile: try ProfileRecord(decoding: payload).profile)
    }

    /// Publishes a profile as the next revision, inside the caller's transaction.
    static func publish(
        _ profile: Profile, after previous: CommittedProfile, at now: Int, in connection: borrowing Connection,
        sealer: borrowing RecordSealer
    ) throws -> CommittedProfile {
        let next = CommittedProfile(revision: previous.revision + 1, profile: profile)
        try RecordTable.profile.put(
            ProfileRecord(profile).encoded, numbered: next.revision, in: connection, sealer: sealer)
        try insertHistory(
            HistoryRecord(at: now, before: previous.profile, after: profile), revision: next.revision, into: connection,
            sealer: sealer)
        return next
    }

    /// The commits, newest first.
    static func history(
        limit: Int?, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [(revision: Int, entry: HistoryRecord)] {
        try historyBoxes(limit: limit, in: connection, sealer: sealer).map { row in
            (row.revision, try open(row.box, revision: row.revision, sealer: sealer))
        }
    }

    /// The sealed commits, newest first.
    static func historyBoxes(
        limit: Int?, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [(revision: Int, box: [UInt8])] {
        // SQLite takes a negative limit for none.
        try connection.rows(
            "SELECT revision, record FROM history WHERE account = ? ORDER BY revision DESC LIMIT ?",
            .text(sealer.accountID), .integer(limit.map { max($0, 0) } ?? -1)
        ) { (revision: try $0.integer(0), box: try $0.blob(1)) }
    }

    /// One commit; `nil` when there is none of this revision.
    static func historyEntry(
        of revision: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> HistoryRecord? {
        let record = try connection.first(
            "SELECT record FROM history WHERE account = ? AND revision = ?", .text(sealer.accountID),
            .integer(revision)
        ) { try $0.blob(0) }
        guard let record else { return nil }
        return try open(record, revision: revision, sealer: sealer)
    }

    /// The first commit after a revision that the history has; `nil` when there is none.
    static func next(
        after revision: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> CommittedProfile? {
        let row = try connection.first(
            "SELECT revision, record FROM history WHERE account = ? AND revision > ? ORDER BY revision LIMIT 1",
            .text(sealer.accountID), .integer(revision)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        guard let row else { return nil }
        let entry = try open(row.record, revision: row.revision, sealer: sealer)
        return CommittedProfile(revision: row.revision, profile: entry.after)
    }

    /// The oldest revision that the history has.
    static func oldestRevision(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Int? {
        try connection.first(
            "SELECT revision FROM history WHERE account = ? ORDER BY revision LIMIT 1", .text(sealer.accountID)
        ) { try $0.integer(0) }
    }

    /// Keeps the newest commits only, inside the caller's transaction.
    ///
    /// What is the oldest then is sealed anew as one that begins a history, so that a check can tell a history that was
    /// cut from one that someone took rows from.
    static func cutHistory(
        to limit: Int, newest: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        let oldest = newest - min(max(limit, 1), newest) + 1
        guard try oldestRevision(in: connection, sealer: sealer) ?? oldest < oldest else { return }
        guard var entry = try historyEntry(of: oldest, in: connection, sealer: sealer) else { throw MalformedRecord() }
        entry.before = nil
        try deleteHistory(before: oldest + 1, in: connection, sealer: sealer)
        try insertHistory(entry, revision: oldest, into: connection, sealer: sealer)
    }

    /// Takes the commits before a revision out of the history: the one place that does.
    private static func deleteHistory(
        before revision: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        let removed = try RecordTable.history.numbers(in: connection, sealer: sealer).prefix { $0 < revision }
        try RecordTable.history.forgetDamage(of: Array(removed), in: connection, sealer: sealer)
        for old in removed {
            try RecordTable.history.remove(numbered: old, from: connection, sealer: sealer)
        }
    }

    static func open(
        _ record: [UInt8], revision: Int, sealer: borrowing RecordSealer
    ) throws -> HistoryRecord {
        try HistoryRecord(decoding: try sealer.open(record, at: RecordPlace(table: history, revision: revision)))
    }

    private static func insertHistory(
        _ entry: HistoryRecord, revision: Int, into connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        try RecordTable.history.put(entry.encoded, numbered: revision, in: connection, sealer: sealer)
    }
}

/// The profile that readers see, and which revision it is: 1 for a new account, one more with each commit.
public struct CommittedProfile: Hashable, Sendable {
    public let revision: Int
    public let profile: Profile
}
