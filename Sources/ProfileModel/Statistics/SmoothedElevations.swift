/// Smoothed elevations along a track: at each place, the value of the straight line that best fits the window around
/// it, so that a slope keeps its ends.
///
/// Where the points are few and far apart and their elevations noisy, the window is wider and larger reversals are
/// ignored.
///
/// A ladder or a lift climbs over hardly any distance, so a window over the distance would flatten it. Smoothing
/// therefore stops at such a leap: each side is smoothed by itself.
struct SmoothedElevations {
    private(set) var heights: [Double] = []
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
    /// their neighbours. The median is used because terrain has edges of its own.
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
