/// The mean elevation over a few metres of track.
struct ElevationCell {
    let place: Int
    let start: Double?
    private(set) var count = 0.0
    private(set) var distance = 0.0
    private(set) var elevation = 0.0

    init(place: Int, start: Double?) {
        (self.place, self.start) = (place, start)
    }

    mutating func add(_ distance: Double, _ elevation: Double) {
        count += 1
        self.distance += (distance - self.distance) / count
        self.elevation += (elevation - self.elevation) / count
    }

    mutating func add(_ other: ElevationCell) {
        let all = count + other.count
        distance += (other.distance - distance) * other.count / all
        elevation += (other.elevation - elevation) * other.count / all
        count = all
    }
}

/// The elevations of a part of a track, averaged in cells of five metres of distance. Where hardly any distance is
/// covered, cells are also divided by time, so that a climb on the spot is still seen.
struct ElevationCells {
    private var cells: [ElevationCell] = []

    /// Metres along the track.
    private static let width = 5.0
    /// Seconds, or the number of points where there are no times.
    private static let duration = 10.0
    /// Metres that the elevation must change for a leap, which must also exceed the metres covered meanwhile.
    private static let leap = 10.0
    /// Maximum number of cells that a leap spans; the elevation must hold for two cells at either end.
    private static let longestLeap = 40

    init(_ elevations: [Double?], of track: WalkedTrack, _ part: Range<Int>) {
        for index in part {
            guard let elevation = elevations[index] else { continue }
            let place = Int(track.distances[index] / Self.width)
            let time = track.points[index].time?.secondsSince1970
            if cells.last.map({ $0.place != place || Self.isOver($0, at: time) }) ?? true {
                cells.append(ElevationCell(place: place, start: time))
            }
            cells[cells.count - 1].add(track.distances[index], elevation)
        }
    }

    private static func isOver(_ cell: ElevationCell, at time: Double?) -> Bool {
        guard let start = cell.start, let time else { return cell.count >= duration }
        return abs(time - start) >= duration
    }

    /// The cells, grouped between leaps. Within a group, cells of the same place are merged, so that an hour's rest
    /// there doesn't outweigh its surroundings.
    var dividedAtLeaps: [[ElevationCell]] {
        // The mean elevation of each cell and the next.
        let pairs = cells.indices.map { (cells[$0].elevation + cells[min($0 + 1, cells.count - 1)].elevation) / 2 }
        // The last cell of the leaps so far; cells within a leap stay by themselves, unsmoothed.
        var end = 0
        var groups: [[ElevationCell]] = []
        for (index, cell) in cells.enumerated() {
            let isWithinLeap = index > 0 && index <= end
            if let leapEnd = leapEnd(from: index, pairs) { end = max(end, leapEnd) }
            guard !isWithinLeap, let last = groups.last?.last else {
                groups.append([cell])
                continue
            }
            if last.place == cell.place {
                groups[groups.count - 1][groups[groups.count - 1].count - 1].add(cell)
            } else {
                groups[groups.count - 1].append(cell)
            }
        }
        return groups
    }

    /// The end of the shortest leap that begins at a cell. Each side is averaged over two cells, so that a single wrong
    /// cell isn't a leap.
    ///
    /// - Parameter pairs: the mean elevation of each cell and the next.
    private func leapEnd(from start: Int, _ pairs: [Double]) -> Int? {
        let low = start == 0 ? cells[0].elevation : pairs[start - 1]
        for end in start + 1..<min(start + 1 + Self.longestLeap, cells.count) {
            let climb = abs(pairs[end] - low)
            let way = cells[end].distance - cells[start].distance
            if climb >= Self.leap, climb > way { return end }
            // Beyond this, the leap would have to be higher than anything that stands.
            if way > Self.farthestLeap { return nil }
        }
        return nil
    }

    /// Metres along the track.
    private static let farthestLeap = 200.0
}
