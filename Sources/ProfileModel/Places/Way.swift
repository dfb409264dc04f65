/// The way of a hike: its simplified track with the bounds of all its positions, from which maps are drawn, and other
/// hikes and places found, without reading the recording.
public struct Way: Hashable, Sendable {
    public let track: SimplifiedTrack
    /// The bounds of all positions; `nil` without any.
    public let bounds: TrackBounds?
    /// Metres by which the recording departs from the track at most, and the track from the recording.
    public let deviation: Double

    /// The version of the rules by which ways and visits are computed. Raise it whenever the same recordings and places
    /// would give others.
    package static let rulesVersion = 1

    package init(track: SimplifiedTrack, bounds: TrackBounds?, deviation: Double) {
        (self.track, self.bounds, self.deviation) = (track, bounds, deviation)
    }

    public init(of recording: Recording) {
        self.init(
            segments: recording.asKept.segments.map { segment in
                segment.map { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }
            })
    }

    /// - Parameter segments: all positions of each segment.
    init(segments: [some RandomAccessCollection<TrackPosition>]) {
        let kept = segments.map { SimplifiedTrack.kept(in: $0) }
        let deviation = zip(segments, kept).reduce(0.0) { max($0, Self.deviation(of: $1.0, keeping: $1.1)) }
        self.init(
            track: SimplifiedTrack(kept: zip(segments, kept).map { segment, kept in kept.map { segment[$0] } }),
            bounds: TrackBounds(of: segments),
            // Rounded up, as it is stored.
            deviation: (deviation * 100).rounded(.up) / 100)
    }

    /// The greatest distance of a position from the line between the kept positions before and after it. The path
    /// between those is no further from the line, nor the line from the path.
    private static func deviation<Segment: RandomAccessCollection<TrackPosition>>(
        of segment: Segment, keeping kept: [Segment.Index]
    ) -> Double {
        var greatest = 0.0
        for (place, start) in kept.enumerated() {
            let end = place + 1 < kept.count ? kept[place + 1] : segment.index(before: segment.endIndex)
            // After the last kept position there are only some that are near it.
            let target = place + 1 < kept.count ? segment[end] : segment[start]
            guard start < end else { continue }
            for index in segment.indices[start...end] {
                let area = CircularArea(center: segment[index], radius: 0)
                greatest = max(greatest, area.squaredDistance(from: segment[start], to: target))
            }
        }
        return greatest.squareRoot()
    }
}

extension PackedRecording {
    /// The way of the recording. It is read from the positions alone, which takes a fraction of the time.
    public var way: Way {
        get throws(MalformedRecording) { Way(segments: try positions) }
    }
}
