internal import ProfileKit
internal import ProfileRendering

/// The editor: a form for the draft.
///
/// Every change is saved to the draft at once, so that a lock, a closed terminal or a kill loses nothing. Readers see
/// the committed values until *Done*, which publishes what is shown. *Discard* asks, then discards the draft. Leaving
/// keeps it, and waits until it is saved.
struct EditorScreen: Screen {
    /// The part that has the focus.
    enum Focus: Hashable, Sendable {
        /// A field, by its name.
        case field(String)
        case done, discard
    }

    /// A part of the screen that can be clicked.
    enum Target: Hashable, Sendable {
        case focus(Focus)
        /// The text of a field.
        case text(String, CellRectangle)
        /// A value that a field can be set to.
        case choice(String, AnyFieldValue)
        /// An arrow beside a part of a field's day.
        case step(String, DatePicker.Part, Int)
    }

    /// The editor's state.
    enum Phase: Hashable, Sendable {
        case editing
        /// *Done* was pressed, and its reply is awaited.
        case committing
        /// *Discard* was confirmed, and the draft is being discarded.
        case discarding
        /// Esc was pressed, and the editor closes when the draft is saved.
        case leaving
        /// *Done* met a conflict.
        case deciding(ConflictScreen)
        case asking(Question, Alert)
        case helping(HelpSheet)
    }

    /// A question asked before anything is lost.
    enum Question: Hashable, Sendable {
        /// The draft was changed by another program. Nothing is saved before this is answered.
        case whoseDraft
        /// Whether to discard the draft.
        case discard
        /// Whether to leave although the draft can't be saved.
        case leaveUnsaved
    }

    /// The draft with the edited values.
    var draft: ProfileDraft
    /// What readers see.
    var published: CommittedProfile
    /// The committed profile that the draft started from.
    let began: Profile
    /// The order in which Tab and the arrows move.
    var ring: FocusRing<Focus>
    /// The fields, in display order.
    var fields: [EditorField]
    var phase = Phase.editing
    /// Why the store refused the last request; cleared by the next change.
    var complaint: String?
    /// Whether there is a saved draft that *Discard* has to discard.
    var hasSavedDraft: Bool
    /// The decisions with which the last conflict was resolved, while the reply is awaited.
    var decisions: ConflictDecisions?
    /// The committed revision when *Done* was pressed.
    var revisionBefore = 0
    /// The number of saves whose replies are awaited.
    var pendingSaves = 0
    /// Whether the shown values aren't saved: the last save failed, or another program saved a draft.
    var isBehind = false
    /// Whether another program saved a draft and the user hasn't decided between the two.
    var isForeign = false
    var scroll = ScrollPosition()
    var size: CellSize
    var today: Day

    /// - Parameters:
    ///   - draft: the saved draft, or a fresh one.
    ///   - committed: what readers see now.
    ///   - fields: the fields of the form.
    ///   - size: the terminal's size.
    init(
        draft: ProfileDraft, committed: CommittedProfile, fields: [Field<Profile>] = Profile.fields, today: Day,
        size: CellSize
    ) {
        began = draft.base
        let draft = draft.following(committed)
        (self.draft, published, self.today, self.size) = (draft, committed, today, size)
        hasSavedDraft = draft.savedAt != nil
        self.fields = fields.map {
            EditorField($0, of: draft.profile, committed: committed.profile, today: today)
        }
        ring = FocusRing(fields.map { .field($0.name) } + [.done], last: .discard)
    }

    var focus: Focus { ring.current }

    /// The rules that the values break, in the order of the fields.
    var problems: [FieldProblem] {
        let broken = draft.profile.problems(replacing: published.profile, today: today)
        return fields.flatMap { field in
            field.problem.map { [$0] } ?? broken.filter { $0.field == field.name }
        }
    }

    /// Whether a field contains text that no draft can hold.
    var hasUnreadable: Bool { fields.contains { $0.problem != nil } }

    /// The focused field.
    var focusedField: EditorField? { fields.first { .field($0.name) == focus } }

    /// What was committed since the draft began. The form reports it; fields that the draft changed keep their values.
    var committedMeanwhile: [FieldChange] { published.profile.changes(since: began) }

    /// Whether the shown values are saved.
    var isKept: Bool { pendingSaves == 0 && !isBehind && !isForeign }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        switch phase {
        case .editing: return edit(event)
        case .committing, .discarding, .leaving: return []
        case .helping(var sheet):
            phase = sheet.update(event, in: size) ? .helping(sheet) : .editing
            return []
        case .deciding(var screen):
            let answers = screen.update(event, at: now)
            phase = .deciding(screen)
            return answers.flatMap { decide($0) }
        case .asking(let question, var alert):
            let answer = alert.update(event, in: size.aboveKeyLine)
            phase = .asking(question, alert)
            return answer.map { take($0, to: question) } ?? []
        }
    }

    private mutating func edit(_ event: Event) -> [Effect] {
        defer { showFocus() }
        let event = keys.translated(event, in: size)
        switch event {
        case .key(.escape): return leave()
        case .key(.help):
            phase = .helping(HelpSheet("Edit Profile", keys.items + furtherKeys))
            return []
        case .key(.control("s")): return finish()
        case .key(.control("x")): return askToDiscard()
        case .click(let point): return click(point)
        case .key, .paste: return ring.update(event) ? [] : updateField(event)
        case .resized, .tick: return []
        }
    }

    private mutating func updateField(_ event: Event) -> [Effect] {
        switch (focus, event) {
        case (.done, .key(.enter)), (.done, .key(.character(" "))): return finish()
        case (.discard, .key(.enter)), (.discard, .key(.character(" "))): return askToDiscard()
        case (.done, .key(.right)): ring.focus(.discard)
        case (.discard, .key(.left)): ring.focus(.done)
        case (.field(let name), .key(.enter)) where fields.contains { $0.name == name && !$0.takesEnter }:
            _ = ring.update(.key(.tab))
        case (.field(let name), _): return change(name) { [profile = draft.profile] in $0.update(event, in: profile) }
        default: break
        }
        return []
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        var scratch = Canvas(size: size)
        switch renderForm(on: &scratch).target(at: point) {
        case .focus(.done): return finish()
        case .focus(.discard): return askToDiscard()
        case .focus(let field): ring.focus(field)
        case .text(let name, let part):
            ring.focus(.field(name))
            return change(name) {
                $0.click(column: point.column - part.origin.column, width: part.size.columns)
                return .nothing
            }
        case .choice(let name, let value):
            ring.focus(.field(name))
            return change(name) { _ in .value(value) }
        case .step(let name, let part, let count):
            ring.focus(.field(name))
            return change(name) { $0.step(part, by: count) }
        case nil: break
        }
        return []
    }

    /// Changes a field, and saves the draft if the value is different.
    private mutating func change(
        _ name: String, _ body: (inout EditorField) -> EditorField.Answer
    ) -> [Effect] {
        guard let index = fields.firstIndex(where: { $0.name == name }) else { return [] }
        switch body(&fields[index]) {
        case .nothing: return []
        case .refused: return [.ring]
        case .unreadable:
            complaint = nil
            return []
        case .value(let value):
            let field = fields[index].field
            guard field.value(of: draft.profile) != value else { return [] }
            field.set(value, in: &draft.profile)
            complaint = nil
            // A draft that another program saved is not overwritten without asking.
            return isForeign ? [] : save()
        }
    }

    mutating func save() -> [Effect] {
        pendingSaves += 1
        return [.request(.save(draft))]
    }

    private mutating func finish() -> [Effect] {
        if let problem = problems.first {
            ring.focus(.field(problem.field))
            return []
        }
        guard !isForeign else { return ask(.whoseDraft) }
        complaint = nil
        revisionBefore = published.revision
        decisions = nil
        phase = .committing
        return [.request(.commit(draft, .none))]
    }

    /// Leaves and keeps the draft: waits for running saves, and tries again if the last one failed.
    private mutating func leave() -> [Effect] {
        guard !isForeign else { return ask(.whoseDraft) }
        guard !hasUnreadable else { return ask(.leaveUnsaved) }
        guard !isKept else { return [.close] }
        phase = .leaving
        return pendingSaves == 0 ? save() : []
    }

    private mutating func askToDiscard() -> [Effect] {
        hasSavedDraft || !isKept || hasUnreadable || !draft.changes.isEmpty ? ask(.discard) : [.close]
    }

    private mutating func decide(_ answer: ConflictScreen.Answer) -> [Effect] {
        switch answer {
        case .back:
            phase = .editing
            return []
        case .take(let decisions):
            phase = .committing
            self.decisions = decisions
            return [.request(.commit(draft, decisions))]
        }
    }

    mutating func ask(_ question: Question) -> [Effect] {
        phase = .asking(question, alert(for: question))
        return []
    }

    /// Handles the answer to a question. The first button of each returns to the editor.
    private mutating func take(_ button: Int, to question: Question) -> [Effect] {
        phase = .editing
        guard button > 0 else { return [] }
        switch question {
        case .whoseDraft:
            isForeign = false
            if button == 1 { return [.request(.readDraft)] }
            pendingSaves += 1
            return [.request(.overwrite(draft))]
        case .discard:
            phase = .discarding
            return [.request(.discard)]
        case .leaveUnsaved: return [.close]
        }
    }

    private func alert(for question: Question) -> Alert {
        switch question {
        case .whoseDraft:
            Alert(
                title: "The draft was changed elsewhere",
                text: "Another program saved, committed or discarded it. Which version do you want to keep?",
                buttons: ["Back", "Theirs", "Mine"], focused: 0, isUnasked: true)
        case .discard:
            Alert(
                title: "Discard the draft?",
                text: draft.changes.isEmpty
                    ? "Your changes are lost."
                    : "These changes are lost: \(draft.changes.map(\.labelledText).joined(separator: ", "))",
                buttons: ["Back", "Discard"], focused: 0)
        case .leaveUnsaved:
            Alert(
                title: "The draft is not saved",
                text: [complaint, "If you leave now, your latest changes are lost."].compactMap(\.self)
                    .joinedSentences,
                buttons: ["Back", "Leave"], focused: 0, isUnasked: true)
        }
    }

    private mutating func showFocus() {
        let form = EditorForm(self, width: size.columns)
        scroll.show(form.lines(of: focus), height: formHeight(in: size), of: form.lineCount)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        render(on: &canvas)
    }
}
