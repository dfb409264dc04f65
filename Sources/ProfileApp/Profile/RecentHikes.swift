internal import ProfileKit
internal import ProfileRendering

/// The latest hikes of the profile's sheet, each with its graph below it; side by side where there is room.
///
/// A narrow window shows the graph of the newest one alone.
struct RecentHikes: Hashable, Sendable {
    private let hikes: [HikeHeader]
    private let units: Units
    /// Those that were read, by the hike's id. One is empty where nothing was recorded.
    private var graphs: [Int: TrailGraph] = [:]

    private static let gap = 3

    init(_ hikes: [HikeHeader], units: Units) {
        (self.hikes, self.units) = (hikes, units)
    }

    /// The hike that is to be read next; `nil` when those of a width are all there.
    func missing(width: Int) -> Int? {
        hikes.prefix(Self.graphCount(width: width)).first { graphs[$0.id] == nil }?.id
    }

    /// Takes in what was recorded of a hike.
    mutating func show(_ hike: Hike) {
        graphs[hike.id] = TrailGraph(hike, units: units)
    }

    /// Takes in that a hike can't be read.
    mutating func giveUp(_ id: Int) {
        graphs[id] = TrailGraph(Hike(header: HikeHeader(id: id, name: "", distance: 0)), units: units)
    }

    private static func graphCount(width: Int) -> Int { width < 60 ? 1 : .max }
    private static func columns(width: Int) -> Int { width < 96 ? 1 : width < 150 ? 2 : 3 }

    /// The hikes row by row, and which rows have graphs. Room is kept for those that are still read.
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

    /// The lines of a graph: as many as fill the room together, or as few as can be read.
    private static func graphHeight(of rows: [(hikes: ArraySlice<HikeHeader>, hasGraphs: Bool)], room: Int) -> Int {
        let count = rows.count(where: \.hasGraphs)
        return count == 0 ? 0 : min(max((room - rows.count - count) / count, 4), 10)
    }

    /// How many lines they take of those that a window has for them.
    func height(in size: CellSize) -> Int {
        let rows = rows(width: size.columns)
        let graph = Self.graphHeight(of: rows, room: size.rows)
        return rows.reduce(0) { $0 + ($1.hasGraphs ? graph + 2 : 1) } - (rows.last?.hasGraphs == true ? 1 : 0)
    }

    /// All of them, as wide as a window and as high as they are.
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
                let part = CellRectangle(column: left + 1, row: top + 1, columns: max(cell - 2, 1), rows: height)
                graph.draw(measure, on: &canvas, in: part)
            }
            top += row.hasGraphs ? height + 2 : 1
        }
        return canvas
    }
}
