/// The part of the summary that derives from all hikes, stored ready so that the cost of showing it doesn't grow with
/// their number.
public struct HikeSummary: Hashable, Sendable {
    public var totals: HikeTotals
    /// The latest hikes, newest first and undated ones last; at most ``recentCount``.
    public var recent: [HikeHeader]
    /// Every badge with its progress, in the order of ``Badge/all``.
    public var badges: [BadgeStatus]

    /// Maximum number of recent hikes.
    public static let recentCount = 5
    /// The version of the rules for totals, recent hikes and badges. Raise it whenever the same hikes would give a
    /// different summary; a summary stored under another version is recomputed from the hikes.
    package static let rulesVersion = 4

    public init(totals: HikeTotals, recent: [HikeHeader], badges: [BadgeStatus]) {
        (self.totals, self.recent, self.badges) = (totals, recent, badges)
    }

    /// The badges that have been earned.
    public var earnedBadges: [BadgeStatus] { badges.filter(\.isEarned) }
}
