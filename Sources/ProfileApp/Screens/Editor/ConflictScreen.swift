internal import ProfileKit
internal import ProfileRendering

/// The fields that both the draft and others changed: shows base, mine and theirs of each, and asks which value to
/// keep.
///
/// Values are never truncated: if a table is too narrow for them, they are listed below each other and can be scrolled.
struct ConflictScreen: Screen {
    private enum Part: Hashable { case fields, back, publish }

    var window = Window()
    private(set) var decisions: ConflictDecisions
    /// The decisions to commit the draft with, once every field is decided.
    private(set) var taken: ConflictDecisions?
    /// The index of the focused field, in the conflict's order.
    private(set) var selected = 0
    private var focus = FocusRing(Part.fields, .back, .publish)
    private(set) var scroll = ScrollPosition()
    /// Whether publishing was tried before every field was decided; reported until the next key.
    private var triedTooEarly = false
    /// Whether the fields changed again since decisions were made.
    private let isNewer: Bool

    /// - Parameter earlier: decisions about earlier values, kept for the fields that haven't changed since.
    init(_ conflict: DraftConflict, after earlier: ConflictDecisions? = nil) {
        (decisions, isNewer) = (ConflictDecisions(seen: conflict), earlier != nil)
        for field in conflict.fields { decisions.fields[field.field] = earlier?.side(for: field) }
    }

    private var fields: [FieldConflict] { decisions.seen?.fields ?? [] }

    var title: String { "Changed on both sides" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("mine", "m") { $0.choose(.mine) }, KeyBinding("theirs", "t") { $0.choose(.theirs) },
            // A hasty Enter decides no field. On the fields it publishes, if all of them are decided.
            KeyBinding("publish", .enter) { $0.press() }, KeyBinding("back", .escape, also: ["b"]) { _ in [.close] },
            KeyBinding("", .up, in: .none) { $0.select($0.selected - 1) },
            KeyBinding("field", .down, as: "↑↓") { $0.select($0.selected + 1) }, .help(),
            KeyBinding("all mine", "M") { $0.chooseAll(.mine) },
            KeyBinding("all theirs", "T") { $0.chooseAll(.theirs) },
        ]
    }

    /// The table is a part of the editor, whose commands wait for the decision.
    var takesText: Bool { true }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if event.isSkipping { (triedTooEarly, taken) = (false, nil) }
        return dispatch(event, at: now)
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        let isOnFields = focus.current == .fields
        switch event {
        case .key(.left) where isOnFields: set(.mine)
        case .key(.right) where isOnFields: set(.theirs)
        case .key(.left), .key(.backTab): move(.backTab)
        case .key(.right), .key(.tab): move(.tab)
        case .key(.pageUp): scrollLines(by: 1 - Self.listHeight(in: size))
        case .key(.pageDown): scrollLines(by: Self.listHeight(in: size) - 1)
        case .key(" "): return isOnFields ? [] : press()
        case .click(let point): return click(point)
        case .resized: select(selected)
        case .key, .paste, .tick: break
        }
        return []
    }

    private mutating func press() -> [Effect] { focus.current == .back ? [.close] : publish() }

    private mutating func publish() -> [Effect] {
        triedTooEarly = !decisions.isComplete
        taken = triedTooEarly ? nil : decisions
        return [triedTooEarly ? .ring : .close]
    }

    private mutating func move(_ key: Key) {
        focus.disabled = decisions.isComplete ? [] : [.publish]
        _ = focus.update(.key(key))
    }

    private mutating func select(_ index: Int) {
        selected = max(0, min(index, fields.count - 1))
        focus.focus(.fields)
        let lines = table(in: size)
        let own = lines.indices.filter { lines[$0].field == selected }
        guard let first = own.first, let last = own.last else { return }
        scroll.show(first..<last + 1, height: Self.listHeight(in: size), of: lines.count)
    }

    private mutating func scrollLines(by lines: Int) {
        scroll.move(by: lines, height: Self.listHeight(in: size), of: table(in: size).count)
    }

    private mutating func set(_ side: ConflictSide) {
        guard fields.indices.contains(selected) else { return }
        decisions.fields[fields[selected].field] = side
        select(selected)
    }

    /// Decides a field, and moves to the next undecided one.
    private mutating func choose(_ side: ConflictSide) {
        set(side)
        let order = Array(fields.indices.dropFirst(selected + 1)) + Array(fields.indices.prefix(selected + 1))
        if let next = order.first(where: { decisions.fields[fields[$0].field] == nil }) { select(next) }
    }

    private mutating func chooseAll(_ side: ConflictSide) {
        for field in fields { decisions.fields[field.field] = side }
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        let buttons = buttons
        if let hit = ButtonRow.index(at: point, of: buttons, row: size.rows - 2, in: size.whole) {
            return hit == 0 ? [.close] : publish()
        }
        let lines = table(in: size)
        let row = point.row - Self.listTop
        let top = scroll.top(height: Self.listHeight(in: size), of: lines.count)
        guard (0..<Self.listHeight(in: size)).contains(row), lines.indices.contains(top + row),
            let field = lines[top + row].field
        else { return [] }
        selected = field
        focus.focus(.fields)
        if let choice = lines[top + row].choices.first(where: { $0.columns.contains(point.column - 1) }) {
            decisions.fields[fields[field].field] = choice.side
        }
        return []
    }

    private func table(in size: CellSize) -> [ConflictTable.Line] {
        ConflictTable(decisions, selected: focus.current == .fields ? selected : -1, width: size.columns - 2).lines
    }

    private static let listTop = 3
    /// The rows between the question above and the answers below.
    private static func listHeight(in size: CellSize) -> Int { max(1, size.rows - 6) }

    private var buttons: [Button] { [Button("Back"), Button("Publish", isEnabled: decisions.isComplete)] }
    func render(on canvas: inout Canvas, at now: Moment) {
        canvas.write("Which value do you want to keep?", column: 1, row: 1)
        if triedTooEarly || isNewer && !decisions.isComplete {
            let (text, short) =
                triedTooEarly
                ? ("Choose for each field first: m mine, t theirs.", "Choose for each field first.")
                : ("Changed again meanwhile: choose for those fields once more.", "It changed again: choose once more.")
            let fits = text.cells <= canvas.size.columns - 2
            canvas.write(fits ? text : short, column: 1, row: 2, style: .warning)
        }
        let height = Self.listHeight(in: canvas.size)
        let lines = table(in: canvas.size)
        let top = scroll.top(height: height, of: lines.count)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            canvas.write(line.text, column: 1, row: row + Self.listTop, style: line.isHeading ? .title : .plain)
        }
        let selectedLine = lines.firstIndex { $0.field == selected } ?? 0
        canvas.cursor = CellPoint(column: 1, row: Self.listTop + max(min(selectedLine - top, height - 1), 0))
        ScrollBar(top: top, height: height, total: lines.count).draw(on: &canvas, row: Self.listTop)
        let focused: Int? = focus.current == .fields ? nil : focus.current == .back ? 0 : 1
        ButtonRow.draw(buttons, on: &canvas, row: canvas.size.rows - 2, in: canvas.size.whole, focused: focused)
    }
}
