/// What a recording says of its hike.
public struct HikeStatistics: Hashable, Sendable {
    /// Kilometres along the ground: steps on the WGS 84 ellipsoid within segments, without differences in height.
    public let distance: Double
    /// Metres up and down, smoothed and with hysteresis; `nil` without elevations.
    public let ascent: Double?
    public let descent: Double?
    /// `nil` when fewer than two moments are known, or when less than half of the way lies between moments: the time of a
    /// part is not that of the hike.
    public let time: WalkingTime?
    /// Lowest and highest reading, and the average over the time that was recorded.
    public let heartRate: HeartRate?
    /// Ranges over stretches of equal length.
    public let observations: [HikeObservation]
    public let startTime: Timestamp?
    /// Kilometres an hour: the highest speed that was held for a minute in all; `nil` when nobody knows.
    public let topSpeed: Double?

    /// The version of the rules by which figures are worked out. Figures of another version are worked out anew from the
    /// recording that is kept. Version 1 is that of program 0.1.0.
    public static let rules = 2
    /// Metres of way over which elevations are smoothed, half of them before a point and half behind.
    ///
    /// Settled together with ``hysteresis``: rolling country of waves of 20 m, 250 m long, keeps five sixths of its climb
    /// and more, whatever the waves' shape, while 10 km of flat way with 3 m of noise a second climb less than 60 m.
    public static let smoothing = 40.0
    /// Metres from which on a rise or a fall counts.
    public static let hysteresis = 2.5

    public init(of recording: Recording) {
        let track = WalkedTrack(recording.asWalked)
        let steps = track.clockedSteps
        let profile = ElevationProfile(of: track)
        let climb = profile.climb
        distance = track.length / 1000
        (ascent, descent) = (climb?.ascent, climb?.descent)
        let timed = steps.reduce(0) { $0 + track.distances[$1.to] - track.distances[$1.from] }
        time = timed * 2 >= track.length ? WalkingTime(over: steps) : nil
        heartRate = HeartRate(of: track, steps)
        topSpeed = steps.topSpeed
        observations = Stretches(of: track, profile, steps).observations
        startTime = steps.first.flatMap { track.points[$0.from].time } ?? track.points.lazy.compactMap(\.time).first
    }

    /// Seconds a kilometre while moving; `nil` without times or way.
    public var pace: Double? {
        guard let moving = time?.moving, moving > .zero, distance > 0 else { return nil }
        return moving.seconds / distance
    }
}

extension HeartRate {
    /// The heart rate of a recording: each reading counts for the time around it, while the recorder was on. Without
    /// times, readings count alike.
    init?(of track: WalkedTrack, _ steps: [ClockedStep]) {
        let readings = track.points.compactMap(\.heartRate)
        guard let min = readings.min(), let max = readings.max() else { return nil }
        var (sum, seconds) = (0.0, 0.0)
        for step in steps where step.kind != .gap {
            guard let first = track.points[step.from].heartRate, let last = track.points[step.to].heartRate else {
                continue
            }
            sum += (first + last) / 2 * Double(step.milliseconds)
            seconds += Double(step.milliseconds)
        }
        let average = seconds > 0 ? sum / seconds : readings.reduce(0, +) / Double(readings.count)
        self.init(min: min, average: average, max: max)
    }
}

extension Duration {
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
