internal import ProfileKit
internal import ProfileRendering

/// The form for a hike that is added or edited by hand.
struct HikeForm: Screen {
    enum Part: Hashable, Sendable, CaseIterable {
        case name, distance, date, difficulty, activity, save, cancel
    }

    var window = Window()
    /// The hike as it was stored when the form last read it.
    private var original: HikeHeader
    private let isNew: Bool
    private var inputs: [Part: TextInput]
    private var activity: Activity
    private var ring = FocusRing<Part>([.name, .distance, .date, .difficulty, .activity, .save], last: .cancel)
    private(set) var complaint: String?
    private var isSaving = false
    /// The id of the hike that was added.
    private(set) var addedID: Int?
    /// The edit that was sent to the store.
    private var saved: HikeEdit?
    /// Whether saving was tried with a field missing.
    private var wasIncomplete = false
    private let units: Units
    private var today: Day

    /// - Parameter hike: `nil` for a new one, dated today.
    init(_ hike: HikeHeader?, units: Units, today: Day) {
        isNew = hike == nil
        original = hike ?? HikeHeader(id: 0, name: "", distance: 0, date: today)
        (activity, self.units, self.today) = (original.activity, units, today)
        inputs = [:]
        for (part, _) in Self.labels { fill(part, from: original) }
        if isNew { inputs[.distance] = Self.input(.distance, "") }
    }

    private static func input(_ part: Part, _ text: String) -> TextInput? {
        switch part {
        case .name: TextInput(text, placeholder: "name of the hike", limit: HikeHeader.maximumNameLength)
        case .distance: TextInput(text, placeholder: "such as 4.5", limit: 64)
        case .date: TextInput(text, placeholder: "YYYY-MM-DD", limit: 64)
        case .difficulty: TextInput(text, placeholder: "0 to 10, or empty", limit: 64)
        case .activity, .save, .cancel: nil
        }
    }

    /// Shows a hike's value in its field.
    private mutating func fill(_ part: Part, from hike: HikeHeader) {
        if part == .activity { activity = hike.activity }
        inputs[part] = Self.input(part, text(of: part, in: hike))
    }

    /// A hike's value as it is typed.
    private func text(of part: Part, in hike: HikeHeader) -> String {
        switch part {
        case .name: hike.name
        case .distance: Self.number(hike.distance, units)
        case .date: hike.date?.description ?? ""
        case .difficulty: hike.difficulty.map(String.init) ?? ""
        case .activity: hike.activity.rawValue
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

    private func text(_ part: Part) -> String { inputs[part]?.text ?? "" }

    /// The hike as typed, except for what isn't a value.
    private var typed: HikeHeader {
        var hike = original
        // Blanks around a name can't be seen; one that is stored with them stays as it is.
        if text(.name) != original.name { hike.name = text(.name).trimmed }
        // To three decimals it is the same: an exact distance stays.
        if text(.distance) != Self.number(original.distance, units), let kilometres { hike.distance = kilometres }
        (hike.date, hike.difficulty, hike.activity) = (Day(text(.date)), Int(text(.difficulty)), activity)
        return hike
    }

    /// The hike as typed; `nil` if a value breaks its rule.
    private var edited: HikeHeader? { problems.isEmpty ? typed : nil }

    private var kilometres: Double? {
        guard let number = Double(typedDecimal: text(.distance)) else { return nil }
        return units == .metric ? number : number * Units.kilometresPerMile
    }

    /// The problems that prevent saving, by field.
    private var problems: [Part: String] {
        var problems: [Part: String] = [:]
        for problem in typed.problems(replacing: isNew ? nil : original, today: today) {
            guard let part = Self.parts[problem.field] else { continue }
            problems[part] = words(for: problem.rule, of: part)
        }
        // What isn't a value at all.
        if kilometres == nil { problems[.distance] = Self.distanceWords }
        if !text(.date).isEmpty, Day(text(.date)) == nil { problems[.date] = "must be a date such as \(today)" }
        if !text(.difficulty).isEmpty, Int(text(.difficulty)) == nil {
            problems[.difficulty] = FieldRule.wholeNumber(HikeHeader.difficulties).words
        }
        return problems
    }

    /// The fields of a hike that are typed, by name.
    private static let parts: [String: Part] = [
        "name": .name, "distance": .distance, "date": .date, "difficulty": .difficulty,
    ]

    private static let distanceWords = "must be a number above 0"

    private var distanceWords: String {
        let longest = HikeHeader.distances.upperBound
        if typed.distance > longest {
            return "must be no more than " + (units == .metric ? longest : longest / Units.kilometresPerMile).decimal(0)
        }
        return typed.distance > 0 ? "must be at least 1 m" : Self.distanceWords
    }

    private func words(for rule: FieldRule, of part: Part) -> String {
        switch part {
        case .name where text(.name).allSatisfy(\.isWhitespace): "a name is needed"
        // The rule's own words are in kilometres, whatever the form is in.
        case .distance: distanceWords
        default: rule.words
        }
    }

    private var isChanged: Bool { edited.map { $0 != original } ?? true }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hikesChanged(let change):
            let text = [isNew ? "Added" : "Changed", Toast.words(for: change)].compactMap(\.self)
            if isNew { addedID = change.ids.first }
            let undo =
                isNew ? change.ids.first.map { Request.hikes(.remove($0)) } : saved.map { .hikes(.edit($0.undo)) }
            return [.close, .say(Toast(text.joined(separator: " · "), undo: undo, at: now))]
        case .hikeChangedElsewhere(let hike):
            follow(hike)
            return [.ring]
        case .failed(let error):
            refused(isNew ? error.message : error.messageAboutHike)
            return []
        default: return []
        }
    }

    /// Shows what someone else has changed. Fields that were not edited here take their values; the others keep what
    /// was typed, which the next save stores.
    private mutating func follow(_ hike: HikeHeader) {
        var changes: [String] = []
        for (part, label) in Self.labels {
            let (old, new) = (text(of: part, in: original), text(of: part, in: hike))
            guard old != new else { continue }
            let isEdited = (part == .activity ? activity.rawValue : text(part)) != old
            if !isEdited { fill(part, from: hike) }
            changes.append("\(label) \(old.isEmpty ? "none" : old) → \(new.isEmpty ? "none" : new)")
        }
        original = hike
        refused("Changed elsewhere: \(changes.joined(separator: ", ")). Save again to keep what you typed.")
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
        (isSaving, complaint) = (false, message)
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
        ] + KeyBinding.editing()
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving else { return [] }
        switch event {
        case .click(let point): return click(point)
        case .key, .paste: return ring.update(event) ? [] : change(event)
        case .resized, .tick: return []
        }
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
        case (let part, _):
            guard var input = inputs[part] else { return [] }
            _ = input.update(event)
            inputs[part] = input
            complaint = input.wasTooLong ? TextInput.tooLong : nil
            // Letters in a number stay as typed, and a line says what is wrong: dropping them would leave a different
            // number.
            return input.hasRefused || event.isInsertion && isInvalid(event, in: part) ? [.ring] : []
        }
        return []
    }

    private mutating func choose(_ activity: Activity) {
        (self.activity, complaint) = (activity, nil)
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

    // MARK: Drawing

    private var activities: SegmentedControl<Activity> {
        SegmentedControl(
            segments: Activity.allCases.map { ($0, $0.rawValue) }, chosen: activity,
            isFocused: ring.current == .activity)
    }

    private static let labels: [(Part, String)] = [
        (.name, "Name"), (.distance, "Distance"), (.date, "Date"), (.difficulty, "Difficulty"), (.activity, "Activity"),
    ]

    /// The rows of the form.
    private struct Layout {
        /// The column of the fields.
        let column: Int
        /// The row of each field.
        var rows: [(part: Part, row: Int)] = []
        var problems: [(text: String, row: Int)] = []
        var buttons: [(part: Part, button: Button, area: CellRectangle)] = []
        /// The row below the buttons.
        var end = 0

        /// The part of the form at a cell.
        func part(at point: CellPoint) -> Part? {
            buttons.first { $0.area.contains(point) }?.part ?? rows.first { $0.row == point.row }?.part
        }
    }

    private var layout: Layout {
        var layout = Layout(column: size.columns < 56 ? 14 : 18)
        let gap = size.rows >= 20 ? 1 : 0
        let problems = problems
        var row = 1 + gap
        for (part, _) in Self.labels {
            layout.rows.append((part, row))
            if let input = inputs[part] {
                if let problem = problems[part], !input.isEmpty || wasIncomplete || !isNew {
                    row += 1
                    layout.problems.append((problem, row))
                }
            } else {
                row =
                    activities.areas(column: layout.column, row: row, width: size.columns).last?.area.origin.row ?? row
            }
            row += 1 + gap
        }
        var start = layout.column
        for (part, button) in [(Part.save, Button("Save")), (.cancel, Button("Cancel"))] {
            layout.buttons.append((part, button, button.area(column: start, row: row)))
            start += button.cells + 2
        }
        layout.end = row + 2
        return layout
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = layout
        for ((part, row), (_, label)) in zip(layout.rows, Self.labels) {
            let isFocused = ring.current == part
            canvas.write("\(isFocused ? "›" : " ") \(label)", column: 1, row: row, style: isFocused ? .title : .plain)
            guard let input = inputs[part] else {
                activities.draw(on: &canvas, column: layout.column, row: row)
                continue
            }
            let unit = part == .distance ? units == .metric ? "km" : "mi" : ""
            let room = size.columns - layout.column - 2 - (unit.isEmpty ? 0 : unit.cells + 1)
            let width = max(min(part == .name ? 60 : 20, room), 4)
            input.draw(on: &canvas, column: layout.column, row: row, width: width, isFocused: isFocused)
            canvas.write(unit, column: layout.column + width + 1, row: row, style: .faint)
        }
        for (text, row) in layout.problems { canvas.write(text, column: layout.column, row: row, style: .warning) }
        for (part, button, area) in layout.buttons {
            button.draw(
                on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: ring.current == part)
        }
        canvas.write(
            lines: (complaint ?? "").wrapped(to: max(size.columns - 4, 1)).prefix(3), column: 2, row: layout.end,
            style: .danger)
    }
}
