public import ProfileModel

// The summary by definition: from all hikes at once, and with the badges' rules once more. The store computes it from
// the pages that it needs, and is compared with this.

extension HikeSummary {
    /// The summary of all hikes of an account.
    public init(over headers: [HikeHeader], goalDate: Day) {
        let ordered = headers.oldestFirst()
        self.init(
            totals: HikeTotals(over: ordered), recent: Array(headers.sorted(by: .date).prefix(Self.recentCount)),
            badges: Badge.all.map { $0.status(over: ordered, goalDate: goalDate) })
    }
}

extension Badge {
    /// The status of this badge for these hikes. Plans and rides don't count.
    ///
    /// - Parameter hikes: in the order of ``oldestFirst()``: by day, undated ones last.
    func status(over hikes: [HikeHeader], goalDate: Day) -> BadgeStatus {
        let hikes = hikes.filter(\.isCounted)
        switch rule {
        case .hikes(let count):
            return earned(by: hikes.dropFirst(count - 1).first, else: Double(hikes.count) / Double(count))
        case .hikeOn(let month, let day):
            return earned(by: hikes.first { $0.date?.month == month && $0.date?.day == day })
        case .hikeOnGoalDate:
            return earned(by: hikes.first { $0.date == goalDate })
        case .everySeason:
            var seen: Set<Season> = []
            let last = hikes.first { hike in
                if let date = hike.date { seen.insert(Season(of: date)) }
                return seen.count == Season.allCases.count
            }
            return earned(by: last, else: Double(seen.count) / Double(Season.allCases.count))
        case .everySeasonOfAYear:
            var seen: [Int: Set<Season>] = [:]
            return earned(
                by: hikes.first { hike in
                    guard let date = hike.date else { return false }
                    seen[date.year, default: []].insert(Season(of: date))
                    return seen[date.year]?.count == Season.allCases.count
                })
        case .daysInARow(let count):
            let days = Set(hikes.compactMap(\.date))
            return earned(
                by: hikes.first { hike in
                    hike.date.map { date in (0..<count).allSatisfy { days.contains(date.adding(days: -$0)) } } ?? false
                })
        case .weeksInARow(let count):
            let weeks = Set(hikes.compactMap { $0.date.map { Week(of: $0).monday } })
            return earned(
                by: hikes.first { hike in
                    hike.date.map { date in
                        (0..<count).allSatisfy { weeks.contains(Week(of: date).monday.adding(days: -7 * $0)) }
                    } ?? false
                })
        case .distanceOfAHike(let kilometres): return earned(by: hikes.first { $0.distance >= kilometres - 1e-9 })
        case .ascentOfAHike(let metres): return earned(by: hikes.first { $0.ascent ?? 0 >= metres - 1e-6 })
        // There are no places.
        case .places, .category, .placeInEverySeason: return earned(by: nil)
        case .distance(let goal):
            return earned(bySumming: \.distance, of: hikes, to: goal)
        case .ascent(let goal):
            return earned(bySumming: { $0.ascent ?? 0 }, of: hikes, to: goal)
        }
    }

    private func earned(by hike: HikeHeader?, else progress: Double = 0) -> BadgeStatus {
        BadgeStatus(badge: self, isEarned: hike != nil, earnedOn: hike?.date, progress: hike == nil ? progress : 1)
    }

    private func earned(
        bySumming value: (HikeHeader) -> Double, of hikes: [HikeHeader], to goal: Double
    ) -> BadgeStatus {
        var sum = 0.0
        // Ten hikes of 10 km given in decimals make 100 km, however their binary sum rounds.
        let tolerance = goal * 1e-12
        let last = hikes.first { hike in
            sum += value(hike)
            return sum >= goal - tolerance
        }
        return earned(by: last, else: sum / goal)
    }
}
