internal import ProfileKit
internal import ProfileRendering

/// What comes of the editor's effects.
extension EditorScreen {
    /// Takes in that the draft was saved: when, and what it began from. The values stay as they are typed by now.
    mutating func saved(_ saved: Draft) {
        let profile = draft.profile
        draft = saved
        draft.profile = profile
        hasSavedDraft = true
    }

    /// Takes in that the draft was published.
    mutating func committed() -> [Effect] {
        hasSavedDraft = false
        return [.leave]
    }

    /// Takes in that both the draft and others changed the same fields. Nothing was written.
    mutating func conflict(_ conflict: DraftConflict) {
        phase = .deciding(ConflictScreen(conflict, size: size))
    }

    /// Takes in why the store refused to save or to commit. The draft goes on.
    mutating func refused(_ message: String, problems: [InvalidValue] = []) {
        phase = .editing
        complaint = message
        if let problem = problems.first { focus(on: problem) }
    }

    /// Takes in that another program saved, committed or discarded the draft since it was read. Nothing is saved until
    /// the question whose draft stands is answered.
    mutating func savedElsewhere() {
        if case .savedElsewhere = phase { return }
        phase = .savedElsewhere(
            Alert(
                title: "The draft was changed elsewhere",
                text: "Another program saved, committed or discarded it. Whose is to stand? Leave keeps theirs.",
                buttons: ["Leave", "Theirs", "Mine"], focused: 2))
    }

    /// Takes in the draft as it is saved now, in the place of the edited one.
    mutating func replace(draft: Draft, committed: CommittedProfile) {
        let ring = ring
        self = EditorScreen(draft: draft, committed: committed, today: today, size: size)
        self.ring = ring
    }

    /// Takes in what others committed while the draft is edited: it is remarked, and the draft stays as it is.
    mutating func committedElsewhere(_ committed: CommittedProfile, today: Day) {
        (published, self.today) = (committed, today)
        picker.range = Profile.goalDates(committed: committed.profile.goalDate, today: today)
    }
}
