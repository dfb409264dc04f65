/// The figures computed from a recording.
public struct HikeStatistics: Hashable, Sendable {
    /// Horizontal kilometres: steps on the WGS 84 ellipsoid within segments, ignoring differences in elevation.
    public let distance: Double
    /// Metres up and down, smoothed and with hysteresis; `nil` without elevations.
    public let ascent: Double?
    public let descent: Double?
    /// How the time was spent; `nil` when fewer than two times are known, or when less than half of the distance lies
    /// between known times: the time for a part isn't that of the hike.
    public let time: WalkingTime?
    /// The lowest and highest readings, and the average over the recorded time.
    public let heartRate: HeartRate?
    /// Kilometres covered while moving, without gaps and what a receiver's wandering adds at rest; `nil` without
    /// ``time``.
    public let movingDistance: Double?
    /// Ranges over stretches of equal length.
    public let observations: [HikeObservation]
    /// The first known time.
    public let startTime: Timestamp?
    /// The highest speed reached for a minute in total, or the mean one of a shorter recording, in kilometres per hour;
    /// `nil` when unknown.
    public let topSpeed: Double?

    /// The gaps within segments, each with the kilometres between its ends, which count as distance, and the speed in
    /// kilometres per hour.
    package let gaps: [Gap]

    package struct Gap: Hashable, Sendable {
        package let kilometres: Double
        package let speed: Double
    }

    /// The version of the rules for computing figures. Figures of another version are recomputed from the stored
    /// recording. Version 1 is that of program 0.1.0; version 3 leaves out what is recorded at rest,
    /// version 5 what is recorded below any land.
    public static let rules = 5
    /// The distance over which elevations are smoothed, in metres, half of it before a point and half after.
    ///
    /// Tuned together with ``hysteresis``: rolling terrain with waves 20 m high and 250 m long keeps at least five
    /// sixths of its climb whatever the waves' shape, while 10 km of flat track with 3 m of noise per second climbs
    /// less than 60 m.
    public static let smoothing = 40.0
    /// The smallest rise or fall that counts, in metres.
    public static let hysteresis = 2.5

    /// Computes the figures of a recording by the current rules.
    public init(of recording: Recording) {
        let track = WalkedTrack(recording.asWalked)
        let steps = track.clockedSteps
        let profile = ElevationProfile(of: track, steps)
        let climb = profile.climb
        distance = track.length / 1000
        (ascent, descent) = (climb?.ascent, climb?.descent)
        let timed = steps.reduce(0) { $0 + track.distances[$1.to] - track.distances[$1.from] }
        time = timed * 2 >= track.length ? WalkingTime(over: steps) : nil
        let covered = steps.reduce(0) { covered, step in
            step.kind == .moving ? covered + track.distances[step.to] - track.distances[step.from] : covered
        }
        movingDistance = time == nil ? nil : covered / 1000
        heartRate = HeartRate(of: track, steps)
        topSpeed = steps.topSpeed
        gaps = steps.filter { $0.kind == .gap }.compactMap { step in
            let kilometres = (track.distances[step.to] - track.distances[step.from]) / 1000
            let speed = kilometres / (Double(step.milliseconds) / 3_600_000)
            return kilometres > 0 ? Gap(kilometres: kilometres, speed: speed) : nil
        }
        observations = Stretches(of: track, profile, steps).observations
        startTime = steps.first.flatMap { track.points[$0.from].time } ?? track.points.lazy.compactMap(\.time).first
    }
}

extension HeartRate {
    /// The heart rate of a recording, averaged over time while the recorder was on. Without times, all readings have
    /// equal weight.
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
    package var seconds: Double { self / .seconds(1) }
}
