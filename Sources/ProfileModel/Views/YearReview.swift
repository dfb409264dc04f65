/// A year of hikes in review.
public struct YearReview: Hashable, Sendable {
    public let calendar: HikeCalendar
    /// The totals of the year before.
    public let before: HikeTotals
    /// The seasons with hikes that count, from spring to winter. The winter is January, February and December.
    public let seasons: [HikeGroup]
    /// The records among the hikes of the year that count.
    public let records: PersonalRecords
    /// The badges that were earned in the year; `nil` if that isn't known.
    public let badges: [BadgeStatus]?
    /// The places that hikes which count visited in the year, the most visited first.
    public let places: [PlaceOfYear]

    public var year: Int { calendar.year }
    public var totals: HikeTotals { calendar.total.totals }

    /// - Parameters:
    ///   - before: the totals of the year before.
    ///   - seasons: the hikes of the year by season.
    ///   - hikes: the hikes of the year.
    ///   - highestPoints: the elevations of their highest points, in metres, by id.
    ///   - badges: all badges; `nil` if they aren't known.
    ///   - places: the places of the year.
    public init(
        _ calendar: HikeCalendar, before: HikeTotals, seasons: [HikeGroup], hikes: [HikeHeader],
        highestPoints: [Int: Double], badges: [BadgeStatus]?, places: [PlaceOfYear] = []
    ) {
        (self.calendar, self.before, self.seasons) = (calendar, before, seasons)
        self.places = places.map { (place: $0, name: SearchText.folded($0.name)) }.sorted { one, other in
            (-one.place.visits, one.name, one.place.id) < (-other.place.visits, other.name, other.place.id)
        }.map(\.place)
        records = PersonalRecords(of: hikes.filter(\.isCounted), highestPoints: highestPoints)
        self.badges = badges?.filter { $0.isEarned && $0.earnedOn?.year == calendar.year }
    }
}

/// A place that was visited in a year.
public struct PlaceOfYear: Hashable, Sendable, Identifiable {
    public let id: Int
    public let name: String
    /// The number of hikes that count and visited it in the year.
    public let visits: Int
    /// Whether the year's first visit of a hike that counts was the first of all.
    public let isNew: Bool

    public init(id: Int, name: String, visits: Int, isNew: Bool) {
        (self.id, self.name, self.visits, self.isNew) = (id, name, visits, isNew)
    }
}

extension YearReview {
    /// The review of a year, computed from hikes.
    ///
    /// - Parameters:
    ///   - year: from 1 to 9999.
    ///   - hikes: hikes of any years.
    ///   - highestPoints: the elevations of their highest points, in metres, by id.
    ///   - badges: all badges; `nil` if they aren't known.
    public init(
        of year: Int, among hikes: [HikeHeader], highestPoints: [Int: Double], badges: [BadgeStatus]?
    ) {
        let ofYear = hikes.filter { $0.date?.year == year }
        let seasons = HikeGroup.groups(of: ofYear.filter(\.isCounted), by: .season)
        self.init(
            HikeCalendar(year: year, of: ofYear), before: HikeTotals(over: hikes.filter { $0.date?.year == year - 1 }),
            seasons: HikeGrouping.season.sorted(seasons.compactMap(\.key)).compactMap { key in
                seasons.first { $0.key == key }
            }, hikes: ofYear, highestPoints: highestPoints, badges: badges)
    }
}
