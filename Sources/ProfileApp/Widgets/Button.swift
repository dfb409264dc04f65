internal import ProfileRendering

/// A button: `( Next )`, `[ Next ]` with the focus, and the bare label while it is disabled.
struct Button: Hashable, Sendable {
    var label: String
    var isEnabled = true

    init(_ label: String, isEnabled: Bool = true) {
        (self.label, self.isEnabled) = (label, isEnabled)
    }

    /// Its width.
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

/// Buttons side by side, centred in an area's width.
enum ButtonRow {
    private static let gap = 2

    /// The area of each button, from the left.
    static func areas(of buttons: [Button], row: Int, in part: CellRectangle) -> [CellRectangle] {
        let width = buttons.reduce(0) { $0 + $1.cells } + gap * max(buttons.count - 1, 0)
        var column = part.origin.column + (part.size.columns - width) / 2
        return buttons.map { button in
            defer { column += button.cells + gap }
            return button.area(column: column, row: row)
        }
    }

    /// The button at a point.
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

/// A row of choices, one of them chosen: `[spring]  summer   autumn   winter `.
///
/// The brackets show the choice without colours too.
struct SegmentedControl<Value: Hashable & Sendable> {
    let segments: [(value: Value, title: String)]
    let chosen: Value
    /// Whether it has the focus.
    let isFocused: Bool
    /// The cells between two segments.
    var gap = 1

    /// Draws the segments in one row, or in further ones below if they don't fit.
    ///
    /// - Returns: the area of each value's segment.
    func draw(on canvas: inout Canvas, column: Int, row: Int) -> [(part: CellRectangle, value: Value)] {
        let (first, width) = (column, canvas.size.columns)
        var (column, row) = (column, row)
        return segments.map { value, title in
            let isChosen = value == chosen
            // The space after a title may be cut off, but a bracket may not.
            if column > first, column + title.cells + (isChosen ? 2 : 1) > width { (column, row) = (first, row + 1) }
            let style: CellStyle = isChosen && isFocused ? CellStyle.focused : isChosen ? .bold : .faint
            let end = canvas.write(isChosen ? "[\(title)]" : " \(title) ", column: column, row: row, style: style)
            defer { column = end + gap }
            return (CellRectangle(column: column, row: row, columns: end - column, rows: 1), value)
        }
    }

    /// The value a number of places from the chosen one, or the first or last.
    func value(movedBy places: Int) -> Value {
        let values = segments.map(\.value)
        guard let index = values.firstIndex(of: chosen) else { return chosen }
        return values[max(0, min(index + places, values.count - 1))]
    }
}
