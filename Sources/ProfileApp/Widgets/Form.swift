internal import ProfileRendering

/// A form of labelled fields, with a button that saves what is typed and one that leaves.
///
/// Each field remembers the stored value that it shows, so a screen stores what was edited and nothing else.
struct Form<Name: Hashable & Sendable>: Sendable {
    /// What a field is edited with.
    enum Control: Sendable {
        /// A line of text, at most a number of cells wide, with its unit after it.
        case text(TextInput, width: Int = 60, unit: String = "")
        case tags(TagInput)
        case choice([String], chosen: Int)
        case notes(TextArea)

        var text: String {
            switch self {
            case .text(let input, _, _): input.text
            case .tags(let input): input.text
            case .choice(let titles, let chosen): titles[chosen]
            case .notes(let area): area.text
            }
        }
    }

    struct Field: Sendable {
        let name: Name
        let label: String
        fileprivate(set) var control: Control
        /// The stored value as the control shows it.
        fileprivate var stored: String

        init(_ name: Name, _ label: String, _ control: Control) {
            (self.name, self.label, self.control, stored) = (name, label, control, control.text)
        }

        var isEdited: Bool { control.text != stored }
    }

    enum Part: Hashable, Sendable {
        case field(Name)
        case save, leave
    }

    /// What an event asks of the screen.
    enum Outcome: Hashable, Sendable {
        case nothing, bell, save, leave
    }

    private(set) var fields: [Field]
    private(set) var ring: FocusRing<Part>
    /// The label of the button that saves.
    let saveLabel: String
    /// An error, until the next change.
    var message = ""
    /// Whether the problems of empty fields are shown too, since saving was tried.
    private(set) var showsMissing = false

    init(_ fields: [Field], saveLabel: String = "Save") {
        (self.fields, self.saveLabel) = (fields, saveLabel)
        ring = FocusRing(fields.map { .field($0.name) } + [.save], last: .leave)
    }

    // MARK: Values

    private func index(_ name: Name) -> Int? { fields.firstIndex { $0.name == name } }

    func text(_ name: Name) -> String { index(name).map { fields[$0].control.text } ?? "" }

    /// The index of the chosen title.
    func choice(_ name: Name) -> Int {
        guard let index = index(name), case .choice(_, let chosen) = fields[index].control else { return 0 }
        return chosen
    }

    /// The tags as typed.
    func tags(_ name: Name) -> Set<String> {
        guard let index = index(name), case .tags(let input) = fields[index].control else { return [] }
        return input.tags
    }

    func isEdited(_ name: Name) -> Bool { index(name).map { fields[$0].isEdited } ?? false }
    var isEdited: Bool { fields.contains(where: \.isEdited) }

    /// Follows a change of what is stored: a field that was edited keeps what was typed, any other shows the new value.
    mutating func follow(_ name: Name, _ control: Control) {
        guard let index = index(name) else { return }
        if !fields[index].isEdited { fields[index].control = control }
        fields[index].stored = control.text
    }

    // MARK: Input

    /// The field with the focus.
    var focused: Name? {
        guard case .field(let name) = ring.current else { return nil }
        return name
    }

    /// Whether the focus is on a choice.
    var isChoosing: Bool {
        guard let name = focused, let index = index(name), case .choice = fields[index].control else { return false }
        return true
    }

    mutating func focus(_ name: Name) { ring.focus(.field(name)) }

    /// Shows what prevents saving, by field, and focuses the first of them.
    mutating func refuse(_ problems: [Name: String]) {
        showsMissing = true
        if let first = fields.first(where: { problems[$0.name] != nil }) { focus(first.name) }
    }

    mutating func update(_ event: Event, in layout: Layout) -> Outcome {
        guard event.isSkipping else { return .nothing }
        if case .click(let point) = event { return click(point, in: layout) }
        // Lines of the notes are moved through before the focus is.
        if let index = focused.flatMap(index), case .notes(var area) = fields[index].control,
            area.update(event, width: layout.areas[index].size.columns - 1)
        {
            fields[index].control = .notes(area)
            return report(isRefused: area.hasRefused, isTooLong: area.wasTooLong)
        }
        if ring.update(event) { return .nothing }
        switch (ring.current, event) {
        case (.save, .key(.enter)), (.save, .key(" ")): return .save
        case (.leave, .key(.enter)), (.leave, .key(" ")): return .leave
        case (.save, .key(.right)): ring.focus(.leave)
        case (.leave, .key(.left)): ring.focus(.save)
        case (_, .key(.enter)): _ = ring.update(.key(.tab))
        case (.field(let name), _): return index(name).map { change($0, event) } ?? .nothing
        default: break
        }
        return .nothing
    }

    private mutating func change(_ index: Int, _ event: Event) -> Outcome {
        switch (fields[index].control, event) {
        case (.text(var input, let width, let unit), _):
            _ = input.update(event)
            fields[index].control = .text(input, width: width, unit: unit)
            return report(isRefused: input.hasRefused, isTooLong: input.wasTooLong)
        case (.tags(var input), _):
            input.update(event)
            fields[index].control = .tags(input)
            return report(isRefused: input.hasRefused, isTooLong: input.wasTooLong)
        case (.choice(_, let chosen), .key(.left)): choose(chosen - 1, index)
        case (.choice(_, let chosen), .key(.right)): choose(chosen + 1, index)
        case (.choice(let titles, let chosen), .key(" ")): choose((chosen + 1) % titles.count, index)
        case (.choice, _), (.notes, _): break
        }
        return .nothing
    }

    private mutating func choose(_ chosen: Int, _ index: Int) {
        guard case .choice(let titles, _) = fields[index].control, titles.indices.contains(chosen) else { return }
        fields[index].control = .choice(titles, chosen: chosen)
        message = ""
    }

    private mutating func report(isRefused: Bool, isTooLong: Bool) -> Outcome {
        message = isTooLong ? TextInput.tooLong : ""
        return isRefused ? .bell : .nothing
    }

    private mutating func click(_ point: CellPoint, in layout: Layout) -> Outcome {
        for (part, area) in [(Part.save, layout.saveArea), (.leave, layout.leaveArea)] where area.contains(point) {
            ring.focus(part)
            return part == .save ? .save : .leave
        }
        guard let index = layout.index(atRow: point.row) else { return .nothing }
        let wasFocused = focused == fields[index].name
        ring.focus(.field(fields[index].name))
        let area = layout.areas[index]
        guard area.contains(point) else { return .nothing }
        let (column, columns) = (point.column - area.origin.column, area.size.columns)
        switch fields[index].control {
        case .text(var input, let width, let unit):
            input.click(column: column, width: columns)
            fields[index].control = .text(input, width: width, unit: unit)
        case .tags(var input):
            input.click(column: column, width: columns)
            fields[index].control = .tags(input)
        case .notes(var notes):
            notes.click(point, in: area, isFocused: wasFocused)
            fields[index].control = .notes(notes)
        case .choice(let titles, let chosen):
            let segments = layout.segments(of: fields[index], row: area.origin.row)
            guard let clicked = segments.first(where: { $0.area.contains(point) }) else { break }
            // The only one that is shown leads to the next, as Space does.
            choose(segments.count > 1 ? clicked.value : (chosen + 1) % titles.count, index)
        }
        return .nothing
    }
}

extension KeyBinding {
    /// What the arrow keys do on a choice of a form. The key line names it while one has the focus.
    static func choosing<Name>(in form: Form<Name>) -> KeyBinding {
        KeyBinding("choose", as: "←→", in: form.isChoosing ? .line : .help)
    }
}

extension Alert {
    /// Asks whether to lose what was typed into a form.
    static func discarding(_ what: String) -> Alert {
        Alert(title: "Discard \(what)?", text: "Your changes are lost.", buttons: ["Back", "Discard"], focused: 0)
    }
}
