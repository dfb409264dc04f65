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

    mutating func select(_ place: Int, of count: Int, height: Int) {
        selected = max(0, min(place, count - 1))
        scroll.show(selected..<selected + 1, height: height, of: count)
    }

    /// The visible rows.
    func rows(of count: Int, height: Int) -> Range<Int> {
        let top = scroll.top(height: height, of: count)
        return top..<max(top, min(top + height, count))
    }

    /// The row at a point.
    func row(at point: CellPoint, of count: Int, in part: CellRectangle) -> Int? {
        guard part.contains(point) else { return nil }
        let row = rows(of: count, height: part.size.rows).lowerBound + point.row - part.origin.row
        return row < count ? row : nil
    }

    /// Draws the visible rows, the selected one highlighted.
    ///
    /// - Parameter line: returns a row's text for a width.
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

/// A move through a list, by the keys of pagers and of vi, or by the wheel.
struct ListStep: Hashable, Sendable {
    private enum Target: Hashable {
        case by(Int)
        case first, last
    }

    private let target: Target

    /// - Parameter page: the lines that PgUp and PgDn move by.
    /// - Returns: `nil` for every other key.
    init?(_ key: Key, page: Int) {
        switch key {
        case .up, .character("k"): target = .by(-1)
        case .down, .character("j"): target = .by(1)
        case .wheelUp: target = .by(-3)
        case .wheelDown: target = .by(3)
        case .pageUp, .control("b"): target = .by(-page)
        case .pageDown, .control("f"): target = .by(page)
        case .control("u"): target = .by(-max(page / 2, 1))
        case .control("d"): target = .by(max(page / 2, 1))
        case .home, .character("g"): target = .first
        case .end, .character("G"): target = .last
        default: return nil
        }
    }

    /// The index after the move; 0 in an empty list.
    func moved(from place: Int, of count: Int) -> Int {
        switch target {
        case .by(let steps): max(0, min(place + steps, count - 1))
        case .first: 0
        case .last: max(0, count - 1)
        }
    }
}

/// The first visible line of a text or list, limited so that the window is filled if possible.
struct ScrollPosition: Hashable, Sendable {
    private(set) var top = 0

    /// Moves by lines.
    mutating func move(by lines: Int, height: Int, of total: Int) {
        top = Self.clamped(top + lines, height: height, of: total)
    }

    /// Scrolls as little as needed to show some lines; the first of them if not all fit.
    mutating func show(_ lines: Range<Int>, height: Int, of total: Int) {
        top = max(top, lines.upperBound - height)
        top = min(top, lines.lowerBound)
        top = Self.clamped(top, height: height, of: total)
    }

    /// The first visible line in a window of a height.
    func top(height: Int, of total: Int) -> Int { Self.clamped(top, height: height, of: total) }

    private static func clamped(_ top: Int, height: Int, of total: Int) -> Int {
        max(0, min(top, total - height))
    }
}

/// A mark on the right edge that shows the position of the visible lines; nothing if all are visible.
struct ScrollMark {
    let top: Int
    let height: Int
    let total: Int

    func draw(on canvas: inout Canvas, row: Int, column: Int? = nil) {
        guard total > height, height > 0 else { return }
        let length = max(1, height * height / total)
        let first = top * (height - length) / (total - height)
        for line in first..<first + length {
            canvas.write("▐", column: column ?? canvas.size.columns - 1, row: row + line, style: .faint)
        }
    }
}
