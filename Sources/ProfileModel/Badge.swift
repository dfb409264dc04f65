/// A badge: its name, the rule for earning it, and the tint of its picture.
public struct Badge: Hashable, Sendable {
    public let name: String
    public let rule: Rule
    public let tint: Tint

    /// The condition for earning a badge.
    public enum Rule: Hashable, Sendable {
        /// A number of hikes.
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
        /// A hike in each of the four seasons of one calendar year.
        case everySeasonOfAYear
        /// A hike on each of this number of consecutive days.
        case daysInARow(Int)
        /// A hike in each of this number of consecutive weeks.
        case weeksInARow(Int)
        /// A hike of this many kilometres.
        case distanceOfAHike(Double)
        /// A hike with this many metres of ascent.
        case ascentOfAHike(Double)
        /// A number of places visited.
        case places(Int)
        /// Every place of a category that has at least this many.
        case category(least: Int)
        /// A place visited in each season, each season's wherever it is.
        case placeInEverySeason
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
        Badge(name: "First Place", rule: .places(1), tint: Tint(hue: 20)),
        Badge(name: "Ten Places", rule: .places(10), tint: Tint(hue: 20, grey: 0.5)),
        Badge(name: "Whole Category", rule: .category(least: 3), tint: Tint(hue: 65)),
        Badge(name: "Places All Year", rule: .placeInEverySeason, tint: Tint(hue: 65, grey: 0.5)),
        Badge(name: "Year of Seasons", rule: .everySeasonOfAYear, tint: Tint(hue: 180, grey: 0.5)),
        Badge(name: "Three in a Row", rule: .daysInARow(3), tint: Tint(hue: 110)),
        Badge(name: "Seven in a Row", rule: .daysInARow(7), tint: Tint(hue: 110, grey: 0.5)),
        Badge(name: "Eight Weeks", rule: .weeksInARow(8), tint: Tint(hue: 155)),
        Badge(name: "Half Marathon", rule: .distanceOfAHike(21.0975), tint: Tint(hue: 200)),
        Badge(name: "Marathon", rule: .distanceOfAHike(42.195), tint: Tint(hue: 200, grey: 0.5)),
        Badge(name: "Big Climb", rule: .ascentOfAHike(1000), tint: Tint(hue: 290)),
        Badge(name: "1,000 Kilometres", rule: .distance(1000), tint: Tint(hue: 225, grey: 0.5)),
        Badge(name: "10,000 Metres Up", rule: .ascent(10_000), tint: Tint(hue: 270, grey: 0.5)),
        Badge(name: "Thousandth Hike", rule: .hikes(1000), tint: Tint(hue: 135, grey: 0.5)),
        Badge(name: "New Year", rule: .hikeOn(month: 1, day: 1), tint: Tint(hue: 340)),
        Badge(name: "Midsummer", rule: .hikeOn(month: 6, day: 21), tint: Tint(hue: 340, grey: 0.5)),
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
    /// The fraction that is reached, from 0 to 1; 1 when earned.
    public var progress: Double

    public init(badge: Badge, isEarned: Bool, earnedOn: Day? = nil, progress: Double) {
        (self.badge, self.isEarned, self.earnedOn, self.progress) = (badge, isEarned, earnedOn, progress)
    }
}

extension Badge {
    /// The sum that the hikes of a badge must reach.
    public struct Goal: Hashable, Sendable {
        /// The figure that is added up, in whole units, so that sums are exact: ten hikes of 10 km given in decimals
        /// make 100 km, however their binary sum rounds.
        public enum Figure: Hashable, Sendable {
            /// 1 for each hike.
            case hikes
            /// Millimetres.
            case distance
            /// Millimetres.
            case ascent
        }

        public let figure: Figure
        /// The amount in the figure's unit.
        public let amount: Int

        /// A number of hikes.
        public static func hikes(_ count: Int) -> Goal { Goal(figure: .hikes, amount: count) }

        /// A distance in all. One that isn't a number, or is too large to be summed up, is never reached.
        public static func kilometres(_ kilometres: Double) -> Goal {
            Goal(figure: .distance, amount: whole(kilometres * 1e6))
        }

        /// An ascent in all. One that isn't a number, or is too large to be summed up, is never reached.
        public static func metresUp(_ metres: Double) -> Goal {
            Goal(figure: .ascent, amount: whole(metres * 1e3))
        }

        private static func whole(_ amount: Double) -> Int {
            Int(exactly: amount.rounded()) ?? (amount < 0 ? 0 : .max)
        }
    }
}

extension HikeHeader {
    /// The contribution of this hike to a goal, if it counts; `nil` for a figure that isn't known.
    public func amount(of figure: Badge.Goal.Figure) -> Int? {
        switch figure {
        case .hikes: 1
        case .distance: Self.thousandths(distance * 1000)
        case .ascent: Self.thousandths(ascent)
        }
    }

    /// A figure in thousandths of its unit. Values that no rule allows aren't summed, so that sums can't overflow.
    package static func thousandths(_ value: Double?) -> Int? {
        guard let value, (0...1e12).contains(value) else { return nil }
        return Int((value * 1000).rounded())
    }
}
