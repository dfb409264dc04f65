internal import ProfileKit
internal import ProfileRendering

/// The editor: a form on the draft.
///
/// Every change is saved to the draft at once, so that a lock, a closed terminal or a kill loses nothing. Readers keep
/// the committed values until *Done*; *Cancel* discards the draft; leaving keeps it.
struct EditorScreen: Screen {
    enum Effect: Hashable, Sendable {
        /// The draft is to be saved with these values. Saves are carried out in order; of several that wait, the last
        /// is enough. ``EditorScreen/savedElsewhere()`` when another program changed the draft meanwhile.
        case save(Profile)
        /// The draft is to be published, after the saves before it; with conflicts decided for one side, if there is
        /// one. Then ``EditorScreen/committed()``, ``EditorScreen/conflict(_:)`` or ``EditorScreen/refused(_:problems:)``.
        case commit(taking: ConflictSide?)
        /// The saved draft is to be dropped.
        case discard
        /// The draft as it is saved now is to be read: ``EditorScreen/replace(draft:committed:)``.
        case reload
        /// The saved draft is to be replaced by these values, whoever saved it.
        case overwrite(Profile)
        /// The editor is left, after the effects before it.
        case leave
    }

    /// Where the keys go.
    enum Focus: Hashable, Sendable {
        case username, notifications, season, goalDate, done, cancel
    }

    /// What the mouse can meet.
    enum Target: Hashable, Sendable {
        case focus(Focus)
        case username(CellRectangle)
        case notifications(Bool)
        case season(Season)
        case step(DatePicker.Part, Int)
    }

    /// What the editor is at.
    enum Phase: Hashable, Sendable {
        case editing
        /// *Done* was pressed, and the answer isn't there yet.
        case committing
        /// *Done* met a conflict.
        case deciding(ConflictScreen)
        /// The draft was changed by another program; nothing is saved before the question is answered.
        case savedElsewhere(Alert)
    }

    /// The draft as it is edited.
    var draft: Draft
    /// What readers see.
    var published: CommittedProfile
    /// Tab and the arrows go round, in this order.
    var ring = FocusRing(Focus.username, .notifications, .season, .goalDate, .done, .cancel)
    var username: TextInput
    var picker: DatePicker
    var phase = Phase.editing
    /// Why the store refused what was asked, until the next change.
    var complaint: String?
    /// Whether there is a saved draft that *Cancel* has to drop.
    var hasSavedDraft: Bool
    var scroll = ScrollPosition()
    var size: CellSize
    var today: Day

    /// - Parameters:
    ///   - draft: the saved one, or a fresh one.
    ///   - committed: what readers see now.
    ///   - size: the terminal's.
    init(draft: Draft, committed: CommittedProfile, today: Day, size: CellSize) {
        (self.draft, published, self.today, self.size) = (draft, committed, today, size)
        hasSavedDraft = draft.savedAt != nil
        username = Self.field(draft)
        let range = Profile.goalDates(committed: committed.profile.goalDate, today: today)
        picker = DatePicker(day: draft.goalDate, range: range)
    }

    /// Longer names than the rules allow can be typed, so that the rule is seen to be broken.
    static func field(_ draft: Draft) -> TextInput {
        TextInput(draft.username, placeholder: "your name", limit: max(128, draft.username.count))
    }

    var focus: Focus { ring.current }

    /// What the values break, in the order of the fields.
    var problems: [InvalidValue] { draft.profile.problems(goalDates: picker.range) }

    /// What was committed since the draft began. It is said, and never put over the draft.
    var committedMeanwhile: [ProfileChange] { published.profile.changes(since: draft.base) }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        switch phase {
        case .editing: return edit(event)
        case .committing: return event == .key(.escape) ? [.leave] : []
        case .deciding(var screen):
            let answers = screen.update(event, at: now)
            phase = .deciding(screen)
            return answers.flatMap { decide($0) }
        case .savedElsewhere(var alert):
            let answer = alert.update(event, in: size.aboveKeyLine)
            phase = .savedElsewhere(alert)
            return answer.map { keep($0) } ?? []
        }
    }

    private mutating func edit(_ event: Event) -> [Effect] {
        defer { showFocus() }
        let event = keys.translated(event, in: size)
        switch event {
        case .key(.escape): return [.leave]
        case .key(.control("s")): return finish()
        case .key(.control("x")): return cancel()
        case .click(let point): return click(point)
        case .key, .paste: return ring.update(event) ? [] : updateField(event)
        case .resized, .tick: return []
        }
    }

    private mutating func updateField(_ event: Event) -> [Effect] {
        guard case .key(let key) = event else { return focus == .username ? type(event) : [] }
        switch (focus, key) {
        case (.done, .enter), (.done, .character(" ")): return finish()
        case (.cancel, .enter), (.cancel, .character(" ")): return cancel()
        case (.done, .right): ring.focus(.cancel)
        case (.cancel, .left): ring.focus(.done)
        case (.notifications, .enter), (.notifications, .character(" ")):
            return set(.prefersNotifications(!draft.prefersNotifications))
        case (.notifications, .left), (.notifications, .right):
            return set(.prefersNotifications(notificationsControl.value(movedBy: key == .left ? -1 : 1)))
        case (.season, .left), (.season, .right):
            return set(.seasonalPhoto(seasonControl.value(movedBy: key == .left ? -1 : 1)))
        case (.username, .enter), (.season, .enter), (.goalDate, .enter): _ = ring.update(.key(.tab))
        case (.username, _): return type(event)
        case (.goalDate, _): return picker.press(key) ? set(.goalDate(picker.day)) : []
        default: break
        }
        return []
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        var scratch = Canvas(size: size)
        switch renderForm(on: &scratch).target(at: point) {
        case .focus(.done): return finish()
        case .focus(.cancel): return cancel()
        case .focus(let field): ring.focus(field)
        case .username(let part):
            ring.focus(.username)
            username.click(column: point.column - part.origin.column, width: part.size.columns)
        case .notifications(let prefers):
            ring.focus(.notifications)
            return set(.prefersNotifications(prefers))
        case .season(let season):
            ring.focus(.season)
            return set(.seasonalPhoto(season))
        case .step(let part, let count):
            ring.focus(.goalDate)
            picker.step(part, by: count)
            return set(.goalDate(picker.day))
        case nil: break
        }
        return []
    }

    private mutating func type(_ event: Event) -> [Effect] {
        // A refused insertion changes nothing, and so does one into a name that the field can't hold.
        let before = username.text
        guard username.update(event), username.text != before else { return [] }
        return set(.username(username.text))
    }

    /// Puts a value into the draft, and has the draft saved if that changed it.
    mutating func set(_ value: Profile.Value) -> [Effect] {
        guard draft.profile.value(of: value.field) != value else { return [] }
        draft.profile.set(value)
        complaint = nil
        hasSavedDraft = true
        return [.save(draft.profile)]
    }

    private mutating func finish() -> [Effect] {
        if let problem = problems.first {
            focus(on: problem)
            return []
        }
        complaint = nil
        phase = .committing
        return [.commit(taking: nil)]
    }

    private func cancel() -> [Effect] {
        hasSavedDraft ? [.discard, .leave] : [.leave]
    }

    private mutating func decide(_ answer: ConflictScreen.Effect) -> [Effect] {
        switch answer {
        case .back:
            phase = .editing
            return []
        case .takeTheirs, .takeMine:
            phase = .committing
            return [.commit(taking: answer == .takeMine ? .mine : .theirs)]
        }
    }

    /// The alert's buttons from the left: leave, take theirs, keep mine.
    private mutating func keep(_ button: Int) -> [Effect] {
        if button == 0 { return [.leave] }
        phase = .editing
        return button == 1 ? [.reload] : [.overwrite(draft.profile)]
    }

    /// Goes to the field that has a problem.
    mutating func focus(on problem: InvalidValue) {
        if problem.name == Profile.Field.username.option { ring.focus(.username) }
        if problem.name == Profile.Field.goalDate.option { ring.focus(.goalDate) }
    }

    private mutating func showFocus() {
        let form = EditorForm(self, width: size.columns)
        scroll.show(form.lines(of: focus), height: formHeight(in: size), of: form.lineCount)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        render(on: &canvas)
    }

    /// Nothing here moves by itself.
    func nextTick(after now: Moment) -> Moment? { nil }
}
