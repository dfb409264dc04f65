internal import ProfileRendering

/// The selection and the scroll position of a list.
struct ListPane: Hashable, Sendable {
    private(set) var selected = 0
    private var scroll = ScrollPosition()

    /// Handles a key.
    ///
    /// - Parameters:
    ///   - count: the number of rows in the list.
    ///   - height: the number of rows that are visible at once.
    /// - Returns: whether the list uses the key.
    mutating func press(_ key: Key, of count: Int, height: Int) -> Bool {
        guard let step = ListStep(key, page: max(height - 1, 1)) else { return false }
        select(step.moved(from: selected, of: count), of: count, height: height)
        return true
    }

    mutating func select(_ index: Int, of count: Int, height: Int) {
        selected = max(0, min(index, count - 1))
        scroll.show(selected..<selected + 1, height: height, of: count)
    }

    /// The visible rows.
    func rows(of count: Int, height: Int) -> Range<Int> {
        let top = scroll.top(height: height, of: count)
        return top..<max(top, min(top + height, count))
    }

    /// The row at a point.
    func row(at point: CellPoint, of count: Int, in area: CellRectangle) -> Int? {
        guard area.contains(point) else { return nil }
        let row = rows(of: count, height: area.size.rows).lowerBound + point.row - area.origin.row
        return row < count ? row : nil
    }

    /// Draws the visible rows, the selected one highlighted.
    ///
    /// - Parameters:
    ///   - selecting: whether to highlight it; otherwise nothing is chosen yet.
    ///   - line: returns a row's text for a width.
    func draw(
        on canvas: inout Canvas, in area: CellRectangle, of count: Int, selecting: Bool = true,
        line: (_ row: Int, _ width: Int) -> StyledLine
    ) {
        let rows = rows(of: count, height: area.size.rows)
        let width = area.size.columns - 1
        for (offset, row) in rows.enumerated() {
            let text = line(row, width)
            let y = area.origin.row + offset
            text.draw(on: &canvas, column: area.origin.column, row: y)
            guard row == selected, selecting else { continue }
            let label = text.withoutBar
            canvas.write(
                label.text.fitted(to: label == text ? width : label.cells), column: area.origin.column, row: y,
                style: .focused)
            canvas.cursor = CellPoint(column: area.origin.column, row: y)
        }
        ScrollBar(top: rows.lowerBound, height: area.size.rows, total: count)
            .draw(on: &canvas, row: area.origin.row, column: area.origin.column + width)
    }
}

extension StyledLine {
    /// The line up to a bar and the gap before it. Highlighted, a bar would have the ground's colour.
    var withoutBar: StyledLine {
        guard let bar = spans.firstIndex(where: { $0.style == .bar }) else { return self }
        return spans.prefix(max(bar - 1, 0)).reduce(StyledLine()) { $0 + StyledLine($1.text, $1.style) }
    }
}
