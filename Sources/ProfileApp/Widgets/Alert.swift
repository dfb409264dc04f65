internal import ProfileRendering

/// A box over a screen: a title, a text, and a row of buttons. The leftmost goes back, as Escape does.
struct Alert: Hashable, Sendable {
    let title: String
    let text: String
    let buttons: [String]
    /// Whether it may appear while the user is typing: then Space presses nothing.
    let isUnasked: Bool
    /// The button that Enter presses.
    private(set) var focused: Int

    /// - Parameter focused: the index of the button that Enter presses; by default the last.
    init(title: String, text: String, buttons: [String], focused: Int? = nil, isUnasked: Bool = false) {
        (self.title, self.text, self.buttons, self.isUnasked) = (title, text, buttons, isUnasked)
        let last = max(buttons.count - 1, 0)
        self.focused = min(max(focused ?? last, 0), last)
    }

    /// The same alert with its text transformed.
    func completed(by complete: (String) -> String) -> Alert {
        Alert(title: title, text: complete(text), buttons: buttons, focused: focused, isUnasked: isUnasked)
    }

    /// Handles an event.
    ///
    /// - Parameter part: the area in which the box is centred.
    /// - Returns: the index of the pressed button; `nil` if none was pressed.
    mutating func update(_ event: Event, in part: CellRectangle) -> Int? {
        switch event {
        case .key(.escape): return 0
        case .key(.enter): return focused
        case .key(.character(" ")): return isUnasked ? nil : focused
        case .key(.right), .key(.tab), .key(.down): focused = (focused + 1) % max(buttons.count, 1)
        case .key(.left), .key(.backTab), .key(.up):
            focused = (focused + max(buttons.count, 1) - 1) % max(buttons.count, 1)
        case .click(let point):
            let area = area(in: part)
            return ButtonRow.index(at: point, of: row, row: buttonRow(in: area), in: area)
        default: break
        }
        return nil
    }

    /// The area of the box.
    func area(in part: CellRectangle) -> CellRectangle {
        let lines = lines(in: part)
        let buttonCells = row.reduce(0) { $0 + $1.cells + 2 }
        let content = max(title.cells, lines.map(\.cells).max() ?? 0, buttonCells)
        let columns = min(content + 6, part.size.columns)
        let rows = lines.count + 5
        return CellRectangle(
            column: part.origin.column + (part.size.columns - columns) / 2,
            row: part.origin.row + max((part.size.rows - rows) / 2, 0), columns: columns, rows: rows)
    }

    func draw(on canvas: inout Canvas, in part: CellRectangle) {
        let area = area(in: part)
        canvas.drawBox(area, style: .sheet)
        var bold = CellStyle.sheet
        bold.isBold = true
        canvas.writeCentred(title, row: area.origin.row + 1, in: area, style: bold)
        for (index, line) in lines(in: part).enumerated() {
            canvas.writeCentred(line, row: area.origin.row + 2 + index, in: area, style: .sheet)
        }
        ButtonRow.draw(row, on: &canvas, row: buttonRow(in: area), in: area, focused: focused)
    }

    private var row: [Button] { buttons.map { Button($0) } }

    private func lines(in part: CellRectangle) -> [String] {
        text.wrapped(to: max(min(part.size.columns - 6, 60), 1))
    }

    private func buttonRow(in area: CellRectangle) -> Int { area.origin.row + area.size.rows - 2 }
}

extension Alert? {
    /// Passes an event to the alert, if there is one, and removes it when it is answered.
    ///
    /// - Returns: as ``Alert/update(_:in:)``.
    mutating func answer(_ event: Event, in part: CellRectangle) -> Int? {
        guard var shown = self else { return nil }
        let answer = shown.update(event, in: part)
        self = answer == nil ? shown : nil
        return answer
    }
}
