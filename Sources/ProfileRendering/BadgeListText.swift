public import ProfileModel

/// Badges as aligned lines: earned ones with their day, others with how far they are.
public struct BadgeListText {
    public let badges: [BadgeStatus]

    public init(badges: [BadgeStatus]) {
        self.badges = badges
    }

    public var lines: [String] {
        badges.map { status in
            let name = status.badge.name.fitted(to: 18)
            if status.isEarned { return "⬢ \(name) \(status.earnedOn?.spelled ?? "on an unknown day")" }
            // A badge that is almost earned isn't shown as 100 %.
            return "⬡ \(name) \(Int(min(status.progress * 100, 99))) %"
        }
    }
}
