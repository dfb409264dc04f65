public import ProfileModel
public import SealedStore

/// Something that the owner of a profile may want to be reminded of.
public enum Reminder: Hashable, Sendable {
    /// The goal date is within ``nearDays`` days, and the goal, if there is one, isn't reached.
    case goalDate(Day)
    /// Less of the goal is reached than an even pace would have reached.
    case behindPace(GoalProgress)
    /// A badge is nearly earned.
    case badge(BadgeStatus)
    /// A draft was saved more than a day ago.
    case draft(savedAt: WallTime)

    /// How many days before the goal date one is reminded of it.
    public static let nearDays = 30
}

extension SummaryParts {
    /// What is due, in the order of ``Reminder``'s cases; nothing if the profile's notifications are off.
    public func reminders(at now: WallTime) -> [Reminder] {
        guard let profile = committed?.profile, profile.prefersNotifications else { return [] }
        var due: [Reminder] = []
        let daysLeft = Day(localTo: now).days(until: profile.goalDate)
        if (0...Reminder.nearDays).contains(daysLeft), goal?.isReached != true {
            due.append(.goalDate(profile.goalDate))
        }
        if let goal, goal.isBehind { due.append(.behindPace(goal)) }
        due += hikes?.badges.filter(\.isNear).map { .badge($0) } ?? []
        if let savedAt = draft?.savedAt, now.secondsSince1970 - savedAt.secondsSince1970 > 86_400 {
            due.append(.draft(savedAt: savedAt))
        }
        return due
    }
}

extension BadgeStatus {
    /// Whether it isn't earned, but 80 % of it is reached, or three of four seasons.
    fileprivate var isNear: Bool {
        !isEarned && progress >= (badge.rule == .everySeason ? 0.75 : 0.8)
    }
}
