/// One field that was changed on both sides, to different values.
public struct FieldConflict: Hashable, Sendable, Encodable {
    /// The value that both sides began from.
    public let base: Profile.Value
    /// The value in the draft.
    public let mine: Profile.Value
    /// The value that was committed meanwhile.
    public let theirs: Profile.Value

    public var field: Profile.Field { base.field }

    private enum CodingKeys: String, CodingKey { case field, base, mine, theirs }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(field, forKey: .field)
        try container.encode(base, forKey: .base)
        try container.encode(mine, forKey: .mine)
        try container.encode(theirs, forKey: .theirs)
    }
}

/// The side whose value stands where both sides changed a field.
public enum ConflictSide: String, CaseIterable, Sendable {
    case mine, theirs
}

/// A three-way merge, field by field: what a draft changed is laid over what was committed meanwhile.
public struct ProfileMerge: Hashable, Sendable {
    /// The merged profile. Fields in conflict hold the committed value.
    public private(set) var profile: Profile
    /// The fields changed on both sides to different values; a change to the same value is no conflict.
    public private(set) var conflicts: [FieldConflict] = []

    /// - Parameters:
    ///   - base: the profile that the draft began from.
    ///   - mine: the draft.
    ///   - theirs: the committed profile.
    public init(base: Profile, mine: Profile, theirs: Profile) {
        profile = theirs
        for change in mine.changes(since: base) {
            let committed = theirs.value(of: change.field)
            if committed == change.from {
                profile.set(change.to)
            } else if committed != change.to {
                conflicts.append(FieldConflict(base: change.from, mine: change.to, theirs: committed))
            }
        }
    }

    /// The merged profile with every conflict decided for one side.
    public func taking(_ side: ConflictSide) -> Profile {
        var decided = profile
        for conflict in conflicts where side == .mine {
            decided.set(conflict.mine)
        }
        return decided
    }
}
