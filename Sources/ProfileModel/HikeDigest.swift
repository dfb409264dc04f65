/// What a summary says of all hikes, kept ready so that showing it doesn't grow with their number.
public struct HikeDigest: Hashable, Sendable {
    public var totals: HikeTotals
    /// The latest hikes, newest first, at most ``recentCount``; undated ones last.
    public var recent: [HikeHeader]
    /// Every badge with its progress, in the order of ``Badge/all``.
    public var badges: [BadgeStatus]

    public static let recentCount = 5
    /// Raised whenever the same hikes would give another summary: when a badge's rule, the totals or the choice of recent
    /// hikes change. A summary of other rules is made anew from the hikes.
    package static let rulesVersion = 2

    public init(totals: HikeTotals, recent: [HikeHeader], badges: [BadgeStatus]) {
        (self.totals, self.recent, self.badges) = (totals, recent, badges)
    }

    public init(over headers: [HikeHeader], goalDate: Day) {
        let ordered = headers.oldestFirst()
        self.init(
            totals: HikeTotals(over: ordered), recent: Array(headers.sorted(by: .date).prefix(Self.recentCount)),
            badges: Badge.all.map { $0.status(over: ordered, goalDate: goalDate) })
    }

    public var earnedBadges: [BadgeStatus] { badges.filter(\.isEarned) }
}
