/// The hikes of a year that count, by day, week and month. Each is in order, without those that have no hikes.
public struct HikeCalendar: Hashable, Sendable {
    public let year: Int
    /// All hikes of the year.
    public let total: HikeGroup
    public let days: [HikeGroup]
    /// Weeks at the turn of the year contain only their days in this year.
    public let weeks: [HikeGroup]
    public let months: [HikeGroup]
    /// The longest streak of days with a hike; `nil` without hikes.
    public let longestStreak: Streak?
    /// The most consecutive weeks with a hike.
    public let weeksInARow: Int

    /// - Parameters:
    ///   - year: from 1 to 9999.
    ///   - groups: the hikes of the year by a grouping, in any order; all in one without a grouping.
    public init(year: Int, groups: (HikeGrouping?) throws -> [HikeGroup]) rethrows {
        func ordered(_ grouping: HikeGrouping) throws -> [HikeGroup] {
            try groups(grouping).sorted { ($0.key ?? "") < ($1.key ?? "") }
        }
        self.year = year
        total = try groups(nil).first ?? HikeGroup(key: nil, totals: HikeTotals())
        (days, weeks, months) = (try ordered(.day), try ordered(.week), try ordered(.month))
        let walked = days.compactMap { $0.key.flatMap { Day($0) } }
        longestStreak = Streak.longest(of: walked)
        // Weeks are counted like days: each stands for the day of its number.
        let mondays = walked.map { Week(of: $0).monday }
        weeksInARow =
            mondays.first.flatMap { first in
                Streak.longest(of: mondays.map { Day.first.adding(days: first.days(until: $0) / 7) })?.count
            } ?? 0
    }

    /// The days of a year.
    ///
    /// - Parameter year: from 1 to 9999.
    public static func days(of year: Int) -> ClosedRange<Day> {
        Day(year: year, month: 1, day: 1)...Day(year: year, month: 12, day: 31)
    }
}

extension HikeCalendar {
    /// The calendar of a year, computed from hikes. Hikes of other years, and those that don't count, are left out.
    ///
    /// - Parameter year: from 1 to 9999.
    public init(year: Int, of hikes: [HikeHeader]) {
        let counted = hikes.filter { $0.isCounted && $0.date?.year == year }
        self.init(year: year) { HikeGroup.groups(of: counted, by: $0) }
    }
}

extension HikeGroup {
    /// The groups of dated hikes, whether they count or not, in no order; without a grouping, a single one.
    static func groups(of hikes: [HikeHeader], by grouping: HikeGrouping?) -> [HikeGroup] {
        let groups = Dictionary(grouping: hikes) { hike in
            grouping.flatMap { grouping in hike.date.flatMap { grouping.key(of: $0) } }
        }
        return groups.map { key, hikes in
            func largest(_ value: (HikeHeader) -> Double?) -> Int? {
                hikes.filter { value($0) ?? 0 > 0 }.max { (value($0) ?? 0, $1.id) < (value($1) ?? 0, $0.id) }?.id
            }
            return HikeGroup(
                key: key, totals: HikeTotals(ofAll: hikes), longest: largest(\.distance), highest: largest(\.ascent))
        }
    }
}
