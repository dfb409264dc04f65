internal import ProfileModel
public import SealedStore

extension ProfileStore {
    /// The saved draft; `nil` when there is none.
    public var savedDraft: ProfileDraft? {
        get throws { try read { try profileRecords.savedDraft(in: &$0) } }
    }

    /// The saved draft, or a fresh one of the committed profile. Writes nothing.
    public func draft() throws -> ProfileDraft {
        try read { try profileRecords.draft(in: &$0) }
    }

    /// Keeps the draft, sealed on the disk and unseen by readers, through lock, crash and reboot.
    ///
    /// Values are not checked against their rules yet, so that a half-typed edit is kept too; committing does
    /// that. A draft that equals the profile it began from is none: the saved one is removed.
    ///
    /// - Throws: ``ProfileError`` with `conflict` when the account's draft was saved, committed or discarded by someone
    ///   else since this one was read, `misuse` when it belongs to another store or account.
    public func save(_ draft: inout ProfileDraft) throws {
        draft = try write { [draft] transaction in
            var draft = draft
            try profileRecords.save(&draft, at: now, in: &transaction)
            return draft
        }
    }

    /// Changes the saved draft, or begins one, in one step that can't miss another's save.
    ///
    /// - Parameter body: is given the draft; what it throws is passed on, and nothing is saved then.
    /// - Throws: ``ProfileError`` with `invalidValue` for values that could not be committed; nothing is saved then.
    @discardableResult
    public func updateDraft(_ body: (inout ProfileDraft) throws -> Void) throws -> ProfileDraft {
        try write { try profileRecords.updateDraft(at: now, in: &$0, body) }
    }

    /// Publishes a draft, merged with what was committed since it began: readers see all of it or nothing.
    ///
    /// The saved draft is gone afterwards.
    ///
    /// - Parameter decisions: which side stands where both changed the same field.
    /// - Throws: ``DraftConflict`` when both changed a field that isn't decided; ``ProfileError`` with `invalidValue` for
    ///   values out of their rules, `conflict` when the draft was saved, committed or discarded by someone else since it
    ///   was read, `misuse` when it belongs to another store or account. Nothing is written then, and the saved draft
    ///   stays.
    @discardableResult
    public func commit(_ draft: ProfileDraft, deciding decisions: ConflictDecisions = .none) throws -> ProfileCommit {
        try publishing { try profileRecords.commit(draft, deciding: decisions, at: now, in: &$0) }
    }

    /// Drops the saved draft.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none.
    public func discard() throws {
        try write { try profileRecords.discard(in: &$0) }
    }

    /// There is no saved draft to show, commit or discard.
    public static var noDraft: ProfileError {
        ProfileError(.notFound, "there is no draft", hint: "Begin one with: profile edit --no-commit")
    }
}
