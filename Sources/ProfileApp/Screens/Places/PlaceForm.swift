internal import ProfileKit
internal import ProfileRendering

/// The form for a place that is added or edited by hand.
struct PlaceForm: Screen {
    enum Part: Hashable, Sendable, CaseIterable {
        case name, position, category, radius, privacy, favourite, featured, notes, save, cancel
    }

    var window = Window()
    /// The id of the place; `nil` for a new one.
    private let id: Int?
    /// The place as it was stored when the form last read it.
    private var original: Place
    private var inputs: [Part: TextInput] = [:]
    private var (isFavourite, isFeatured) = (false, false)
    private var notes = TextArea(limit: Place.maximumNotesLength)
    /// The stored values as the fields show them.
    private var shown: [Part: String] = [:]
    private var ring = FocusRing<Part>(Part.allCases.dropLast(), last: .cancel)
    private var message: String?
    private var isSaving = false
    /// Whether saving was tried with a field missing.
    private var wasIncomplete = false

    /// - Parameter entry: the place with its notes; `nil` for a new one.
    init(_ entry: PlaceEntry? = nil) {
        (id, original) = (entry?.id, entry?.place ?? Place())
        for part in Part.allCases { fill(part, from: original) }
    }

    /// Shows a place's value in its field.
    private mutating func fill(_ part: Part, from place: Place) {
        func input(_ text: String, _ placeholder: String, limit: Int = 64) {
            inputs[part] = TextInput(text, placeholder: placeholder, limit: limit)
        }
        switch part {
        case .name: input(place.name, "name of the place", limit: Place.maximumNameLength)
        case .position: input(id == nil ? "" : place.position.text, "such as 46.53,7.96")
        case .category:
            let proposed = Place.categories.joined(separator: ", ") + " …"
            input(place.category, proposed, limit: Place.maximumCategoryLength)
        case .radius: input(Self.metres(place.radius), "")
        case .privacy: input(place.privateRadius.map(Self.metres) ?? "", "metres to leave out, or empty")
        case .favourite: isFavourite = place.isFavourite
        case .featured: isFeatured = place.isFeatured
        case .notes:
            notes = TextArea(place.notes, placeholder: "any number of lines", limit: Place.maximumNotesLength)
        case .save, .cancel: break
        }
        shown[part] = text(part)
    }

    private static func metres(_ number: Double) -> String {
        number == number.rounded() ? number.decimal(0).filter { $0 != "," } : String(number)
    }

    // MARK: Values

    private func text(_ part: Part) -> String {
        switch part {
        case .favourite: isFavourite.description
        case .featured: isFeatured.description
        case .notes: notes.text
        default: inputs[part]?.text ?? ""
        }
    }

    private func isEdited(_ part: Part) -> Bool { text(part) != shown[part] }
    private var isChanged: Bool { Part.allCases.contains(where: isEdited) }

    /// The fields that are typed.
    private static let fields: [(part: Part, name: String)] = [
        (.name, "name"), (.position, "position"), (.category, "category"), (.radius, "radius"), (.privacy, "private"),
    ]

    /// The place as typed, and the problems that prevent saving, by field. What wasn't edited is as it is stored.
    private var typed: (place: Place, problems: [Part: String]) {
        var (typed, problems) = (original, [Part: String]())
        for (part, name) in Self.fields where isEdited(part) || id == nil {
            guard let field = Place.field(named: name) else { continue }
            var text = part == .name ? text(part).trimmed : text(part)
            if part == .radius || part == .privacy { text = Double(typedMetres: text).map { String($0) } ?? text }
            do throws(FieldProblem) {
                field.set(try field.parse(text), in: &typed)
            } catch {
                problems[part] =
                    part == .position
                    ? "must be degrees north and east, such as 46.53,7.96"
                    : (error.rule == .form ? FieldRule.metres : error.rule).requirement
            }
        }
        (typed.isFavourite, typed.isFeatured) = (isFavourite, isFeatured)
        if isEdited(.notes) { typed.notes = notes.text }
        // No rule of a place depends on the time.
        for problem in typed.problems(replacing: original, at: WallTime(secondsSince1970: 0)) {
            let part = Self.fields.first { $0.name == problem.field }?.part ?? .notes
            problems[part] = problems[part] ?? problem.rule.requirement
        }
        if typed.name.isEmpty { problems[.name] = "a name is needed" }
        return (typed, problems)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .placesChanged(let change, let number):
            return [.close, .say(Toast(change, takeBack: number, at: now))]
        case .placeChangedElsewhere(let stored):
            follow(stored)
            return [.ring]
        case .failed(let error): (isSaving, message) = (false, error.sentences)
        default: break
        }
        return []
    }

    /// Shows what someone else has changed. Fields that were not edited here take their values; the others keep what
    /// was typed, which the next save stores.
    private mutating func follow(_ stored: Place) {
        for part in Part.allCases {
            guard isEdited(part) else {
                fill(part, from: stored)
                continue
            }
            var form = self
            form.fill(part, from: stored)
            shown[part] = form.shown[part]
        }
        original = stored
        (isSaving, message) = (false, "Changed elsewhere meanwhile. Save again to keep what you typed.")
    }

    /// A save that was under way when the store was locked is either stored or not.
    mutating func resume(at now: Moment) -> [Effect] {
        isSaving = false
        return []
    }

    // MARK: Input

    var takesText: Bool { true }
    var title: String { id == nil ? "Add a place" : "Edit place" }
    var note: String { isSaving ? "saving…" : "" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("save", .control("s"), when: !isSaving) { $0.save() },
            KeyBinding("back", .escape, when: !isSaving) { $0.leave() }, KeyBinding("next", .tab),
            .help(inText: true),
            KeyBinding("on or off", as: "←→", when: ring.current == .favourite || ring.current == .featured),
        ] + KeyBinding.editing()
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving, event.isSkipping else { return [] }
        if case .click(let point) = event { return click(point) }
        // Lines of the notes are moved through before the focus is.
        if ring.current == .notes, notes.update(event, width: layout.notes.size.columns - 1) {
            message = notes.wasTooLong ? TextInput.tooLong : nil
            return notes.hasRefused ? [.ring] : []
        }
        return ring.update(event) ? [] : change(event)
    }

    private mutating func change(_ event: Event) -> [Effect] {
        switch (ring.current, event) {
        case (.save, .key(.enter)), (.save, .key(" ")): return save()
        case (.cancel, .key(.enter)), (.cancel, .key(" ")): return leave()
        case (.save, .key(.right)): ring.focus(.cancel)
        case (.cancel, .key(.left)): ring.focus(.save)
        case (_, .key(.enter)): _ = ring.update(.key(.tab))
        case (.favourite, .key(.left)), (.favourite, .key(.right)), (.favourite, .key(" ")): isFavourite.toggle()
        case (.featured, .key(.left)), (.featured, .key(.right)), (.featured, .key(" ")): isFeatured.toggle()
        case (let part, _):
            guard var input = inputs[part] else { return [] }
            _ = input.update(event)
            inputs[part] = input
            message = input.wasTooLong ? TextInput.tooLong : nil
            return input.hasRefused ? [.ring] : []
        }
        return []
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        let layout = layout
        if let button = layout.buttons.first(where: { $0.area.contains(point) }) {
            ring.focus(button.part)
            return button.part == .save ? save() : leave()
        }
        guard let part = layout.notes.contains(point) ? .notes : layout.rows.first(where: { $0.row == point.row })?.part
        else { return [] }
        let isAgain = ring.current == part
        ring.focus(part)
        return isAgain && inputs[part] == nil && part != .notes ? change(.key(" ")) : []
    }

    private mutating func save() -> [Effect] {
        let (typed, problems) = typed
        guard problems.isEmpty else {
            if let first = Part.allCases.first(where: { problems[$0] != nil }) { ring.focus(first) }
            wasIncomplete = true
            return [.ring]
        }
        guard typed != original else { return [.close] }
        isSaving = true
        let change = id.map { PlaceChange.edit(PlaceEdit(id: $0, from: original, to: typed)) } ?? .add(typed)
        return [.request(.places(.change(change)))]
    }

    private mutating func leave() -> [Effect] {
        guard isChanged else { return [.close] }
        let alert = Alert(
            title: id == nil ? "Discard the new place?" : "Discard the changes?", text: "Your changes are lost.",
            buttons: ["Back", "Discard"], focused: 0)
        return ask(alert, confirmed: [.close])
    }

    // MARK: Drawing

    private static let labels: [(part: Part, label: String)] = [
        (.name, "Name"), (.position, "Position"), (.category, "Category"), (.radius, "Radius"), (.privacy, "Private"),
        (.favourite, "Favourite"), (.featured, "Featured"), (.notes, "Notes"),
    ]

    private struct Layout {
        var rows: [(part: Part, row: Int)] = []
        var problems: [(text: String, row: Int)] = []
        var notes = CellRectangle(column: 0, row: 0, columns: 1, rows: 1)
        var buttons: [(part: Part, button: Button, area: CellRectangle)] = []
        /// The row below the buttons.
        var end = 0
    }

    private var column: Int { size.columns < 56 ? 13 : 18 }

    private var layout: Layout {
        var layout = Layout()
        let problems = typed.problems
        let gap = size.rows >= 28 ? 1 : 0
        var row = size.rows < 20 ? 1 : 2
        for (part, _) in Self.labels {
            layout.rows.append((part, row))
            if part == .notes {
                layout.notes = CellRectangle(
                    column: column, row: row, columns: max(min(size.columns - column - 2, 100), 4),
                    rows: min(max(size.rows - row - (size.rows < 20 ? 4 : 6), 1), 16))
                row += layout.notes.size.rows - 1
            }
            // A low window has room for one.
            let isShown = wasIncomplete || part == .notes || !text(part).isEmpty
            if let problem = problems[part], isShown, size.rows >= 20 || part == ring.current {
                row += 1
                layout.problems.append((problem, row))
            }
            row += 1 + gap
        }
        if size.rows >= 20, gap == 0 { row += 1 }
        var start = column
        for (part, button) in [(Part.save, Button("Save")), (.cancel, Button("Cancel"))] {
            layout.buttons.append((part, button, button.area(column: start, row: row)))
            start += button.cells + 2
        }
        layout.end = row + (size.rows < 20 ? 1 : 2)
        return layout
    }

    private func toggle(_ part: Part) -> SegmentedControl<Bool> {
        SegmentedControl(
            segments: [(false, "off"), (true, "on")], chosen: part == .favourite ? isFavourite : isFeatured,
            isFocused: ring.current == part)
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = layout
        let room = size.columns - column - 2
        for ((part, row), (_, label)) in zip(layout.rows, Self.labels) {
            let isFocused = ring.current == part
            canvas.write("\(isFocused ? "›" : " ") \(label)", column: 1, row: row, style: isFocused ? .title : .plain)
            switch part {
            case .favourite, .featured: toggle(part).draw(on: &canvas, column: column, row: row)
            case .notes: notes.draw(on: &canvas, in: layout.notes, isFocused: isFocused)
            default:
                let unit = part == .radius || part == .privacy && !text(part).isEmpty ? " m" : ""
                let width = max(
                    min(part == .radius || part == .privacy && !unit.isEmpty ? 8 : 60, room - unit.cells), 4)
                inputs[part]?.draw(on: &canvas, column: column, row: row, width: width, isFocused: isFocused)
                canvas.write(unit, column: column + width, row: row, style: .faint)
            }
        }
        for (text, row) in layout.problems {
            canvas.write(
                text.cells > room ? text.fitted(to: max(room, 1)) : text, column: column, row: row, style: .warning)
        }
        for (part, button, area) in layout.buttons {
            button.draw(on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: ring.current == part)
        }
        canvas.write(
            lines: (message ?? "").wrapped(to: max(size.columns - 4, 1)).prefix(3), column: 2, row: layout.end,
            style: .danger)
    }
}
