internal import ProfileRendering

/// What lies where on a screen as it was drawn, so that the mouse meets exactly what is seen.
struct TouchMap<Target: Hashable & Sendable>: Sendable {
    private var areas: [(part: CellRectangle, target: Target)] = []

    init() {}

    /// Says that a part of the screen is a target. What is added later lies on top.
    mutating func add(_ target: Target, at part: CellRectangle) {
        areas.append((part, target))
    }

    /// The topmost target at a cell.
    func target(at point: CellPoint) -> Target? {
        areas.last { $0.part.contains(point) }?.target
    }

    /// The map as it lies after moving, seen through a window of rows.
    func moved(columns: Int = 0, rows: Int, within window: Range<Int>) -> TouchMap {
        var moved = TouchMap()
        for (part, target) in areas {
            let first = max(part.origin.row + rows, window.lowerBound)
            let end = min(part.origin.row + rows + part.size.rows, window.upperBound)
            guard first < end else { continue }
            let column = part.origin.column + columns
            let seen = CellRectangle(column: column, row: first, columns: part.size.columns, rows: end - first)
            moved.add(target, at: seen)
        }
        return moved
    }

    /// Adds all that another map has, on top.
    mutating func add(_ other: TouchMap) {
        areas += other.areas
    }
}

extension Canvas {
    /// Draws another canvas as far as it lies in a window of rows.
    mutating func draw(_ other: Canvas, column: Int, row: Int, within window: Range<Int>) {
        for line in 0..<other.size.rows where window.contains(row + line) {
            for x in 0..<other.size.columns {
                self[CellPoint(column: column + x, row: row + line)] = other[CellPoint(column: x, row: line)]
            }
        }
    }
}
