/// How the time of a recording was spent: the total is always exactly moving + stopped + gaps.
public struct WalkingTime: Hashable, Sendable {
    /// The time from the first known time to the last.
    public let total: Duration
    /// The time in motion.
    public let moving: Duration
    /// The time at rest while the recorder was on.
    public let stopped: Duration
    /// While the recorder was off: between segments, and where it slept within one.
    public let gaps: Duration

    /// The speed, in kilometres per hour, below which the hiker is considered stopped.
    public static let stoppedSpeed = 0.5
    /// The window over which speed is measured, in seconds. A recorder may repeat a position for seconds while its
    /// owner walks on.
    public static let window = 60
    /// The shortest gap, in seconds without a point, unless the recorder writes that rarely anyway.
    public static let shortestGap = 30
    /// The shortest gap, as a multiple of the recording's usual step.
    public static let usualSteps = 10

    /// Fails when fewer than two times are known.
    init?(over steps: [ClockedStep]) {
        guard !steps.isEmpty else { return nil }
        func sum(_ kind: ClockedStep.Kind?) -> Duration {
            .milliseconds(steps.reduce(0) { $0 + (kind == nil || $1.kind == kind ? $1.milliseconds : 0) })
        }
        (total, moving, stopped, gaps) = (sum(nil), sum(.moving), sum(.stopped), sum(.gap))
    }
}

/// The time between two consecutive points with usable times.
struct ClockedStep: Hashable {
    /// Indices into the track's points.
    let from: Int
    let to: Int
    let milliseconds: Int
    var kind: Kind
    /// Kilometres per hour over the window around it; `nil` for a gap.
    var speed: Double?

    enum Kind: Hashable {
        case moving, stopped, gap
    }

    /// Whether there are points without usable times in between.
    var hasPointsWithin: Bool { to > from + 1 }
}

extension [ClockedStep] {
    /// The highest speed reached for a window's time in total, so that a single wrong point doesn't determine it; the
    /// mean speed of a shorter recording.
    var topSpeed: Double? {
        // The fastest steps so far. Only steps that fill the window matter.
        var (fastest, room): ([(speed: Double, milliseconds: Int)], Int) = ([], 1024)
        var slowest: Double?
        func keepFastest() {
            fastest.sort { $0.speed > $1.speed }
            var milliseconds = 0
            guard
                let last = fastest.firstIndex(where: { step in
                    milliseconds += step.milliseconds
                    return milliseconds >= WalkingTime.window * 1000
                })
            else { return }
            fastest.removeSubrange((last + 1)...)
            slowest = fastest[last].speed
        }
        for step in self {
            guard let speed = step.speed, speed > slowest ?? -1 else { continue }
            fastest.append((speed, step.milliseconds))
            guard fastest.count == room else { continue }
            keepFastest()
            room = Swift.max(1024, fastest.count * 2)
        }
        keepFastest()
        return slowest ?? meanSpeed
    }
}

extension [ClockedStep] {
    private var meanSpeed: Double? {
        let known = compactMap { step in step.speed.map { (speed: $0, time: Double(step.milliseconds)) } }
        let time = known.reduce(0) { $0 + $1.time }
        return time > 0 ? known.reduce(0) { $0 + $1.speed * $1.time } / time : nil
    }
}

extension WalkedTrack {
    private struct Moment {
        let point: Int
        let milliseconds: Int
        let segment: Int
    }

    /// The steps from each usable time to the next, in order.
    ///
    /// Times that repeat or run backwards are useless, so the longest sequence of points with strictly increasing times
    /// counts, and the others are treated as having no time. This drops a single time that jumped ahead rather than
    /// everything after it. The steps add up to the time from the first usable time to the last.
    var clockedSteps: [ClockedStep] {
        let moments = self.moments
        var steps = zip(moments, moments.dropFirst()).map { from, to in
            ClockedStep(
                from: from.point, to: to.point, milliseconds: to.milliseconds - from.milliseconds,
                kind: from.segment == to.segment ? .moving : .gap)
        }
        let inSegments = steps.lazy.filter { $0.kind != .gap }.map(\.milliseconds).sorted()
        guard !inSegments.isEmpty else { return steps }
        let usual = inSegments[inSegments.count / 2]
        let longest = max(WalkingTime.shortestGap * 1000, usual * WalkingTime.usualSteps)
        for index in steps.indices where steps[index].milliseconds > longest {
            // The points in between show that the recorder was on, although their times are unusable.
            if !steps[index].hasPointsWithin { steps[index].kind = .gap }
        }
        var start = 0
        while start < steps.count {
            guard steps[start].kind != .gap else {
                start += 1
                continue
            }
            let end = steps[start...].firstIndex { $0.kind == .gap } ?? steps.count
            markStops(in: &steps, start..<end, moments)
            start = end
        }
        return steps
    }

    /// The longest increasing subsequence of the points' times, by patience sorting.
    private var moments: [Moment] {
        var clocked: [Moment] = []
        for (segment, range) in segments.enumerated() {
            for point in range {
                guard let time = points[point].time else { continue }
                let milliseconds = Int((time.secondsSince1970 * 1000).rounded())
                clocked.append(Moment(point: point, milliseconds: milliseconds, segment: segment))
            }
        }
        let isRising = zip(clocked, clocked.dropFirst()).allSatisfy { $0.milliseconds < $1.milliseconds }
        guard !isRising else { return clocked }
        // For each length, the last time of the sequence that ends earliest; and for each time, its predecessor.
        var ends: [Int] = []
        var before: [Int?] = []
        for (index, moment) in clocked.enumerated() {
            let length = ends.firstPlace { clocked[$0].milliseconds >= moment.milliseconds }
            before.append(length > 0 ? ends[length - 1] : nil)
            if length == ends.count {
                ends.append(index)
            } else if clocked[ends[length]].milliseconds > moment.milliseconds {
                ends[length] = index
            }
        }
        return sequence(state: ends.last) { index in
            defer { index = index.flatMap { before[$0] } }
            return index.map { clocked[$0] }
        }.reversed()
    }

    /// Marks the steps of a gapless range during which hardly any distance was covered over the window around them.
    ///
    /// Step `i` leads from moment `i` to moment `i + 1`. The distance is measured straight between the window's ends,
    /// so that the jitter of a resting receiver doesn't count; over points without usable times it is measured along
    /// them.
    private func markStops(in steps: inout [ClockedStep], _ range: Range<Int>, _ moments: [Moment]) {
        let half = WalkingTime.window * 1000 / 2
        var (first, last) = (range.lowerBound, range.lowerBound)
        for step in range {
            let middle = moments[step].milliseconds + steps[step].milliseconds / 2
            while first < step, moments[first].milliseconds < middle - half { first += 1 }
            last = max(last, step + 1)
            while last < range.upperBound, moments[last + 1].milliseconds <= middle + half { last += 1 }
            var metres = points[moments[first].point].distance(to: points[moments[last].point])
            var milliseconds = moments[last].milliseconds - moments[first].milliseconds
            if steps[step].hasPointsWithin, steps[step].milliseconds > WalkingTime.shortestGap * 1000 {
                metres = distances[steps[step].to] - distances[steps[step].from]
                milliseconds = steps[step].milliseconds
            }
            let speed = metres / 1000 / (Double(milliseconds) / 3_600_000)
            steps[step].speed = speed
            if speed < WalkingTime.stoppedSpeed { steps[step].kind = .stopped }
        }
    }
}

extension [Int] {
    /// The first index whose element satisfies a predicate that then holds for all later ones too; the count if none
    /// does.
    fileprivate func firstPlace(_ holds: (Int) -> Bool) -> Int {
        // Most times are later than all previous ones.
        guard let last, holds(last) else { return count }
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
