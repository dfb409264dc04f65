/// The mean of the elevations of a few metres of way.
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

/// The elevations of a part of a track, by cells of five metres of way; where hardly any way is made, also by the time,
/// so that a climb in one place is still seen.
struct ElevationCells {
    private var cells: [ElevationCell] = []

    /// Metres of way.
    private static let width = 5.0
    /// Seconds, or points where there are no times.
    private static let duration = 10.0
    /// A leap is so many metres of height or more, and more than the metres of way below it.
    private static let leap = 10.0
    /// Cells that a leap may take, at either end of which it has to stay for two.
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

    /// The cells in groups between which there are leaps. Within a group cells of one place are one, which a rest of an
    /// hour there then costs nothing.
    var dividedAtLeaps: [[ElevationCell]] {
        // The last cell of the leaps so far; from one within a leap to the next nothing is smoothed.
        var end = 0
        var groups: [[ElevationCell]] = []
        for (index, cell) in cells.enumerated() {
            let isWithinLeap = index > 0 && index <= end
            if let leapEnd = leapEnd(from: index) { end = max(end, leapEnd) }
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

    /// Where the shortest leap that begins at a cell ends. The two cells at either side of it are taken together, so that
    /// a single one that is wrong is none.
    private func leapEnd(from start: Int) -> Int? {
        func height(_ cells: ArraySlice<ElevationCell>) -> Double {
            cells.reduce(0) { $0 + $1.elevation } / Double(cells.count)
        }
        let low = height(cells[max(0, start - 1)...start])
        for end in cells.indices[(start + 1)...].prefix(Self.longestLeap) {
            let climb = abs(height(cells[end...min(end + 1, cells.count - 1)]) - low)
            let way = cells[end].distance - cells[start].distance
            if climb >= Self.leap, climb > way { return end }
            // Further on it would have to be higher than anything stands.
            if way > Self.farthestLeap { return nil }
        }
        return nil
    }

    /// Metres of way.
    private static let farthestLeap = 200.0
}
