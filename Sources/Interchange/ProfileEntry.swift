internal import ProfileKit

/// A profile in its file representation: a member for each field.
struct ProfileEntry: Codable {
    /// The values by the fields' names.
    private let values: [String: FieldJSON]

    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    init(_ profile: Profile) {
        values = Dictionary(
            uniqueKeysWithValues: Profile.fields.map { ($0.name, $0.value(of: profile).json) })
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var values: [String: FieldJSON] = [:]
        for field in Profile.fields {
            // A field that was added later is missing in older exports, and keeps its default.
            if !Self.firstFields.contains(field.name), !container.contains(Name(stringValue: field.name)) { continue }
            // Of the type that its default has, so that another one is an error that names its place in the file.
            values[field.name] =
                switch field.value(of: Profile()).json {
                case .text: .text(try container.decode(String.self, forKey: Name(stringValue: field.name)))
                case .flag: .flag(try container.decode(Bool.self, forKey: Name(stringValue: field.name)))
                case .integer: .integer(try container.decode(Int.self, forKey: Name(stringValue: field.name)))
                case .number: .number(try container.decode(Double.self, forKey: Name(stringValue: field.name)))
                case .list, .null: try container.decode(FieldJSON.self, forKey: Name(stringValue: field.name))
                }
        }
        self.values = values
    }

    /// The fields of every export.
    private static let firstFields = ["username", "prefersNotifications", "seasonalPhoto", "goalDate"]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        // Without a goal, an export is as it was before there were goals.
        for field in Profile.fields where values[field.name] != .null {
            try container.encode(values[field.name], forKey: Name(stringValue: field.name))
        }
    }

    /// The profile, with its username checked. Any goal date is accepted: it was valid when it was set.
    var profile: Profile {
        get throws(FieldProblem) {
            var profile = Profile()
            for field in Profile.fields {
                guard let json = values[field.name] else { continue }
                field.set(try field.read(json), in: &profile)
            }
            if let problem = profile.problems(replacing: profile, today: profile.goalDate).first { throw problem }
            return profile
        }
    }
}
