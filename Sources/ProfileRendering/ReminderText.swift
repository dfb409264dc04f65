public import ProfileKit

/// A reminder in words.
public struct ReminderText: Hashable, Sendable {
    public let text: String

    public init(_ reminder: Reminder, today: Day, units: Units) {
        text =
            switch reminder {
            case .goalDate(let day): "The goal date is \(day.spelled) (\(day.distance(from: today)))."
            case .behindPace(let goal): "Behind the pace: \(GoalText(goal, units: units).text)."
            case .badge(let status): "Nearly earned: \(status.badge.name), \(status.spelled)."
            case .backup(let last?): "The last backup is from \(Day(localTo: last).spelled(from: today))."
            case .backup(nil): "There is no backup yet."
            case .draft(let savedAt): "A draft from \(Day(localTo: savedAt).spelled(from: today)) is waiting."
            }
    }
}
