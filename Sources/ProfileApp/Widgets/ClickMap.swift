internal import ProfileRendering

/// The areas of a screen that can be clicked, as they were drawn, so that a click hits exactly what is visible.
struct ClickMap<Target: Hashable & Sendable>: Sendable {
    private var areas: [(area: CellRectangle, target: Target)] = []

    init() {}

    /// Adds a target with its area. Targets that are added later are on top.
    mutating func add(_ target: Target, at area: CellRectangle) {
        areas.append((area, target))
    }

    /// The topmost target at a cell.
    func target(at point: CellPoint) -> Target? {
        areas.last { $0.area.contains(point) }?.target
    }

    /// The map after moving it, clipped to a window of rows.
    func moved(columns: Int = 0, rows: Int, within window: Range<Int>) -> ClickMap {
        var moved = ClickMap()
        for (area, target) in areas {
            let first = max(area.origin.row + rows, window.lowerBound)
            let end = min(area.origin.row + rows + area.size.rows, window.upperBound)
            guard first < end else { continue }
            let column = area.origin.column + columns
            let seen = CellRectangle(column: column, row: first, columns: area.size.columns, rows: end - first)
            moved.add(target, at: seen)
        }
        return moved
    }

    /// Adds the targets of another map, on top.
    mutating func add(_ other: ClickMap) {
        areas += other.areas
    }
}

extension Canvas {
    /// Draws another canvas, clipped to a window of rows.
    mutating func draw(_ other: Canvas, column: Int, row: Int, within window: Range<Int>) {
        for line in 0..<other.size.rows where window.contains(row + line) {
            for x in 0..<other.size.columns {
                self[CellPoint(column: column + x, row: row + line)] = other[CellPoint(column: x, row: line)]
            }
        }
    }
}
