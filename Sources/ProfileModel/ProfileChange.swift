/// One field that differs between two profiles.
public struct ProfileChange: Hashable, Sendable, Encodable {
    public let from: Profile.Value
    public let to: Profile.Value

    public var field: Profile.Field { to.field }

    package init(from: Profile.Value, to: Profile.Value) {
        self.from = from
        self.to = to
    }

    private enum CodingKeys: String, CodingKey { case field, from, to }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(field, forKey: .field)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
    }
}

extension Profile.Value {
    public var field: Profile.Field {
        switch self {
        case .username: .username
        case .prefersNotifications: .prefersNotifications
        case .seasonalPhoto: .seasonalPhoto
        case .goalDate: .goalDate
        }
    }
}

extension Profile {
    /// The fields that differ from an earlier profile, in the order of ``Field``.
    public func changes(since earlier: Profile) -> [ProfileChange] {
        Field.allCases.compactMap { field in
            let (from, to) = (earlier.value(of: field), value(of: field))
            return from == to ? nil : ProfileChange(from: from, to: to)
        }
    }
}
