internal import ProfileKit
internal import ProfileRendering

/// What a key of a screen does, as the command palette names it.
struct Command: Hashable, Sendable {
    let screen: ScreenID
    /// The screen's title.
    let title: String
    /// The key, if it has one, and the label.
    let item: KeyLine.Item
}

/// All commands of the screens beneath it, narrowed by what is typed. Enter runs the selected one.
struct CommandPalette: Screen {
    var window = Window()
    private let commands: [Command]
    private var input = TextInput(placeholder: "what to do", limit: 64)
    private var list = ListPane()
    /// Whether the list has the terminal's cursor: from an arrow key on, until something is typed.
    private var isChoosing = false

    /// The key that opens it, where no text is typed.
    static let key = Key.character(":")

    init(_ commands: [Command]) { self.commands = commands }

    var title: String { "Commands" }
    var hasTitleBar: Bool { false }
    var isOverlay: Bool { true }
    var takesText: Bool { true }

    /// The commands that match, those first whose names are what is typed, or begin with it.
    var found: [Command] {
        let words = SearchText.folded(input.text).split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return commands }
        let typed = words.joined(separator: " ")
        func label(_ command: Command) -> String { SearchText.folded(command.item.label) }
        let matching = commands.filter { command in
            let text = "\(label(command)) \(SearchText.folded(command.title))"
            return words.allSatisfy { text.contains($0) }
        }
        func rank(_ command: Command) -> Int { label(command) == typed ? 0 : label(command).hasPrefix(typed) ? 1 : 2 }
        return (0...2).flatMap { wanted in matching.filter { rank($0) == wanted } }
    }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("run", .enter, when: !found.isEmpty) { $0.run() },
            KeyBinding("choose", .up, .down, also: [.pageUp, .pageDown, .wheelUp, .wheelDown], as: "↑↓") {
                palette, key, _ in
                palette.isChoosing = true
                _ = palette.list.press(key, of: palette.found.count, height: palette.area.size.rows)
                return []
            }, .back(.escape), .help(inText: true),
        ] + KeyBinding.editing()
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key, .paste:
            // A second colon is a slip of who wants it open.
            guard event != .key(Self.key), input.update(event) else { break }
            (list, isChoosing) = (ListPane(), false)
        case .click(let point):
            guard let row = list.row(at: point, of: found.count, in: area) else { return [.close] }
            list.select(row, of: found.count, height: area.size.rows)
            return run()
        case .resized: list.select(list.selected, of: found.count, height: area.size.rows)
        case .tick: break
        }
        return input.hasRefused ? [.ring] : []
    }

    private func run() -> [Effect] {
        let found = found
        return found.indices.contains(list.selected) ? [.run(found[list.selected])] : []
    }

    // MARK: Drawing

    /// The box, as high as all commands need, so that it rests while they are narrowed.
    private var box: CellRectangle {
        let columns = min(size.columns, 66)
        let rows = min(commands.count + 4, size.rows - 2)
        return CellRectangle(column: (size.columns - columns) / 2, row: 1, columns: columns, rows: max(rows, 5))
    }

    private var area: CellRectangle {
        CellRectangle(
            column: box.origin.column + 2, row: box.origin.row + 3, columns: max(box.size.columns - 4, 1),
            rows: max(box.size.rows - 4, 1))
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        canvas.drawBox(box, style: .plain)
        let found = found
        list.draw(on: &canvas, in: area, of: found.count) { line(found[$0], width: $1) }
        let (column, row) = (area.origin.column, box.origin.row + 1)
        if found.isEmpty { canvas.write("No command matches.", column: column, row: row + 2, style: .faint) }
        canvas.write(String(Self.key.name), column: column, row: row, style: .accent)
        input.draw(
            on: &canvas, column: column + 2, row: row, width: max(area.size.columns - 2, 4),
            isFocused: !isChoosing || found.isEmpty)
    }

    /// "export as JSON    Hikes   e".
    private func line(_ command: Command, width: Int) -> StyledLine {
        let key = command.item.key?.name ?? ""
        let title = width >= 40 ? command.title.terminalSafe : ""
        let tail = (title.cells > 18 ? title.fitted(to: 18) : title) + "  " + key.leftPadded(to: 5)
        let room = max(width - tail.cells - 1, 1)
        return StyledLine(command.item.label.fitted(to: room), .plain) + StyledLine(" " + tail, .faint)
    }
}
