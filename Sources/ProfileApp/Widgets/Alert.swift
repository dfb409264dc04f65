internal import ProfileRendering

/// A box over a screen: a title, a text, and a row of buttons. The leftmost goes back, as Escape does.
struct Alert: Hashable, Sendable {
    private let title: String
    /// The subject of the title's question, in quotes; it is cut where the box has no room for all of it.
    private let name: String?
    private let content: CommandText
    let buttons: [String]
    /// Whether it may appear while the user is typing: then Space presses nothing.
    let appearsUnprompted: Bool
    /// The button that Enter presses.
    private(set) var focused: Int

    /// - Parameter focused: the index of the button that Enter presses; by default the last.
    init(
        title: String, of name: String? = nil, text: CommandText, buttons: [String], focused: Int? = nil,
        appearsUnprompted: Bool = false
    ) {
        (self.title, self.name, content) = (title, name?.terminalSafe, text)
        (self.buttons, self.appearsUnprompted) = (buttons, appearsUnprompted)
        let last = max(buttons.count - 1, 0)
        self.focused = min(max(focused ?? last, 0), last)
    }

    var text: String { content.text }

    /// This alert with its commands completed.
    func completed(by complete: (String) -> String) -> Alert {
        Alert(
            title: title, of: name, text: CommandText(content.text(completing: complete)), buttons: buttons,
            focused: focused,
            appearsUnprompted: appearsUnprompted)
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - area: the area in which the box is centred.
    ///   - window: the size of the window, on whose last row the keys are.
    /// - Returns: the index of the pressed button; `nil` if none was pressed.
    mutating func update(_ event: Event, in area: CellRectangle, of window: CellSize) -> Int? {
        switch keys.translated(event, in: window) {
        case .key(.escape): return 0
        case .key(.enter): return focused
        case .key(.character(" ")): return appearsUnprompted ? nil : focused
        case .key(.right), .key(.down): focused = min(focused + 1, max(buttons.count - 1, 0))
        case .key(.left), .key(.up): focused = max(focused - 1, 0)
        case .key(.tab): focused = (focused + 1) % max(buttons.count, 1)
        case .key(.backTab): focused = (focused + max(buttons.count, 1) - 1) % max(buttons.count, 1)
        case .click(let point):
            let box = box(in: area)
            return ButtonRow.index(at: point, of: row, row: buttonRow(in: box), in: box)
        default: break
        }
        return nil
    }

    /// Handles an event, with the box in the middle of the window.
    mutating func update(_ event: Event, in window: CellSize) -> Int? {
        update(event, in: window.aboveKeyLine, of: window)
    }

    /// The place of the box.
    func box(in area: CellRectangle) -> CellRectangle {
        let lines = lines(in: area)
        let buttonCells = row.reduce(0) { $0 + $1.cells + 2 }
        let content = max(title(in: area).cells, lines.map(\.cells).max() ?? 0, buttonCells)
        let columns = min(content + 6, area.size.columns)
        let rows = lines.count + 5
        return CellRectangle(
            column: area.origin.column + (area.size.columns - columns) / 2,
            row: area.origin.row + max((area.size.rows - rows) / 2, 0), columns: columns, rows: rows)
    }

    func draw(on canvas: inout Canvas, in area: CellRectangle) {
        let box = box(in: area)
        canvas.drawBox(box, style: .sheet)
        var bold = CellStyle.sheet
        bold.isBold = true
        canvas.writeCentred(title(in: area), row: box.origin.row + 1, in: box, style: bold)
        for (index, line) in lines(in: area).enumerated() {
            canvas.writeCentred(line, row: box.origin.row + 2 + index, in: box, style: .sheet)
        }
        ButtonRow.draw(row, on: &canvas, row: buttonRow(in: box), in: box, focused: focused)
        keys.draw(on: &canvas)
    }

    /// The keys of the alert, in the place of those of the screen, which have no effect now.
    private var keys: KeyLine {
        buttons.count > 1
            ? KeyLine(.init(.escape, buttons[0].lowercased()), .init(.enter, "choose"), .init(.tab, "move"))
            : KeyLine(.init(.enter, "close"))
    }

    private var row: [Button] { buttons.map { Button($0) } }

    private func lines(in area: CellRectangle) -> [String] { text.wrapped(to: Self.width(in: area)) }

    private static func width(in area: CellRectangle) -> Int { max(min(area.size.columns - 6, 60), 1) }

    private func title(in area: CellRectangle) -> String {
        let width = Self.width(in: area)
        guard let name else { return title.cells > width ? title.fitted(to: width) : title }
        let room = max(width - title.cells - 4, 4)
        return "\(title) “\(name.cells > room ? name.fitted(to: room) : name)”?"
    }

    private func buttonRow(in box: CellRectangle) -> Int { box.origin.row + box.size.rows - 2 }
}
