public import ProfileKit

/// How far a goal is reached, in words: "64 of 120 km, 9.3 km a week to go".
public struct GoalText: Hashable, Sendable {
    public let text: String

    public init(_ progress: GoalProgress, units: Units) {
        let amounts = Amounts(kind: progress.goal.kind, units: units)
        let standing = "\(amounts.reached(progress)) of \(amounts.spelled(progress.goal.target))"
        let rest: String
        switch (progress.paceNeeded, progress.daysLeft) {
        case (let pace?, 7...): rest = "\(amounts.spelled(pace, isPace: true)) a week to go"
        case (let missing?, let days):
            rest =
                "\(amounts.spelled(missing, isPace: true)) to go " + (days == 0 ? "today" : "in \(days.counted("day"))")
        case (nil, _): rest = progress.isReached ? "reached" : "the goal date has passed"
        }
        text = "\(standing), \(rest)"
    }
}

/// Amounts of a kind, in units for display.
private struct Amounts {
    let kind: Goal.Kind
    let units: Units

    /// The amount reached, rounded down, so that a goal that isn't reached doesn't look like one that is.
    func reached(_ progress: GoalProgress) -> String {
        let (reached, target) = (shown(progress.reached), shown(progress.goal.target))
        // A short goal is counted in tenths.
        let scale = target < 10 && kind == .distance ? 10.0 : 1
        return ((reached * scale).rounded(.down) / scale).decimal(scale == 1 ? 0 : 1)
    }

    /// "120 km", "9.3 km", "10,000 m up", "12 days".
    func spelled(_ amount: Double, isPace: Bool = false) -> String {
        let amount = shown(amount)
        let places = kind == .ascent || !isPace && (amount.rounded() == amount || kind != .distance) ? 0 : 1
        let number = amount.decimal(places)
        return switch kind {
        case .distance: "\(number) \(units == .metric ? "km" : "mi")"
        case .ascent: "\(number) \(units.heightUnit) up"
        case .hikes: number == "1" ? "1 hike" : "\(number) hikes"
        case .days: number == "1" ? "1 day" : "\(number) days"
        case .places: number == "1" ? "1 place" : "\(number) places"
        }
    }

    private func shown(_ amount: Double) -> Double {
        switch (kind, units) {
        case (.distance, .imperial): amount / Units.kilometresPerMile
        case (.ascent, .imperial): amount / Units.metresPerFoot
        default: amount
        }
    }
}

extension Profile {
    /// The values that are shown below the name, with their labels. A goal is shown as far as it is reached, and not at
    /// all if there is none.
    public func labelledValues(
        of fields: [ModelField<Profile>] = Profile.fields, goal: GoalProgress?, today: Day, units: Units,
        isCapitalized: Bool = false
    ) -> [(String, String)] {
        fields.compactMap { field in
            switch field.name {
            case FieldName.username: nil
            case FieldName.goal: goal.map { (field.label, GoalText($0, units: units).text) }
            default: (field.label, field.value(of: self).shown(today: today, isCapitalized: isCapitalized))
            }
        }
    }
}
