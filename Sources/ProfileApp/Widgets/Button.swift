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

    /// The area of each value's segment: in one row, or in further ones below if they don't fit into a width.
    func areas(column first: Int, row: Int, width: Int) -> [(area: CellRectangle, value: Value)] {
        var (column, row) = (first, row)
        return segments.map { value, title in
            // The space after a title may be cut off, but a bracket may not.
            if column > first, column + title.cells + (value == chosen ? 2 : 1) > width {
                (column, row) = (first, row + 1)
            }
            defer { column += title.cells + 2 + gap }
            return (CellRectangle(column: column, row: row, columns: title.cells + 2, rows: 1), value)
        }
    }

    /// Draws the segments.
    ///
    /// - Returns: their areas.
    @discardableResult
    func draw(on canvas: inout Canvas, column: Int, row: Int) -> [(area: CellRectangle, value: Value)] {
        let areas = areas(column: column, row: row, width: canvas.size.columns)
        for ((area, value), title) in zip(areas, segments.map(\.title)) {
            let isChosen = value == chosen
            let style: CellStyle = isChosen && isFocused ? CellStyle.focused : isChosen ? .bold : .faint
            canvas.write(
                isChosen ? "[\(title)]" : " \(title) ", column: area.origin.column, row: area.origin.row, style: style)
        }
        return areas
    }

    /// The value a number of places from the chosen one, or the first or last.
    func value(movedBy places: Int) -> Value {
        let values = segments.map(\.value)
        guard let index = values.firstIndex(of: chosen) else { return chosen }
        return values[max(0, min(index + places, values.count - 1))]
    }
}
