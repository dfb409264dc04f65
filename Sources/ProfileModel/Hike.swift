/// A hike: the header that lists show, and the observations along the way.
@dynamicMemberLookup
public struct Hike: Hashable, Sendable {
    /// Everything that lists show.
    public var header: HikeHeader
    /// The observations in the order of the source, by distance from the start.
    public var observations: [HikeObservation]

    public init(header: HikeHeader, observations: [HikeObservation] = []) {
        self.header = header
        self.observations = observations
    }

    /// Accesses the header's properties: `hike.name` is `hike.header.name`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<HikeHeader, Value>) -> Value {
        get { header[keyPath: member] }
        set { header[keyPath: member] = newValue }
    }
}

extension Hike {
    /// Whether every number of the hike is finite, as records and JSON require.
    package var isFinite: Bool {
        let rate = header.heartRate
        let figures: [Double?] = [
            header.distance, header.duration, header.movingTime, header.movingDistance, header.ascent,
            header.descent, rate?.min, rate?.average, rate?.max,
        ]
        return figures.allSatisfy { $0?.isFinite ?? true } && observations.allSatisfy(\.isFinite)
    }
}

/// Everything about a hike except its observations. Unknown values are `nil`, never 0.
public struct HikeHeader: Hashable, Sendable {
    /// Identifies the hike within its account.
    public var id: Int
    /// The name, as shown in lists.
    public var name: String
    /// Kilometres.
    public var distance: Double
    /// The difficulty, from 0 up; `nil` when unrated.
    public var difficulty: Int?
    /// The day on the hiker's clock, fixed when the hike was imported.
    public var date: Day?
    /// When the hike began.
    public var startTime: Timestamp?
    /// The zone in which ``date`` was fixed; `nil` if the start names its own, or the day was given.
    public var zone: AssumedZone?
    /// Seconds from the start to the end.
    public var duration: Double?
    /// Seconds in motion; no more than the duration.
    public var movingTime: Double?
    /// The kilometres covered in ``movingTime``, a whole number of metres; `nil` when that is all of the distance, or
    /// not known.
    public var movingDistance: Double?
    /// Total ascent, in metres.
    public var ascent: Double?
    /// Total descent, in metres, as a positive number.
    public var descent: Double?
    /// The heart rate over the whole hike.
    public var heartRate: HeartRate?
    /// A short description of where the hike came from.
    public var source: String?
    /// The kind of activity.
    public var activity = Activity.hiking
    /// Whether it is a plan: a route, or a track without any times.
    public var isPlanned = false
    /// The figures that were taken from the device's own declaration.
    public var declared: Set<DeclaredFigure> = []
    /// The words by which its owner finds it: see ``HikeTags``.
    public var tags: Set<String> = []
    /// Whether its owner marked it as one of the best.
    public var isFavourite = false
    /// The number of the file that it was imported from, where that is kept.
    public var original: Int?
    /// The part of the recording that is shown, in kilometres from its start; `nil` for all of it.
    public var trim: ClosedRange<Double>?

    // Lists don't read the following: there they are empty.

    /// What its owner, or its source, says of it, in one or several lines.
    public var notes = ""
    /// The positions that its source names beside the track.
    public var waypoints: [Waypoint] = []
    /// The laps that its source tells, in order.
    public var laps: [Lap] = []

    public init(
        id: Int, name: String, distance: Double, difficulty: Int? = nil, date: Day? = nil, startTime: Timestamp? = nil,
        duration: Double? = nil, movingTime: Double? = nil, ascent: Double? = nil, descent: Double? = nil,
        heartRate: HeartRate? = nil, source: String? = nil, activity: Activity = .hiking, isPlanned: Bool = false,
        declared: Set<DeclaredFigure> = []
    ) {
        (self.id, self.name, self.distance, self.difficulty) = (id, name, distance, difficulty)
        (self.date, self.startTime, self.duration, self.movingTime) = (date, startTime, duration, movingTime)
        (self.ascent, self.descent, self.heartRate, self.source) = (ascent, descent, heartRate, source)
        (self.activity, self.isPlanned, self.declared) = (activity, isPlanned, declared)
    }

    /// Seconds per kilometre while moving; `nil` without a moving time or a distance.
    public var pace: Double? {
        guard let movingTime, movingTime > 0, case let covered = movingDistance ?? distance, covered > 0 else {
            return nil
        }
        return movingTime / covered
    }

    /// Whether it counts towards totals and badges: an actual outing, on foot.
    public var isCounted: Bool { !isPlanned && activity.isOnFoot }
}

/// The measurements over one stretch of a hike, each as the range from the lowest to the highest value.
public struct HikeObservation: Hashable, Sendable {
    /// Kilometres from the start of the hike to the start of the stretch.
    public var distanceFromStart: Double
    /// Metres.
    public var elevation: ClosedRange<Double>?
    /// Seconds per kilometre.
    public var pace: ClosedRange<Double>?
    /// Beats per minute.
    public var heartRate: ClosedRange<Double>?
    /// The cadence, as in ``Channel/cadence``.
    public var cadence: ClosedRange<Double>?
    /// Degrees Celsius.
    public var temperature: ClosedRange<Double>?

    public init(
        distanceFromStart: Double, elevation: ClosedRange<Double>? = nil, pace: ClosedRange<Double>? = nil,
        heartRate: ClosedRange<Double>? = nil, cadence: ClosedRange<Double>? = nil,
        temperature: ClosedRange<Double>? = nil
    ) {
        self.distanceFromStart = distanceFromStart
        self.elevation = elevation
        self.pace = pace
        self.heartRate = heartRate
        (self.cadence, self.temperature) = (cadence, temperature)
    }

    /// Whether nothing was measured.
    var isEmpty: Bool {
        [elevation, pace, heartRate, cadence, temperature].allSatisfy { $0 == nil }
    }

    /// Whether every number of it is finite.
    package var isFinite: Bool {
        func isFinite(_ range: ClosedRange<Double>?) -> Bool {
            range.map { $0.lowerBound.isFinite && $0.upperBound.isFinite } ?? true
        }
        return distanceFromStart.isFinite
            && [elevation, pace, heartRate, cadence, temperature].allSatisfy(isFinite)
    }
}

/// The heart rate over a whole hike, in beats per minute.
public struct HeartRate: Hashable, Codable, Sendable {
    /// The lowest reading.
    public var min: Double
    /// The average over the hike.
    public var average: Double
    /// The highest reading.
    public var max: Double

    public init(min: Double, average: Double, max: Double) {
        (self.min, self.average, self.max) = (min, average, max)
    }

    /// The heart rate over observations: the lowest and highest values of their ranges, and the mean of the ranges'
    /// midpoints.
    ///
    /// `nil` when no observation has one. All stretches have equal weight, since a recording without times doesn't say
    /// how long each took.
    public init?(over observations: [HikeObservation]) {
        let ranges = observations.compactMap(\.heartRate)
        guard let min = ranges.map(\.lowerBound).min(), let max = ranges.map(\.upperBound).max() else { return nil }
        let middles = ranges.map { ($0.lowerBound + $0.upperBound) / 2 }
        self.init(min: min, average: middles.reduce(0, +) / Double(middles.count), max: max)
    }
}

extension HikeHeader {
    /// The distances accepted for a hike, in kilometres. The Earth's longest footpaths are half as long as the maximum.
    public static let distances = 0.0...50_000.0
    /// The difficulties accepted for a hike.
    public static let difficulties = 0...10
}
