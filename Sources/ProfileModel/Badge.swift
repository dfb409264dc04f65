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
