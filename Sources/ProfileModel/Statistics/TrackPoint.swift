/// One point of a recording: where, and what was measured there.
public struct TrackPoint: Hashable, Sendable {
    /// Degrees north, WGS 84.
    public let latitude: Double
    /// Degrees east, WGS 84.
    public let longitude: Double
    /// Metres; `nil` where it was not measured, which is not 0.
    public let elevation: Double?
    /// Beats a minute.
    public let heartRate: Double?
    public let time: Timestamp?

    /// Elevations that a hike can have; anything else was not measured.
    public static let elevations = -1_000.0...10_000.0
    /// Heart rates that a living heart can have; 0 is what recorders write when the strap has slipped.
    public static let heartRates = 1.0...300.0
    /// The first second of GPS time. An earlier clock was never set.
    public static let firstTime = 315_964_800.0

    /// A point of the earth, with those of its values that can be true: what no recorder can have measured is left out.
    ///
    /// `nil` when there is no such latitude or longitude.
    public init?(
        latitude: Double, longitude: Double, elevation: Double? = nil, heartRate: Double? = nil,
        time: Timestamp? = nil
    ) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
        self.elevation = elevation.flatMap { Self.elevations.contains($0) ? $0 : nil }
        self.heartRate = heartRate.flatMap { Self.heartRates.contains($0) ? $0 : nil }
        self.time = time.flatMap { $0.secondsSince1970 >= Self.firstTime ? $0 : nil }
    }
}

/// What a recorder wrote down of one hike: segments of points. Between segments it was switched off or lost its way.
public struct Recording: Hashable, Sendable {
    public var segments: [[TrackPoint]]

    public init(segments: [[TrackPoint]]) {
        self.segments = segments
    }

    public var isEmpty: Bool { segments.allSatisfy(\.isEmpty) }

    /// The recording in the order in which it was walked.
    ///
    /// Tools join files in the wrong order and turn tracks round. So a segment whose times only ever run backwards is
    /// turned round, and segments that all bear times stand by their first one.
    package var asWalked: Recording {
        let forward = segments.filter { !$0.isEmpty }.map { segment in
            let times = segment.compactMap { $0.time?.secondsSince1970 }
            let isBackward = zip(times, times.dropFirst()).allSatisfy(>=) && times.first != times.last
            return isBackward ? Array(segment.reversed()) : segment
        }
        let starts = forward.compactMap { segment in segment.lazy.compactMap { $0.time?.secondsSince1970 }.first }
        guard starts.count == forward.count else { return Recording(segments: forward) }
        let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
        return Recording(segments: order.map { forward[$0] })
    }
}
