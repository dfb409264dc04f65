internal import ProfileModel

/// A profile as a file spells it: a member for each field.
struct ProfileEntry: Codable {
    /// Each value as it would be typed.
    private let texts: [Profile.Field: String]

    /// A value out of its rules.
    struct Problem: Error {
        let member: String
        let rule: String
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ field: Profile.Field) { stringValue = field.rawValue }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    init(_ profile: Profile) {
        texts = Dictionary(
            uniqueKeysWithValues: Profile.Field.allCases.map { ($0, profile.value(of: $0).description) })
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var texts: [Profile.Field: String] = [:]
        for field in Profile.Field.allCases {
            if field == .prefersNotifications {
                texts[field] = try container.decode(Bool.self, forKey: Name(field)) ? "on" : "off"
            } else {
                texts[field] = try container.decode(String.self, forKey: Name(field))
            }
        }
        self.texts = texts
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (field, text) in texts { try container.encode(try field.parse(text), forKey: Name(field)) }
    }

    /// The profile, its username by the rule. The goal date may be any day: it was in its range when it was set.
    var profile: Profile {
        get throws(Problem) {
            var profile = Profile(username: "", goalDate: Day(year: 1, month: 1, day: 1))
            for field in Profile.Field.allCases {
                guard let text = texts[field] else { continue }
                do throws(InvalidValue) {
                    profile.set(try field.parse(text))
                } catch {
                    throw Problem(member: field.rawValue, rule: error.rule)
                }
            }
            if let rule = Profile.brokenRule(ofUsername: profile.username) {
                throw Problem(member: Profile.Field.username.rawValue, rule: rule)
            }
            return profile
        }
    }
}
