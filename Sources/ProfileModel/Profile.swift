/// What a person keeps of themselves: the values that drafts edit and commits publish.
public struct Profile: Hashable, Sendable {
    /// 1 to 64 visible characters.
    public var username: String
    public var prefersNotifications: Bool
    public var seasonalPhoto: Season
    /// A calendar day, not an instant: it reads the same in every zone.
    public var goalDate: Day

    public init(
        username: String, prefersNotifications: Bool = true, seasonalPhoto: Season = .winter, goalDate: Day
    ) {
        self.username = username
        self.prefersNotifications = prefersNotifications
        self.seasonalPhoto = seasonalPhoto
        self.goalDate = goalDate
    }
}
