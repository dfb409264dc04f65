internal import ProfileModel
internal import SealedStore

/// A badge that is earned by a single hike, or by several within a few days, weeks or one year. A changed hike can only
/// earn or lose it together with hikes of the days around it, so hikes outside of this window aren't read.
struct BadgeWindow {
    private let rule: Badge.Rule

    /// `nil` for the other rules.
    init?(_ rule: Badge.Rule) {
        switch rule {
        case .everySeasonOfAYear, .daysInARow, .weeksInARow, .distanceOfAHike, .ascentOfAHike: self.rule = rule
        default: return nil
        }
    }

    /// The keys of the hikes together with which a hike may earn the badge.
    func keys(around key: Int) -> ClosedRange<Int> {
        guard key < StoredHike.endKey, let day = StoredHike.day(of: key) else { return key...key }
        switch rule {
        case .everySeasonOfAYear:
            return StoredHike.keys(of: HikeCalendar.days(of: day.year))
        case .daysInARow(let count): return key - (count - 1)...key + (count - 1)
        case .weeksInARow(let count): return key - 7 * count...key + 7 * count
        default: return key...key
        }
    }

    /// The key of the hike that completes what the badge needs, the first one of some hikes; `nil` if none does.
    struct Search {
        private let rule: Badge.Rule
        private var lastKey: Int?
        private var lastWeek: Int?
        private var count = 0
        private var year: Int?
        private var seasons: Set<Season> = []
        private(set) var found: Int?

        init(_ window: BadgeWindow) { rule = window.rule }

        /// Takes the next hike, by day.
        mutating func take(key: Int, figures: [Int?]) {
            guard found == nil, StoredHike.Figure.counted.of(figures) != nil else { return }
            if completes(key, figures) { found = key }
        }

        private mutating func completes(_ key: Int, _ figures: [Int?]) -> Bool {
            switch rule {
            case .distanceOfAHike(let kilometres):
                return StoredHike.Figure.distance.of(figures) ?? 0 >= Badge.Goal.kilometres(kilometres).amount
            case .ascentOfAHike(let metres):
                return StoredHike.Figure.ascent.of(figures) ?? 0 >= Badge.Goal.metresUp(metres).amount
            default: break
            }
            guard key != lastKey, let day = StoredHike.day(of: key) else { return false }
            defer { lastKey = key }
            switch rule {
            case .daysInARow(let wanted):
                count = lastKey == key - 1 ? count + 1 : 1
                return count >= wanted
            case .weeksInARow(let wanted):
                let monday = StoredHike.key(of: Week(of: day).monday)
                guard monday != lastWeek else { return false }
                count = lastWeek == monday - 7 ? count + 1 : 1
                lastWeek = monday
                return count >= wanted
            case .everySeasonOfAYear:
                if year != day.year { (year, seasons) = (day.year, []) }
                seasons.insert(Season(of: day))
                return seasons.count == Season.allCases.count
            default: return false
            }
        }
    }
}

extension SummaryComputation {
    /// The maximum number of changed days whose surroundings are searched. If more changed, all hikes are looked at.
    private static let mostChanged = 64

    func status(
        of badge: Badge, within window: BadgeWindow, in transaction: inout RecordTransaction
    ) throws -> BadgeStatus {
        func status(_ key: Int?) -> BadgeStatus {
            BadgeStatus(
                badge: badge, isEarned: key != nil, earnedOn: key.flatMap(StoredHike.day), progress: key == nil ? 0 : 1)
        }
        guard let before = before?.badges.first(where: { $0.badge == badge }),
            let changed = try hikes.changedKeys(in: &transaction), changed.count <= Self.mostChanged
        else { return status(try first(window, in: .min ... .max, &transaction)) }
        let windows = changed.map(window.keys)
        var keys = try windows.compactMap { try first(window, in: $0, &transaction) }
        if before.isEarned {
            let earned = before.earnedOn.map { StoredHike.key(of: $0) } ?? StoredHike.endKey
            if windows.contains(where: { $0.contains(earned) }) {
                // One of the hikes that earned it may have changed.
                guard let still = try first(window, in: window.keys(around: earned), &transaction), still <= earned
                else {
                    return status(try first(window, in: .min ... .max, &transaction))
                }
                keys.append(still)
            } else {
                keys.append(earned)
            }
        }
        return status(keys.min())
    }

    /// The key at which the hikes in a range earn the badge.
    private func first(
        _ window: BadgeWindow, in keys: ClosedRange<Int>, _ transaction: inout RecordTransaction
    ) throws -> Int? {
        var search = BadgeWindow.Search(window)
        try hikes.forEachEntry(keys: keys, in: &transaction) { _, key, figures in
            search.take(key: key, figures: figures)
            return search.found == nil
        }
        return search.found
    }
}
