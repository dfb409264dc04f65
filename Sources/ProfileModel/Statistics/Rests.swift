/// The points of a track at which the hiker was at rest.
///
/// A receiver at rest goes on writing positions and elevations that wander, further than its owner has moved.
struct Rests {
    /// Metres from the start to each point, where a rest counts as the straight line between its ends.
    private(set) var distances: [Double]
    /// Whether each point was written at rest.
    private(set) var contain: [Bool]

    /// - Parameter steps: the track's ``WalkedTrack/clockedSteps``.
    init(of track: WalkedTrack, _ steps: [ClockedStep]) {
        distances = track.distances
        contain = Array(repeating: false, count: track.points.count)
        var (wandered, next) = (0.0, 0)
        var index = 0
        while let first = steps[index...].firstIndex(where: { $0.kind == .stopped }) {
            index = steps[first...].firstIndex { $0.kind != .stopped } ?? steps.count
            let (start, end) = (steps[first].from, steps[index - 1].to)
            let covered = track.distances[end] - track.distances[start]
            let share = covered > 0 ? min(1, track.points[start].distance(to: track.points[end]) / covered) : 1
            for point in next..<end + 1 {
                let isAtRest = point >= start
                contain[point] = isAtRest
                distances[point] -= wandered
                if isAtRest { distances[point] -= (track.distances[point] - track.distances[start]) * (1 - share) }
            }
            wandered += covered * (1 - share)
            next = end + 1
        }
        guard wandered > 0 else { return }
        for point in next..<distances.count { distances[point] -= wandered }
    }
}
