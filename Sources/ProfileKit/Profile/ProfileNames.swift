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

// The parts of a profile store that can be damaged.

extension DamagedPart {
    private typealias KindName = ProfileStore.KindName

    /// The committed profile.
    public static let profile = DamagedPart.record(kind: KindName.profile, number: nil)
    /// The saved draft.
    public static let draft = DamagedPart.record(kind: KindName.draft, number: nil)
    /// The totals, recent hikes and badges.
    public static let summary = DamagedPart.record(kind: KindName.summary, number: nil)
    /// The emergency card.
    public static let emergencyCard = DamagedPart.record(kind: KindName.emergencyCard, number: nil)
    /// All hikes, or all except those found.
    public static let hikes = DamagedPart.collection(KindName.hike)

    /// A commit in the history.
    public static func revision(_ revision: Int) -> DamagedPart { .record(kind: KindName.history, number: revision) }

    /// A hike.
    public static func hike(_ id: Int) -> DamagedPart { .record(kind: KindName.hike, number: id) }

    /// The observations of a hike whose header opens.
    public static func observations(_ id: Int) -> DamagedPart { .part(ProfileStore.PartName.observations, number: id) }
}
