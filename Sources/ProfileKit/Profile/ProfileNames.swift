public import ProfileModel
public import SealedStore

public typealias CommittedProfile = Committed<Profile>
public typealias ProfileCommit = Commit<Profile>
public typealias ProfileDraft = Draft<Profile>
public typealias ProfileHistoryEntry = HistoryEntry<Profile>

// What a document's values are called where the document is a profile.

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
