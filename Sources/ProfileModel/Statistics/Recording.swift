/// A recorded track: segments of points. Between segments the recorder was switched off or had no fix.
public struct Recording: Hashable, Sendable {
    public var segments: [[TrackPoint]]
    /// The device's own figures for the whole recording.
    public var declared: DeclaredFigures

    /// Maximum number of points in a stored recording: days of recording at a point per second.
    public static let mostPoints = 500_000

    public init(segments: [[TrackPoint]], declared: DeclaredFigures = DeclaredFigures()) {
        (self.segments, self.declared) = (segments, declared)
    }

    public var isEmpty: Bool { segments.allSatisfy(\.isEmpty) }

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
