internal import ProfileKit

/// A profile in its file representation: a member for each field.
struct ProfileEntry: Codable {
    /// The values by the fields' names.
    private let values: [String: FieldJSON]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ field: Field<Profile>) { stringValue = field.name }
        init?(stringValue: String) { self.stringValue = stringValue }
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
            if !Self.firstFields.contains(field.name), !container.contains(Name(field)) { continue }
            values[field.name] =
                switch field.control {
                case .toggle: .flag(try container.decode(Bool.self, forKey: Name(field)))
                case .text, .choice, .day: .text(try container.decode(String.self, forKey: Name(field)))
                }
        }
        self.values = values
    }

    /// The fields of every export.
    private static let firstFields = ["username", "prefersNotifications", "seasonalPhoto", "goalDate"]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for field in Profile.fields {
            switch values[field.name] {
            case .flag(let flag): try container.encode(flag, forKey: Name(field))
            case .text(let text): try container.encode(text, forKey: Name(field))
            case .number(let number): try container.encode(number, forKey: Name(field))
            case .null, nil: break
            }
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
