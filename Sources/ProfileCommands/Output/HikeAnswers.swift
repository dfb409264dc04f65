internal import ProfileKit

// The JSON answers about hikes and badges.

struct HikeHeaderAnswer: Encodable {
    let id: Int
    let name: String
    @OrNull var date: Day?
    @OrNull var startTime: String?
    let distance: Double
    @OrNull var difficulty: Int?
    let activity: Activity
    let tags: [String]
    let favourite: Bool
    let planned: Bool
    @OrNull var duration: Double?
    @OrNull var movingTime: Double?
    @OrNull var ascent: Double?
    @OrNull var descent: Double?
    @OrNull var heartRate: HeartRate?
    @OrNull var source: String?
    // The following are omitted in lists.
    var notes: String?
    /// The places that it visited.
    var places: [PlaceReference]?
    var waypoints: [WaypointAnswer]?
    var laps: [LapAnswer]?
    /// The kilometres of the recording from and to which it is shown; omitted if it isn't trimmed.
    var trim: [Double]?
    /// Whether the file that it was imported from is kept.
    var original: Bool?
    /// The zone in which the day was fixed; omitted if the start has its own, or there is none.
    var zone: ZoneAnswer?
    var observations: [ObservationAnswer]?

    init(_ hike: HikeHeader) {
        (id, name, difficulty) = (hike.id, hike.name, hike.difficulty)
        distance = hike.distance.roundedToThousandths
        (activity, planned) = (hike.activity, hike.isPlanned)
        (tags, favourite) = (hike.tags.sorted(), hike.isFavourite)
        (date, startTime) = (hike.date, hike.startTime?.description)
        (duration, movingTime) = (hike.duration, hike.movingTime)
        (ascent, descent, heartRate, source) = (hike.ascent, hike.descent, hike.heartRate, hike.source)
    }

    init(_ hike: Hike) {
        self.init(hike.header)
        notes = hike.notes
        waypoints = hike.waypoints.map { WaypointAnswer($0) }
        laps = hike.laps.map { LapAnswer($0) }
        trim = hike.trim.map { [$0.lowerBound, $0.upperBound] }
        original = hike.original != nil
        zone = hike.startTime?.utcOffset == nil ? hike.zone.map { ZoneAnswer($0) } : nil
        observations = hike.observations.map { ObservationAnswer($0) }
    }
}

struct ZoneAnswer: Encodable {
    /// Seconds east of Greenwich.
    let utcOffset: Int
    /// `longitude` or `machine`.
    let from: String

    init(_ zone: AssumedZone) {
        (utcOffset, from) = (zone.utcOffset, zone.isOfLongitude ? "longitude" : "machine")
    }
}

extension Double {
    /// The number rounded to thousandths, as kilometres and sums are in all JSON answers. The last digits of a sum depend
    /// on the order of its terms.
    var roundedToThousandths: Double {
        // An earlier version stored any distance, even one so large that multiplying it overflows.
        let metres = (self * 1000).rounded()
        return metres.isFinite ? metres / 1000 : self
    }
}

struct ObservationAnswer: Encodable {
    let distanceFromStart: Double
    /// The lowest and the highest value of the stretch.
    @OrNull var elevation: [Double]?
    @OrNull var pace: [Double]?
    @OrNull var heartRate: [Double]?
    @OrNull var cadence: [Double]?
    @OrNull var temperature: [Double]?

    init(_ observation: HikeObservation) {
        func pair(_ range: ClosedRange<Double>?) -> [Double]? { range.map { [$0.lowerBound, $0.upperBound] } }
        distanceFromStart = observation.distanceFromStart
        elevation = pair(observation.elevation)
        pace = pair(observation.pace)
        heartRate = pair(observation.heartRate)
        (cadence, temperature) = (pair(observation.cadence), pair(observation.temperature))
    }
}

struct PlaceReference: Encodable {
    let id: Int
    let name: String
}

struct WaypointAnswer: Encodable {
    let name: String
    let latitude: Double
    let longitude: Double
    @OrNull var elevation: Double?
    @OrNull var time: String?
    let description: String
    let symbol: String

    init(_ waypoint: Waypoint) {
        (name, description, symbol) = (waypoint.name, waypoint.description, waypoint.symbol)
        (latitude, longitude) = (waypoint.position.latitude, waypoint.position.longitude)
        (elevation, time) = (waypoint.position.elevation, waypoint.position.time?.description)
    }
}

struct LapAnswer: Encodable {
    @OrNull var startTime: String?
    @OrNull var distance: Double?
    @OrNull var duration: Double?
    @OrNull var ascent: Double?
    @OrNull var heartRate: Double?
    let name: String

    init(_ lap: Lap) {
        (startTime, name) = (lap.startTime?.description, lap.name)
        (distance, duration, ascent, heartRate) = (lap.distance, lap.duration, lap.ascent, lap.heartRate)
    }
}

struct HikeListAnswer: Encodable {
    var schema = JSONAnswer.schema
    let hikes: [HikeHeaderAnswer]
}

struct HikeAnswer: Encodable {
    var schema = JSONAnswer.schema
    let hike: HikeHeaderAnswer
    /// The splits of each kilometre; omitted unless asked for.
    var splits: [SplitAnswer]?
    var climbs: [ClimbAnswer]?
}

struct SplitAnswer: Encodable {
    let distance: Double
    @OrNull var duration: Double?
    @OrNull var movingTime: Double?
    @OrNull var ascent: Double?
    @OrNull var heartRate: Double?

    init(_ split: HikeSplit) {
        (distance, duration, movingTime) = (split.distance, split.duration, split.movingTime)
        (ascent, heartRate) = (split.ascent, split.heartRate)
    }
}

struct ClimbAnswer: Encodable {
    /// Kilometres from the start of the hike.
    let from: Double
    let to: Double
    let ascent: Double

    init(_ climb: HikeClimb) {
        (from, to, ascent) = (climb.start, climb.end, climb.ascent)
    }
}

/// The hikes that a command added, changed, removed, restored or purged.
struct HikeIDsAnswer: Encodable {
    var schema = JSONAnswer.schema
    let hikes: [Int]
    /// The damaged ones, which can't be restored; omitted when there are none.
    var lost: [Int]?
}

struct HikeStatsAnswer: Encodable {
    var schema = JSONAnswer.schema
    @OrNull var by: String?
    let stats: [Group]

    struct Group: Encodable {
        /// Null for all hikes, and for the undated ones of a grouping.
        @OrNull var key: String?
        let hikes: Int
        let distance: Double
        @OrNull var ascent: Double?
        @OrNull var movingTime: Double?
        /// The ids of hikes.
        @OrNull var longest: Int?
        @OrNull var highest: Int?

        init(_ group: HikeGroup) {
            key = group.key
            (hikes, distance) = (group.totals.hikes, group.totals.distance.roundedToThousandths)
            ascent = group.totals.ascent?.roundedToThousandths
            movingTime = group.totals.movingTime?.roundedToThousandths
            (longest, highest) = (group.longest, group.highest)
        }
    }

    init(by grouping: HikeGrouping?, groups: [HikeGroup]) {
        by = grouping?.rawValue
        stats = groups.map { Group($0) }
    }
}

struct HikeImportAnswer: Encodable {
    var schema = JSONAnswer.schema
    let imported: Int
    let skipped: Int
    /// The files without an activity.
    let passed: Int
    let hikes: [Int]
    let refused: [Refusal]
    let skips: [Skip]
    let remarks: [Notice]
    /// The hikes whose figures were recomputed by newer rules, and changed.
    let recomputed: [Int]

    /// A hike that was skipped, and the existing one that it was skipped for.
    struct Skip: Encodable {
        let file: String
        let hike: Int
        /// "known", "removed" or "same outing".
        let reason: String
    }

    struct Refusal: Encodable {
        let file: String
        @OrNull var line: Int?
        let message: String
    }

    /// The data left out of an imported hike, or the problems found in it.
    struct Notice: Encodable {
        let file: String
        let message: String
    }
}

struct BadgeListAnswer: Encodable {
    var schema = JSONAnswer.schema
    let badges: [BadgeEntry]

    init(_ statuses: [BadgeStatus]) {
        badges = statuses.map { BadgeEntry($0) }
    }
}

struct BadgeAnswer: Encodable {
    var schema = JSONAnswer.schema
    let badge: BadgeEntry
}

struct BadgeEntry: Encodable {
    let name: String
    let earned: Bool
    @OrNull var earnedOn: Day?
    let progress: Double

    init(_ status: BadgeStatus) {
        (name, earned) = (status.badge.name, status.isEarned)
        (earnedOn, progress) = (status.earnedOn, status.progress)
    }
}
