/// The best of some hikes: the longest, the fastest, the longest streak of days and so on.
///
/// Of equal hikes, the earliest holds the record.
public struct PersonalRecords: Hashable, Sendable {
    /// The records that somebody holds, by kind.
    public let records: [Kind: PersonalRecord]

    public enum Kind: String, CaseIterable, Sendable {
        /// Kilometres.
        case longest
        /// The elevation of the highest point, in metres.
        case highest
        /// Metres of ascent.
        case mostClimbed
        /// Seconds per kilometre while moving, over a whole hike of at least this many kilometres.
        case fastest1, fastest5, fastest10, fastest20
        /// Consecutive days with a hike.
        case longestStreak
        /// Kilometres from a Monday to the Sunday after it.
        case mostInAWeek

        /// The least kilometres of a hike that is fastest.
        public var leastDistance: Double? {
            switch self {
            case .fastest1: 1
            case .fastest5: 5
            case .fastest10: 10
            case .fastest20: 20
            default: nil
            }
        }
    }

    /// - Parameters:
    ///   - hikes: the hikes, of which those that are planned don't count.
    ///   - highestPoints: the elevations of hikes' highest points, in metres, by id.
    public init(of hikes: some Sequence<HikeHeader>, highestPoints: [Int: Double]) {
        let hikes = hikes.filter { !$0.isPlanned }.oldestFirst()
        var records: [Kind: PersonalRecord] = [:]
        func take(_ kind: Kind, _ value: (HikeHeader) -> Double?) {
            for hike in hikes {
                guard let value = value(hike), value > 0 else { continue }
                if let best = records[kind]?.value, kind.leastDistance == nil ? value <= best : value >= best {
                    continue
                }
                records[kind] = PersonalRecord(value: value, hike: hike)
            }
        }
        take(.longest, \.distance)
        take(.highest) { highestPoints[$0.id] }
        take(.mostClimbed, \.ascent)
        for kind in Kind.allCases {
            guard let least = kind.leastDistance else { continue }
            take(kind) { ($0.movingDistance ?? $0.distance) >= least ? $0.pace : nil }
        }
        let days = hikes.compactMap(\.date)
        records[.longestStreak] = Streak.longest(of: days).map { streak in
            PersonalRecord(value: Double(streak.count), first: streak.first, last: streak.last)
        }
        for (week, distance) in Self.weeks(of: hikes) where distance > records[.mostInAWeek]?.value ?? 0 {
            records[.mostInAWeek] = PersonalRecord(
                value: distance, first: week.monday, last: week.monday.adding(days: 6))
        }
        self.records = records
    }

    /// The kilometres of each week, oldest first.
    private static func weeks(of hikes: [HikeHeader]) -> [(Week, Double)] {
        var weeks: [(Week, Double)] = []
        for hike in hikes {
            guard let date = hike.date else { continue }
            let week = Week(of: date)
            if weeks.last?.0 == week {
                weeks[weeks.count - 1].1 += hike.distance
            } else {
                weeks.append((week, hike.distance))
            }
        }
        return weeks
    }
}

/// The value of a personal record, and who or what holds it.
public struct PersonalRecord: Hashable, Sendable {
    /// The value in the unit of its ``PersonalRecords/Kind``.
    public let value: Double
    /// The hike that holds it; `nil` for a record of several days.
    public let hike: HikeHeader?
    /// The first day; `nil` if the hike is undated.
    public let first: Day?
    /// The last day.
    public let last: Day?

    init(value: Double, hike: HikeHeader) {
        (self.value, self.hike, first, last) = (value, hike, hike.date, hike.date)
    }

    init(value: Double, first: Day, last: Day) {
        (self.value, hike, self.first, self.last) = (value, nil, first, last)
    }
}

/// Consecutive days with a hike.
public struct Streak: Hashable, Sendable {
    public let first: Day
    public private(set) var last: Day
    /// The number of days.
    public private(set) var count = 1

    /// The longest streak of some days, and of equally long ones the earliest; `nil` without days.
    ///
    /// - Parameter days: in ascending order.
    public static func longest(of days: some Sequence<Day>) -> Streak? {
        var longest: Streak?
        var current: Streak?
        for day in days where day != current?.last {
            if var streak = current, streak.last.adding(days: 1) == day {
                (streak.last, streak.count) = (day, streak.count + 1)
                current = streak
            } else {
                current = Streak(first: day, last: day)
            }
            if let current, current.count > longest?.count ?? 0 { longest = current }
        }
        return longest
    }
}

extension PersonalRecords {
    /// The records of each activity that occurs, planned hikes left out, in the order of ``Activity``.
    public static func byActivity(
        of hikes: [HikeHeader], highestPoints: [Int: Double]
    ) -> [(activity: Activity, records: PersonalRecords)] {
        let groups = Dictionary(grouping: hikes.filter { !$0.isPlanned }, by: \.activity)
        return Activity.allCases.compactMap { activity in
            groups[activity].map { (activity, PersonalRecords(of: $0, highestPoints: highestPoints)) }
        }
    }
}
