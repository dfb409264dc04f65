internal import ProfileModel
public import SealedStore

extension ProfileStore {
    /// The commits of the profile, newest first: all of them, unless ``Gate/Configuration/historyLimit`` bounds them.
    ///
    /// - Parameter limit: the maximum number; all of them unless given.
    public func history(limit: Int? = nil) throws -> [ProfileHistoryEntry] {
        try read { try entries(limit: limit, in: &$0) }
    }

    func entries(limit: Int?, in transaction: inout RecordTransaction) throws -> [ProfileHistoryEntry] {
        var entries: [ProfileHistoryEntry] = []
        try profileRecords.forEachCommit(limit: limit, in: &transaction) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    /// Commits the profile as it was at an earlier revision: a new revision, so that an undo can be undone too.
    ///
    /// A draft is left alone. When the profile is as it was then, there is no new revision.
    ///
    /// - Parameter revision: the one before the last commit unless given.
    /// - Throws: ``ProfileError`` with `notFound` when there is no such revision or it isn't kept any more, or there is
    ///   no commit before the last.
    @discardableResult
    public func undo(to revision: Int? = nil) throws -> ProfileCommit {
        try publishing { try profileRecords.undo(to: revision, at: now, in: &$0) }
    }
}
