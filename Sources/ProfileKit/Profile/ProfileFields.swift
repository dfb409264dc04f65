public import ProfileModel
public import SealedStore

/// A profile as a document, with the one list of its fields. A new field needs a stored property with a default, a
/// comparison in `Profile.==`, a line here and, if its type is new, that type's ``EditableValue`` conformance.
extension Profile: DocumentModel {
    public static let kinds = DocumentKinds("profile", draft: "draft", history: "history")

    /// The names of its fields.
    public enum FieldName {
        public static let username = "username"
        public static let prefersNotifications = "prefersNotifications"
        public static let seasonalPhoto = "seasonalPhoto"
        public static let goal = "goal"
        public static let goalDate = "goalDate"
    }

    public static let fields: [ModelField<Profile>] = [
        ModelField(FieldName.username, tag: 1, label: "Username", get: \.username) { $0.username = $1 },
        ModelField(FieldName.prefersNotifications, tag: 2, label: "Notifications", get: \.prefersNotifications) {
            $0.prefersNotifications = $1
        },
        ModelField(FieldName.seasonalPhoto, tag: 3, label: "Seasonal Photos", get: \.seasonalPhoto) {
            $0.seasonalPhoto = $1
        },
        ModelField(FieldName.goal, tag: 5, label: "Goal", get: \.goal) { $0.goal = $1 },
        ModelField(FieldName.goalDate, tag: 4, label: "Goal Date", get: \.goalDate) { $0.goalDate = $1 },
    ]

    public init() {
        self.init(username: "hiker", goalDate: Day(year: 2000, month: 1, day: 1))
    }

    /// A new profile with the login name as username, and today as the goal date.
    public static func fresh(at now: WallTime) -> Profile {
        let name = SystemUser.loginName ?? ""
        return Profile(
            username: brokenRule(ofUsername: name) == nil ? name : Profile().username, goalDate: Day(localTo: now))
    }

    /// Reads the form of format 1: the four fields in this order.
    public static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Profile {
        let (username, prefers) = (try reader.text(), try reader.flag())
        let season = try SeasonalPhoto(from: &reader)
        return Profile(
            username: username, prefersNotifications: prefers, seasonalPhoto: season, goalDate: try Day(from: &reader))
    }
}

extension SeasonalPhoto: EditableValue {
    /// Reads a word, in capitals too, or an emoji.
    public init(parsing text: String) throws(FieldRule) {
        guard let season = SeasonalPhoto(spelling: text) else { throw .choice(Self.allCases.map(\.rawValue)) }
        self = season
    }

    public init(json: FieldJSON) throws(FieldRule) { try self.init(parsing: try String(json: json)) }
}

extension Day: EditableValue {
    public static var control: FieldControl { .day }

    public init(parsing text: String) throws(FieldRule) {
        guard let day = Day(text) else { throw FieldRule.day }
        self = day
    }

    public var text: String { description }

    public init(json: FieldJSON) throws(FieldRule) { try self.init(parsing: try String(json: json)) }

    public var json: FieldJSON { .text(description) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let (year, month, day) = (try reader.integer(), try reader.integer(), try reader.integer())
        guard let day = Day(checkedYear: year, month: month, day: day) else { throw MalformedRecord() }
        self = day
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(year)
        writer.append(month)
        writer.append(day)
    }
}

extension Day {
    /// The day on this machine's clock at an instant.
    public init(localTo time: WallTime) { self.init(localTo: time.secondsSince1970) }
}

extension LocalTime {
    /// Creates the local time of an instant.
    public init(_ time: WallTime) { self.init(secondsSince1970: time.secondsSince1970) }
}
