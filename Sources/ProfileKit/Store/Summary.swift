public import ProfileModel
public import SealedStore

/// The state of one account as readers see it, from one consistent read.
public struct Summary: Hashable, Sendable {
    /// The committed profile with its revision.
    public let committed: CommittedProfile
    /// The saved draft, if there is one that would change anything. Readers don't see it.
    public let draft: ProfileDraft?
    /// Totals, recent hikes and badges.
    public let hikes: HikeSummary
    /// How far the committed profile's goal is reached, if it has one.
    public var goal: GoalProgress?
}

extension ProfileStore {
    /// Everything that a summary shows, from one consistent read. The cost doesn't grow with the number of hikes.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var summary: Summary {
        get throws { try opened.read { try summary(in: &$0) } }
    }

    /// The first commit after a revision, with the current hikes and draft; `nil` when there is none.
    ///
    /// If the history no longer contains that commit, the oldest one that it keeps.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func summary(after revision: Int) throws -> Summary? {
        try opened.read { transaction in
            guard let committed = try records.commit(after: revision, in: &transaction) else { return nil }
            return try summary(of: committed, in: &transaction)
        }
    }

    func summary(in transaction: inout RecordTransaction) throws -> Summary {
        try summary(of: try Self.require(records.committed(in: &transaction)), in: &transaction)
    }

    private func summary(
        of committed: CommittedProfile, in transaction: inout RecordTransaction
    ) throws -> Summary {
        Summary(
            committed: committed, draft: try waitingDraft(over: committed, in: &transaction),
            hikes: try Self.require(HikeLedger().summary(in: &transaction)),
            goal: try goalProgress(of: committed.profile, in: &transaction))
    }

    /// The saved draft; `nil` if there is none, or the committed profile already has everything that it would change.
    func waitingDraft(
        over committed: CommittedProfile?, in transaction: inout RecordTransaction
    ) throws -> ProfileDraft? {
        guard let draft = try records.savedDraft(in: &transaction) else { return nil }
        return committed.map(draft.changesNothing) == true ? nil : draft
    }
}
