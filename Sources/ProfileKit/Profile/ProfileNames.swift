public import ProfileModel
public import SealedStore

/// The committed profile with its revision.
public typealias CommittedProfile = Committed<Profile>
/// The result of committing a profile.
public typealias ProfileCommit = Commit<Profile>
/// An edit of the profile that readers don't see yet.
public typealias ProfileDraft = Draft<Profile>
/// One commit of the profile's history.
public typealias ProfileHistoryEntry = HistoryEntry<Profile>

// Names for a document's values where the document is a profile.

extension Committed<Profile> {
    public var profile: Profile { model }
}

extension Commit<Profile> {
    public var profile: Profile { model }
}

extension HistoryEntry<Profile> {
    public var profile: Profile { model }
}

extension Draft<Profile> {
    public var profile: Profile {
        get { model }
        set { model = newValue }
    }
}

extension Merge<Profile> {
    public var profile: Profile { model }
}
