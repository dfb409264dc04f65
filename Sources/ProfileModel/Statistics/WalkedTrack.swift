/// The points of a recording in one sequence, with the distance covered up to each.
struct WalkedTrack {
    let points: [TrackPoint]
    /// Metres from the start to each point. The gaps between segments don't count.
    let distances: [Double]
    /// The points of each segment, as ranges of indices.
    let segments: [Range<Int>]

    init(_ recording: Recording) {
        var points: [TrackPoint] = []
        var distances: [Double] = []
        var segments: [Range<Int>] = []
        var covered = 0.0
        points.reserveCapacity(recording.points)
        distances.reserveCapacity(recording.points)
        for segment in recording.segments where !segment.isEmpty {
            let start = points.count
            for point in segment {
                if points.count > start, let last = points.last { covered += last.distance(to: point) }
                points.append(point)
                distances.append(covered)
            }
            segments.append(start..<points.count)
        }
        (self.points, self.distances, self.segments) = (points, distances, segments)
    }

    /// The length of the track, in metres.
    var length: Double { distances.last ?? 0 }
}
