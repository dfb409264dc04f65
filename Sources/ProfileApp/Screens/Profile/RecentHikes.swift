internal import ProfileKit
internal import ProfileRendering

/// The latest hikes on the profile's sheet, each with its graph below; side by side if there is room.
///
/// A narrow window shows only the graph of the newest one.
struct RecentHikes: Hashable, Sendable {
    private let hikes: [HikeHeader]
    private let units: Units
    /// The graphs that were read, by the hike's id; empty if nothing was recorded.
    private var graphs: [Int: TrailGraph] = [:]

    private static let gap = 3

    init(_ hikes: [HikeHeader], units: Units) {
        (self.hikes, self.units) = (hikes, units)
    }

    /// The next hike to read; `nil` if all whose graphs a width shows were read.
    func missing(width: Int) -> Int? {
        hikes.prefix(Self.graphCount(width: width)).first { graphs[$0.id] == nil }?.id
    }

    /// Adds a hike's graph.
    mutating func show(_ hike: Hike) {
        graphs[hike.id] = TrailGraph(hike, units: units)
    }

    /// Adds an empty graph for a hike that can't be read.
    mutating func giveUp(_ id: Int) {
        graphs[id] = TrailGraph(Hike(header: HikeHeader(id: id, name: "", distance: 0)), units: units)
    }

    private static func graphCount(width: Int) -> Int { width < 60 ? 1 : .max }
    private static func columns(width: Int) -> Int { width < 96 ? 1 : width < 150 ? 2 : 3 }

    /// The hikes by rows, and which rows have graphs. Room is kept for graphs that are still to be read.
    private func rows(width: Int) -> [(hikes: ArraySlice<HikeHeader>, hasGraphs: Bool)] {
        let columns = Self.columns(width: width)
        return stride(from: 0, to: hikes.count, by: columns).map { first in
            let row = hikes[first..<min(first + columns, hikes.count)]
            let hasGraphs = row.indices.contains { index in
                index < Self.graphCount(width: width) && graphs[hikes[index].id]?.isEmpty != true
            }
            return (row, hasGraphs)
        }
    }

    /// The height of a graph: together they fill the room, but none is too low to be readable.
    private static func graphHeight(of rows: [(hikes: ArraySlice<HikeHeader>, hasGraphs: Bool)], room: Int) -> Int {
        let count = rows.count(where: \.hasGraphs)
        return count == 0 ? 0 : min(max((room - rows.count - count) / count, 4), 10)
    }

    /// The height of all hikes in a window.
    func height(in size: CellSize) -> Int {
        let rows = rows(width: size.columns)
        let graph = Self.graphHeight(of: rows, room: size.rows)
        return rows.reduce(0) { $0 + ($1.hasGraphs ? graph + 2 : 1) } - (rows.last?.hasGraphs == true ? 1 : 0)
    }

    /// All hikes, drawn in the width of a window and in their own height.
    func picture(in size: CellSize) -> Canvas {
        let width = max(size.columns, 0)
        var canvas = Canvas(size: CellSize(columns: width, rows: height(in: size)))
        let columns = Self.columns(width: width)
        let cell = max((width - Self.gap * (columns - 1)) / columns, 1)
        let rows = rows(width: width)
        let height = Self.graphHeight(of: rows, room: size.rows)
        var top = 0
        for row in rows {
            for (place, hike) in row.hikes.enumerated() {
                let left = place * (cell + Self.gap)
                HikeRow(hike: hike, isOpen: nil, units: units).line(width: cell)
                    .draw(on: &canvas, column: left, row: top)
                guard row.hasGraphs, let graph = graphs[hike.id], let measure = graph.measures.first else { continue }
                let area = CellRectangle(column: left + 1, row: top + 1, columns: max(cell - 2, 1), rows: height)
                graph.draw(measure, on: &canvas, in: area)
            }
            top += row.hasGraphs ? height + 2 : 1
        }
        return canvas
    }
}
