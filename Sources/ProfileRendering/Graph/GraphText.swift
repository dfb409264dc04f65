/// A graph as lines of text, below a caption that says what it shows.
public struct GraphText {
    public let graph: HikeGraph

    /// The width of a line in cells.
    public let width: Int

    private static let rows = 14

    public init(_ graph: HikeGraph, width: Int = 80) {
        (self.graph, self.width) = (graph, width)
    }

    public func lines(depth: ColorDepth) -> [String] {
        guard !graph.capsules.isEmpty else { return graph.summary.wordWrapped(to: width) }
        let remark = graph.measure.isInverted ? ", faster is higher" : ""
        let caption = StyledLine(graph.measure.title, .bold)
        let summary = "\(graph.summary)\(remark)"
        let isOneLine = caption.cells + 2 + summary.cells <= width
        let head =
            isOneLine
            ? [caption + StyledLine("  \(summary)")]
            : [caption] + summary.wordWrapped(to: width).map { StyledLine($0) }
        var canvas = Canvas(size: CellSize(columns: width, rows: Self.rows))
        graph.draw(
            on: &canvas, in: CellRectangle(column: 0, row: 0, columns: width, rows: Self.rows), depth: depth)
        return head.map { $0.text(depth: depth) } + canvas.lines(depth: depth)
    }
}
