internal import ProfileKit
internal import ProfileRendering

/// The form for a hike that is added or edited by hand.
struct HikeForm: Screen {
    enum Part: Hashable, Sendable, CaseIterable {
        case name, distance, date, difficulty, activity, tags, notes, save, cancel
    }

    var window = Window()
    /// The hike as it was stored when the form last read it.
    private var original: HikeHeader
    let isNew: Bool
    private(set) var inputs: [Part: TextInput]
    private(set) var activity: Activity
    private(set) var tags: TagInput
    private(set) var notes: TextArea
    /// The stored notes as the field shows them.
    private var shownNotes = ""
    private(set) var ring = FocusRing<Part>(
        [.name, .distance, .date, .difficulty, .activity, .tags, .notes, .save], last: .cancel)
    private(set) var message: String?
    private var isSaving = false
    /// The id of the hike that was added.
    private(set) var addedID: Int?
    /// The edit that was sent to the store.
    private var saved: HikeEdit?
    /// Whether saving was tried with a field missing.
    private(set) var wasIncomplete = false
    let units: Units
    private let tagsInUse: [String]
    private var today: Day

    /// - Parameters:
    ///   - hike: `nil` for a new one, dated today. Its notes are read by the form, since lists don't have them.
    ///   - tagsInUse: the tags that are proposed.
    init(_ hike: HikeHeader?, tagsInUse: [String] = [], units: Units, today: Day) {
        isNew = hike == nil
        original = hike ?? HikeHeader(id: 0, name: "", distance: 0, date: today)
        (activity, self.units, self.today) = (original.activity, units, today)
        self.tagsInUse = tagsInUse
        (inputs, tags, notes) = ([:], Self.tagInput([], tagsInUse), Self.noteArea(""))
        for (part, _) in Self.labels { fill(part, from: original) }
        if isNew { inputs[.distance] = Self.input(.distance, "") }
    }

    private static func input(_ part: Part, _ text: String) -> TextInput? {
        switch part {
        case .name: TextInput(text, placeholder: "name of the hike", limit: HikeHeader.maximumNameLength)
        case .distance: TextInput(text, placeholder: "such as 4.5", limit: 64)
        case .date: TextInput(text, placeholder: "YYYY-MM-DD", limit: 64)
        case .difficulty: TextInput(text, placeholder: "0 to 10, or empty", limit: 64)
        case .activity, .tags, .notes, .save, .cancel: nil
        }
    }

    private static func tagInput(_ tags: Set<String>, _ inUse: [String]) -> TagInput {
        TagInput(tags, inUse: inUse, placeholder: "with commas between them")
    }

    private static func noteArea(_ text: String) -> TextArea {
        TextArea(text, placeholder: "any number of lines", limit: HikeHeader.maximumNotesLength)
    }

    /// Shows a hike's value in its field.
    private mutating func fill(_ part: Part, from hike: HikeHeader) {
        switch part {
        case .activity: activity = hike.activity
        case .tags: tags = Self.tagInput(hike.tags, tagsInUse)
        case .notes:
            notes = Self.noteArea(hike.notes)
            shownNotes = notes.text
        default: inputs[part] = Self.input(part, text(of: part, in: hike))
        }
    }

    /// A hike's value as it is typed.
    private func text(of part: Part, in hike: HikeHeader) -> String {
        switch part {
        case .name: hike.name
        case .distance: Self.number(hike.distance, units)
        case .date: hike.date?.description ?? ""
        case .difficulty: hike.difficulty.map(String.init) ?? ""
        case .activity: hike.activity.rawValue
        case .tags: hike.tags.sorted().joined(separator: ", ")
        case .notes: hike.notes
        case .save, .cancel: ""
        }
    }

    /// The distance in kilometres or miles, to three decimals.
    private static func number(_ kilometres: Double, _ units: Units) -> String {
        let value = units == .metric ? kilometres : kilometres / Units.kilometresPerMile
        var text = value.decimal(3).filter { $0 != "," }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    // MARK: Values

    private func text(_ part: Part) -> String {
        switch part {
        case .activity: activity.rawValue
        case .tags: tags.text
        // As stored, unless it was edited: what can't be typed stays.
        case .notes: notes.text == shownNotes ? original.notes : notes.text
        default: inputs[part]?.text ?? ""
        }
    }

    /// The hike as typed, except for what isn't a value.
    private var typed: HikeHeader {
        var hike = original
        // Blanks around a name can't be seen; one that is stored with them stays as it is.
        if text(.name) != original.name { hike.name = text(.name).trimmed }
        // To three decimals it is the same: an exact distance stays.
        if text(.distance) != Self.number(original.distance, units), let kilometres { hike.distance = kilometres }
        (hike.date, hike.difficulty, hike.activity) = (Day(text(.date)), Int(text(.difficulty)), activity)
        if text(.tags) != text(of: .tags, in: original) { hike.tags = tags.tags }
        hike.notes = text(.notes)
        return hike
    }

    /// The hike as typed; `nil` if a value breaks its rule.
    private var edited: HikeHeader? { problems.isEmpty ? typed : nil }

    private var kilometres: Double? {
        guard let number = Double(typedDecimal: text(.distance)) else { return nil }
        return units == .metric ? number : number * Units.kilometresPerMile
    }

    /// The problems that prevent saving, by field.
    var problems: [Part: String] {
        var problems: [Part: String] = [:]
        for problem in typed.problems(replacing: isNew ? nil : original, today: today) {
            guard let part = Self.parts[problem.field] else { continue }
            problems[part] = requirement(problem.rule, of: part)
        }
        // What isn't a value at all.
        if kilometres == nil { problems[.distance] = Self.distanceRequirement }
        if !text(.date).isEmpty, Day(text(.date)) == nil { problems[.date] = "must be a date such as \(today)" }
        if !text(.difficulty).isEmpty, Int(text(.difficulty)) == nil {
            problems[.difficulty] = FieldRule.wholeNumber(HikeHeader.difficulties).requirement
        }
        if tags.tags.count > HikeTags.maximumCount || !tags.tags.allSatisfy(HikeTags.isTag) {
            let longest = HikeTags.lengths.upperBound
            problems[.tags] = "up to \(HikeTags.maximumCount) tags of up to \(longest) characters"
        }
        return problems
    }

    /// The fields of a hike that are typed, by name.
    private static let parts: [String: Part] = [
        "name": .name, "distance": .distance, "date": .date, "difficulty": .difficulty,
    ]

    private static let distanceRequirement = "must be a number above 0"

    private var distanceRequirement: String {
        let longest = HikeHeader.distances.upperBound
        if typed.distance > longest {
            return "must be no more than " + (units == .metric ? longest : longest / Units.kilometresPerMile).decimal(0)
        }
        return typed.distance > 0 ? "must be at least 1 m" : Self.distanceRequirement
    }

    private func requirement(_ rule: FieldRule, of part: Part) -> String {
        switch part {
        case .name where text(.name).allSatisfy(\.isWhitespace): "a name is needed"
        // The rule's own words are in kilometres, whatever the form is in.
        case .distance: distanceRequirement
        default: rule.requirement
        }
    }

    private var isChanged: Bool { edited.map { $0 != original } ?? true }

    /// Reads the notes.
    mutating func begin(at now: Moment) -> [Effect] { isNew ? [] : [.request(.hikes(.load(original.id)))] }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hikesChanged(let change):
            if isNew { addedID = change.ids.first }
            let undo = isNew ? Request.hikes(.remove(change.ids)) : saved.map { .hikes(.edit($0.undo)) }
            return [.close, .say(Toast(isNew ? "Added" : "Changed", change, undo: undo, at: now))]
        case .hike(let hike, _, _):
            guard !isSaving, hike.id == original.id else { break }
            _ = take(hike.header)
        case .hikeChangedElsewhere(let hike):
            follow(hike)
            return [.ring]
        case .failed(let error):
            refused(isNew ? error.message : error.messageAboutHike)
            return []
        default: break
        }
        return []
    }

    /// Shows what someone else has changed. Fields that were not edited here take their values; the others keep what
    /// was typed, which the next save stores.
    private mutating func follow(_ hike: HikeHeader) {
        let changes = take(hike).joined(separator: ", ")
        refused("Changed elsewhere: \(changes). Save again to keep what you typed.")
    }

    /// Takes the values of the stored hike for fields that weren't edited here.
    ///
    /// - Returns: all changes of the stored hike.
    private mutating func take(_ hike: HikeHeader) -> [String] {
        var changes: [String] = []
        for (part, label) in Self.labels {
            let (old, new) = (text(of: part, in: original), text(of: part, in: hike))
            guard old != new else { continue }
            if text(part) == old { fill(part, from: hike) }
            func shown(_ text: String) -> String { text.isEmpty ? "none" : text.fitted(to: min(text.cells, 40)) }
            changes.append("\(label) \(shown(old)) → \(shown(new))")
        }
        original = hike
        return changes
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        today = content.today
        return []
    }

    /// A save that was under way when the store was locked is either stored or not.
    mutating func resume(at now: Moment) -> [Effect] {
        isSaving = false
        return []
    }

    /// Shows why the store refused the hike.
    mutating func refused(_ message: String) {
        (isSaving, self.message) = (false, message)
    }

    // MARK: Input

    var takesText: Bool { true }

    var title: String { isNew ? "Add a hike" : "Edit hike" }
    var note: String { isSaving ? "saving…" : "" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("save", .control("s"), when: !isSaving) { $0.save() },
            KeyBinding("back", .escape, when: !isSaving) { $0.leave() }, KeyBinding("next", .tab),
            .help(inText: true), KeyBinding("activity", as: "←→"),
            KeyBinding("at the end of a tag: the proposed one", as: "→", in: .help),
        ] + KeyBinding.editing()
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving else { return [] }
        switch event {
        case .click(let point): return click(point)
        case .key, .paste: return typeNotes(event) ?? (ring.update(event) ? [] : change(event))
        case .resized, .tick: return []
        }
    }

    /// Lines of the notes are moved through before the focus is.
    private mutating func typeNotes(_ event: Event) -> [Effect]? {
        guard ring.current == .notes, notes.update(event, width: layout.notes.size.columns - 1) else { return nil }
        message = notes.wasTooLong ? TextInput.tooLong : nil
        return notes.hasRefused ? [.ring] : []
    }

    private mutating func change(_ event: Event) -> [Effect] {
        switch (ring.current, event) {
        case (.save, .key(.enter)), (.save, .key(.character(" "))): return save()
        case (.cancel, .key(.enter)), (.cancel, .key(.character(" "))): return leave()
        case (.save, .key(.right)): ring.focus(.cancel)
        case (.cancel, .key(.left)): ring.focus(.save)
        case (.activity, .key(.left)): choose(activities.value(movedBy: -1))
        case (.activity, .key(.right)), (.activity, .key(.character(" "))): choose(activities.value(movedBy: 1))
        case (_, .key(.enter)): _ = ring.update(.key(.tab))
        case (.tags, _):
            tags.update(event)
            message = tags.wasTooLong ? TextInput.tooLong : nil
            return tags.hasRefused ? [.ring] : []
        case (let part, _):
            guard var input = inputs[part] else { return [] }
            _ = input.update(event)
            inputs[part] = input
            message = input.wasTooLong ? TextInput.tooLong : nil
            // Letters in a number stay as typed, and a line says what is wrong: dropping them would leave a different
            // number.
            return input.hasRefused || event.isInsertion && isInvalid(event, in: part) ? [.ring] : []
        }
        return []
    }

    private mutating func choose(_ activity: Activity) {
        (self.activity, message) = (activity, nil)
    }

    /// Whether an insertion contains characters that occur in no value of a field.
    private func isInvalid(_ event: Event, in part: Part) -> Bool {
        let known: [Part: String] = [.distance: "0123456789.,", .date: "0123456789-", .difficulty: "0123456789"]
        let typed =
            switch event {
            case .key(.character(let character)): String(character)
            case .paste(let text): text
            default: ""
            }
        return known[part].map { known in !typed.allSatisfy(known.contains) } ?? false
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        guard let part = layout.part(at: point) else { return [] }
        ring.focus(part)
        switch part {
        case .save: return save()
        case .cancel: return leave()
        default: return []
        }
    }

    private mutating func save() -> [Effect] {
        guard let edited else {
            if let first = Part.allCases.first(where: { problems[$0] != nil }) { ring.focus(first) }
            wasIncomplete = true
            return [.ring]
        }
        guard isNew || edited != original else { return [.close] }
        isSaving = true
        guard !isNew else { return [.request(.hikes(.add(edited)))] }
        let edit = HikeEdit(from: original, to: edited)
        saved = edit
        return [.request(.hikes(.edit(edit)))]
    }

    private mutating func leave() -> [Effect] {
        guard isChanged, isNew ? !text(.name).isEmpty || !text(.distance).isEmpty : true else { return [.close] }
        let alert = Alert(
            title: isNew ? "Discard the new hike?" : "Discard the changes?", text: "Your changes are lost.",
            buttons: ["Back", "Discard"], focused: 0)
        return ask(alert, confirmed: [.close])
    }
}
