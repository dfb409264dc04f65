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

    func summary(in transaction: inout RecordTransaction) throws -> Summary {
        Summary(
            committed: try Self.require(profileRecords.committed(in: &transaction)),
            draft: try profileRecords.savedDraft(in: &transaction),
            hikes: try Self.require(HikeLedger().digest(in: &transaction)))
    }
}
