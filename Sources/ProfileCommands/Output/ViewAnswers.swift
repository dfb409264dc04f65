internal import ProfileKit

// The JSON answers about many hikes at once.

struct HikeRecordsAnswer: Encodable {
    var schema = JSONAnswer.schema
    let records: RecordsAnswer
    let activities: [String: RecordsAnswer]
}

/// The records by the names of their kinds; null where nobody holds one.
struct RecordsAnswer: Encodable {
    private let records: [String: OrNull<Holder>]

    struct Holder: Encodable {
        /// Null for a record of several days.
        @OrNull var id: Int?
        let value: Double
        @OrNull var from: Day?
        @OrNull var to: Day?
    }

    init(_ records: PersonalRecords) {
        self.records = Dictionary(
            uniqueKeysWithValues: PersonalRecords.Kind.allCases.map { kind in
                let holder = records.records[kind].map { record in
                    let isDistance = kind == .longest || kind == .mostInAWeek
                    return Holder(
                        id: record.hike?.id, value: isDistance ? record.value.roundedToThousandths : record.value,
                        from: record.first, to: record.last)
                }
                return (kind.rawValue, OrNull(wrappedValue: holder))
            })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(records)
    }
}

struct HikeCalendarAnswer: Encodable {
    var schema = JSONAnswer.schema
    let year: Int
    let total: HikeStatsAnswer.Group
    let days: [HikeStatsAnswer.Group]
    let weeks: [HikeStatsAnswer.Group]
    let months: [HikeStatsAnswer.Group]
    @OrNull var longestStreak: StreakAnswer?
    let weeksInARow: Int

    struct StreakAnswer: Encodable {
        let days: Int
        let from: Day
        let to: Day
    }

    init(_ calendar: HikeCalendar) {
        func groups(_ groups: [HikeGroup]) -> [HikeStatsAnswer.Group] { groups.map { HikeStatsAnswer.Group($0) } }
        (year, total) = (calendar.year, HikeStatsAnswer.Group(calendar.total))
        (days, weeks, months) = (groups(calendar.days), groups(calendar.weeks), groups(calendar.months))
        longestStreak = calendar.longestStreak.map { StreakAnswer(days: $0.count, from: $0.first, to: $0.last) }
        weeksInARow = calendar.weeksInARow
    }
}

struct YearAnswer: Encodable {
    var schema = JSONAnswer.schema
    let year: Int
    let totals: TotalsAnswer
    let before: TotalsAnswer
    let seasons: [HikeStatsAnswer.Group]
    let months: [HikeStatsAnswer.Group]
    let records: RecordsAnswer
    @OrNull var badges: [BadgeEntry]?
    let places: [Place]
    @OrNull var longestStreak: HikeCalendarAnswer.StreakAnswer?
    let weeksInARow: Int

    init(_ review: YearReview) {
        let calendar = HikeCalendarAnswer(review.calendar)
        (year, totals, before) = (review.year, TotalsAnswer(review.totals), TotalsAnswer(review.before))
        (seasons, months) = (review.seasons.map { HikeStatsAnswer.Group($0) }, calendar.months)
        (records, badges) = (RecordsAnswer(review.records), review.badges?.map { BadgeEntry($0) })
        (longestStreak, weeksInARow) = (calendar.longestStreak, calendar.weeksInARow)
        places = review.places.map { Place(id: $0.id, name: $0.name, visits: $0.visits, new: $0.isNew) }
    }

    struct Place: Encodable {
        let id: Int
        let name: String
        let visits: Int
        let new: Bool
    }
}

struct HikeSameAnswer: Encodable {
    var schema = JSONAnswer.schema
    let hike: Int
    let same: [Same]

    struct Same: Encodable {
        let id: Int
        let name: String
        @OrNull var date: Day?
        let distance: Double
        @OrNull var duration: Double?
        @OrNull var movingTime: Double?
        let opposite: Bool

        init(_ hike: HikeHeader, isOpposite: Bool) {
            (id, name, date, distance) = (hike.id, hike.name, hike.date, hike.distance.roundedToThousandths)
            (duration, movingTime, opposite) = (hike.duration, hike.movingTime, isOpposite)
        }
    }
}

struct HikeCompareAnswer: Encodable {
    var schema = JSONAnswer.schema
    let hikes: [Int]
    let directions: [OrNull<String>]
    let stretches: [Stretch]

    struct Stretch: Encodable {
        let from: Double
        let to: Double
        let durations: [OrNull<Double>]
    }

    init(_ comparison: HikeComparison, of ids: [Int]) {
        hikes = ids
        directions = comparison.directions.map { direction in
            OrNull(wrappedValue: direction.map { $0 == .same ? "same" : "opposite" })
        }
        stretches = comparison.stretches.map { stretch in
            Stretch(
                from: stretch.start, to: stretch.end, durations: stretch.durations.map { OrNull(wrappedValue: $0) })
        }
    }
}
