internal import ProfileKit
internal import ProfileRendering

/// The replies to the editor's requests.
extension EditorScreen {
    mutating func take(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .draft(let draft, let committed): replace(draft: draft, committed: committed)
        case .saved: return saved()
        case .saveRefused(let error): return saveRefused(error.message)
        case .discarded: return discarded()
        case .savedElsewhere: savedElsewhere()
        case .committed(let revision): return committed(as: revision, at: now)
        case .conflict(let conflict): self.conflict(conflict)
        case .editRefused(let error): refused(error.message, problems: error.problems)
        default: return alert(about: reply)
        }
        return []
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        if let committed = content.summary.committed { committedElsewhere(committed, today: content.today) }
        return []
    }

    mutating func resume(at now: Moment) -> [Effect] {
        // Values whose save wasn't confirmed are saved again.
        let saving: [Effect] = pendingSaves > 0 ? [.request(.save(draft))] : []
        return saving + resumed(isSaving: pendingSaves > 0)
    }

    /// The draft was saved. Values typed meanwhile are kept.
    mutating func saved() -> [Effect] {
        pendingSaves = max(pendingSaves - 1, 0)
        (hasSavedDraft, isForeign) = (true, false)
        if case .asking(.whoseDraft, _) = phase { phase = .editing }
        guard pendingSaves == 0 else { return [] }
        if isBehind { complaint = nil }
        isBehind = false
        return phase == .leaving ? [.close] : []
    }

    /// A save was refused. Leaving asks first.
    mutating func saveRefused(_ message: String) -> [Effect] {
        pendingSaves = max(pendingSaves - 1, 0)
        (isBehind, complaint) = (true, message)
        return phase == .leaving && pendingSaves == 0 ? ask(.leaveUnsaved) : []
    }

    /// Continues after the store was locked and opened again. Requests that were running then have no result.
    ///
    /// - Parameter isSaving: whether the last values are being saved again.
    mutating func resumed(isSaving: Bool) -> [Effect] {
        pendingSaves = isSaving ? 1 : 0
        switch phase {
        case .committing: refused("The profile was locked meanwhile: press Done again.")
        case .discarding: refused("The profile was locked meanwhile: press Discard again.")
        case .leaving where isKept: return [.close]
        case .leaving where !isSaving: return save()
        default: break
        }
        return []
    }

    /// The draft was committed.
    mutating func committed(as revision: Int, at now: Moment) -> [Effect] {
        hasSavedDraft = false
        guard revision > revisionBefore else { return [.close] }
        return [.close, .say(Toast("Published as revision \(revision)", undo: .undo(revision: revision), at: now))]
    }

    /// The draft was discarded.
    func discarded() -> [Effect] { phase == .discarding ? [.close] : [] }

    /// The draft and others changed the same fields. Nothing was written.
    mutating func conflict(_ conflict: DraftConflict) {
        phase = .deciding(ConflictScreen(conflict, after: decisions, size: size))
        decisions = nil
    }

    /// The store refused to commit or to discard. Editing continues.
    mutating func refused(_ message: String, problems: [FieldProblem] = []) {
        phase = .editing
        complaint = message
        if let problem = problems.first,
            let field = fields.first(where: { $0.name == problem.field })
        {
            ring.focus(.field(field.name))
        }
    }

    /// Another program saved, committed or discarded the draft since it was read. Nothing is saved until the user has
    /// chosen which version to keep.
    mutating func savedElsewhere() {
        (pendingSaves, isForeign) = (0, true)
        if case .asking(.whoseDraft, _) = phase { return }
        _ = ask(.whoseDraft)
    }

    /// Replaces the edited draft with the saved one.
    mutating func replace(draft: ProfileDraft, committed: CommittedProfile) {
        let ring = ring
        self = EditorScreen(
            draft: draft, committed: committed, fields: fields.map(\.field), today: today, size: size)
        self.ring = ring
    }

    /// Others committed while the draft is edited. Fields that the draft doesn't change show the new values, since
    /// *Done* would publish those.
    mutating func committedElsewhere(_ committed: CommittedProfile, today: Day) {
        (published, self.today) = (committed, today)
        draft = draft.following(committed)
        for index in fields.indices {
            fields[index].refresh(draft.profile, committed: committed.profile, today: today)
        }
    }
}
