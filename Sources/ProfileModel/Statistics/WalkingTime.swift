/// How the time of a recording was spent. Always, and exactly: total = moving + stopped + gaps.
public struct WalkingTime: Hashable, Sendable {
    /// From the first moment to the last.
    public let total: Duration
    public let moving: Duration
    public let stopped: Duration
    /// While the recorder was off: between segments, and where it slept within one.
    public let gaps: Duration

    /// Slower than this, in kilometres an hour, is stopped.
    public static let stoppedSpeed = 0.5
    /// Over so many seconds the speed is taken. A recorder repeats a position for seconds while one walks on.
    public static let window = 60
    /// So many seconds without a point are a gap, unless the recorder writes that seldom anyway.
    public static let shortestGap = 30
    /// So many times the usual step without a point are a gap.
    public static let usualSteps = 10

    /// `nil` when fewer than two moments are known.
    init?(over steps: [ClockedStep]) {
        guard !steps.isEmpty else { return nil }
        func sum(_ kind: ClockedStep.Kind?) -> Duration {
            .milliseconds(steps.reduce(0) { $0 + (kind == nil || $1.kind == kind ? $1.milliseconds : 0) })
        }
        (total, moving, stopped, gaps) = (sum(nil), sum(.moving), sum(.stopped), sum(.gap))
    }
}

/// The time between two points whose times follow each other.
struct ClockedStep: Hashable {
    /// Indices into the track's points.
    let from: Int
    let to: Int
    let milliseconds: Int
    var kind: Kind
    /// Kilometres an hour over the window around it; `nil` for a gap.
    var speed: Double?

    enum Kind: Hashable {
        case moving, stopped, gap
    }

    /// Whether there are points between the two, without times.
    var hasPointsWithin: Bool { to > from + 1 }
}

extension [ClockedStep] {
    /// The highest speed that was held for a window's time in all, so that no single point that leapt makes it.
    var topSpeed: Double? {
        var milliseconds = 0
        for step in sorted(by: { ($0.speed ?? 0) > ($1.speed ?? 0) }) {
            guard let speed = step.speed else { return nil }
            milliseconds += step.milliseconds
            if milliseconds >= WalkingTime.window * 1000 { return speed }
        }
        return nil
    }
}

extension WalkedTrack {
    private struct Moment {
        let point: Int
        let milliseconds: Int
        let segment: Int
    }

    /// The steps from each moment to the next one, in order.
    ///
    /// Times that repeat or run backwards tell nothing, so the longest row of points whose times only ever increase
    /// counts, and the others have none. A single clock that leapt ahead is left out by this, and not all behind it. The
    /// steps add up to the time from the first moment to the last.
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
            // Points between the two were recorded, though they bear no time that can be believed.
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
        // For each length the row that ends earliest, by its last moment; and before each moment the one in its row.
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

    /// Marks the steps of a range without gaps in which hardly any way was made over the window around them.
    ///
    /// Step `i` leads from moment `i` to moment `i + 1`. The way is the straight one between the window's ends, so that
    /// the jitter of a resting receiver is none; over points without a time it is the way along them.
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
    /// The first place of an element of which something holds that holds of all behind it too; the end without any.
    fileprivate func firstPlace(_ holds: (Int) -> Bool) -> Int {
        // Most times are later than all before them.
        guard let last, holds(last) else { return count }
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
