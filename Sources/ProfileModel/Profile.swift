/// What a person keeps of themselves: the values that drafts edit and commits publish.
public struct Profile: Sendable {
    /// 1 to 64 visible characters.
    public var username: String
    public var prefersNotifications: Bool
    public var seasonalPhoto: SeasonalPhoto
    /// A calendar day, not an instant: it reads the same in every zone.
    public var goalDate: Day

    public init(
        username: String, prefersNotifications: Bool = true, seasonalPhoto: SeasonalPhoto = .winter, goalDate: Day
    ) {
        self.username = username
        self.prefersNotifications = prefersNotifications
        self.seasonalPhoto = seasonalPhoto
        self.goalDate = goalDate
    }
}

extension Profile: Hashable {
    /// Names are compared as they are spelled: an é of one scalar or of two looks alike, but who exchanges them changes
    /// what is stored and exported.
    public static func == (one: Profile, other: Profile) -> Bool {
        one.username.utf8.elementsEqual(other.username.utf8) && one.prefersNotifications == other.prefersNotifications
            && one.seasonalPhoto == other.seasonalPhoto && one.goalDate == other.goalDate
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(username)
        hasher.combine(goalDate)
    }
}
