internal import ProfileKit

/// The edited draft beside what the store holds: which values are saved or on their way there, and whether another
/// program replaced the saved draft meanwhile.
///
/// Changes are saved at once and in order, as long as the store's draft is the one that this began from. Otherwise
/// nothing is saved until that has been read, or until the user has chosen.
struct DraftSync: Hashable, Sendable {
    /// Another program's change of the saved draft.
    enum Elsewhere: Hashable, Sendable {
        /// The draft may have changed, and is being read again.
        case unknown
        /// The draft was replaced by this one; `nil` if it was committed or discarded.
        case replaced(by: ProfileDraft?)
    }

    /// The result of reading the saved draft.
    enum Reading: Hashable, Sendable {
        /// The draft is being edited.
        case same
        /// Another draft was found, which is shown now.
        case adopted
        /// Another draft was found, and there are unsaved changes of the old one.
        case conflicting
    }

    /// The draft with the edited values.
    private(set) var draft: ProfileDraft
    /// The committed value, which readers see.
    private(set) var published: CommittedProfile
    /// The committed profile that the draft began from.
    private(set) var base: Profile
    /// Whether there is a saved draft, which *Discard* has to remove.
    private(set) var hasSavedDraft: Bool
    /// The number of saves whose outcome is awaited.
    private(set) var pendingSaves = 0
    /// Whether there are values that no running save contains: one failed, or one has to wait.
    private(set) var hasUnsavedChanges = false
    private(set) var elsewhere: Elsewhere?
    /// The last save that is known here.
    private var saveNumber: Int

    init(_ draft: ProfileDraft, over published: CommittedProfile) {
        base = draft.base
        (self.draft, self.published) = (draft.following(published), published)
        (hasSavedDraft, saveNumber) = (draft.savedAt != nil, draft.saveNumber)
    }

    /// Whether the shown values are saved.
    var isSaved: Bool { pendingSaves == 0 && !hasUnsavedChanges && !wasReplacedElsewhere }

    /// Whether the user has to choose between this draft and another program's.
    var wasReplacedElsewhere: Bool { if case .replaced = elsewhere { true } else { false } }

    /// The commits since the draft began.
    var committedMeanwhile: [FieldChange] { published.profile.changes(since: base) }

    /// Whether there is anything that *Discard* would lose.
    var isDiscardable: Bool { hasSavedDraft || !isSaved || !draft.changes.isEmpty }

    // MARK: Edits

    /// Sets a field.
    ///
    /// - Returns: the draft to be saved now; `nil` if nothing changed, or if saving has to wait.
    mutating func set(_ value: AnyFieldValue, of field: ModelField<Profile>) -> ProfileDraft? {
        guard field.value(of: draft.profile) != value else { return nil }
        field.set(value, in: &draft.profile)
        guard elsewhere == nil else {
            hasUnsavedChanges = true
            return nil
        }
        return save()
    }

    /// Begins a save.
    ///
    /// - Returns: the draft to be saved.
    mutating func save() -> ProfileDraft {
        pendingSaves += 1
        return draft
    }

    /// Begins a save over another program's draft.
    ///
    /// - Returns: the draft to be saved.
    mutating func overwrite() -> ProfileDraft {
        elsewhere = nil
        return save()
    }

    // MARK: What became of a save

    /// A save succeeded. Values typed meanwhile are kept.
    mutating func didSave(_ stored: ProfileDraft) {
        pendingSaves = max(pendingSaves - 1, 0)
        (hasSavedDraft, elsewhere) = (true, nil)
        saveNumber = max(saveNumber, stored.saveNumber)
        if pendingSaves == 0 { hasUnsavedChanges = false }
    }

    mutating func saveFailed() {
        pendingSaves = max(pendingSaves - 1, 0)
        hasUnsavedChanges = true
    }

    /// Nothing was saved, since another program saved, committed or discarded the draft.
    mutating func didReplace(by theirs: ProfileDraft?) {
        (pendingSaves, elsewhere) = (0, .replaced(by: theirs))
    }

    /// Goes on after a lock: saves that were running have no outcome.
    ///
    /// - Returns: the draft to be saved again; `nil` if all values are saved.
    mutating func resume() -> ProfileDraft? {
        let hasWaited = elsewhere == .unknown && hasUnsavedChanges
        if elsewhere == .unknown { elsewhere = nil }
        guard pendingSaves > 0 || hasWaited else { return nil }
        pendingSaves = 0
        return save()
    }

    /// The draft was committed.
    mutating func didCommit() { hasSavedDraft = false }

    // MARK: What others do

    /// Takes over what is committed now, in fields that the draft doesn't change.
    mutating func follow(_ published: CommittedProfile) {
        self.published = published
        draft = draft.following(published)
    }

    /// Compares news of the saved draft with the last save. Unsaved changes are left to the next save, which will fail.
    ///
    /// - Parameter saved: the saved draft; `nil` if there is none.
    /// - Returns: whether to read it again, since another program may have replaced it.
    mutating func noticeSaved(_ saved: ProfileDraft?) -> Bool {
        guard elsewhere == nil, pendingSaves == 0, !hasUnsavedChanges else { return false }
        // News may be older than the last save, but its number then isn't higher.
        let isNewer = saved.map { $0.saveNumber > saveNumber } ?? hasSavedDraft
        if isNewer { elsewhere = .unknown }
        return isNewer
    }

    /// The saved draft couldn't be read again.
    mutating func readFailed() {
        if elsewhere == .unknown { elsewhere = nil }
    }

    /// Compares the saved draft with the edited one, and adopts it unless that would lose changes.
    mutating func compare(with stored: ProfileDraft, _ published: CommittedProfile) -> Reading {
        if elsewhere == .unknown {
            elsewhere = nil
            if stored.saveNumber == saveNumber { return .same }
            if hasUnsavedChanges {
                elsewhere = .replaced(by: stored.savedAt == nil ? nil : stored)
                return .conflicting
            }
        }
        self = DraftSync(stored, over: published)
        return .adopted
    }
}
