extension HikeGraph {
    /// Draws the graph with its labels into a rectangle of a canvas; in a small one, without labels.
    ///
    /// - Parameter depth: the available colours; without any, capsules end at half cells.
    public func draw(on canvas: inout Canvas, in part: CellRectangle, depth: ColorDepth = .trueColor) {
        guard let values else {
            let text = measure.nothingRecorded.fitted(to: part.size.columns).trimmedRight
            let column = part.origin.column + max(part.size.columns - text.cells, 0) / 2
            if part.size.rows > 0 {
                canvas.write(text, column: column, row: part.origin.row + part.size.rows / 2, style: .dim)
            }
            return
        }
        let (upper, lower) =
            measure.isInverted ? (values.lowerBound, values.upperBound) : (values.upperBound, values.lowerBound)
        let labels = (upper: measure.label(upper, units: units), lower: measure.label(lower, units: units))
        let margin = max(labels.upper.cells, labels.lower.cells) + 2
        guard part.size.columns >= margin + 12, part.size.rows >= 5 else {
            return drawCapsules(on: &canvas, in: part, depth: depth)
        }
        let plot = CellRectangle(
            column: part.origin.column + margin, row: part.origin.row, columns: part.size.columns - margin,
            rows: part.size.rows - 2)
        drawAxes(on: &canvas, around: plot, upper: labels.upper, lower: labels.lower)
        drawCapsules(on: &canvas, in: plot, depth: depth)
    }

    private func drawAxes(on canvas: inout Canvas, around plot: CellRectangle, upper: String, lower: String) {
        let (axis, bottom) = (plot.origin.column - 1, plot.origin.row + plot.size.rows)
        for (label, row) in [(upper, plot.origin.row), (lower, bottom - 1)] {
            canvas.write(label, column: axis - 1 - label.cells, row: row, style: .dim)
        }
        for row in plot.origin.row..<bottom {
            let isLabelled = row == plot.origin.row || row == bottom - 1
            canvas.write(isLabelled ? "┤" : "│", column: axis, row: row, style: .dim)
        }
        let width = GraphColumns(self, width: plot.size.columns).ranges.count
        canvas.write("└" + String(repeating: "─", count: width), column: axis, row: bottom, style: .dim)
        guard let distance else { return }
        let end = units.distance(kilometres: distance)
        canvas.write("0", column: plot.origin.column, row: bottom + 1, style: .dim)
        canvas.write(end, column: plot.origin.column + max(width - end.cells, 2), row: bottom + 1, style: .dim)
    }

    private func drawCapsules(on canvas: inout Canvas, in plot: CellRectangle, depth: ColorDepth) {
        let colors = measure.colors
        for (column, range) in GraphColumns(self, width: plot.size.columns).ranges.enumerated() {
            guard let range else { continue }
            let bar = CapsuleBar(heights(of: range), rows: plot.size.rows, inHalves: depth == .none)
            for row in 0..<plot.size.rows {
                guard let (character, isReversed) = bar.cell(rowFromBottom: plot.size.rows - 1 - row) else { continue }
                // With few colours, the steps of a gradient would show as different hues.
                let up = plot.size.rows > 1 && depth == .trueColor ? 1 - Double(row) / Double(plot.size.rows - 1) : 1
                canvas[CellPoint(column: plot.origin.column + column, row: plot.origin.row + row)] = Canvas.Cell(
                    character,
                    style: CellStyle(foreground: colors.low.mixed(with: colors.high, up), isReversed: isReversed))
            }
        }
    }
}

/// One column of a capsule, in eighths of a cell from the lower edge.
private struct CapsuleBar {
    private let lower: Int
    private let upper: Int
    private let inHalves: Bool

    /// - Parameter heights: from 0 at the lower edge to 1 at the upper one.
    init(_ heights: ClosedRange<Double>, rows: Int, inHalves: Bool) {
        self.inHalves = inHalves
        let (unit, least) = inHalves ? (4, 4) : (1, 3)
        let whole = rows * 8
        func eighths(_ height: Double) -> Int {
            Int((min(max(height, 0), 1) * Double(whole / unit)).rounded()) * unit
        }
        // However small the range, it must be visible.
        let upper = max(eighths(heights.upperBound), least)
        lower = min(eighths(heights.lowerBound), upper - least)
        self.upper = upper
    }

    /// The character for a cell, and whether its colours are swapped: there are block characters for eighths from the
    /// lower edge, but none from the upper one.
    func cell(rowFromBottom row: Int) -> (Character, isReversed: Bool)? {
        let (from, to) = (max(lower - row * 8, 0), min(upper - row * 8, 8))
        guard from < to else { return nil }
        if from == 0, to == 8 { return ("█", false) }
        if inHalves { return (from == 0 ? "▄" : "▀", false) }
        // A capsule within a single cell touches its upper or lower edge, whichever is nearer.
        return from <= 8 - to ? (Self.blocks[to], false) : (Self.blocks[from], true)
    }

    private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}

/// A graph's capsules laid out in columns of cells: the range shown in each column.
struct GraphColumns: Hashable {
    /// The ranges from left to right; `nil` where nothing is drawn.
    private(set) var ranges: [ClosedRange<Double>?]

    /// - Parameter width: the available columns. Fewer are used when that makes the capsules equally wide.
    init(_ graph: HikeGraph, width: Int) {
        let width = max(width, 0)
        let slot = graph.stretches > 0 ? width / graph.stretches : 0
        if slot >= 2, graph.isEven {
            self.init(slots: graph, slot: slot)
        } else {
            self.init(merging: graph, width: width)
        }
    }

    /// Gives every stretch the same number of columns, the last of which separates it from the next.
    private init(slots graph: HikeGraph, slot: Int) {
        ranges = Array(repeating: nil, count: max(graph.stretches * slot - 1, 0))
        let step = graph.length / Double(graph.stretches)
        // Wider bars would look like walls.
        let width = min(slot - 1, 8)
        for capsule in graph.capsules {
            let first = Int((capsule.start / step).rounded()) * slot + (slot - 1 - width) / 2
            for column in first..<first + width where ranges.indices.contains(column) {
                ranges[column] = capsule.range
            }
        }
    }

    /// Shows in every column the ranges of all stretches that it touches. A wide capsule is separated from the next.
    private init(merging graph: HikeGraph, width: Int) {
        ranges = Array(repeating: nil, count: width)
        guard width > 0, graph.length > 0 else { return }
        let perKilometre = Double(width) / graph.length
        for capsule in graph.capsules {
            let first = min(max(Int(capsule.start * perKilometre), 0), width - 1)
            let last = min(max(Int((capsule.end * perKilometre).rounded(.up)) - 1, first), width - 1)
            let isParted = last - first >= 3 && last < width - 1
            for column in first...(isParted ? last - 1 : last) {
                ranges[column] = ranges[column].map { $0.union(capsule.range) } ?? capsule.range
            }
        }
    }
}

extension ClosedRange {
    /// The smallest range that contains both.
    fileprivate func union(_ other: ClosedRange) -> ClosedRange {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension HikeGraph {
    /// Whether the stretches are about equally long.
    fileprivate var isEven: Bool {
        guard stretches > 0 else { return false }
        let step = length / Double(stretches)
        let slots = capsules.map { Int(($0.start / step).rounded()) }
        // No two in one slot, and none beyond the last.
        return zip(slots, slots.dropFirst()).allSatisfy { $0 < $1 } && (slots.last ?? 0) < stretches
            && capsules.allSatisfy { abs($0.start / step - ($0.start / step).rounded()) < 0.45 }
    }
}

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
        let direction = graph.measure.isInverted ? ", faster is higher" : ""
        let caption = StyledLine(graph.measure.title, .bold)
        let summary = "\(graph.summary)\(direction)"
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
