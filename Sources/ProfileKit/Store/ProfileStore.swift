// Re-exported: what users of the library need, so that one import is enough.
@_exported public import ProfileModel
@_exported public import SealedStore
internal import Synchronization

/// The gate of a profile's store: see ``SealedGate``.
public typealias Gate = SealedGate<ProfileStore>
/// One stage of a gate.
public typealias Door = SealedGate<ProfileStore>.Door
/// The committed profile, now and after each commit.
public typealias Profiles = Documents<ProfileStore>

/// An open store: one account's profile, draft and hikes. Only a ``Gate`` creates one.
///
/// Its methods block for as long as the engine takes, which for a file is well under a millisecond unless another
/// process is writing. They may be called from any thread, but not from within a closure that one of them runs, which
/// receives what it needs. All of them throw ``StoreError``: `locked` once the store is closed, the account is locked,
/// the session has ended or a secret has changed; `damaged` when a record doesn't open; `busy`; `io`; `misuse` for such
/// a nested call.
public final class ProfileStore: DocumentStore {
    public typealias Document = Profile
    public static var schema: StoreSchema { ProfileSchema.schema }
    public let opened: OpenAccount
    /// The areas around private places, as of a generation.
    let knownAreas = Mutex<(generation: Int, areas: PrivateAreas)?>(nil)

    public init(_ opened: OpenAccount) {
        self.opened = opened
    }

    /// The committed profile.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var profile: Profile {
        get throws { try committed.model }
    }

    /// The committed profile, now and after each commit.
    public var profiles: Profiles { documents }

    /// The valid goal dates, as of today.
    public func goalDates(committed: Profile) -> ClosedRange<Day> {
        Profile.goalDates(committed: committed.goalDate, today: today)
    }

    /// Today, by the gate's clock and this machine's time zone.
    public var today: Day { Day(localTo: now) }
}

extension NewAccount {
    /// The account with a username in its profile.
    ///
    ///     let account = try NewAccount(passcode: Secret("739158")).named("ada")
    ///
    /// - Parameter username: `nil` for the login name.
    /// - Throws: ``StoreError`` with `invalidValue` for a username that breaks its rules.
    public func named(_ username: String?) throws -> NewAccount {
        guard let username else { return self }
        if let rule = Profile.brokenRule(ofUsername: username) {
            throw StoreError(.invalid([FieldProblem(Profile.FieldName.username, rule)]))
        }
        var named = self
        named.firstRecords = { transaction, now in
            var profile = Profile.fresh(at: now)
            profile.username = username
            try DocumentRecords<Profile>().create(profile, at: now, in: &transaction)
        }
        return named
    }
}
