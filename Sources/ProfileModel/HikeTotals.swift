/// Sums over the hikes that count (``HikeHeader/isCounted``). Ascent and moving time are `nil`, never 0, when no hike
/// contributes to them.
public struct HikeTotals: Hashable, Sendable {
    public var hikes: Int
    /// Kilometres.
    public var distance: Double
    /// Metres.
    public var ascent: Double?
    /// Seconds.
    public var movingTime: Double?

    public init(hikes: Int = 0, distance: Double = 0, ascent: Double? = nil, movingTime: Double? = nil) {
        (self.hikes, self.distance, self.ascent, self.movingTime) = (hikes, distance, ascent, movingTime)
    }

    /// Sums up the hikes that count.
    public init(over headers: [HikeHeader]) { self.init(ofAll: headers.filter(\.isCounted)) }

    /// Sums over these hikes, whether they count or not.
    public init(ofAll headers: [HikeHeader]) {
        func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }
        self.init(
            hikes: headers.count, distance: sum(headers.map(\.distance)) ?? 0,
            ascent: sum(headers.compactMap(\.ascent)),
            movingTime: sum(headers.compactMap(\.movingTime)))
    }
}

/// How statistics group hikes.
public enum HikeGrouping: String, CaseIterable, Sendable {
    case year, month, week, day, weekday, season

    /// The name of the group that contains a day: "2026", "2026-04", "2026-W17", "2026-04-22", "wednesday" or "spring".
    public func key(of day: Day) -> String {
        switch self {
        case .year: String(day.description.prefix(4))
        case .month: String(day.description.prefix(7))
        case .week: Week(of: day).description
        case .day: day.description
        case .weekday: Weekday(of: day).rawValue
        case .season: Season(of: day).rawValue
        }
    }

    /// The groups' names in listing order: those of one time newest first, weekdays from Monday, seasons in calendar
    /// order.
    public func sorted(_ keys: some Sequence<String>) -> [String] {
        switch self {
        case .year, .month, .week, .day: keys.sorted(by: >)
        case .weekday: Weekday.allCases.map(\.rawValue).filter(Set(keys).contains)
        case .season: Season.allCases.map(\.rawValue).filter(Set(keys).contains)
        }
    }
}

/// The totals of some hikes, and the largest of them. Hikes that don't count (``HikeHeader/isCounted``) are excluded.
public struct HikeGroup: Hashable, Sendable {
    /// See ``HikeGrouping/key(of:)``; `nil` for all hikes, and for the undated ones of a grouping.
    public var key: String?
    public var totals: HikeTotals
    /// The id of the hike with the longest distance.
    public var longest: Int?
    /// The id of the hike with the most ascent.
    public var highest: Int?

    public init(key: String?, totals: HikeTotals, longest: Int? = nil, highest: Int? = nil) {
        (self.key, self.totals, self.longest, self.highest) = (key, totals, longest, highest)
    }
}
