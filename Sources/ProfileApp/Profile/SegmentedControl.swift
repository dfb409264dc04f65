internal import ProfileRendering

/// A row of choices, one of them chosen: `[spring]  summer   autumn   winter `.
///
/// The brackets show the choice where there are no colours.
struct SegmentedControl<Value: Hashable & Sendable> {
    let segments: [(value: Value, title: String)]
    let chosen: Value
    /// Whether the keys are on it.
    let isFocused: Bool
    /// The cells between two segments.
    var gap = 1

    /// Draws the segments on one row, or on as many below it as they need.
    ///
    /// - Returns: where each lies.
    func draw(on canvas: inout Canvas, column: Int, row: Int) -> [(part: CellRectangle, value: Value)] {
        let (first, width) = (column, canvas.size.columns)
        var (column, row) = (column, row)
        return segments.map { value, title in
            let isChosen = value == chosen
            // The space behind a title may be cut, a bracket may not.
            if column > first, column + title.cells + (isChosen ? 2 : 1) > width { (column, row) = (first, row + 1) }
            let style: CellStyle = isChosen && isFocused ? CellStyle.focused : isChosen ? .bold : .faint
            let end = canvas.write(isChosen ? "[\(title)]" : " \(title) ", column: column, row: row, style: style)
            defer { column = end + gap }
            return (CellRectangle(column: column, row: row, columns: end - column, rows: 1), value)
        }
    }

    /// The value so many places from the chosen one, as far as they go.
    func value(movedBy places: Int) -> Value {
        let values = segments.map(\.value)
        guard let index = values.firstIndex(of: chosen) else { return chosen }
        return values[max(0, min(index + places, values.count - 1))]
    }
}
