/// What hikes are grouped by where they are summed up.
public enum HikeGrouping: String, CaseIterable, Sendable {
    case year, month, season

    /// What the group of a day is called: "2026", "2026-04" or "spring".
    public func key(of day: Day) -> String {
        switch self {
        case .year: String(day.description.prefix(4))
        case .month: String(day.description.prefix(7))
        case .season: Season(of: day).rawValue
        }
    }

    /// The groups' names in the order in which they are listed: years and months newest first, seasons as the year has
    /// them.
    public func sorted(_ keys: some Sequence<String>) -> [String] {
        switch self {
        case .year, .month: keys.sorted(by: >)
        case .season:
            keys.sorted { (Season(rawValue: $0)?.position ?? 0, $0) < (Season(rawValue: $1)?.position ?? 0, $1) }
        }
    }
}

extension Season {
    fileprivate var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The sums over some hikes, and the largest of them. Hikes that don't count (``HikeHeader/isCounted``) are no part of it.
public struct HikeGroup: Hashable, Sendable {
    /// See ``HikeGrouping/key(of:)``; `nil` for all hikes, and for the undated ones of a grouping.
    public var key: String?
    public var totals: HikeTotals
    /// The id of the hike with the longest way.
    public var longest: Int?
    /// The id of the hike with the most ascent.
    public var highest: Int?

    public init(key: String?, totals: HikeTotals, longest: Int? = nil, highest: Int? = nil) {
        (self.key, self.totals, self.longest, self.highest) = (key, totals, longest, highest)
    }
}
