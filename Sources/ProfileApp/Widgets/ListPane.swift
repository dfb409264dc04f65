internal import ProfileRendering

/// A list of lines of which one is chosen: its place, and which of them are seen.
struct ListPane: Hashable, Sendable {
    private(set) var selected = 0
    private var scroll = ScrollPosition()

    /// Takes in a key of a list's.
    ///
    /// - Parameters:
    ///   - count: the rows of the list.
    ///   - height: those of them that are seen at once.
    /// - Returns: whether it was one.
    mutating func press(_ key: Key, of count: Int, height: Int) -> Bool {
        guard let step = ListStep(key, page: max(height - 1, 1)) else { return false }
        select(step.moved(from: selected, of: count), of: count, height: height)
        return true
    }

    mutating func select(_ place: Int, of count: Int, height: Int) {
        selected = max(0, min(place, count - 1))
        scroll.show(selected..<selected + 1, height: height, of: count)
    }

    /// The rows that are seen.
    func rows(of count: Int, height: Int) -> Range<Int> {
        let top = scroll.top(height: height, of: count)
        return top..<max(top, min(top + height, count))
    }

    /// Which row was clicked.
    func row(at point: CellPoint, of count: Int, in part: CellRectangle) -> Int? {
        guard part.contains(point) else { return nil }
        let row = rows(of: count, height: part.size.rows).lowerBound + point.row - part.origin.row
        return row < count ? row : nil
    }

    /// Draws the rows that are seen, the chosen one as the focus.
    ///
    /// - Parameter line: a row's text, for a number of cells.
    func draw(
        on canvas: inout Canvas, in part: CellRectangle, of count: Int, line: (_ row: Int, _ width: Int) -> StyledLine
    ) {
        let rows = rows(of: count, height: part.size.rows)
        let width = part.size.columns - 1
        for (offset, row) in rows.enumerated() {
            let text = line(row, width)
            let place = part.origin.row + offset
            if row == selected {
                canvas.write(text.text.fitted(to: width), column: part.origin.column, row: place, style: .focused)
            } else {
                text.draw(on: &canvas, column: part.origin.column, row: place)
            }
        }
        ScrollMark(top: rows.lowerBound, height: part.size.rows, total: count)
            .draw(on: &canvas, row: part.origin.row, column: part.origin.column + width)
    }
}
