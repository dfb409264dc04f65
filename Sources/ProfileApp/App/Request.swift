internal import ProfileKit
internal import ProfileRendering
internal import Sealing
internal import Synchronization

/// A request that the ``Worker`` carries out off the input loop, in order. A failure without a reply of its own comes
/// back as ``Reply/failed(_:)``.
enum Request: Sendable {
    case gate(GateRequest)
    case secrets(SecretRequest)
    case session(SessionRequest)
    case draft(DraftRequest)
    case history(HistoryRequest)
    case hikes(HikeRequest)
    case places(PlaceRequest)
    case files(FileRequest)
}

/// The requests of a closed gate's screens.
enum GateRequest: Sendable {
    /// Finds the accounts of a workspace: ``Reply/accounts(_:)`` or ``Reply/noWorkspace``.
    case findAccounts(workspace: String)
    /// Begins at the first door of an account: ``Reply/door(_:)`` or ``Reply/refused(_:_:)``. It then waits for what
    /// happens elsewhere, as ``awaitSession(_:)`` does.
    case enter(AccountID)
    /// Tries a secret on the door that the status names: ``Reply/door(_:)`` with the next, ``Reply/opened(_:)`` or
    /// ``Reply/refused(_:_:)``. The secret is wiped with its last reference.
    case open(SharedSecret, AccountStatus)
    /// Returns to the first door. A store opened meanwhile is closed, and its session ended.
    case forget
    /// Reads the emergency card: ``Reply/emergency(_:)`` or ``Reply/unreadableCard(_:)``.
    case readEmergencyCard(AccountID)
    /// Waits for a session of an account that begins elsewhere, and for attempts made elsewhere, without holding up
    /// other requests, until the next request of this kind or until a store is open: ``Reply/sessionBegan(_:)`` and
    /// ``Reply/attempts(_:)``.
    case awaitSession(AccountID)
    /// Opens the store through the live session: ``Reply/opened(_:)``. Without one it waits, and there is no reply.
    case join(AccountID)
}

/// The creation of an account, its recovery, and changes of its secrets. The reply may always be
/// ``Reply/refused(_:_:)``.
enum SecretRequest: Sendable {
    /// Checks that there is no such account yet: ``Reply/verified(newCode:)``.
    case prepareCreation(AccountID)
    /// Makes the store and its first account, with a recovery code that the user has written down: ``Reply/door(_:)``
    /// and ``Reply/opened(_:)``.
    case create(AccountID, username: String, SharedSecret, recoveryCode: RecoveryCode)
    /// Checks a recovery code and a new secret for each stage, in order, without changing any secret:
    /// ``Reply/verified(newCode:)``, or ``Reply/damaged(_:)`` for damage that isn't accepted.
    case verifyRecovery(AccountID, code: SharedSecret, secrets: [SharedSecret], acceptingDamage: Bool = false)
    /// Sets new secrets and a recovery code that the user has written down: ``Reply/recovered``.
    case recover(
        AccountID, code: SharedSecret, secrets: [SharedSecret], newCode: RecoveryCode, acceptingDamage: Bool = false)
    /// Checks the current secrets without changing any: ``Reply/verified(newCode:)``, or ``Reply/damaged(_:)`` for
    /// refused damage.
    case verify(current: [SharedSecret], refusingDamage: Bool = false)
    /// Sets a new secret for a stage: ``Reply/secretsChanged(_:)``, and every other session has ended.
    case change(Gate.StageName, SharedSecret, current: [SharedSecret])
    /// Sets a new recovery code that the user has written down: ``Reply/secretsChanged(_:)``, and every other session has
    /// ended.
    case renewRecoveryCode(current: [SharedSecret], to: RecoveryCode, acceptingDamage: Bool = false)
}

/// The session of the open store, its account, and the day.
enum SessionRequest: Sendable {
    /// ``Reply/session(_:)``.
    case read
    /// Counts as a use of the session. There is no reply unless it has ended.
    case extend
    /// Ends the session in all programs.
    case lock
    /// Closes the store; its session continues.
    case release
    /// The accounts of the store: ``Reply/accounts(_:)``.
    case listAccounts
    /// Reads the open account's emergency card: ``Reply/emergency(_:)``.
    case readCard
    /// Sets the emergency card, or removes it, if it hasn't changed since it was read: ``Reply/cardSet``; otherwise
    /// ``Reply/cardChanged(_:)``.
    case setCard(String?, replacing: String?)
    /// ``Reply/day(_:left:)``.
    case readDay
}

/// The profile's draft.
enum DraftRequest: Sendable {
    /// Reads the saved draft, or creates a fresh one: ``Reply/draft(_:committed:)``.
    case read
    /// Saves the draft with the values of an edited copy: ``Reply/saved(_:)``, ``Reply/savedElsewhere`` or
    /// ``Reply/saveRefused(_:)``.
    case save(ProfileDraft)
    /// Saves the draft over any other: ``Reply/saved(_:)`` or ``Reply/saveRefused(_:)``.
    case overwrite(ProfileDraft)
    /// Commits the draft with the values of an edited copy, whether or not they could be saved:
    /// ``Reply/committed(_:)``, ``Reply/conflict(_:)``, ``Reply/savedElsewhere`` or ``Reply/editRefused(_:)``.
    case commit(ProfileDraft, ConflictDecisions)
    /// ``Reply/discarded``, ``Reply/savedElsewhere`` or ``Reply/editRefused(_:)``.
    case discard
}

/// The profile's commits.
enum HistoryRequest: Sendable {
    /// The latest ones: ``Reply/history(_:)``.
    case read(limit: Int)
    /// Commits the profile as of a revision, if the newest one is still this: ``Reply/undone(_:)``.
    case goBack(to: Int, from: Int)
    /// Takes back what a revision changed, if no other commit changed it since: ``Reply/undone(_:)``.
    case undo(revision: Int)
}

/// The hikes. The reply to a change is ``Reply/hikesChanged(_:)``.
enum HikeRequest: Sendable {
    /// ``Reply/hike(_:recording:damaged:)`` or ``Reply/noHike(_:_:)``.
    case load(Int)
    /// Sums over the hikes: ``Reply/groups(_:_:)``.
    case group(HikeGrouping)
    /// The hikes that a filter wants: ``Reply/matches(_:of:)``.
    case find(HikeFilter)
    /// What a view shows: ``Reply/view(_:of:damaged:)``.
    case readView(HikeView)
    /// ``Reply/removedHikes(_:)``.
    case readRemoved
    /// Stores a hike that was added by hand.
    case add(HikeHeader)
    /// Edits a hike: ``Reply/hikesEdited(_:_:takeBack:)`` or ``Reply/hikeChangedElsewhere(_:)``.
    case edit(HikeEdit)
    /// Edits several hikes, all or none of them: ``Reply/hikesEdited(_:_:takeBack:)``.
    case editAll([HikeEdit])
    /// Removes hikes, unless one of those that were shown has changed since.
    case remove([Int], shown: [HikeHeader] = [])
    case restore([Int])
    /// Purges a removed hike, unless it has changed since it was shown: ``Reply/purged(_:)``.
    case purge(HikeHeader)
    /// Shows a part of what is shown of a hike's recording, in kilometres from its first point; an end that isn't given
    /// stays: ``Reply/trimmed(_:takeBack:)``.
    case trim(Int, from: Double?, to: Double?)
    /// Shows all of a hike's recording: ``Reply/trimmed(_:takeBack:)``.
    case untrim(Int)
    /// The other hikes of the same way: ``Reply/sameWay(_:)``.
    case findSameWay(Int)
    /// The latest changes of hikes and places: ``Reply/changes(_:removed:)``.
    case readChanges(limit: Int)
    /// Takes back a change of hikes and places: ``Reply/takenBack(_:earned:lost:)``.
    case takeBack(Int)
}

/// The places, and the photos of hikes.
enum PlaceRequest: Sendable {
    /// ``Reply/place(_:)`` or ``Reply/noPlace(_:_:)``.
    case load(Int)
    /// ``Reply/placesChanged(_:id:takeBack:)``, or ``Reply/placeChangedElsewhere(_:)``.
    case change(PlaceChange)
    /// Reads the photos of a hike: ``Reply/photos(_:)``.
    case readPhotos(hike: Int)
    /// Draws a photo: ``Reply/photo(_:of:)``.
    case drawPhoto(PhotoLoader.Picture)
}

/// Files to import hikes from, and to write.
enum FileRequest: Sendable {
    /// Completes a path: ``Reply/completions(_:of:)``.
    case complete(path: String)
    /// Checks whether a path can be read: ``Reply/found(path:problem:)``.
    case find(path: String)
    /// Imports files concurrently with other requests: ``Reply/importing(_:)`` for each file, then
    /// ``Reply/imported(_:)``.
    case importHikes([String], StopFlag)
    /// Imports the sample hikes: ``Reply/imported(_:)``.
    case importSamples
    /// Writes a file of some hikes, or of all if none are named: ``Reply/written(_:)``.
    case write(FileAction, path: String, hikes: [Int])
}

/// The result of a request.
enum Reply: Sendable {
    case accounts([AccountStatus])
    case noWorkspace
    /// A door waits for its secret.
    case door(AccountStatus)
    /// A secret was refused, or not tried.
    case refused(UserMessage, AccountStatus?)
    case opened(OpenedStore)
    /// A session of this account began in another program.
    case sessionBegan(AccountID)
    /// The number of failed attempts changed, here or in another program.
    case attempts(AccountStatus.Attempts, on: AccountID)
    /// The secrets are correct, and nothing was changed. The code is a random one, to write down before the
    /// change.
    case verified(newCode: RecoveryCode)
    case recovered
    /// These parts don't open, and the change would set them aside. Nothing was changed.
    case damaged([DamagedPart])
    /// The card's text; `nil` without a card.
    case emergency(String?)
    case unreadableCard(UserMessage)

    /// The open store's session; `nil` without one.
    case session(SessionStatus?)
    case cardSet
    /// Nothing was set: another program set this card meanwhile, or removed it (`nil`).
    case cardChanged(String?)
    /// The store, reopened with the new secrets; `nil` if that failed, so that it is closed.
    case secretsChanged(OpenedStore?)
    /// Today, and the time left until it ends.
    case day(Day, left: Duration)
    /// The readable parts of a hike, and the damaged ones.
    case hike(Hike, recording: Recording? = nil, damaged: [DamagedPart] = [])
    case noHike(Int, UserMessage)
    case draft(ProfileDraft, committed: CommittedProfile)
    case saved(ProfileDraft)
    /// The draft is gone.
    case discarded
    /// Nothing was saved: another program saved this draft meanwhile, or committed or discarded it (`nil`).
    case savedElsewhere(ProfileDraft?)
    /// The new revision.
    case committed(Int)
    case conflict(DraftConflict)
    /// A save was refused.
    case saveRefused(UserMessage)
    /// A commit or a discard was refused.
    case editRefused(UserMessage)

    case groups([HikeGroup], HikeGrouping)
    /// The ids of the hikes.
    case matches(Set<Int>, of: HikeFilter)
    case view(HikeViewContent, of: HikeView, damaged: [DamagedPart])
    case history(Salvaged<[ProfileHistoryEntry]>)
    /// The new revision.
    case undone(Int)
    case removedHikes(Salvaged<[HikeHeader]>)
    case hikesChanged(HikeChange)
    /// The edits that were stored, what came of them, and their number in the history, by which they are taken back.
    case hikesEdited([HikeEdit], HikeChange, takeBack: Int?)
    /// Nothing was changed: someone else has changed the same field of this hike meanwhile.
    case hikeChangedElsewhere(HikeHeader)
    case purged([Int])
    /// The trim, `nil` if it changed nothing, and its number in the history, by which it is taken back.
    case trimmed(HikeChange?, takeBack: Int?)
    case sameWay(Salvaged<[HikeOfSameWay]>)
    /// The changes, and the removed hikes among them.
    case changes(Salvaged<[LoggedChange]>, removed: [HikeHeader])
    /// The undo, and the badges that it earned and lost.
    case takenBack(UndoneChange, earned: [Badge], lost: [Badge])
    case place(PlaceDetail)
    case noPlace(Int, UserMessage)
    /// The change that was stored, the place's id, and the change's number in the history, by which it is taken back.
    case placesChanged(PlaceChange, id: Int, takeBack: Int?)
    /// Nothing was changed: someone else has changed the same field of this place meanwhile.
    case placeChangedElsewhere(Place)
    case photos(Salvaged<[PlacedPhoto]>)
    /// The photo in cells; `nil` if it doesn't open.
    case photo(Canvas?, of: PhotoLoader.Picture)
    case completions([String], of: String)
    /// Why nothing can be read at a path; `nil` if it names a file or a folder.
    case found(path: String, problem: String?)
    case importing(ImportProgress)
    case imported(ImportReport)
    /// What was written.
    case written(String)

    case failed(UserMessage)
}

/// Asks running work to stop at its next opportunity. Copies share one flag.
final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
}
