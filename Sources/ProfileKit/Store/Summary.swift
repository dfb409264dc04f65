public import ProfileModel
public import SealedStore

/// One account as readers see it at one moment.
public struct Summary: Hashable, Sendable {
    public let committed: CommittedProfile
    /// The saved draft, if there is one. It is no part of what readers see.
    public let draft: ProfileDraft?
    public let hikes: HikeDigest
}

extension ProfileStore {
    /// Everything that a summary shows, as of one moment. Its cost doesn't grow with the number of hikes.
    public var summary: Summary {
        get throws { try read { try summary(in: &$0) } }
    }

    /// The first commit after a revision, with what else a summary shows as it is now; `nil` when there is none.
    ///
    /// Where a bounded history has dropped that commit, it is the oldest that is kept.
    public func summary(after revision: Int) throws -> Summary? {
        try read { transaction in
            guard let committed = try records.commit(after: revision, in: &transaction) else { return nil }
            return Summary(
                committed: committed, draft: try records.savedDraft(in: &transaction),
                hikes: try Self.require(HikeLedger().digest(in: &transaction)))
        }
    }

    func summary(in transaction: inout RecordTransaction) throws -> Summary {
        Summary(
            committed: try Self.require(records.committed(in: &transaction)),
            draft: try records.savedDraft(in: &transaction),
            hikes: try Self.require(HikeLedger().digest(in: &transaction)))
    }
}
