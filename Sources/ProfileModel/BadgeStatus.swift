/// Progress towards a badge.
public struct BadgeStatus: Hashable, Sendable {
    public var badge: Badge
    public var isEarned: Bool
    /// The day of the hike that earned it; `nil` while unearned, and when the hike that earned it has no date.
    public var earnedOn: Day?
    /// From 0 to 1; 1 when earned.
    public var progress: Double

    public init(badge: Badge, isEarned: Bool, earnedOn: Day? = nil, progress: Double) {
        (self.badge, self.isEarned, self.earnedOn, self.progress) = (badge, isEarned, earnedOn, progress)
    }
}

extension Badge {
    /// The status of this badge for these hikes. Plans and rides don't count.
    ///
    /// - Parameter hikes: in the order of ``oldestFirst()``: by day, undated ones last.
    package func status(over hikes: [HikeHeader], goalDate: Day) -> BadgeStatus {
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
