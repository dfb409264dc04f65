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

    public var year: Int { calendar.year }
    public var totals: HikeTotals { calendar.total.totals }

    /// - Parameters:
    ///   - before: the totals of the year before.
    ///   - seasons: the hikes of the year by season.
    ///   - hikes: the hikes of the year.
    ///   - highestPoints: the elevations of their highest points, in metres, by id.
    ///   - badges: all badges; `nil` if they aren't known.
    public init(
        _ calendar: HikeCalendar, before: HikeTotals, seasons: [HikeGroup], hikes: [HikeHeader],
        highestPoints: [Int: Double], badges: [BadgeStatus]?
    ) {
        (self.calendar, self.before, self.seasons) = (calendar, before, seasons)
        records = PersonalRecords(of: hikes.filter(\.isCounted), highestPoints: highestPoints)
        self.badges = badges?.filter { $0.isEarned && $0.earnedOn?.year == calendar.year }
    }
}
