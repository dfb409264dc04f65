/// A recorded track: segments of points. Between segments the recorder was switched off or had no fix.
public struct Recording: Hashable, Sendable {
    /// The points of each segment, in order.
    public var segments: [[TrackPoint]]
    /// The device's own figures for the whole recording.
    public var declared: DeclaredFigures

    /// Maximum number of points in a stored recording: days of recording at a point per second.
    public static let maximumPointCount = 500_000

    public init(segments: [[TrackPoint]], declared: DeclaredFigures = DeclaredFigures()) {
        (self.segments, self.declared) = (segments, declared)
    }

    /// Whether there are no points.
    public var isEmpty: Bool { segments.allSatisfy(\.isEmpty) }

    /// The number of points.
    public var points: Int { segments.reduce(0) { $0 + $1.count } }

    /// The recording in the order in which it was walked.
    ///
    /// Tools join files in the wrong order and reverse tracks. So a segment whose times only ever decrease is reversed,
    /// and if all segments have times, they are sorted by their first one.
    package var asWalked: Recording {
        let forward = segments.filter { !$0.isEmpty }.map { segment in
            let times = segment.compactMap { $0.time?.secondsSince1970 }
            let isBackward = zip(times, times.dropFirst()).allSatisfy(>=) && times.first != times.last
            return isBackward ? Array(segment.reversed()) : segment
        }
        let starts = forward.compactMap { segment in segment.lazy.compactMap { $0.time?.secondsSince1970 }.first }
        guard starts.count == forward.count else { return Recording(segments: forward, declared: declared) }
        let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
        return Recording(segments: order.map { forward[$0] }, declared: declared)
    }
}

/// One point of a recording: a position, and what was measured there.
public struct TrackPoint: Hashable, Sendable {
    /// Degrees north, WGS 84.
    public let latitude: Double
    /// Degrees east, WGS 84.
    public let longitude: Double
    /// Metres; `nil`, not 0, where not measured.
    public let elevation: Double?
    /// Beats per minute.
    public let heartRate: Double?
    /// When the point was recorded.
    public let time: Timestamp?
    /// Cadence, temperature and power.
    public let channels: ChannelValues

    /// Plausible elevations, in metres; others count as not measured.
    public static let elevations = -1_000.0...10_000.0
    /// Plausible heart rates; 0 is what recorders write when the strap has slipped.
    public static let heartRates = 1.0...300.0
    /// The first second of GPS time. A clock that shows an earlier time was never set.
    public static let firstTime = 315_964_800.0

    /// Creates a point with plausible values only: values that a recorder can't have measured become `nil`.
    ///
    /// Fails when the latitude or longitude is out of range.
    public init?(
        latitude: Double, longitude: Double, elevation: Double? = nil, heartRate: Double? = nil,
        time: Timestamp? = nil, channels: ChannelValues = ChannelValues()
    ) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
        self.elevation = elevation.flatMap { Self.elevations.contains($0) ? $0 : nil }
        self.heartRate = heartRate.flatMap { Self.heartRates.contains($0) ? $0 : nil }
        self.time = time.flatMap { $0.secondsSince1970 >= Self.firstTime ? $0 : nil }
        self.channels = channels
    }
}

/// The precision of stored recordings: a centimetre of position and elevation, a tenth of a beat and a millisecond,
/// which is finer than any measurement.
enum StoredPrecision {
    /// Units per degree.
    static let degree = 1e7
    /// Units per metre of elevation.
    static let metre = 100.0
    /// Units per beat per minute.
    static let beat = 10.0
    /// Units per second.
    static let second = 1000.0
}

extension Recording {
    /// The recording as it is read back from storage: rounded to the stored precision, without empty segments.
    public var asKept: Recording {
        Recording(
            segments: segments.lazy.filter { !$0.isEmpty }.map { $0.map(\.asKept) }, declared: declared.asKept)
    }
}

extension TrackPoint {
    package var asKept: TrackPoint {
        func round(_ value: Double, _ units: Double) -> Double { (value * units).rounded() / units }
        let kept = TrackPoint(
            latitude: round(latitude, StoredPrecision.degree), longitude: round(longitude, StoredPrecision.degree),
            elevation: elevation.map { round($0, StoredPrecision.metre) },
            heartRate: heartRate.map { round($0, StoredPrecision.beat) },
            time: time.flatMap { time in
                Timestamp(
                    secondsSince1970: round(time.secondsSince1970, StoredPrecision.second), utcOffset: time.utcOffset)
            }, channels: channels)
        return kept ?? self
    }
}

extension DeclaredFigures {
    /// The figures rounded to a metre of distance, a tenth of a metre of elevation and of a beat, and a millisecond.
    var asKept: DeclaredFigures {
        var kept = possible
        kept.distance = kept.distance?.rounded(toPlaces: 3)
        (kept.ascent, kept.descent) = (kept.ascent?.rounded(toPlaces: 1), kept.descent?.rounded(toPlaces: 1))
        kept.duration = kept.duration?.rounded(toPlaces: 3)
        (kept.movingTime, kept.timer) = (kept.movingTime?.rounded(toPlaces: 3), kept.timer?.rounded(toPlaces: 3))
        kept.heartRate = kept.heartRate.map { rate in
            HeartRate(
                min: rate.min.rounded(toPlaces: 1), average: rate.average.rounded(toPlaces: 1),
                max: rate.max.rounded(toPlaces: 1))
        }
        return kept
    }
}
