public import ProfileModel

/// Badges as aligned lines: earned ones with their day, others with their progress.
public struct BadgeListText {
    public let badges: [BadgeStatus]

    public init(badges: [BadgeStatus]) {
        self.badges = badges
    }

    public var lines: [String] { styled.map(\.text) }

    /// The lines with the badges' colours.
    public var styled: [StyledLine] {
        badges.map { status in
            let mark = StyledLine(
                status.isEarned ? "⬢" : "⬡", CellStyle(foreground: BadgePicture(status).color))
            return mark + StyledLine(" \(status.badge.name.fitted(to: 18)) ") + StyledLine(status.spelled, .dim)
        }
    }
}

extension BadgeStatus {
    /// "14 June 2025", "on an unknown day" or "40 %".
    public var spelled: String {
        guard !isEarned else { return earnedOn?.spelled ?? "on an unknown day" }
        // A badge that is almost earned isn't shown as 100 %, and progress that isn't a number as 0 %.
        return "\(Int(min(max(progress.isNaN ? 0 : progress, 0) * 100, 99))) %"
    }
}
