/// An edit that readers don't see yet.
///
/// It reads and writes like a ``Profile``: `draft.goalDate = …`. It remembers the committed profile that it began from,
/// so that it can be merged with what others commit meanwhile. It comes from ``ProfileStore/draft()`` alone.
@dynamicMemberLookup
public struct Draft: Hashable, Sendable {
    /// The edited profile.
    public var profile: Profile
    /// The committed profile that the draft began from.
    public internal(set) var base: Profile
    /// The revision that the draft began from.
    public internal(set) var baseRevision: Int
    /// When it was last saved, in seconds since 1970; `nil` while it never was.
    public internal(set) var savedAt: Int?
    /// Counts its saves; 0 while it never was saved.
    var save: Int
    /// Where it may be saved and committed; `nil` only for one that came from no store.
    var origin: DraftOrigin?
    /// Shared by all copies of the value, so that no two of them are committed.
    let ticket = DraftTicket()

    init(base: Profile, baseRevision: Int, profile: Profile, save: Int = 0, savedAt: Int? = nil) {
        (self.base, self.baseRevision, self.profile) = (base, baseRevision, profile)
        (self.save, self.savedAt) = (save, savedAt)
    }

    public subscript<Value>(dynamicMember member: WritableKeyPath<Profile, Value>) -> Value {
        get { profile[keyPath: member] }
        set { profile[keyPath: member] = newValue }
    }

    /// What the draft changes of the profile it began from.
    public var changes: [ProfileChange] { profile.changes(since: base) }

    /// The draft laid over a committed profile.
    public func merged(onto committed: Profile) -> ProfileMerge {
        ProfileMerge(base: base, mine: profile, theirs: committed)
    }

    /// The draft as it stands on a newer committed profile: a field that only others changed has their value, and the
    /// draft begins from it. A field that both changed stays as it is, and stays a conflict.
    public func following(_ committed: CommittedProfile) -> Draft {
        guard committed.revision != baseRevision else { return self }
        var next = self
        let merge = merged(onto: committed.profile)
        for field in Profile.Field.allCases where !merge.conflicts.contains(where: { $0.field == field }) {
            next.profile.set(merge.profile.value(of: field))
            next.base.set(committed.profile.value(of: field))
        }
        if merge.conflicts.isEmpty { next.baseRevision = committed.revision }
        return next
    }

    /// Takes over the values of an edited copy, and what that began from. When it was saved, and how often, stays.
    public mutating func adopt(_ edited: Draft) {
        (profile, base, baseRevision) = (edited.profile, edited.base, edited.baseRevision)
    }
}
