/// What a person wants to reach by the goal date: kilometres, hikes, metres up, days out, or places.
///
/// The text form is "120 km", "50 hikes", "10000 m up", "12 days" or "10 places", with " since 2026-06-01" where
/// the day is known.
public struct Goal: Hashable, Sendable {
    /// What is counted.
    public enum Kind: String, CaseIterable, Sendable {
        /// Kilometres.
        case distance
        case hikes
        /// Metres up.
        case ascent
        /// Days with a hike.
        case days
        /// Different places that were visited.
        case places
    }

    public let kind: Kind
    /// The amount to reach, in the kind's unit, rounded to thousandths.
    public let target: Double
    /// The first day that counts; `nil` while the goal isn't committed: then the day of the commit is taken.
    public var since: Day?

    private static let highest = 1_000_000.0

    /// Fails for an amount that isn't above 0 and at most a million, and for half a hike, day or place.
    public init?(_ kind: Kind, _ target: Double, since: Day? = nil) {
        guard target <= Self.highest else { return nil }
        let target = (target * 1000).rounded() / 1000
        guard target > 0, [.distance, .ascent].contains(kind) || target == target.rounded() else { return nil }
        (self.kind, self.target, self.since) = (kind, target, since)
    }
}

extension Goal: LosslessStringConvertible {
    /// Reads the text form. The number may have a comma for a decimal point, one of metres also between thousands, and
    /// the words may be in capitals.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: " since ", omittingEmptySubsequences: false)
        guard let amount = parts.first, parts.count <= 2 else { return nil }
        let digits = String(amount.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," })
        let unit = amount.dropFirst(digits.count).split(separator: " ").joined(separator: " ")
        guard let kind = Self.kinds[unit],
            let target = kind == .ascent ? Double(typedMetres: digits) : Double(typedDecimal: digits)
        else { return nil }
        var since: Day?
        if parts.count == 2 {
            since = Day(parts[1])
            guard since != nil else { return nil }
        }
        self.init(kind, target, since: since)
    }

    private static let kinds: [String: Kind] = [
        "km": .distance, "hike": .hikes, "hikes": .hikes, "m": .ascent, "m up": .ascent, "metres up": .ascent,
        "day": .days, "days": .days, "days out": .days, "place": .places, "places": .places,
    ]

    public var description: String {
        let number = target == target.rounded() ? String(Int(target)) : String(target)
        let one = target == 1
        let unit =
            switch kind {
            case .distance: "km"
            case .hikes: one ? "hike" : "hikes"
            case .ascent: "m up"
            case .days: one ? "day" : "days"
            case .places: one ? "place" : "places"
            }
        return "\(number) \(unit)" + (since.map { " since \($0)" } ?? "")
    }
}

/// How far a goal is reached on a day.
public struct GoalProgress: Hashable, Sendable {
    public let goal: Goal
    /// The first day that counts.
    public let since: Day
    /// The day to reach it by.
    public let goalDate: Day
    public let today: Day
    /// The amount reached so far, in the unit of the goal's kind.
    public let reached: Double

    public init(_ goal: Goal, since: Day, goalDate: Day, today: Day, reached: Double) {
        (self.goal, self.since, self.goalDate) = (goal, since, goalDate)
        (self.today, self.reached) = (today, reached)
    }

    public var isReached: Bool { reached >= goal.target }

    /// The days left after today; negative once the goal date has passed.
    public var daysLeft: Int { today.days(until: goalDate) }

    /// The amount that is needed in each week from today to the goal date; `nil` if the goal is reached or its date has
    /// passed. On the goal date, and with less than a week left, it is all that is missing.
    public var paceNeeded: Double? {
        guard !isReached, daysLeft >= 0 else { return nil }
        return (goal.target - reached) / max(Double(daysLeft) / 7, 1)
    }

    /// Whether less is reached than an even pace from the first day to the goal date would have reached by the end of
    /// yesterday.
    public var isBehind: Bool {
        guard !isReached, daysLeft >= 0 else { return false }
        let all = since.days(until: goalDate) + 1
        return all > 0 && reached < goal.target * Double(since.days(until: today)) / Double(all)
    }
}
