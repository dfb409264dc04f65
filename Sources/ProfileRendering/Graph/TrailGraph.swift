public import ProfileModel

/// A side view of a hike's elevation, heart rate and other measures along the track: for each a line through the midpoints of its
/// stretches, over the ranges that were measured.
///
/// It has no size: ``draw(_:on:in:cursor:)`` fills a given rectangle with Braille dots.
public struct TrailGraph: Hashable, Sendable {
    public let units: Units
    /// The measures recorded for the hike, in drawing order.
    public let measures: [GraphMeasure]
    private let graphs: [GraphMeasure: HikeGraph]

    public init(_ hike: Hike, units: Units) {
        self.units = units
        let graphs = GraphMeasure.allCases.map { HikeGraph(hike, measure: $0, units: units) }
        measures = graphs.filter { $0.values != nil }.map(\.measure)
        self.graphs = Dictionary(uniqueKeysWithValues: graphs.map { ($0.measure, $0) })
    }

    /// Whether there is nothing to draw.
    public var isEmpty: Bool { measures.isEmpty }

    /// The distance that the width covers, in kilometres; `nil` when the stretches have no distances.
    public var distance: Double? { measures.first.flatMap { graphs[$0]?.distance } }

    /// The values at a fraction of the distance, from 0 at the start to 1 at the end:
    /// `7.4 km · 312 m · 121 bpm · 14:20 /km`. Unknown values are omitted.
    public func reading(at part: Double) -> String {
        parts(at: part).map(\.text).joined(separator: " · ")
    }

    /// The values at a fraction of the distance, in the measures' colours.
    public func styledReading(at part: Double) -> StyledLine {
        parts(at: part).enumerated().reduce(StyledLine()) { line, part in
            let style = CellStyle(foreground: part.element.measure?.colors.high, isBold: true)
            return line + StyledLine(part.offset == 0 ? "" : " · ", .dim) + StyledLine(part.element.text, style)
        }
    }

    private func parts(at part: Double) -> [(text: String, measure: GraphMeasure?)] {
        let start = distance.map { (units.distance(kilometres: $0 * min(max(part, 0), 1)), GraphMeasure?.none) }
        return [start].compactMap(\.self)
            + measures.compactMap { measure in
                value(of: measure, at: part).map { (measure.reading($0, units: units), measure) }
            }
    }

    /// The value of a measure at a fraction of the distance; `nil` where it is unknown.
    public func value(of measure: GraphMeasure, at part: Double) -> Double? {
        guard let graph = graphs[measure] else { return nil }
        return graph.middle(at: min(max(part, 0), 1) * graph.length)
    }

    // MARK: Drawing

    /// The width of the widest label, so that graphs below each other start in the same column.
    private var margin: Int {
        let labels = measures.compactMap { graphs[$0] }.flatMap { graph in
            graph.values.map { [$0.lowerBound, $0.upperBound].map { graph.measure.reading($0, units: units).cells } }
                ?? []
        }
        return (labels.max() ?? 0) + 1
    }

    /// The rectangle of the dots in a rectangle for a measure, to the right of the labels; `nil` if there is no room.
    public func plot(in part: CellRectangle) -> CellRectangle? {
        let left = part.size.columns >= margin + 12 ? margin : 0
        guard part.size.rows > 0, part.size.columns > left else { return nil }
        return CellRectangle(
            column: part.origin.column + left, row: part.origin.row, columns: part.size.columns - left,
            rows: part.size.rows)
    }

    /// Draws one measure into a rectangle of a canvas.
    ///
    /// - Parameter cursor: the fraction of the distance at which to draw a cursor, from 0 to 1.
    /// - Returns: the rectangle of the dots, whose width covers the distance; `nil` if there was nothing to draw.
    @discardableResult
    public func draw(
        _ measure: GraphMeasure, on canvas: inout Canvas, in part: CellRectangle, cursor: Double? = nil
    ) -> CellRectangle? {
        guard let graph = graphs[measure], let values = graph.values, let plot = plot(in: part) else { return nil }
        if plot.origin.column > part.origin.column {
            let (upper, lower) =
                measure.isInverted ? (values.lowerBound, values.upperBound) : (values.upperBound, values.lowerBound)
            let texts =
                [(upper, plot.origin.row)] + (plot.size.rows > 1 ? [(lower, plot.origin.row + plot.size.rows - 1)] : [])
            for (value, row) in texts {
                let label = measure.reading(value, units: units)
                canvas.write(label, column: plot.origin.column - 1 - label.cells, row: row, style: .dim)
            }
        }
        drawDots(of: graph, on: &canvas, in: plot)
        if let cursor { drawCursor(cursor, on: &canvas, in: plot) }
        return plot
    }

    /// Draws the line in the measure's brighter colour, and in its darker one the area below an elevation, or the range
    /// around another measure.
    private func drawDots(of graph: HikeGraph, on canvas: inout Canvas, in plot: CellRectangle) {
        var line = BrailleDots(columns: plot.size.columns, rows: plot.size.rows)
        var area = line
        let most = line.height - 1
        func dot(_ value: Double) -> Int { most - Int((graph.height(of: value) * Double(most)).rounded()) }
        var last: Int?
        for x in 0..<line.width {
            let distance = (Double(x) + 0.5) / Double(line.width) * graph.length
            guard let middle = graph.middle(at: distance) else {
                last = nil
                continue
            }
            let y = dot(middle)
            let isGround = graph.measure == .elevation
            let range = graph.range(at: distance).map { [dot($0.lowerBound), dot($0.upperBound)] } ?? [y]
            let (top, bottom) = (range.min() ?? y, isGround ? most : range.max() ?? y)
            // Every second dot, so that the filled area stays in the background.
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

    /// The column for a fraction of the distance.
    public static func column(of part: Double, width: Int) -> Int {
        min(max(Int(part * Double(width)), 0), max(width - 1, 0))
    }
}

extension HikeGraph {
    /// The value interpolated between the midpoints of the stretches around a position; `nil` where it is unknown.
    /// Short gaps, as receivers leave them between two points, are bridged.
    func middle(at distance: Double) -> Double? {
        guard let index = capsule(at: distance) else { return bridged(at: distance) }
        let own = capsules[index]
        let neighbour = distance < own.centre ? index - 1 : index + 1
        guard capsules.indices.contains(neighbour), isBridged(min(index, neighbour)) else { return own.middle }
        return Self.value(at: distance, between: own, and: capsules[neighbour])
    }

    /// The longest gap that is bridged, as a fraction of the whole distance.
    private static let longestBridge = 0.03

    private func bridged(at distance: Double) -> Double? {
        let next = capsules.partition { $0.start > distance }
        guard next > 0, next < capsules.count, isBridged(next - 1) else { return nil }
        return Self.value(at: distance, between: capsules[next - 1], and: capsules[next])
    }

    /// Whether the line continues from a capsule to the next.
    private func isBridged(_ index: Int) -> Bool {
        capsules[index + 1].start - capsules[index].end <= length * Self.longestBridge
    }

    private static func value(at distance: Double, between first: Capsule, and second: Capsule) -> Double {
        let way = second.centre - first.centre
        guard way != 0 else { return first.middle }
        return first.middle + (second.middle - first.middle) * min(max((distance - first.centre) / way, 0), 1)
    }

    /// The range measured in the stretch at a position.
    func range(at distance: Double) -> ClosedRange<Double>? { capsule(at: distance).map { capsules[$0].range } }

    /// The last stretch that begins before a position, if it extends to it.
    private func capsule(at distance: Double) -> Int? {
        let next = capsules.partition { $0.start > distance }
        guard next > 0, distance <= capsules[next - 1].end else { return nil }
        return next - 1
    }
}

extension HikeGraph.Capsule {
    fileprivate var middle: Double { (range.lowerBound + range.upperBound) / 2 }

    /// The midpoint of the stretch along the track.
    fileprivate var centre: Double { (start + end) / 2 }
}

extension [HikeGraph.Capsule] {
    /// The first index whose element satisfies a predicate that then holds for all later ones too.
    fileprivate func partition(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
