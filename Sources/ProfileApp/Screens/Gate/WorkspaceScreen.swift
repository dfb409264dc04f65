internal import ProfileKit
internal import ProfileRendering

/// The first step of the sign-in: the name of a workspace, in `a-z 0-9 -`.
///
/// The field has the focus from the start. *Next* is enabled if the field isn't empty, and Enter presses it.
struct WorkspaceScreen: Screen {
    var window = Window()
    private enum Part: Hashable { case field, next }

    private(set) var field: TextInput
    private var focus = FocusRing(Part.field, .next)
    private var message = ""
    /// Whether the store is being looked up; the name can't be changed meanwhile.
    private var isWaiting = false
    private let suffix: String
    /// The existing workspaces.
    private let names: [String]
    private let settings: AppSettings

    /// - Parameters:
    ///   - names: the existing workspaces, to choose from.
    ///   - name: the initial text of the field.
    ///   - suffix: shown after the name, which it makes the name of the store's file.
    init(of names: [String] = [], name: String = "", suffix: String = ".db", settings: AppSettings) {
        (self.names, self.settings, self.suffix) = (names, settings, suffix)
        field = TextInput(
            name, placeholder: "your-workspace" + suffix, suffix: suffix,
            filter: .identifier, limit: 63)
    }

    var title: String { "Workspace" }
    var hasTitleBar: Bool { false }
    var isAtGate: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("cancel", .escape) { $0.cancel() }, KeyBinding("next", .enter) { $0.next() },
            KeyBinding("", .up, in: .none, when: !names.isEmpty) { $0.choose(by: -1) },
            KeyBinding("choose", .down, as: "↑↓", when: !names.isEmpty) { $0.choose(by: 1) }, .help(),
            KeyBinding("move", .tab),
        ]
    }

    private mutating func cancel() -> [Effect] {
        isWaiting = false
        return [.request(.gate(.forget)), .close]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        let layout = FormLayout(fieldCount: 1, in: size)
        focus.disabled = canGoOn ? [] : [.next]
        if focus.update(event) { return [] }
        switch event {
        case .click(let point):
            if ButtonRow.index(at: point, of: buttons, row: layout.buttonRow, in: layout.area) != nil { return next() }
            if let name = name(at: point, layout) {
                fill(name)
            } else if point.row == layout.fieldRow(0) {
                focus.focus(.field)
                field.click(column: point.column - layout.left, width: layout.width)
            }
        default:
            // A name has small letters only.
            if !isWaiting, field.update(event.lowercased) {
                focus.focus(.field)
                message = field.wasTooLong ? TextInput.tooLong : ""
                if field.hasRefused { return [.ring] }
            }
        }
        return []
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        // The reply is ignored if the user has left or gone on.
        guard isWaiting else { return [] }
        isWaiting = false
        switch reply {
        case .accounts(let accounts):
            // The name stays in the field for a return to this screen.
            guard !accounts.isEmpty else { return missing("It has no account.") }
            return [.show(settings.gate(to: accounts))]
        case .noWorkspace: return missing("There is no such workspace.")
        case .failed(let error): return missing(error.sentences)
        default: return []
        }
    }

    private mutating func missing(_ message: String) -> [Effect] {
        self.message = message
        return [.ring]
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = FormLayout(fieldCount: 1, in: canvas.size)
        layout.drawTitle("⛰️", "Sign in to your workspace", on: &canvas)
        layout.drawLabel("Workspace", of: 0, on: &canvas)
        // Before the field, which has the focus.
        drawNames(layout, on: &canvas)
        field.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(0), width: layout.width,
            isFocused: focus.current == .field)
        layout.drawMessages(of: PanelHeader(message: message), on: &canvas)
        ButtonRow.draw(
            buttons, on: &canvas, row: layout.buttonRow, in: layout.area, focused: focus.current == .next ? 0 : nil)
    }

    // MARK: The names

    /// The workspaces that match the typed name; all of them after one was chosen.
    private var fitting: [String] {
        names.contains(field.text) ? names : names.filter { $0.hasPrefix(field.text) }
    }

    /// The list of names, with the chosen one selected, and its area.
    private func pane(of names: [String], _ layout: FormLayout) -> (pane: ListPane, area: CellRectangle) {
        let row = layout.buttonRow + 2
        let area = CellRectangle(
            column: layout.left, row: row, columns: layout.width, rows: max(size.rows - 1 - row, 0))
        var pane = ListPane()
        pane.select(names.firstIndex(of: field.text) ?? 0, of: names.count, height: area.size.rows)
        return (pane, area)
    }

    private func drawNames(_ layout: FormLayout, on canvas: inout Canvas) {
        let names = fitting
        let (pane, area) = pane(of: names, layout)
        pane.draw(on: &canvas, in: area, of: names.count, selecting: names.contains(field.text)) { row, width in
            let name = names[row]
            return StyledLine(name.cells > width ? name.fitted(to: width) : name, .accent)
        }
    }

    private func name(at point: CellPoint, _ layout: FormLayout) -> String? {
        let names = fitting
        let (pane, area) = pane(of: names, layout)
        return pane.row(at: point, of: names.count, in: area).map { names[$0] }
    }

    /// The next name, or the first one that matches the typed name.
    private mutating func choose(by step: Int) {
        guard !isWaiting else { return }
        guard let index = names.firstIndex(of: field.text) else {
            if let first = names.first(where: { $0.hasPrefix(field.text) }) ?? names.first { fill(first) }
            return
        }
        fill(names[(index + step + names.count) % names.count])
    }

    private mutating func fill(_ name: String) {
        guard !isWaiting else { return }
        field = TextInput(
            name, placeholder: field.placeholder, suffix: suffix, filter: .identifier, limit: 63)
        message = ""
        focus.focus(.field)
    }

    private var buttons: [Button] { [Button("Next", isEnabled: canGoOn)] }
    private var canGoOn: Bool { !field.isEmpty && !isWaiting }

    private mutating func next() -> [Effect] {
        guard canGoOn else { return [] }
        message = ""
        isWaiting = true
        return [.request(.gate(.findAccounts(workspace: field.text)))]
    }
}
