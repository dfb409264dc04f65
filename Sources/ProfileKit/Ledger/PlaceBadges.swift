internal import ProfileModel
internal import SealedStore

/// The badges over places, from the figures of their visits: no hike is read.
struct PlaceBadges {
    private let places: [PlaceEntry]

    init(in transaction: inout RecordTransaction) throws {
        places = try PlaceEntry.all(in: &transaction)
    }

    /// Whether this transaction changed neither places nor visits.
    static func areUnaffected(in transaction: inout RecordTransaction) throws -> Bool {
        let visits = try SealedCollection<StoredVisits>().changedNumbers(in: &transaction)
        let places = try transaction.changedNumbers(of: Place.self)
        return visits?.isEmpty ?? false && places?.isEmpty ?? false
    }

    func status(of badge: Badge) -> BadgeStatus {
        func status(_ fraction: Double, _ day: Day?) -> BadgeStatus {
            BadgeStatus(
                badge: badge, isEarned: fraction >= 1, earnedOn: fraction >= 1 ? day : nil, progress: min(fraction, 1))
        }
        let visited = places.filter { $0.visits.counted > 0 }
        switch badge.rule {
        case .places(let count):
            let days = Self.ordered(visited)
            return status(
                Double(visited.count) / Double(count), days.count >= count ? days[count - 1] : nil)
        case .category(let least):
            let groups = Dictionary(grouping: places) { $0.place.category }
            let candidates = groups.filter { !$0.key.isEmpty && $0.value.count >= least }.values.map { group in
                let done = group.filter { $0.visits.counted > 0 }
                return (
                    Double(done.count) / Double(group.count), done.count == group.count ? Self.ordered(done).last : nil
                )
            }
            let complete = candidates.filter { $0.0 >= 1 }
            guard complete.isEmpty else { return status(1, complete.compactMap { $0.1 ?? nil }.min()) }
            return status(candidates.map(\.0).max() ?? 0, nil)
        case .placeInEverySeason:
            let firsts = Season.allCases.compactMap { season in
                visited.compactMap { $0.visits.firstInSeason[season] }.min()
            }
            return status(Double(firsts.count) / Double(Season.allCases.count), firsts.max())
        default: return status(0, nil)
        }
    }

    /// The first days of some places, the undated ones last.
    private static func ordered(_ places: [PlaceEntry]) -> [Day?] {
        let days = places.map(\.visits.firstCounted)
        return days.compactMap(\.self).sorted().map { $0 } + days.filter { $0 == nil }
    }
}
