internal import ProfileKit
internal import ProfileRendering

/// A hike's figures as tiles: each value above its label.
///
///     4.5 km     210 m      1 h 12 min   16:02 /km
///     distance   ascent     moving       pace
struct HikeTiles: Sendable {
    struct Tile: Hashable, Sendable {
        let value: String
        let label: String

        var cells: Int { max(value.cells, label.cells) }
    }

    let tiles: [Tile]
    private static let gap = 3

    init(_ hike: HikeHeader, units: Units) {
        let tiles: [(String?, String)] = [
            (units.distance(kilometres: hike.distance), "distance"),
            (hike.ascent.map { units.height(metres: $0) }, "ascent"),
            (hike.descent.map { units.height(metres: $0) }, "descent"),
            (hike.movingTime.map { spelledDuration(seconds: $0) }, "moving"),
            (hike.pace.map { GraphMeasure.pace.reading($0, units: units) }, "pace"),
            (hike.heartRate.map { "\($0.average.decimal(0)) bpm" }, "heart rate"),
        ]
        self.tiles = tiles.compactMap { value, label in value.map { Tile(value: $0, label: label) } }
    }

    /// The tiles in rows of at most a width.
    func rows(width: Int) -> [[Tile]] {
        var rows: [[Tile]] = []
        var used = Int.max / 2
        for tile in tiles {
            if used + tile.cells > width {
                rows.append([])
                used = 0
            }
            rows[rows.count - 1].append(tile)
            used += tile.cells + Self.gap
        }
        return rows
    }

    /// Draws one row of tiles, two lines high.
    static func draw(_ row: [Tile], on canvas: inout Canvas, column: Int, row line: Int) {
        var column = column
        for tile in row {
            canvas.write(tile.value, column: column, row: line, style: .bold)
            canvas.write(tile.label, column: column, row: line + 1, style: .faint)
            column += tile.cells + gap
        }
    }
}
