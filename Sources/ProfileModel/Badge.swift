/// A badge: its name, the rule for earning it, and the tint of its picture.
public struct Badge: Hashable, Sendable {
    public let name: String
    public let rule: Rule
    public let tint: Tint

    /// The condition for earning a badge.
    public enum Rule: Hashable, Sendable {
        /// This number of hikes.
        case hikes(Int)
        /// A hike on this day of any year.
        case hikeOn(month: Int, day: Int)
        /// A hike in each of the four meteorological seasons.
        case everySeason
        /// Total kilometres.
        case distance(Double)
        /// Total metres of ascent.
        case ascent(Double)
        /// A hike on the goal date.
        case hikeOnGoalDate
    }

    /// How the shared drawing is coloured.
    public struct Tint: Hashable, Sendable {
        /// Hue rotation, in degrees.
        public let hue: Double
        /// The fraction of saturation removed, 0 to 1.
        public let grey: Double

        public init(hue: Double = 0, grey: Double = 0) {
            (self.hue, self.grey) = (hue, grey)
        }
    }

    /// All badges, in the order in which they are listed.
    public static let all = [
        Badge(name: "First Hike", rule: .hikes(1), tint: Tint()),
        Badge(name: "Earth Day", rule: .hikeOn(month: 4, day: 22), tint: Tint(hue: 90)),
        Badge(name: "Tenth Hike", rule: .hikes(10), tint: Tint(hue: 45, grey: 0.5)),
        Badge(name: "Hundredth Hike", rule: .hikes(100), tint: Tint(hue: 135)),
        Badge(name: "Four Seasons", rule: .everySeason, tint: Tint(hue: 180)),
        Badge(name: "100 Kilometres", rule: .distance(100), tint: Tint(hue: 225)),
        Badge(name: "1,000 Metres Up", rule: .ascent(1000), tint: Tint(hue: 270)),
        Badge(name: "Goal Reached", rule: .hikeOnGoalDate, tint: Tint(hue: 315)),
    ]

    /// The badge with this name, ignoring case; `nil` when there is none.
    public static func named(_ name: String) -> Badge? {
        all.first { $0.name.lowercased() == name.lowercased() }
    }
}

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
