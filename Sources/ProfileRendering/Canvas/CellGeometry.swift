/// A position on a canvas, in cells from its left and top edges.
public struct CellPoint: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        (self.column, self.row) = (column, row)
    }
}

/// A size in cells, never negative.
public struct CellSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
    }
}

/// A rectangle on a canvas.
public struct CellRectangle: Hashable, Sendable {
    public var origin: CellPoint
    public var size: CellSize

    public init(origin: CellPoint, size: CellSize) {
        (self.origin, self.size) = (origin, size)
    }

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
    }

    public func contains(_ point: CellPoint) -> Bool {
        (origin.column..<origin.column + size.columns).contains(point.column)
            && (origin.row..<origin.row + size.rows).contains(point.row)
    }
}
