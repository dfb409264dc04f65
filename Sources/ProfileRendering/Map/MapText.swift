/// A map as lines of text below a heading, within a terminal's width.
public struct MapText {
    public let map: TrackMap
    public let columns: Int

    /// Rows per column. Cells are twice as high as wide, so the map is half as high as wide, like a printed landscape
    /// map.
    private static let shape = 0.25
    private static let rows = 8...30
    /// A wider map would be taller than a screen.
    private static let mostColumns = 120

    /// - Parameter columns: the available width in cells.
    public init(_ map: TrackMap, columns: Int) {
        (self.map, self.columns) = (map, columns)
    }

    public func lines(depth: ColorDepth) -> [String] {
        guard !map.isEmpty else { return [map.nothing] }
        let width = min(max(columns, 1), Self.mostColumns)
        let rows = min(max(Int(Double(width) * Self.shape), Self.rows.lowerBound), Self.rows.upperBound)
        var lines = map.canvas(size: CellSize(columns: width, rows: rows)).lines(depth: depth)
        // A track that mostly runs from west to east leaves many rows empty.
        let isDrawn = lines.dropLast().map { !$0.isEmpty }
        guard let first = isDrawn.firstIndex(of: true), let last = isDrawn.lastIndex(of: true) else { return lines }
        lines.removeSubrange(last + 1..<lines.count - 1)
        lines.removeSubrange(..<first)
        return [StyledLine("Map", .bold).text(depth: depth)] + lines
    }
}
