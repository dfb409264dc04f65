/// How statistics group hikes.
public enum HikeGrouping: String, CaseIterable, Sendable {
    case year, month, season

    /// The name of the group that contains a day: "2026", "2026-04" or "spring".
    public func key(of day: Day) -> String {
        switch self {
        case .year: String(day.description.prefix(4))
        case .month: String(day.description.prefix(7))
        case .season: Season(of: day).rawValue
        }
    }

    /// The groups' names in listing order: years and months newest first, seasons in calendar order.
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
