extension ProfileStore {
    /// The commits of the profile, newest first: all of them, unless ``Gate/Configuration/historyLimit`` bounds them.
    ///
    /// - Parameter limit: how many at the most; all of them unless given.
    /// - Throws: ``ProfileError`` with `damaged` when one that is read is missing, there twice or older than what was
    ///   written last.
    public func history(limit: Int? = nil) throws -> [HistoryEntry] {
        try read { connection, sealer in
            let committed = try ProfileTable.load(from: connection, sealer: sealer)
            let (entries, damaged) = try ProfileTable.chainedHistory(
                limit: limit, to: committed, in: connection, sealer: sealer)
            guard damaged.isEmpty else { throw DamagedParts(parts: damaged) }
            return entries.map { HistoryEntry($0.record, revision: $0.revision) }
        }
    }

    /// Commits the profile as it was at an earlier revision: a new revision, so that an undo can be undone too.
    ///
    /// A draft is left alone. When the profile is as it was then, there is no new revision.
    ///
    /// - Parameter revision: the one before the last commit unless given.
    /// - Throws: ``ProfileError`` with `notFound` when there is no such revision or it isn't kept any more, or there is
    ///   no commit before the last.
    @discardableResult
    public func undo(to revision: Int? = nil) throws -> Commit {
        try write { connection, sealer in
            let previous = try ProfileTable.load(from: connection, sealer: sealer)
            guard revision != nil || previous.revision > 1 else {
                throw ProfileError(
                    .notFound, "there is nothing to undo", hint: "The profile is as it was when it was made.")
            }
            let wanted = revision ?? previous.revision - 1
            let history = try ProfileTable.history(
                downTo: max(wanted, 0), in: connection, sealer: sealer)
            guard let entry = history.first(where: { $0.revision == wanted })?.record else {
                let oldest = try ProfileTable.oldestRevision(in: connection, sealer: sealer) ?? wanted
                let isGone = (1..<max(oldest, 1)).contains(wanted)
                throw ProfileError(
                    .notFound,
                    isGone
                        ? "revision \(wanted) is not kept any more: the history begins with revision \(oldest)"
                        : "there is no revision \(wanted)",
                    hint: "See them with: profile history")
            }
            return try publish(entry.after, after: previous, restoring: true, in: connection, sealer: sealer)
        }
    }
}

/// One commit of the profile.
public struct HistoryEntry: Hashable, Sendable {
    public let revision: Int
    /// When it was, in seconds since 1970.
    public let at: Int
    /// What it changed; empty for the first revision, which began the profile, and for the oldest of a bounded history.
    public let changes: [ProfileChange]
    /// The profile as of this revision.
    public let profile: Profile

    init(_ record: HistoryRecord, revision: Int) {
        (self.revision, at, profile) = (revision, record.at, record.after)
        changes = record.before.map { record.after.changes(since: $0) } ?? []
    }
}
