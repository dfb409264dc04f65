/// How statistics group hikes.
public enum HikeGrouping: String, CaseIterable, Sendable {
    case year, month, week, day, weekday, season, activity, tag
    /// The names of the places that a hike visited, which its header doesn't tell.
    case place

    /// Whether a hike's day decides about its group.
    public var isByDay: Bool { ![.activity, .tag, .place].contains(self) }

    /// The name of the group that contains a day: "2026", "2026-04", "2026-W17", "2026-04-22", "wednesday" or "spring";
    /// `nil` for a grouping by something else.
    public func key(of day: Day) -> String? {
        switch self {
        case .year: String(day.description.prefix(4))
        case .month: String(day.description.prefix(7))
        case .week: Week(of: day).description
        case .day: day.description
        case .weekday: Weekday(of: day).rawValue
        case .season: Season(of: day).rawValue
        case .activity, .tag, .place: nil
        }
    }

    /// The names of the groups that contain a hike: several for a hike with several tags, none for one without, and for
    /// an undated one.
    public func keys(of hike: HikeHeader) -> [String] {
        switch self {
        case .activity: [hike.activity.rawValue]
        case .tag: hike.tags.map { $0.lowercased() }
        case .place: []
        default: hike.date.flatMap(key).map { [$0] } ?? []
        }
    }

    /// The groups' names in listing order: those of one time newest first, weekdays from Monday, seasons in calendar
    /// order, activities in the order of ``Activity``, tags and places from A.
    public func sorted(_ keys: some Sequence<String>) -> [String] {
        switch self {
        case .year, .month, .week, .day: keys.sorted(by: >)
        case .weekday: Weekday.allCases.map(\.rawValue).filter(Set(keys).contains)
        case .season: Season.allCases.map(\.rawValue).filter(Set(keys).contains)
        case .activity: Activity.allCases.map(\.rawValue).filter(Set(keys).contains)
        case .tag, .place: keys.map { (SearchText.folded($0), $0) }.sorted { $0 < $1 }.map(\.1)
        }
    }
}

/// The totals of some hikes, and the largest of them.
public struct HikeGroup: Hashable, Sendable {
    /// See ``HikeGrouping/keys(of:)``; `nil` for all hikes, and for those that are in no group.
    public var key: String?
    public var totals: HikeTotals
    /// The id of the hike with the longest distance.
    public var longest: Int?
    /// The id of the hike with the most ascent.
    public var highest: Int?

    public init(key: String?, totals: HikeTotals, longest: Int? = nil, highest: Int? = nil) {
        (self.key, self.totals, self.longest, self.highest) = (key, totals, longest, highest)
    }

    /// The group of these hikes, whether they count or not.
    public init(key: String?, ofAll hikes: [HikeHeader]) {
        func largest(_ value: (HikeHeader) -> Double?) -> Int? {
            var best: (id: Int, value: Double)?
            for hike in hikes {
                if let value = value(hike), value > best?.value ?? 0 { best = (hike.id, value) }
            }
            return best?.id
        }
        self.init(
            key: key, totals: HikeTotals(ofAll: hikes), longest: largest(\.distance), highest: largest(\.ascent))
    }
}

extension Sequence<HikeHeader> {
    /// The groups of these hikes, whether they count or not: in the grouping's order, and last those that are in none.
    ///
    /// - Parameter grouping: `nil` for a single group of all hikes.
    public func groups(by grouping: HikeGrouping?) -> [HikeGroup] {
        guard let grouping else { return [HikeGroup(key: nil, ofAll: Array(self))] }
        return groups {
            grouping.keys(of: $0)
        } sorted: {
            grouping.sorted($0)
        }
    }

    /// The groups of these hikes by names of one's own.
    public func groups(
        _ keys: (HikeHeader) -> [String], sorted: (Set<String>) -> [String]
    ) -> [HikeGroup] {
        var named: [String: [HikeHeader]] = [:]
        var others: [HikeHeader] = []
        for hike in self {
            let keys = keys(hike)
            if keys.isEmpty { others.append(hike) }
            for key in keys { named[key, default: []].append(hike) }
        }
        let groups = sorted(Set(named.keys)).compactMap { key in named[key].map { HikeGroup(key: key, ofAll: $0) } }
        return groups + (others.isEmpty ? [] : [HikeGroup(key: nil, ofAll: others)])
    }
}
