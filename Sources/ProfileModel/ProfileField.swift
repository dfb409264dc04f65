extension Profile {
    /// The one list of a profile's fields.
    ///
    /// Merge, diff, history, options, completions and the editor walk it. A new field is a case here and in ``Value``,
    /// a stored property, and a line in the record coder.
    public enum Field: String, CaseIterable, Codable, Hashable, Sendable {
        // The raw value is the name in JSON.
        case username, prefersNotifications, seasonalPhoto, goalDate

        /// The name of the command-line option that sets it, without dashes.
        public var option: String {
            switch self {
            case .username: "username"
            case .prefersNotifications: "notifications"
            case .seasonalPhoto: "season"
            case .goalDate: "goal-date"
            }
        }

        /// What people read in front of it.
        public var label: String {
            switch self {
            case .username: "Username"
            case .prefersNotifications: "Notifications"
            case .seasonalPhoto: "Seasonal Photos"
            case .goalDate: "Goal Date"
            }
        }

        /// What stands for its value in help.
        public var placeholder: String {
            switch self {
            case .username: "NAME"
            case .prefersNotifications: "on|off"
            case .seasonalPhoto: "SEASON"
            case .goalDate: "YYYY-MM-DD"
            }
        }

        /// The words it can be, where there is a fixed list.
        public var choices: [String] {
            switch self {
            case .username, .goalDate: []
            case .prefersNotifications: ["on", "off"]
            case .seasonalPhoto: Season.allCases.map(\.rawValue)
            }
        }

        /// Reads a value as it is typed.
        ///
        /// - Throws: ``InvalidValue`` when the text has not the field's form; rules on the value are checked by
        ///   ``Profile/problems(goalDates:)``.
        public func parse(_ text: String) throws(InvalidValue) -> Value {
            switch self {
            case .username:
                return .username(text)
            case .prefersNotifications:
                switch text.lowercased() {
                case "on": return .prefersNotifications(true)
                case "off": return .prefersNotifications(false)
                default: throw InvalidValue(option, "is on or off")
                }
            case .seasonalPhoto:
                guard let season = Season(spelling: text) else {
                    let words = Season.allCases.map { "\($0.rawValue) \($0.emoji)" }.joined(separator: ", ")
                    throw InvalidValue(option, "is one of \(words)")
                }
                return .seasonalPhoto(season)
            case .goalDate:
                guard let day = Day(text) else { throw InvalidValue(option, "is a day, such as 2027-05-01") }
                return .goalDate(day)
            }
        }
    }

    /// The value of one field.
    public enum Value: Hashable, Sendable {
        case username(String)
        case prefersNotifications(Bool)
        case seasonalPhoto(Season)
        case goalDate(Day)

        /// Names are compared as they are spelled: an é of one scalar or of two looks alike, but who exchanges them
        /// changes what is stored and exported.
        public static func == (one: Value, other: Value) -> Bool {
            switch (one, other) {
            case (.username(let one), .username(let other)): one.utf8.elementsEqual(other.utf8)
            case (.prefersNotifications(let one), .prefersNotifications(let other)): one == other
            case (.seasonalPhoto(let one), .seasonalPhoto(let other)): one == other
            case (.goalDate(let one), .goalDate(let other)): one == other
            default: false
            }
        }
    }

    public func value(of field: Field) -> Value {
        switch field {
        case .username: .username(username)
        case .prefersNotifications: .prefersNotifications(prefersNotifications)
        case .seasonalPhoto: .seasonalPhoto(seasonalPhoto)
        case .goalDate: .goalDate(goalDate)
        }
    }

    public mutating func set(_ value: Value) {
        switch value {
        case .username(let username): self.username = username
        case .prefersNotifications(let prefers): prefersNotifications = prefers
        case .seasonalPhoto(let season): seasonalPhoto = season
        case .goalDate(let day): goalDate = day
        }
    }
}

extension Profile.Value: CustomStringConvertible, Encodable {
    /// The text that ``Profile/Field/parse(_:)`` reads back.
    public var description: String {
        switch self {
        case .username(let name): name
        case .prefersNotifications(let prefers): prefers ? "on" : "off"
        case .seasonalPhoto(let season): season.rawValue
        case .goalDate(let day): day.description
        }
    }

    /// A boolean for the preference, a string for the rest.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .prefersNotifications(let prefers) = self {
            try container.encode(prefers)
        } else {
            try container.encode(description)
        }
    }
}
