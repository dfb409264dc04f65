/// Points where the hiker can't have been: the receiver jumped away and back, or wrote 0, 0 for want of a fix.
///
/// Points after a jump without a return are kept: it may be a train ride, or a recorder that was off. A jump that is
/// faster than anything that flies ends a segment, so that its length doesn't count.
struct Leaps {
    /// The shortest step out that is a leap if the track returns, in metres. Shorter ones are within receivers'
    /// scatter.
    static let shortestReturning = 50.0
    /// The length of the shortest leap as a multiple of the usual step, up to ``shortest``: where all points scatter,
    /// none is a leap.
    static let usualSteps = 10.0
    /// The shortest step that is a leap without a return, in metres.
    static let shortest = 500.0
    /// The speed, in kilometres per hour, above which a step out and a step back are a leap: nobody turns round at such
    /// a speed.
    static let returning = 150.0
    /// The speed above which a step at a segment's end is a leap, even without a return, and one within a segment
    /// divides it. Airliners are slower.
    static let ending = 1_000.0
    /// Maximum number of consecutive points in one leap.
    static let longestRow = 60

    private let points: [TrackPoint]
    /// The length in metres: ``shortestReturning``, or more where the track scatters.
    private let shortestReturning: Double
    /// The length in metres: longer steps between points without times are leaps.
    private let longestUntimed: Double

    /// Points whose latitudes and longitudes differ by at most this are less than ``shortestReturning`` apart, anywhere
    /// on earth.
    private static let nearDegrees = 0.0003

    /// The points of a segment without the leaps.
    static func leftOut(of points: [TrackPoint]) -> [TrackPoint] {
        let kept = Leaps(points).kept
        return kept.count == points.count ? points : kept.map { points[$0] }
    }

    /// The points of a segment, divided at jumps between points with times.
    static func divided(_ points: [TrackPoint]) -> [[TrackPoint]] {
        let leaps = Leaps(points)
        let jumps = points.indices.dropLast().filter { index in
            points[index].time != nil && points[index + 1].time != nil
                && leaps.isLeap(index, index + 1, .ending)
        }
        guard !jumps.isEmpty else { return [points] }
        let starts = [0] + jumps.map { $0 + 1 }
        return zip(starts, starts.dropFirst() + [points.count]).map { Array(points[$0..<$1]) }
    }

    private init(_ points: [TrackPoint]) {
        self.points = points
        let steps = zip(points, points.dropFirst())
        // The usual step needn't be found where none is long enough for a leap anyway.
        guard steps.contains(where: { !Self.areNear($0, $1) }) else {
            (shortestReturning, longestUntimed) = (.infinity, .infinity)
            return
        }
        let lengths = steps.map { $0.distance(to: $1) }.sorted()
        let usual = lengths[lengths.count / 2]
        shortestReturning = min(max(Self.shortestReturning, usual * Self.usualSteps), Self.shortest)
        longestUntimed = points.contains { $0.time == nil } ? max(10_000, usual * 100) : .infinity
    }

    private var kept: [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        var kept: [Int] = []
        var next = isLeap(0, 1, .ending) && !isLeap(1, 2, .ending) ? 1 : 0
        while next < points.count {
            if let last = kept.last, isLeap(last, next, .returning) {
                if let back = wayBack(from: next, to: last) {
                    next = back
                    continue
                }
                if next == points.count - 1, isLeap(last, next, .ending) { break }
            }
            kept.append(next)
            next += 1
        }
        return kept
    }

    /// The first point after a leap at which the track continues from where it was; `nil` when it doesn't.
    private func wayBack(from first: Int, to last: Int) -> Int? {
        let way = points[last].distance(to: points[first])
        return (first + 1..<min(first + 1 + Self.longestRow, points.count)).first { point in
            isLeap(point - 1, point, .returning) && !isLeap(last, point, .returning)
                && points[last].distance(to: points[point]) < way
        }
    }

    private enum Rule { case returning, ending }

    private func isLeap(_ from: Int, _ to: Int, _ rule: Rule) -> Bool {
        let (from, to) = (points[from], points[to])
        let (speed, shortest) =
            switch rule {
            case .returning: (Self.returning, shortestReturning)
            case .ending: (Self.ending, Self.shortest)
            }
        guard !Self.areNear(from, to), case let metres = from.distance(to: to), metres >= shortest else { return false }
        guard let start = from.time, let end = to.time else { return metres > longestUntimed }
        let hours = abs(end.secondsSince1970 - start.secondsSince1970) / 3600
        return metres / 1000 > speed * hours
    }

    /// True of nearly all steps, whose distances then needn't be computed.
    private static func areNear(_ from: TrackPoint, _ to: TrackPoint) -> Bool {
        abs(from.latitude - to.latitude) <= nearDegrees && abs(from.longitude - to.longitude) <= nearDegrees
    }
}

extension Recording {
    /// The recording without points where the hiker can't have been, because the receiver jumped away and back, or had
    /// no fix yet.
    public var withoutLeaps: Recording {
        Recording(segments: segmentsWithFix.map(Leaps.leftOut), declared: declared)
    }

    /// The recording with a new segment after each jump that nobody makes.
    public var dividedAtJumps: Recording {
        Recording(segments: segments.flatMap(Leaps.divided), declared: declared)
    }

    /// The segments without the points at exactly 0, 0, which receivers write before their first fix, if the rest is
    /// elsewhere.
    private var segmentsWithFix: [[TrackPoint]] {
        func isUnset(_ point: TrackPoint) -> Bool { point.latitude == 0 && point.longitude == 0 }
        let all = segments.lazy.joined()
        guard all.contains(where: isUnset), all.contains(where: { abs($0.latitude) > 1 || abs($0.longitude) > 1 })
        else {
            return segments
        }
        return segments.map { segment in segment.filter { !isUnset($0) } }.filter { !$0.isEmpty }
    }
}
