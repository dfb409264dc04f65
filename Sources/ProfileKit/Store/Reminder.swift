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
    /// The last backup is older than ``backupDays`` days; without one, the account is. The time is `nil` without one.
    case backup(last: WallTime?)

    /// How many days before the goal date one is reminded of it.
    public static let nearDays = 30
    /// The number of days without a backup after which one is reminded of it.
    public static let backupDays = 30
}

extension ProfileStore {
    /// What is due now, in the order of ``Reminder``'s cases, as far as it can be read; nothing if the profile's
    /// notifications are off.
    ///
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io`.
    public var reminders: Salvaged<[Reminder]> {
        get throws {
            let summary = try readableSummary
            guard summary.value.committed?.profile.prefersNotifications == true else {
                return Salvaged(value: [], damaged: summary.damaged)
            }
            let last = lastBackup
            let since = try last ?? readableHistory().value.last?.at
            let isDue = since.map { now.secondsSince1970 - $0.secondsSince1970 > Reminder.backupDays * 86_400 } ?? false
            return Salvaged(
                value: summary.value.reminders(at: now) + (isDue ? [.backup(last: last)] : []), damaged: summary.damaged
            )
        }
    }
}

extension SummaryParts {
    /// What is due by the summary alone.
    fileprivate func reminders(at now: WallTime) -> [Reminder] {
        guard let profile = committed?.profile else { return [] }
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
