/// What a recorder wrote down of one hike: segments of points. Between segments it was switched off or lost its way.
public struct Recording: Hashable, Sendable {
    public var segments: [[TrackPoint]]
    /// What the device says of the whole.
    public var declared: DeclaredFigures

    /// Longer ones are not kept: days of recording at a point a second.
    public static let mostPoints = 500_000

    public init(segments: [[TrackPoint]], declared: DeclaredFigures = DeclaredFigures()) {
        (self.segments, self.declared) = (segments, declared)
    }

    public var isEmpty: Bool { segments.allSatisfy(\.isEmpty) }

    public var points: Int { segments.reduce(0) { $0 + $1.count } }

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
        guard starts.count == forward.count else { return Recording(segments: forward, declared: declared) }
        let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
        return Recording(segments: order.map { forward[$0] }, declared: declared)
    }
}
