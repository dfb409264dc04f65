/// Smoothed elevations along a track: at each point, the value of the straight line that best fits the window around
/// it, so that a slope keeps its ends.
///
/// Where the points are few and far apart and their elevations noisy, the window is wider and larger reversals are
/// ignored.
///
/// A ladder or a lift climbs over hardly any distance, so a window over the distance would flatten it. Smoothing
/// therefore stops at such a leap: each side is smoothed by itself.
struct SmoothedElevations {
    private(set) var heights: [Double] = []
    /// The metres along the track of each.
    private(set) var distances: [Double] = []
    /// The smallest rise or fall, in metres, that is more than noise.
    let hysteresis: Double

    /// The number of standard deviations of the remaining noise that a reversal must exceed.
    private static let certainty = 5.0
    private static let largestHysteresis = 10.0
    /// Metres along the track.
    private static let widestSmoothing = 100.0

    /// - Parameter groups: cells, grouped between leaps.
    init(_ groups: [[ElevationCell]]) {
        let noise = Self.noise(of: groups)
        // The window that leaves a metre of noise.
        let needed = noise * noise * Self.spacing(of: groups)
        let half = min(max(HikeStatistics.smoothing, needed), Self.widestSmoothing) / 2
        var windows = 0
        for cells in groups {
            var (first, end) = (0, 0)
            for cell in cells {
                while cells[first].distance < cell.distance - half { first += 1 }
                while end < cells.count, cells[end].distance <= cell.distance + half { end += 1 }
                windows += end - first
                heights.append(Self.fit(cells[first..<end], at: cell.distance))
                distances.append(cell.distance)
            }
        }
        let cellsOfWindow = Double(windows) / Double(max(1, heights.count))
        let left = noise / max(1, cellsOfWindow).squareRoot()
        hysteresis = min(max(HikeStatistics.hysteresis, Self.certainty * left), Self.largestHysteresis)
    }

    private static func fit(_ cells: ArraySlice<ElevationCell>, at distance: Double) -> Double {
        let weight = cells.reduce(0) { $0 + $1.count }
        let meanDistance = cells.reduce(0) { $0 + $1.distance * $1.count } / weight
        let meanElevation = cells.reduce(0) { $0 + $1.elevation * $1.count } / weight
        var (spread, slope) = (0.0, 0.0)
        for cell in cells {
            let offset = cell.distance - meanDistance
            spread += cell.count * offset * offset
            slope += cell.count * offset * (cell.elevation - meanElevation)
        }
        return spread > 1 ? meanElevation + slope / spread * (distance - meanDistance) : meanElevation
    }

    /// The average distance from a cell to the next one, in metres.
    private static func spacing(of groups: [[ElevationCell]]) -> Double {
        var (way, steps) = (0.0, 0)
        for cells in groups {
            guard let first = cells.first, let last = cells.last else { continue }
            way += last.distance - first.distance
            steps += cells.count - 1
        }
        return steps == 0 ? 0 : way / Double(steps)
    }

    /// The standard deviation of a cell's elevation, estimated from the cells' distance to the straight lines between
    /// their neighbours. The median is used because real edges of the terrain deviate too.
    private static func noise(of groups: [[ElevationCell]]) -> Double {
        var deviations: [Double] = []
        for cells in groups where cells.count > 2 {
            for index in 1..<cells.count - 1 {
                let (before, cell, after) = (cells[index - 1], cells[index], cells[index + 1])
                let part = (cell.distance - before.distance) / (after.distance - before.distance)
                let line = before.elevation + (after.elevation - before.elevation) * part
                let spread = (1 + part * part + (1 - part) * (1 - part)).squareRoot()
                deviations.append(abs(cell.elevation - line) / spread)
            }
        }
        guard !deviations.isEmpty else { return 0 }
        // The median absolute value of a normal distribution is 0.6745 of its standard deviation.
        return deviations.sorted()[deviations.count / 2] / 0.6745
    }
}

/// The mean elevation over a few metres of track.
struct ElevationCell {
    let number: Int
    let start: Double?
    let isAtRest: Bool
    private(set) var count = 0.0
    private(set) var distance = 0.0
    private(set) var elevation = 0.0

    init(number: Int, start: Double?, isAtRest: Bool) {
        (self.number, self.start, self.isAtRest) = (number, start, isAtRest)
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
    /// The leap at rest, where a receiver's elevation wanders by more than ``leap``.
    private static let leapAtRest = 20.0
    /// Maximum number of cells that a leap spans; the elevation must hold for two cells at either end.
    private static let longestLeap = 40

    init(_ elevations: [Double?], of track: WalkedTrack, _ rests: Rests, _ part: Range<Int>) {
        for index in part {
            guard let elevation = elevations[index] else { continue }
            let (distance, isAtRest) = (rests.distances[index], rests.contain[index])
            let number = Int(distance / Self.width)
            let time = track.points[index].time?.secondsSince1970
            if cells.last.map({ $0.number != number || $0.isAtRest != isAtRest || Self.isOver($0, at: time) }) ?? true {
                cells.append(ElevationCell(number: number, start: time, isAtRest: isAtRest))
            }
            cells[cells.count - 1].add(distance, elevation)
        }
    }

    private static func isOver(_ cell: ElevationCell, at time: Double?) -> Bool {
        guard let start = cell.start, let time else { return cell.count >= duration }
        return abs(time - start) >= duration
    }

    /// The cells, grouped between leaps. Within a group, cells of the same number are merged, so that an hour's rest
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
            if last.number == cell.number {
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
            let isAtRest = cells[start].isAtRest || cells[end].isAtRest
            if climb >= (isAtRest ? Self.leapAtRest : Self.leap), climb > way { return end }
            // Beyond this, the leap would have to be higher than anything that stands.
            if way > Self.farthestLeap { return nil }
        }
        return nil
    }

    /// Metres along the track.
    private static let farthestLeap = 200.0
}
