internal import ProfileRendering

/// A button: `( Next )`, `[ Next ]` with the focus, and the bare label while it is disabled.
struct Button: Hashable, Sendable {
    var label: String
    var isEnabled = true

    init(_ label: String, isEnabled: Bool = true) {
        (self.label, self.isEnabled) = (label, isEnabled)
    }

    /// The button's width in cells.
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
        if isFocused { canvas.cursor = CellPoint(column: column + 2, row: row) }
    }
}

/// Buttons side by side, centred in an area's width.
enum ButtonRow {
    private static let gap = 2

    /// The area of each button, from the left.
    static func areas(of buttons: [Button], row: Int, in area: CellRectangle) -> [CellRectangle] {
        let width = buttons.reduce(0) { $0 + $1.cells } + gap * max(buttons.count - 1, 0)
        var column = area.origin.column + (area.size.columns - width) / 2
        return buttons.map { button in
            defer { column += button.cells + gap }
            return button.area(column: column, row: row)
        }
    }

    /// The button at a point.
    static func index(at point: CellPoint, of buttons: [Button], row: Int, in area: CellRectangle) -> Int? {
        areas(of: buttons, row: row, in: area).firstIndex { $0.contains(point) }
    }

    static func draw(
        _ buttons: [Button], on canvas: inout Canvas, row: Int, in area: CellRectangle, focused: Int?
    ) {
        for (index, box) in areas(of: buttons, row: row, in: area).enumerated() {
            buttons[index].draw(
                on: &canvas, column: box.origin.column, row: box.origin.row, isFocused: index == focused)
        }
    }
}
