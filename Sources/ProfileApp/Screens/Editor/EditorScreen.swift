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
    }

    var window = Window()
    private(set) var sync: DraftSync
    /// The fields, in display order.
    private(set) var fields: [EditorField]
    private(set) var phase = Phase.editing
    /// The conflict that *Done* met, until it is decided.
    private(set) var conflict: ConflictScreen?
    /// The question that was asked last.
    private var asked: EditorQuestion?
    /// Why the store refused the last request; cleared by the next change.
    private(set) var message: String?
    private(set) var scroll = ScrollPosition()
    private(set) var today: Day
    /// The order in which Tab and the arrows move.
    private var ring: FocusRing<Focus>
    /// The decisions with which the last conflict was resolved, while the reply is awaited.
    private var decisions: ConflictDecisions?
    /// The committed revision when *Done* was pressed.
    private var revisionBefore = 0

    /// - Parameters:
    ///   - draft: the saved draft, or a fresh one.
    ///   - committed: what readers see now.
    ///   - fields: the fields of the form.
    init(
        draft: ProfileDraft, committed: CommittedProfile, fields: [ModelField<Profile>] = Profile.fields, today: Day
    ) {
        let sync = DraftSync(draft, over: committed)
        (self.sync, self.today) = (sync, today)
        self.fields = fields.map {
            EditorField($0, of: sync.draft.profile, committed: committed.profile, today: today)
        }
        ring = FocusRing(fields.map { .field($0.name) } + [.done], last: .discard)
    }

    var focus: Focus { ring.current }
    var draft: ProfileDraft { sync.draft }

    /// The rules that the values break, in the order of the fields.
    var problems: [FieldProblem] {
        let broken = draft.profile.problems(replacing: sync.published.profile, today: today)
        return fields.flatMap { field in
            field.problem.map { [$0] } ?? broken.filter { $0.field == field.name }
        }
    }

    /// Whether a field contains text that no draft can hold.
    var hasUnreadable: Bool { fields.contains { $0.problem != nil } }

    var focusedField: EditorField? { fields.first { .field($0.name) == focus } }

    var takesText: Bool { true }
    /// Everything else is saved in the draft.
    var hasUnsavedInput: Bool { hasUnreadable }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if var screen = conflict {
            if case .resized(let size) = event { window.size = size }
            let effects = screen.update(event, at: now)
            conflict = screen
            return decide(screen, effects)
        }
        guard phase == .editing || !event.isSkipping else { return [] }
        defer { showFocus() }
        return dispatch(event, at: now)
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .click(let point): click(point)
        case .key, .paste: ring.update(event) ? [] : updateField(event)
        case .resized, .tick: []
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
        switch touches(in: size).target(at: point) {
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
        case .tooLong:
            message = TextInput.tooLong
            return [.ring]
        case .unreadable:
            message = nil
            return []
        case .value(let value):
            if fields[index].field.value(of: draft.profile) != value { message = nil }
            return sync.set(value, of: fields[index].field).map { [.request(.draft(.save($0)))] } ?? []
        }
    }

    mutating func finish() -> [Effect] {
        if let problem = problems.first {
            ring.focus(.field(problem.field))
            return []
        }
        guard !sync.wasReplacedElsewhere else { return ask(.whoseDraft) }
        message = nil
        revisionBefore = sync.published.revision
        decisions = nil
        phase = .committing
        return [.request(.draft(.commit(draft, .none)))]
    }

    /// Leaves and keeps the draft: waits for running saves, and tries again if the last one failed.
    mutating func leave() -> [Effect] {
        guard !sync.wasReplacedElsewhere else { return ask(.whoseDraft) }
        guard !hasUnreadable else { return ask(.leaveUnsaved) }
        guard !sync.isSaved else { return [.close] }
        phase = .leaving
        return sync.pendingSaves == 0 ? [.request(.draft(.save(sync.save())))] : []
    }

    mutating func askToDiscard() -> [Effect] {
        guard !sync.wasReplacedElsewhere else { return ask(.whoseDraft) }
        return sync.isDiscardable || hasUnreadable ? ask(.discard) : [.close]
    }

    /// Follows what was done on the screen of a conflict: it closes decided or not.
    private mutating func decide(_ screen: ConflictScreen, _ effects: [Effect]) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            guard case .close = effect else { return [effect] }
            conflict = nil
            guard let taken = screen.taken else { return [] }
            (phase, decisions) = (.committing, taken)
            return [.request(.draft(.commit(draft, taken)))]
        }
    }

    private mutating func ask(_ question: EditorQuestion) -> [Effect] {
        (phase, asked) = (.editing, question)
        return ask(question.alert(about: sync, message: message))
    }

    private var isAskingWhoseDraft: Bool { asked == .whoseDraft && window.question != nil }

    /// Handles the answer to a question. The first button of each returns to the editor.
    mutating func answer(_ button: Int, at now: Moment) -> [Effect] {
        guard button > 0, let asked else { return [] }
        switch asked {
        case .whoseDraft: return [.request(button == 1 ? .draft(.read) : .draft(.overwrite(sync.overwrite())))]
        case .discard:
            // The draft that the question was about may have been replaced since.
            guard sync.elsewhere == nil else { return askToDiscard() }
            phase = .discarding
            return [.request(.draft(.discard))]
        case .leaveUnsaved: return [.close]
        }
    }

    // MARK: What comes from the store

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .draft(let draft, let committed): return read(draft, committed)
        case .saved(let draft): return saved(draft)
        case .saveRefused(let error): return saveRefused(error.message)
        case .discarded: return phase == .discarding ? [.close] : []
        case .savedElsewhere(let theirs):
            sync.didReplace(by: theirs)
            return askWhoseDraft()
        case .committed(let revision):
            sync.didCommit()
            guard revision > revisionBefore else { return [.close] }
            return [
                .close,
                .say(Toast("Published as revision \(revision)", undo: .history(.undo(revision: revision)), at: now)),
            ]
        case .conflict(let found):
            // Nothing was written.
            (phase, window.question) = (.editing, nil)
            var screen = ConflictScreen(found, after: decisions)
            screen.window.size = size
            conflict = screen
            decisions = nil
        case .editRefused(let error): refused(error.message, problems: error.problems)
        default:
            sync.readFailed()
            return alert(about: reply)
        }
        return []
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        guard let committed = content.summary.committed else { return [] }
        today = content.today
        sync.follow(committed)
        // Done would publish what others committed in fields that the draft doesn't change.
        for index in fields.indices {
            fields[index].refresh(draft.profile, committed: committed.profile, today: today)
        }
        let isIdle = phase == .editing && conflict == nil && window.question == nil && window.help == nil
        // What is typed and isn't a value yet would be lost. Once it is one, the next save tells of the other draft.
        let rereads =
            isIdle && !hasUnreadable && content.damaged.isEmpty && sync.noticeSaved(content.summary.draft)
        return rereads ? [.request(.draft(.read))] : []
    }

    /// Continues after the store was locked and opened again. Requests that were running then have no result.
    mutating func resume(at now: Moment) -> [Effect] {
        let saving: [Effect] = sync.resume().map { [.request(.draft(.save($0)))] } ?? []
        switch phase {
        case .committing: refused("The profile was locked meanwhile: press Done again.")
        case .discarding: refused("The profile was locked meanwhile: press Discard again.")
        case .leaving where sync.isSaved: return saving + [.close]
        case .leaving where saving.isEmpty: return [.request(.draft(.save(sync.save())))]
        default: break
        }
        return saving
    }

    private mutating func saved(_ stored: ProfileDraft) -> [Effect] {
        let hadFailed = sync.hasUnsavedChanges
        sync.didSave(stored)
        if isAskingWhoseDraft { window.question = nil }
        guard sync.pendingSaves == 0 else { return [] }
        if hadFailed { message = nil }
        return phase == .leaving ? [.close] : []
    }

    /// A save was refused. Leaving asks first.
    private mutating func saveRefused(_ message: String) -> [Effect] {
        sync.saveFailed()
        self.message = message
        return phase == .leaving && sync.pendingSaves == 0 ? ask(.leaveUnsaved) : []
    }

    /// The store refused to commit or to discard. Editing continues.
    private mutating func refused(_ message: String, problems: [FieldProblem] = []) {
        (phase, window.question, self.message) = (.editing, nil, message)
        if let problem = problems.first, fields.contains(where: { $0.name == problem.field }) {
            ring.focus(.field(problem.field))
        }
    }

    private mutating func askWhoseDraft() -> [Effect] {
        isAskingWhoseDraft ? [] : ask(.whoseDraft)
    }

    /// Shows the saved draft, unless it is the edited one anyway.
    private mutating func read(_ stored: ProfileDraft, _ committed: CommittedProfile) -> [Effect] {
        let hadChanges = sync.hasUnsavedChanges
        switch sync.compare(with: stored, committed) {
        case .same: return hadChanges ? [.request(.draft(.save(sync.save())))] : []
        case .conflicting: return askWhoseDraft()
        case .adopted:
            let (ring, scroll, size) = (ring, scroll, size)
            self = EditorScreen(draft: stored, committed: committed, fields: fields.map(\.field), today: today)
            (self.ring, self.scroll, window.size) = (ring, scroll, size)
            return []
        }
    }

    // MARK: Drawing

    private mutating func showFocus() {
        let form = form(in: size)
        scroll.show(form.lines(of: focus), height: formHeight(in: size), of: form.lineCount)
    }
}

/// Opens the editor from a screen: reads the draft, then shows it. The draft is requested once, however often the key
/// is pressed.
struct EditorOpening: Hashable, Sendable {
    private var isUnderWay = false

    mutating func open() -> [Effect] {
        guard !isUnderWay else { return [] }
        isUnderWay = true
        return [.request(.draft(.read))]
    }

    /// - Returns: `nil` for replies to other requests.
    mutating func handle(_ reply: Reply, today: Day) -> [Effect]? {
        guard isUnderWay else { return nil }
        switch reply {
        case .draft(let draft, let committed):
            isUnderWay = false
            return [.show(EditorScreen(draft: draft, committed: committed, today: today))]
        case .failed:
            isUnderWay = false
            return nil
        default: return nil
        }
    }
}
