internal import ProfileModel

/// Tracks by region: on a map of all of them, those far from each other would be dots.
struct TrackRegions {
    /// The tracks of each region, the largest first.
    let regions: [[SimplifiedTrack]]

    private struct Cell: Hashable {
        let row: Int
        let column: Int
    }

    /// Degrees; tracks in neighbouring cells are of one region.
    private static let cell = 0.5

    init(_ tracks: [SimplifiedTrack]) {
        var cells: [Cell: [Int]] = [:]
        for (index, track) in tracks.enumerated() {
            guard let start = track.segments.first?.first else { continue }
            cells[Self.cell(of: start), default: []].append(index)
        }
        var regions: [[Int]] = []
        while let first = cells.keys.first {
            var (region, open) = ([Int](), [first])
            while let cell = open.popLast() {
                guard let found = cells.removeValue(forKey: cell) else { continue }
                region += found
                for row in cell.row - 1...cell.row + 1 {
                    for column in cell.column - 1...cell.column + 1 {
                        open.append(Cell(row: row, column: (column + Self.columns) % Self.columns))
                    }
                }
            }
            regions.append(region.sorted())
        }
        self.regions = regions.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }.map { $0.map { tracks[$0] } }
    }

    private static let columns = Int(360 / cell)

    private static func cell(of position: TrackPosition) -> Cell {
        Cell(
            row: Int((position.latitude / cell).rounded(.down)),
            column: (Int((position.longitude / cell).rounded(.down)) + 2 * columns) % columns)
    }
}
