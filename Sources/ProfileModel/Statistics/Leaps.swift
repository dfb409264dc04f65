/// Points at which nobody can have been: the receiver leapt there and back, or wrote 0, 0 for want of a fix.
///
/// What never comes back stays, however fast it was: that may be a train, or a recorder that was off.
struct Leaps {
    /// Steps shorter than this are what receivers scatter by, in metres.
    static let shortest = 500.0
    /// Faster than this, there and back, is a leap. In kilometres an hour: nobody turns round at such a speed.
    static let returning = 150.0
    /// Faster than this is a leap at a segment's ends too, where nothing comes back. Airliners are slower.
    static let ending = 1_000.0
    /// The longest row of points that can be one leap.
    static let longestRow = 60

    private let points: [TrackPoint]
    /// Metres: longer steps between points without times are leaps.
    private let longestUntimed: Double

    /// The points of a segment that are none.
    static func leftOut(of points: [TrackPoint]) -> [TrackPoint] {
        let leaps = Leaps(points)
        return leaps.kept.map { leaps.points[$0] }
    }

    private init(_ points: [TrackPoint]) {
        self.points = points
        let steps = zip(points, points.dropFirst()).map { $0.distance(to: $1) }.sorted()
        longestUntimed = max(10_000, (steps.isEmpty ? 0 : steps[steps.count / 2]) * 100)
    }

    private var kept: [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        var kept: [Int] = []
        var next = isLeap(0, 1, fasterThan: Self.ending) && !isLeap(1, 2, fasterThan: Self.ending) ? 1 : 0
        while next < points.count {
            if let last = kept.last, isLeap(last, next, fasterThan: Self.returning) {
                if let back = wayBack(from: next, to: last) {
                    next = back
                    continue
                }
                if next == points.count - 1, isLeap(last, next, fasterThan: Self.ending) { break }
            }
            kept.append(next)
            next += 1
        }
        return kept
    }

    /// The first point after a leap at which the way goes on from where it was; `nil` when it doesn't.
    private func wayBack(from first: Int, to last: Int) -> Int? {
        (first + 1..<min(first + 1 + Self.longestRow, points.count)).first { point in
            isLeap(point - 1, point, fasterThan: Self.returning) && !isLeap(last, point, fasterThan: Self.returning)
        }
    }

    private func isLeap(_ from: Int, _ to: Int, fasterThan speed: Double) -> Bool {
        let metres = points[from].distance(to: points[to])
        guard metres >= Self.shortest else { return false }
        guard let start = points[from].time, let end = points[to].time else { return metres > longestUntimed }
        let hours = abs(end.secondsSince1970 - start.secondsSince1970) / 3600
        return metres / 1000 > speed * hours
    }
}

extension Recording {
    /// The recording without points at which nobody can have been: to which the receiver leapt, and back.
    public var withoutLeaps: Recording {
        Recording(segments: segments.map(Leaps.leftOut), declared: declared)
    }
}
