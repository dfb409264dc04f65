/// Which hikes are wanted: those that meet all of its conditions. A filter without conditions wants all hikes.
public struct HikeFilter: Hashable, Sendable {
    /// Numbers of hikes, and ranges of them; any if empty.
    public var ids: [ClosedRange<Int>] = []
    public var year: Int?
    /// The first and the last wanted day. Undated hikes meet no condition of days.
    public var since: Day?
    public var until: Day?
    public var activity: Activity?
    /// A tag, in any case.
    public var tag: String?
    public var onlyFavourites = false
    /// Words that must all occur in a hike's name, notes or tags, in any case and with or without accents.
    public var words: [String] = [] {
        didSet { words = words.map(SearchText.folded) }
    }
    public var near: Vicinity?
    /// The distance in kilometres that a wanted hike exceeds.
    public var longerThan: Double?
    /// The height in metres above the sea that a wanted hike exceeds.
    public var higherThan: Double?
    /// Whether only hikes of the last import are wanted.
    public var onlyLastImport = false

    /// The surroundings of a position or of a place.
    public struct Vicinity: Hashable, Sendable {
        public enum Center: Hashable, Sendable {
            case position(TrackPosition)
            /// The name of a place, whose radius is then the distance.
            case place(String)
        }

        public var center: Center
        /// The greatest distance of a track from the centre, in kilometres.
        public var distance: Double

        /// The distance where none is given, in kilometres.
        public static let standardDistance = 1.0

        public init(_ center: Center, distance: Double = standardDistance) {
            (self.center, self.distance) = (center, distance)
        }
    }

    public init() {}

    /// What decides about a hike besides its header.
    public enum Evidence: Hashable, Sendable, CaseIterable {
        case notes, track, highestPoint, lastImport
    }

    /// What the filter needs besides headers.
    public var evidence: Set<Evidence> {
        var needed: Set<Evidence> = []
        if !words.isEmpty { needed.insert(.notes) }
        if near != nil { needed.insert(.track) }
        if higherThan != nil { needed.insert(.highestPoint) }
        if onlyLastImport { needed.insert(.lastImport) }
        return needed
    }

    /// Whether it may leave hikes out.
    public var isFilter: Bool { self != HikeFilter() }

    /// Whether days alone decide which hikes it leaves out.
    public var isOfDaysAlone: Bool {
        var others = self
        (others.year, others.since, others.until) = (nil, nil, nil)
        return !others.isFilter
    }

    /// The wanted hikes, if ids alone decide and none is part of a range: all of them must exist.
    public var namedIDs: [Int]? {
        var others = self
        others.ids = []
        guard !ids.isEmpty, !others.isFilter, ids.allSatisfy({ $0.count == 1 }) else { return nil }
        var seen: Set<Int> = []
        return ids.map(\.lowerBound).filter { seen.insert($0).inserted }
    }

    /// The wanted days; all of them if the filter has no condition of days, none if its conditions exclude each other.
    public var days: ClosedRange<Day>? {
        guard (Day.first.year...Day.last.year).contains(year ?? Day.first.year) else { return nil }
        let ofYear = year.map(HikeCalendar.days)
        let first = max(since ?? .first, ofYear?.lowerBound ?? .first)
        let last = min(until ?? .last, ofYear?.upperBound ?? .last)
        return first <= last ? first...last : nil
    }

    private var hasDays: Bool { year != nil || since != nil || until != nil }

    /// Whether a hike's header meets the conditions that headers decide.
    public func acceptsHeader(_ hike: HikeHeader) -> Bool {
        if !ids.isEmpty, !ids.contains(where: { $0.contains(hike.id) }) { return false }
        if hasDays { guard let date = hike.date, days?.contains(date) ?? false else { return false } }
        if let activity, hike.activity != activity { return false }
        if onlyFavourites, !hike.isFavourite { return false }
        if let longerThan, hike.distance <= longerThan { return false }
        guard let tag else { return true }
        return hike.tags.contains { $0.lowercased() == tag.lowercased() }
    }

    /// Whether the words occur in a hike's name, its tags or these notes.
    public func acceptsWords(in hike: HikeHeader, notes: String) -> Bool {
        guard !words.isEmpty else { return true }
        let text = SearchText.folded(([hike.name, notes] + hike.tags).joined(separator: "\n"))
        return words.allSatisfy { text.contains($0) }
    }
}
