/// A person's profile: the values that drafts edit and commits publish.
public struct Profile: Sendable {
    /// 1 to 64 visible characters.
    public var username: String
    /// Whether the owner wants notifications.
    public var prefersNotifications: Bool
    /// The season of the photo shown with the profile.
    public var seasonalPhoto: SeasonalPhoto
    /// A calendar day, not an instant: it is the same in every time zone.
    public var goalDate: Day
    /// What to reach by that day, if anything.
    public var goal: Goal?

    public init(
        username: String, prefersNotifications: Bool = true, seasonalPhoto: SeasonalPhoto = .winter, goalDate: Day,
        goal: Goal? = nil
    ) {
        self.username = username
        self.prefersNotifications = prefersNotifications
        self.seasonalPhoto = seasonalPhoto
        self.goalDate = goalDate
        self.goal = goal
    }
}

extension Profile {
    /// The valid goal dates: from a year before the earlier to a year after the later of the committed date and today.
    ///
    /// The Landmarks picker allows a year either way of the date being edited. Anchoring the range in the committed
    /// date as well keeps it from sliding with each edit, and keeps an old date within its own range.
    public static func goalDates(committed: Day, today: Day) -> ClosedRange<Day> {
        min(committed, today).adding(years: -1)...max(committed, today).adding(years: 1)
    }
}

extension Profile: Hashable {
    /// Compares names by their spelling: an é of one scalar and one of two look alike, but replacing one by the other
    /// changes what is stored and exported.
    public static func == (one: Profile, other: Profile) -> Bool {
        one.username.utf8.elementsEqual(other.username.utf8) && one.prefersNotifications == other.prefersNotifications
            && one.seasonalPhoto == other.seasonalPhoto && one.goalDate == other.goalDate && one.goal == other.goal
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(username)
        hasher.combine(goalDate)
    }
}

/// The season of the photo that a profile shows: its owner's choice, independent of the current date.
public enum SeasonalPhoto: String, CaseIterable, Codable, Hashable, Sendable {
    case spring, summer, autumn, winter

    /// The emoji shown for the season.
    public var emoji: String {
        switch self {
        case .spring: "🌷"
        case .summer: "🌞"
        case .autumn: "🍂"
        case .winter: "☃️"
        }
    }

    /// Creates a season from its word in any case, or from its emoji with or without a variation selector; `nil` for
    /// anything else.
    public init?(spelling text: String) {
        func bare(_ text: String) -> String.UnicodeScalarView {
            String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FE0F}" })
        }
        let (word, typed) = (text.lowercased(), bare(text))
        let match = Self.allCases.first { photo in
            ([photo.rawValue] + photo.otherSpellings).contains(word)
                || ([photo.emoji] + photo.otherSpellings).contains { bare($0).elementsEqual(typed) }
        }
        guard let match else { return nil }
        self = match
    }

    /// Accepted spellings besides the word and the emoji.
    private var otherSpellings: [String] {
        switch self {
        case .spring: []
        case .summer: ["☀️"]
        case .autumn: ["fall", "🍁"]
        case .winter: ["❄️"]
        }
    }
}
