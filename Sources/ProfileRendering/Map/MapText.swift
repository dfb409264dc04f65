/// A map as lines of text, under what it shows, within a terminal's width.
public struct MapText {
    public let map: TrackMap
    public let columns: Int

    /// Rows for each column, of cells twice as high as wide: half as high as wide, as maps on paper lie.
    private static let shape = 0.25
    private static let rows = 8...30
    /// A wider map would be higher than a screen.
    private static let mostColumns = 120

    /// - Parameter columns: how many cells a line has.
    public init(_ map: TrackMap, columns: Int) {
        (self.map, self.columns) = (map, columns)
    }

    public func lines(depth: ColorDepth) -> [String] {
        guard !map.isEmpty else { return [map.nothing] }
        let width = min(max(columns, 1), Self.mostColumns)
        let rows = min(max(Int(Double(width) * Self.shape), Self.rows.lowerBound), Self.rows.upperBound)
        var lines = map.canvas(size: CellSize(columns: width, rows: rows)).lines(depth: depth)
        // A way that is long from west to east leaves most rows empty.
        let isDrawn = lines.dropLast().map { !$0.isEmpty }
        guard let first = isDrawn.firstIndex(of: true), let last = isDrawn.lastIndex(of: true) else { return lines }
        lines.removeSubrange(last + 1..<lines.count - 1)
        lines.removeSubrange(..<first)
        return [StyledLine("Map", .bold).text(depth: depth)] + lines
    }
}
