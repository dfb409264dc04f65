internal import ProfileKit
internal import ProfileRendering
internal import Sealing
internal import Synchronization

/// What is done by the ``Worker`` off the input loop, one after the other in order. Whatever fails otherwise comes back
/// as ``Reply/failed(_:)``.
enum Request: Sendable {
    // MARK: At the gate

    /// Looks for the accounts of a workspace: ``Reply/accounts(_:)`` or ``Reply/noWorkspace``.
    case findAccounts(workspace: String)
    /// Begins at the first door of an account: ``Reply/door(_:)`` or ``Reply/refused(_:_:)``. A session that is begun
    /// elsewhere is waited for as by ``awaitSession(_:)``.
    case enter(AccountID)
    /// Tries a secret on the door that the facts name: ``Reply/door(_:)`` with the next, ``Reply/opened(_:)`` or
    /// ``Reply/refused(_:_:)``. The secret is wiped with its last reference.
    case open(SharedSecret, AccountFacts)
    /// Gives up what was tried: back to the first door, and a store that was opened is closed with its session.
    case forget
    /// Proves a recovery code and sets a new secret for each stage, in order: ``Reply/revealing(_:)``, which waits for
    /// the consent, then ``Reply/recovered``; or ``Reply/refused(_:_:)``.
    case recover(AccountID, code: SharedSecret, secrets: [SharedSecret], Consent)
    /// Reads the emergency card: ``Reply/emergency(_:)``.
    case readEmergencyCard(AccountID)
    /// Waits beside the other requests for a session of an account that is begun elsewhere, until the next request of this
    /// kind or until a store is open: ``Reply/sessionBegan(_:)``.
    case awaitSession(AccountID)
    /// Opens the store by the live session: ``Reply/opened(_:)``. Without one there is no reply, and it is waited for.
    case join(AccountID)
    /// Makes the store and its first account: ``Reply/revealing(_:)``, which waits for the consent, then
    /// ``Reply/door(_:)`` and ``Reply/opened(_:)``; or ``Reply/refused(_:_:)``.
    case create(AccountID, username: String, SharedSecret, Consent)

    // MARK: Behind it

    /// Ends the session for everyone.
    case lock
    /// Closes the store; its session goes on.
    case release
    /// The accounts of the store: ``Reply/accounts(_:)``.
    case listAccounts
    /// ``Reply/session(_:)``.
    case readSession
    /// The owner's own look at the card: ``Reply/emergency(_:)``.
    case readCard
    /// Sets the emergency card, or takes it away: ``Reply/cardSet``.
    case setCard(String?)
    /// Sets a new secret for a stage: ``Reply/secretsChanged``, and every session has ended; or ``Reply/refused(_:_:)``.
    case changeSecret(Gate.StageName, SharedSecret, current: [SharedSecret])
    /// Makes a new recovery code: ``Reply/revealing(_:)``, which waits for the consent, then ``Reply/secretsChanged``, and
    /// every session has ended; or ``Reply/refused(_:_:)``.
    case renewRecoveryCode(current: [SharedSecret], Consent)
    /// ``Reply/day(_:left:)``.
    case readDay
    /// Counts as a use of the session. There is no reply unless it has ended.
    case use
    /// ``Reply/hike(_:recording:damaged:)`` or ``Reply/noHike(_:_:)``.
    case loadHike(Int)
    /// The sums over the hikes: ``Reply/groups(_:_:)``.
    case groupHikes(HikeGrouping)
    /// The latest commits of the profile: ``Reply/history(_:)``.
    case readHistory(limit: Int)
    /// Commits the profile as it was at a revision, the one before the last unless given: ``Reply/undone(_:)``.
    case undo(to: Int?)
    /// ``Reply/removedHikes(_:)``.
    case readRemovedHikes
    /// Stores a hike that was written in or changed by hand: ``Reply/hikesChanged(_:)``.
    case store(HikeHeader, isNew: Bool)
    /// ``Reply/hikesChanged(_:)``.
    case removeHike(Int)
    /// ``Reply/hikesChanged(_:)``.
    case restoreHike(Int)
    /// Drops a removed hike for good: ``Reply/purged(_:)``.
    case purgeHike(Int)
    /// What a path may go on with: ``Reply/completions(_:of:)``.
    case complete(path: String)
    /// Looks whether there is something to read at a path: ``Reply/found(path:problem:)``.
    case find(path: String)
    /// Imports files beside the other requests: ``Reply/importing(_:)`` for each, then ``Reply/imported(_:)``.
    case importHikes([String], StopFlag)
    /// Imports the sample hikes: ``Reply/imported(_:)``.
    case importSamples
    /// Reads the saved draft, or begins one: ``Reply/draft(_:committed:)``.
    case readDraft
    /// Saves the draft with the values of an edited copy.
    case save(ProfileDraft)
    /// Saves over whatever draft there is.
    case overwrite(ProfileDraft)
    /// Publishes the draft with the values of an edited copy, whether these could be saved or not.
    case commit(ProfileDraft, ConflictDecisions)
    case discard
}

/// What came of a request.
enum Reply: Sendable {
    case accounts([AccountFacts])
    case noWorkspace
    /// A door waits for its secret.
    case door(AccountFacts)
    /// A secret was not taken, or not tried.
    case refused(WordedError, AccountFacts?)
    case opened(Opening)
    /// Somebody unlocked this account elsewhere.
    case sessionBegan(AccountID)
    /// A recovery code, before anything is changed: ``Effect/settle(_:goesOn:)`` is waited for.
    case revealing(String)
    case recovered
    /// The card's text, or what is wrong with it; `nil` when there is none.
    case emergency(String?)

    /// How the open store's session stands; `nil` where none is.
    case session(SessionFacts?)
    case cardSet
    case secretsChanged
    /// The day it is, and how long it goes on.
    case day(Day, left: Duration)
    /// A hike as far as it opens, and the parts that don't.
    case hike(Hike, recording: Recording? = nil, damaged: [DamagedPart] = [])
    case noHike(Int, WordedError)
    case draft(ProfileDraft, committed: CommittedProfile)
    case saved(ProfileDraft)
    /// There is no draft any more.
    case discarded
    /// Nothing was saved: the draft was saved, committed or discarded by someone else meanwhile.
    case savedElsewhere
    /// The revision that was published.
    case committed(Int)
    case conflict(DraftConflict)
    /// A save was refused.
    case saveRefused(WordedError)
    /// A commit or a discard was refused.
    case editRefused(WordedError)

    case groups([HikeGroup], HikeGrouping)
    case history(Readable<[ProfileHistoryEntry]>)
    /// The revision that was published.
    case undone(Int)
    case removedHikes(Readable<[HikeHeader]>)
    case hikesChanged(HikeChange)
    case purged([Int])
    case completions([String], of: String)
    /// Why nothing can be read at a path; `nil` if it names a file or a folder.
    case found(path: String, problem: String?)
    case importing(ImportProgress)
    case imported(ImportReport)

    case failed(WordedError)
}

/// Asks work that is under way to stop at the next place where it can. Copies of it are one flag.
final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
}
