public import ProfileModel

/// A hike's elevation, heart rate and pace along the way as one sees it from the side: each a line between the middles of
/// its stretches, over the ranges that were measured.
///
/// It has no size: ``draw(_:on:in:cursor:depth:)`` fills what it is given with dots of Braille.
public struct TrailGraph: Hashable, Sendable {
    public let units: Units
    /// What was recorded of the hike, in the order in which it is drawn.
    public let measures: [GraphMeasure]
    private let graphs: [GraphMeasure: HikeGraph]

    public init(_ hike: Hike, units: Units) {
        self.units = units
        let graphs = GraphMeasure.allCases.map { HikeGraph(hike, measure: $0, units: units) }
        measures = graphs.filter { $0.values != nil }.map(\.measure)
        self.graphs = Dictionary(uniqueKeysWithValues: graphs.map { ($0.measure, $0) })
    }

    /// Whether nothing was recorded that could be drawn.
    public var isEmpty: Bool { measures.isEmpty }

    /// Kilometres that the width stands for; `nil` where the stretches bear no distances.
    public var distance: Double? { measures.first.flatMap { graphs[$0]?.distance } }

    /// What was measured at a part of the way, from 0 at its start to 1 at its end:
    /// `7.4 km · 312 m · 121 bpm · 14:20 /km`. What is not known there is left out.
    public func reading(at part: Double) -> String {
        parts(at: part).map(\.text).joined(separator: " · ")
    }

    /// The same with the measures' colours.
    public func styledReading(at part: Double) -> StyledLine {
        parts(at: part).enumerated().reduce(StyledLine()) { line, part in
            let style = CellStyle(foreground: part.element.measure?.colors.high, isBold: true)
            return line + StyledLine(part.offset == 0 ? "" : " · ", .dim) + StyledLine(part.element.text, style)
        }
    }

    private func parts(at part: Double) -> [(text: String, measure: GraphMeasure?)] {
        let place = distance.map { (units.distance(kilometres: $0 * min(max(part, 0), 1)), GraphMeasure?.none) }
        return [place].compactMap(\.self)
            + measures.compactMap { measure in
                value(of: measure, at: part).map { (measure.reading($0, units: units), measure) }
            }
    }

    /// A measure at a part of the way; `nil` where it is not known.
    public func value(of measure: GraphMeasure, at part: Double) -> Double? {
        guard let graph = graphs[measure] else { return nil }
        return graph.middle(at: min(max(part, 0), 1) * graph.length)
    }

    // MARK: Drawing

    /// The widest label beside a graph, so that graphs beneath each other begin in one column.
    private var margin: Int {
        let labels = measures.compactMap { graphs[$0] }.flatMap { graph in
            graph.values.map { [$0.lowerBound, $0.upperBound].map { graph.measure.label($0, units: units).cells } }
                ?? []
        }
        return (labels.max() ?? 0) + 1
    }

    /// Draws one measure into a part of a canvas.
    ///
    /// - Parameter cursor: the part of the way at which a line stands, from 0 to 1.
    /// - Returns: where the dots are, which is what the width stands for; `nil` where there was nothing to draw.
    @discardableResult
    public func draw(
        _ measure: GraphMeasure, on canvas: inout Canvas, in part: CellRectangle, cursor: Double? = nil
    ) -> CellRectangle? {
        guard let graph = graphs[measure], let values = graph.values, part.size.rows > 0 else { return nil }
        let left = part.size.columns >= margin + 12 ? margin : 0
        let plot = CellRectangle(
            column: part.origin.column + left, row: part.origin.row, columns: part.size.columns - left,
            rows: part.size.rows)
        guard plot.size.columns > 0 else { return nil }
        if left > 0 {
            let (upper, lower) =
                measure.isInverted ? (values.lowerBound, values.upperBound) : (values.upperBound, values.lowerBound)
            let texts =
                [(upper, plot.origin.row)] + (plot.size.rows > 1 ? [(lower, plot.origin.row + plot.size.rows - 1)] : [])
            for (value, row) in texts {
                let label = measure.label(value, units: units)
                canvas.write(label, column: plot.origin.column - 1 - label.cells, row: row, style: .dim)
            }
        }
        drawDots(of: graph, on: &canvas, in: plot)
        if let cursor { drawCursor(cursor, on: &canvas, in: plot) }
        return plot
    }

    /// The line in the measure's colour, and what lies under it in the darker one: the ground under a height, the range
    /// around the others.
    private func drawDots(of graph: HikeGraph, on canvas: inout Canvas, in plot: CellRectangle) {
        var line = BrailleDots(columns: plot.size.columns, rows: plot.size.rows)
        var area = line
        let most = line.height - 1
        func dot(_ value: Double) -> Int { most - Int((graph.height(of: value) * Double(most)).rounded()) }
        var last: Int?
        for x in 0..<line.width {
            let place = (Double(x) + 0.5) / Double(line.width) * graph.length
            guard let middle = graph.middle(at: place) else {
                last = nil
                continue
            }
            let y = dot(middle)
            let isGround = graph.measure == .elevation
            let range = graph.range(at: place).map { [dot($0.lowerBound), dot($0.upperBound)] } ?? [y]
            let (top, bottom) = (range.min() ?? y, isGround ? most : range.max() ?? y)
            // Every second dot: what is filled stays behind the line.
            for down in min(top, y)...max(bottom, y) where isGround ? down > y : (x + down) % 2 == 0 {
                area.set(x, down)
            }
            line.line(from: (max(x - (last == nil ? 0 : 1), 0), last ?? y), to: (x, y))
            last = y
        }
        let colors = graph.measure.colors
        for row in 0..<line.rows {
            for column in 0..<line.columns {
                let isLine = line.character(column: column, row: row) != nil
                guard let character = line.merged(with: area, column: column, row: row) else { continue }
                canvas[CellPoint(column: plot.origin.column + column, row: plot.origin.row + row)] = Canvas.Cell(
                    character, style: CellStyle(foreground: isLine ? colors.high : colors.low))
            }
        }
    }

    private func drawCursor(_ cursor: Double, on canvas: inout Canvas, in plot: CellRectangle) {
        let column = plot.origin.column + Self.column(of: cursor, width: plot.size.columns)
        for row in plot.origin.row..<plot.origin.row + plot.size.rows {
            let point = CellPoint(column: column, row: row)
            if canvas[point].character == " " {
                canvas[point] = Canvas.Cell("│", style: CellStyle(isBold: true))
            } else {
                canvas[point].style = CellStyle(isBold: true)
            }
        }
    }

    /// The column in which a part of the way is drawn.
    public static func column(of part: Double, width: Int) -> Int {
        min(max(Int(part * Double(width)), 0), max(width - 1, 0))
    }
}

extension HikeGraph {
    /// The value between the middles of the stretches around a place; `nil` where it isn't known. A hole as short as a
    /// receiver leaves it between two points is bridged.
    func middle(at place: Double) -> Double? {
        guard let index = capsule(at: place) else { return bridged(at: place) }
        let own = capsules[index]
        let neighbour = place < own.centre ? index - 1 : index + 1
        guard capsules.indices.contains(neighbour), isBridged(min(index, neighbour)) else { return own.middle }
        return Self.value(at: place, between: own, and: capsules[neighbour])
    }

    /// The part of the whole way that is bridged at most.
    private static let longestBridge = 0.03

    private func bridged(at place: Double) -> Double? {
        let next = capsules.partition { $0.start > place }
        guard next > 0, next < capsules.count, isBridged(next - 1) else { return nil }
        return Self.value(at: place, between: capsules[next - 1], and: capsules[next])
    }

    /// Whether a line leads from a capsule to the next.
    private func isBridged(_ index: Int) -> Bool {
        capsules[index + 1].start - capsules[index].end <= length * Self.longestBridge
    }

    private static func value(at place: Double, between first: Capsule, and second: Capsule) -> Double {
        let way = second.centre - first.centre
        guard way != 0 else { return first.middle }
        return first.middle + (second.middle - first.middle) * min(max((place - first.centre) / way, 0), 1)
    }

    /// What was measured in the stretch around a place.
    func range(at place: Double) -> ClosedRange<Double>? { capsule(at: place).map { capsules[$0].range } }

    /// The last stretch that begins before a place, where it reaches there.
    private func capsule(at place: Double) -> Int? {
        let next = capsules.partition { $0.start > place }
        guard next > 0, place <= capsules[next - 1].end else { return nil }
        return next - 1
    }
}

extension HikeGraph.Capsule {
    fileprivate var middle: Double { (range.lowerBound + range.upperBound) / 2 }

    /// The middle of the stretch along the way.
    fileprivate var centre: Double { (start + end) / 2 }
}

extension [HikeGraph.Capsule] {
    /// The first place of those for which something holds, which stand behind those for which it doesn't.
    fileprivate func partition(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
