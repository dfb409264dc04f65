internal import ProfileRendering

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
            if isChosen, isFocused {
                canvas.cursor = CellPoint(column: area.origin.column + 1, row: area.origin.row)
            }
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
