/// A graph as lines of text, 80 cells wide, under what it shows.
public struct GraphText {
    public let graph: HikeGraph

    private static let size = CellSize(columns: 80, rows: 14)

    public init(_ graph: HikeGraph) {
        self.graph = graph
    }

    public func lines(depth: ColorDepth) -> [String] {
        guard !graph.capsules.isEmpty else { return [graph.summary] }
        let remark = graph.measure.isInverted ? ", faster is higher" : ""
        let caption = StyledLine(graph.measure.title, .bold) + StyledLine("  \(graph.summary)\(remark)")
        var canvas = Canvas(size: Self.size)
        graph.draw(
            on: &canvas,
            in: CellRectangle(column: 0, row: 0, columns: Self.size.columns, rows: Self.size.rows), depth: depth)
        return [caption.text(depth: depth)] + canvas.lines(depth: depth)
    }
}
