/// What a person keeps of themselves: the values that drafts edit and commits publish.
public struct Profile: Sendable {
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

extension Profile: Hashable {
    /// Whether all fields are equal, as ``Value`` compares them.
    public static func == (one: Profile, other: Profile) -> Bool {
        Field.allCases.allSatisfy { one.value(of: $0) == other.value(of: $0) }
    }

    public func hash(into hasher: inout Hasher) {
        for field in Field.allCases { hasher.combine(value(of: field)) }
    }
}
