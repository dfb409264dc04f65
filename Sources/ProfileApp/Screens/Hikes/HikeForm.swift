internal import ProfileKit
internal import ProfileRendering

/// The form for a hike that is added or edited by hand.
struct HikeForm: Screen {
    private enum Name: String, Sendable {
        case name, distance, date, difficulty, activity, tags, notes
    }

    var window = Window()
    /// The hike as it was stored when the form last read it.
    private var original: HikeHeader
    private let isNew: Bool
    private var form: Form<Name>
    private var isSaving = false
    /// The id of the hike that was added.
    private(set) var addedID: Int?
    /// What was typed while the notes were being read, and waits for them; `nil` once they are read.
    private var typedAhead: [Event]?
    private let units: Units
    private let tagsInUse: [String]
    private var today: Day

    /// - Parameters:
    ///   - hike: `nil` for a new one, dated today. Its notes are read by the form, since lists don't have them.
    ///   - tagsInUse: the tags that are proposed.
    init(_ hike: HikeHeader?, tagsInUse: [String] = [], units: Units, today: Day) {
        isNew = hike == nil
        original = hike ?? HikeHeader(id: 0, name: "", distance: 0, date: today)
        (self.units, self.today, self.tagsInUse) = (units, today, tagsInUse)
        // The controls are made of the properties above.
        form = Form([])
        form = Form(Self.labels.map { Form.Field($0, $1, control($0, of: original)) })
    }

    private static let labels: [(Name, String)] = [
        (.name, "Name"), (.distance, "Distance"), (.date, "Date"), (.difficulty, "Difficulty"), (.activity, "Activity"),
        (.tags, "Tags"), (.notes, "Notes"),
    ]

    /// The control that shows a hike's value.
    private func control(_ name: Name, of hike: HikeHeader) -> Form<Name>.Control {
        func input(_ placeholder: String, limit: Int = 64) -> TextInput {
            TextInput(text(name, of: hike), placeholder: placeholder, limit: limit)
        }
        switch name {
        case .name: return .text(input("name of the hike", limit: HikeHeader.maximumNameLength))
        case .distance: return .text(input("such as 4.5"), width: 20, unit: units == .metric ? "km" : "mi")
        case .date: return .text(input("YYYY-MM-DD"), width: 20)
        case .difficulty: return .text(input("0 to 10, or empty"), width: 20)
        case .activity:
            let chosen = Activity.allCases.firstIndex(of: hike.activity) ?? 0
            return .choice(Activity.allCases.map(\.rawValue), chosen: chosen)
        case .tags: return .tags(TagInput(hike.tags, inUse: tagsInUse, placeholder: "with commas between them"))
        case .notes:
            let limit = HikeHeader.maximumNotesLength
            return .notes(TextArea(hike.notes, placeholder: "any number of lines", limit: limit))
        }
    }

    /// A hike's value as it is typed.
    private func text(_ name: Name, of hike: HikeHeader) -> String {
        switch name {
        case .name: hike.name
        case .distance: isNew ? "" : Self.number(hike.distance, units)
        case .date: hike.date?.description ?? ""
        case .difficulty: hike.difficulty.map(String.init) ?? ""
        case .activity: hike.activity.rawValue
        case .tags: hike.tags.sorted().joined(separator: ", ")
        case .notes: hike.notes
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

    /// The hike as typed, except for what isn't a value. What wasn't edited is as it is stored.
    private var typed: HikeHeader {
        var hike = original
        // Blanks around a name can't be seen; one that is stored with them stays as it is.
        if form.isEdited(.name) { hike.name = form.text(.name).trimmed }
        if form.isEdited(.distance), let kilometres { hike.distance = kilometres }
        if form.isEdited(.date) { hike.date = Day(form.text(.date).trimmed) }
        if form.isEdited(.difficulty) { hike.difficulty = Int(form.text(.difficulty).trimmed) }
        hike.activity = Activity(rawValue: form.text(.activity)) ?? original.activity
        if form.isEdited(.tags) { hike.tags = form.tags(.tags) }
        if form.isEdited(.notes) { hike.notes = form.text(.notes) }
        return hike
    }

    private var kilometres: Double? {
        guard let number = Double(typedDecimal: form.text(.distance).trimmed) else { return nil }
        return units == .metric ? number : number * Units.kilometresPerMile
    }

    /// The problems that prevent saving, by field.
    private var problems: [Name: String] {
        var problems: [Name: String] = [:]
        for problem in typed.problems(replacing: isNew ? nil : original, today: today) {
            guard let name = Name(rawValue: problem.field) else { continue }
            problems[name] = requirement(problem.rule, of: name)
        }
        // What isn't a value at all.
        if kilometres == nil { problems[.distance] = Self.distanceRequirement }
        let (date, difficulty, tags) = (form.text(.date).trimmed, form.text(.difficulty).trimmed, form.tags(.tags))
        if !date.isEmpty, Day(date) == nil { problems[.date] = "must be a date such as \(today)" }
        if !difficulty.isEmpty, Int(difficulty) == nil {
            problems[.difficulty] = FieldRule.wholeNumber(HikeHeader.difficulties).requirement
        }
        if tags.count > HikeTags.maximumCount || !tags.allSatisfy(HikeTags.isTag) {
            let longest = HikeTags.lengths.upperBound
            problems[.tags] = "up to \(HikeTags.maximumCount) tags of up to \(longest) characters"
        }
        return problems
    }

    private static let distanceRequirement = "must be a number above 0"

    private var distanceRequirement: String {
        let longest = HikeHeader.distances.upperBound
        if typed.distance > longest {
            return "must be no more than " + (units == .metric ? longest : longest / Units.kilometresPerMile).decimal(0)
        }
        return typed.distance > 0 ? "must be at least 1 m" : Self.distanceRequirement
    }

    private func requirement(_ rule: FieldRule, of name: Name) -> String {
        switch name {
        case .name where form.text(.name).allSatisfy(\.isWhitespace): "a name is needed"
        // The rule's own words are in kilometres, whatever the form is in.
        case .distance: distanceRequirement
        default: rule.requirement
        }
    }

    /// Reads the notes.
    mutating func begin(at now: Moment) -> [Effect] {
        guard !isNew else { return [] }
        typedAhead = []
        return [.request(.hikes(.load(original.id)))]
    }

    /// Handles what was typed while the notes were being read.
    private mutating func handleTypedAhead(at now: Moment) -> [Effect] {
        let events = typedAhead ?? []
        typedAhead = nil
        return events.flatMap { update($0, at: now) }
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hikesChanged(let change):
            addedID = change.ids.first
            return [.close, .say(Toast("Added", change, undo: .hikes(.remove(change.ids)), at: now))]
        case .hikesEdited(_, let change, takeBack: let number):
            return [.close, .say(Toast("Changed", change, undo: number.map { .hikes(.takeBack($0)) }, at: now))]
        case .hike(let hike, _, _):
            guard !isSaving, hike.id == original.id else { break }
            _ = take(hike.header)
            return handleTypedAhead(at: now)
        case .noHike(_, let error):
            refused(error.messageAboutHike)
            return handleTypedAhead(at: now)
        case .hikeChangedElsewhere(let hike):
            follow(hike)
            return [.ring]
        case .failed(let error):
            refused(isNew ? error.message : error.messageAboutHike)
            return handleTypedAhead(at: now)
        default: break
        }
        return []
    }

    /// Shows what someone else has changed. Fields that were not edited here take their values; the others keep what
    /// was typed, which the next save stores.
    private mutating func follow(_ hike: HikeHeader) {
        let changes = take(hike).joined(separator: ", ")
        refused("Changed elsewhere. Save again to keep what you typed. \(changes)")
    }

    /// Takes the values of the stored hike for fields that weren't edited here.
    ///
    /// - Returns: all changes of the stored hike.
    private mutating func take(_ hike: HikeHeader) -> [String] {
        var changes: [String] = []
        for (name, label) in Self.labels {
            let (old, new) = (text(name, of: original), text(name, of: hike))
            guard old != new else { continue }
            form.follow(name, control(name, of: hike))
            func shown(_ text: String) -> String {
                let line = text.onOneLine
                return line.isEmpty ? "none" : line.fitted(to: min(line.cells, 40))
            }
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
        return typedAhead == nil ? [] : begin(at: now)
    }

    /// Shows why the store refused the hike.
    mutating func refused(_ message: String) {
        (isSaving, form.message) = (false, message)
    }

    // MARK: Input

    var takesText: Bool { true }

    var title: String { isNew ? "Add a hike" : "Edit hike" }
    var note: String { isSaving ? "saving…" : "" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("save", .control("s"), when: !isSaving && typedAhead == nil) { $0.save() },
            KeyBinding("back", .escape, when: !isSaving && typedAhead?.isEmpty != false) { $0.leave() },
            .choosing(in: form), KeyBinding("next", .tab), .help(inText: true),
            KeyBinding("at the end of a tag: the proposed one", as: "→", in: .help),
        ] + KeyBinding.editing()
    }

    private var layout: Form<Name>.Layout {
        Form.Layout(form, in: size, problems: problems)
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving else { return [] }
        guard typedAhead == nil else {
            if event.isSkipping { typedAhead?.append(event) }
            return []
        }
        switch form.update(event, in: layout) {
        case .save: return save()
        case .leave: return leave()
        case .bell: return [.ring]
        // Letters in a number stay as typed, and a line says what is wrong: dropping them would leave a different number.
        case .nothing: return isInvalid(event) ? [.ring] : []
        }
    }

    /// Whether an insertion contains characters that occur in no value of the field.
    private func isInvalid(_ event: Event) -> Bool {
        let known: [Name: String] = [.distance: "0123456789., ", .date: "0123456789- ", .difficulty: "0123456789 "]
        guard event.isInsertion, let name = form.focused, let known = known[name] else { return false }
        return switch event {
        case .key(.character(let character)): !known.contains(character)
        case .paste(let text): !text.allSatisfy(known.contains)
        default: false
        }
    }

    private mutating func save() -> [Effect] {
        let (hike, problems) = (typed, problems)
        guard problems.isEmpty else {
            form.refuse(problems)
            return [.ring]
        }
        guard isNew || hike != original else { return [.close] }
        isSaving = true
        guard !isNew else { return [.request(.hikes(.add(hike)))] }
        return [.request(.hikes(.edit(HikeEdit(from: original, to: hike))))]
    }

    /// Text that isn't a value counts as input; a difference in blanks alone doesn't.
    var hasUnsavedInput: Bool { form.isEdited && (isNew || !problems.isEmpty || typed != original) }

    private mutating func leave() -> [Effect] {
        guard hasUnsavedInput else { return [.close] }
        return ask(.discarding(isNew ? "the new hike" : "the changes"), confirmed: [.close])
    }

    func render(on canvas: inout Canvas, at now: Moment) { form.draw(on: &canvas, in: layout) }
}
