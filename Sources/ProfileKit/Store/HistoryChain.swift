internal import SQLiteKit

/// The commits of a history, newest first, each checked against the one after it: a commit began with the profile that
/// the one before it left, and the last one left what readers see.
///
/// Each row is sealed for its own revision, but that doesn't tell whether it is there, the only one and the one that was
/// written last. This does, as far as rows are read.
struct HistoryChain {
    /// The parts that are missing, too many, older than what was written last, or don't open.
    private(set) var damaged: [DamagedPart] = []
    /// The revision that must come next; `nil` when that isn't known.
    private var due: Int?
    /// What it must have left; `nil` when that isn't known.
    private var profile: Profile?
    private var isAtBeginning = false
    /// Whether the row that was read last can't be believed: it may have been the one that begins the history.
    private var isInDoubt = false

    /// - Parameter committed: what readers see; `nil` when that doesn't open, and then the newest row is believed.
    init(to committed: CommittedProfile?) {
        (due, profile) = (committed?.revision, committed?.profile)
    }

    /// Whether the row that was read next is the one that must come next. What it isn't is noted as damaged.
    ///
    /// - Parameter record: `nil` when it doesn't open.
    mutating func accepts(_ record: HistoryRecord?, revision: Int) -> Bool {
        guard !isAtBeginning, revision <= due ?? revision else {
            damaged.append(.revision(revision))
            return false
        }
        if let due, revision < due {
            damaged.append(.revision(due))
            profile = nil
        }
        due = revision &- 1
        guard let record, profile == nil || profile == record.after else {
            damaged.append(.revision(revision))
            (profile, isInDoubt) = (nil, true)
            return false
        }
        (profile, isInDoubt) = (record.before, false)
        isAtBeginning = record.before == nil
        return true
    }

    /// Notes what is missing when no more rows are there.
    mutating func end() {
        if let due, !isAtBeginning, !isInDoubt { damaged.append(.revision(due)) }
    }
}

extension ProfileTable {
    /// The commits that are there as they were written, newest first.
    ///
    /// - Parameters:
    ///   - limit: how many rows are read; all of them for `nil`.
    ///   - committed: what readers see; `nil` when that doesn't open.
    static func chainedHistory(
        limit: Int?, to committed: CommittedProfile?, in connection: borrowing Connection,
        sealer: borrowing RecordSealer
    ) throws -> (entries: [(revision: Int, record: HistoryRecord)], damaged: [DamagedPart]) {
        let rows = try historyBoxes(limit: limit, in: connection, sealer: sealer)
        var chain = HistoryChain(to: committed)
        var entries: [(revision: Int, record: HistoryRecord)] = []
        for row in rows {
            let record = try whatOpens { try open(row.box, revision: row.revision, sealer: sealer) }
            if chain.accepts(record, revision: row.revision), let record { entries.append((row.revision, record)) }
        }
        if rows.count < limit ?? .max { chain.end() }
        return (entries, chain.damaged)
    }

    /// The commits from the newest down to a revision, or as far as the history goes.
    ///
    /// - Throws: ``DamagedParts`` when one of them is not the one that was written.
    static func history(
        downTo revision: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [(revision: Int, record: HistoryRecord)] {
        let committed = try load(from: connection, sealer: sealer)
        let (count, isTooMany) = committed.revision.subtractingReportingOverflow(revision)
        guard !isTooMany, count >= 0 else { return [] }
        let (entries, damaged) = try chainedHistory(
            limit: count &+ 1, to: committed, in: connection, sealer: sealer)
        guard damaged.isEmpty else { throw DamagedParts(parts: damaged) }
        return entries
    }
}
