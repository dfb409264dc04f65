internal import ProfileRendering

/// A button: `( Next )`, `[ Next ]` with the focus, and bare while it does nothing.
struct Button: Hashable, Sendable {
    var label: String
    var isEnabled = true

    init(_ label: String, isEnabled: Bool = true) {
        (self.label, self.isEnabled) = (label, isEnabled)
    }

    /// How many cells it takes.
    var cells: Int { label.cells + 4 }

    func area(column: Int, row: Int) -> CellRectangle {
        CellRectangle(column: column, row: row, columns: cells, rows: 1)
    }

    func draw(on canvas: inout Canvas, column: Int, row: Int, isFocused: Bool) {
        let (text, style): (String, CellStyle) =
            switch (isEnabled, isFocused) {
            case (false, _): ("  \(label)  ", .disabled)
            case (true, true): ("[ \(label) ]", .focused)
            case (true, false): ("( \(label) )", .button)
            }
        canvas.write(text, column: column, row: row, style: style)
    }
}

/// Buttons side by side, in the middle of a part's width.
enum ButtonRow {
    private static let gap = 2

    /// Where each button is, from the left.
    static func areas(of buttons: [Button], row: Int, in part: CellRectangle) -> [CellRectangle] {
        let width = buttons.reduce(0) { $0 + $1.cells } + gap * max(buttons.count - 1, 0)
        var column = part.origin.column + (part.size.columns - width) / 2
        return buttons.map { button in
            defer { column += button.cells + gap }
            return button.area(column: column, row: row)
        }
    }

    /// Which button is at a point.
    static func index(at point: CellPoint, of buttons: [Button], row: Int, in part: CellRectangle) -> Int? {
        areas(of: buttons, row: row, in: part).firstIndex { $0.contains(point) }
    }

    static func draw(
        _ buttons: [Button], on canvas: inout Canvas, row: Int, in part: CellRectangle, focused: Int?
    ) {
        for (index, area) in areas(of: buttons, row: row, in: part).enumerated() {
            buttons[index].draw(
                on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: index == focused)
        }
    }
}
