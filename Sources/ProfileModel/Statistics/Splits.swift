/// One of the parts of equal length into which a hike is divided.
public struct HikeSplit: Hashable, Sendable {
    /// Kilometres; less than the others for the last one.
    public let distance: Double
    /// Seconds from its start to its end; `nil` without times.
    public let duration: Double?
    /// Seconds in motion.
    public let movingTime: Double?
    /// Metres up; `nil` without elevations.
    public let ascent: Double?
    /// Beats per minute on average, over time where there are times; `nil` where not measured.
    public let heartRate: Double?

    /// Seconds per kilometre while moving.
    public var pace: Double? {
        guard let movingTime, movingTime > 0, distance > 0 else { return nil }
        return movingTime / distance
    }
}

/// A long rise along a hike's way.
public struct HikeClimb: Hashable, Sendable {
    /// Kilometres from the start of the hike to the foot.
    public let start: Double
    /// Kilometres from the start of the hike to the top.
    public let end: Double
    /// Metres from the foot to the top.
    public let ascent: Double

    /// The least ascent of a climb, in metres.
    public static let leastAscent = 50.0
    /// The least fall that ends a climb, in metres.
    public static let leastFall = 20.0

    /// The average slope, in metres of height per metre of distance; `nil` over no distance.
    public var slope: Double? { end > start ? ascent / (end - start) / 1000 : nil }
}

/// A rise of the smoothed elevations.
struct TrackRise {
    /// Metres along the track, and elevations, from the foot to the top.
    let steps: [(distance: Double, height: Double)]
}

/// The splits and the climbs of a recording.
public struct TrackDivision: Sendable {
    private let track: WalkedTrack
    private let steps: [ClockedStep]
    private let profile: ElevationProfile

    public init(of recording: Recording) {
        track = WalkedTrack(recording.asKept.asWalked)
        steps = track.clockedSteps
        profile = ElevationProfile(of: track, steps)
    }

    /// The climbs of at least ``HikeClimb/leastAscent``, in order.
    public var climbs: [HikeClimb] {
        profile.rises(hysteresis: HikeClimb.leastFall).compactMap { rise in
            guard let foot = rise.steps.first, let top = rise.steps.last,
                top.height - foot.height >= HikeClimb.leastAscent
            else { return nil }
            return HikeClimb(
                start: (foot.distance / 1000).rounded(toPlaces: 3), end: (top.distance / 1000).rounded(toPlaces: 3),
                ascent: (top.height - foot.height).rounded(toPlaces: 1))
        }
    }

    /// The splits of a length in kilometres. Their times and ascents add up to those of the recording.
    ///
    /// - Parameter length: more than 0; a remainder of less than a metre is part of the last split.
    public func splits(of length: Double) -> [HikeSplit] {
        let metres = length * 1000
        guard track.length > 0, track.length / metres < Double(Recording.maximumPointCount) else { return [] }
        let count = max(Int(((track.length - 1) / metres).rounded(.up)), 1)
        var (duration, moving, ascent) = (Parts(metres, count), Parts(metres, count), Parts(metres, count))
        var (beats, beating) = (Parts(metres, count), Parts(metres, count))
        for step in steps {
            let (from, to) = (track.distances[step.from], track.distances[step.to])
            let seconds = Double(step.milliseconds) / 1000
            duration.add(seconds, from: from, to: to)
            if step.kind == .moving { moving.add(seconds, from: from, to: to) }
            guard step.kind != .gap, let first = track.points[step.from].heartRate,
                let last = track.points[step.to].heartRate
            else { continue }
            beats.add((first + last) / 2 * seconds, from: from, to: to)
            beating.add(seconds, from: from, to: to)
        }
        if steps.isEmpty {
            for (point, distance) in zip(track.points, track.distances) {
                guard let rate = point.heartRate else { continue }
                beats.add(rate, from: distance, to: distance)
                beating.add(1, from: distance, to: distance)
            }
        }
        for rise in profile.rises() {
            // A dip on the way up adds nothing until it is made up for.
            var highest = rise.steps.first
            for step in rise.steps.dropFirst() {
                guard let before = highest, step.height > before.height else { continue }
                ascent.add(step.height - before.height, from: before.distance, to: step.distance)
                highest = step
            }
        }
        let hasHeights = profile.climb != nil
        return (0..<count).map { index in
            let end = index == count - 1 ? track.length : Double(index + 1) * metres
            return HikeSplit(
                distance: ((end - Double(index) * metres) / 1000).rounded(toPlaces: 3),
                duration: steps.isEmpty ? nil : duration.sums[index].rounded(toPlaces: 3),
                movingTime: steps.isEmpty ? nil : moving.sums[index].rounded(toPlaces: 3),
                ascent: hasHeights ? ascent.sums[index].rounded(toPlaces: 1) : nil,
                heartRate: beating.sums[index] > 0
                    ? (beats.sums[index] / beating.sums[index]).rounded(toPlaces: 1) : nil)
        }
    }
}

/// Sums over parts of equal length of a track.
private struct Parts {
    private let length: Double
    private(set) var sums: [Double]

    init(_ length: Double, _ count: Int) {
        (self.length, sums) = (length, Array(repeating: 0, count: count))
    }

    /// Adds an amount that is spread evenly from one distance to another, in metres.
    mutating func add(_ amount: Double, from start: Double, to end: Double) {
        func part(at distance: Double) -> Int { min(max(Int(distance / length), 0), sums.count - 1) }
        let (first, last) = (part(at: start), part(at: end))
        guard last > first else {
            sums[first] += amount
            return
        }
        for part in first...last {
            let from = max(start, Double(part) * length)
            let to = part == last ? end : Double(part + 1) * length
            sums[part] += amount * (to - from) / (end - start)
        }
    }
}
