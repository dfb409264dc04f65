internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// What the app takes in: what a person does, and what came of what it had done.
enum AppEvent: Sendable {
    case input(Event)
    case outcome(Outcome)
}

/// What the app wants done.
enum AppEffect: Sendable {
    /// The terminal's bell.
    case ring
    /// Something off the input loop; its outcome comes back as an event.
    case work(WorkTask)
    /// The recovery that waits goes on, now that its new code was written down; or nothing is changed.
    case settleRecovery(Ticket, goesOn: Bool)
    case leave(AppEnding)
}

/// What is done by the ``Worker``, one after the other in order.
enum WorkTask: Sendable {
    /// Looks for the accounts of a workspace: ``GateOutcome/found(_:)`` or ``GateOutcome/noWorkspace``.
    case find(workspace: String, Ticket)
    /// Begins at the first door of an account: ``GateOutcome/door(_:)`` or ``GateOutcome/noAccount``.
    case enter(account: String, Ticket)
    /// Tries a secret on the door that was reached: ``GateOutcome/door(_:)``, ``GateOutcome/opened(_:)`` or
    /// ``GateOutcome/refused(_:_:)``. The secret is wiped with its last reference.
    case open(SharedSecret, Ticket)
    /// Gives up what was tried: back to the first door, and a store that was opened is closed with its session.
    case forget
    /// Proves a recovery code and sets a new secret for each stage, in order: ``GateOutcome/revealing(_:)``, then
    /// ``GateOutcome/recovered``; or ``GateOutcome/refused(_:_:)``.
    case recover(code: SharedSecret, secrets: [SharedSecret], Ticket)
    /// Reads the emergency card: ``GateOutcome/emergency(_:)``.
    case readEmergencyCard(Ticket)
    /// Ends the session for everyone: ``Outcome/locked``.
    case lock
    /// Reads what is stored, if it changed since it was last read: ``Outcome/content(_:)`` or ``Outcome/locked``.
    case look
    /// Counts as a use of the session. There is no outcome unless it has ended.
    case use
    case loadHike(Int)
    /// Reads the saved draft, or begins one: ``Outcome/draft(_:committed:)``.
    case readDraft
    /// Saves the draft with the values of an edited copy.
    case save(ProfileDraft)
    /// Saves over whatever draft there is.
    case overwrite(ProfileDraft)
    /// Publishes the draft with the values of an edited copy, whether these could be saved or not.
    case commit(ProfileDraft, ConflictDecisions)
    case discard
}

/// Which request of the gate's an outcome belongs to: an answer to one that was given up is of no interest.
typealias Ticket = Int

enum GateOutcome: Sendable {
    /// The accounts of the workspace that was named.
    case found([AccountFacts])
    case noWorkspace
    case noAccount
    /// A door waits for its secret.
    case door(AccountFacts)
    /// A secret was not taken, or not tried.
    case refused(WordedError, AccountFacts?)
    case opened(Opening)
    /// The new recovery code, before anything is changed: ``AppEffect/settleRecovery(_:goesOn:)`` is waited for.
    case revealing(String)
    case recovered
    /// The card's text, or what is wrong with it; `nil` when there is none.
    case emergency(String?)
}

/// What came of the app's work, or happened elsewhere.
enum Outcome: Sendable {
    /// What came of a task at the gate.
    case gate(GateOutcome, Ticket)
    /// The store was locked, by whomever.
    case locked
    /// The store may have changed, by this process or another.
    case changed
    case content(Content)
    /// What was asked to be looked at was looked at.
    case looked
    case hike(Hike)
    case noHike(Int, WordedError)
    case draft(ProfileDraft, committed: CommittedProfile)
    case saved(ProfileDraft)
    /// There is no draft any more.
    case discarded
    /// Nothing was saved: the draft was saved, committed or discarded by someone else meanwhile.
    case savedElsewhere
    case committed
    case conflict(DraftConflict)
    /// A save was refused.
    case saveRefused(WordedError)
    /// A commit or a discard was refused.
    case editRefused(WordedError)
    /// Something else failed.
    case failed(WordedError)
}

/// What can be known of an account without opening it.
struct AccountFacts: Hashable, Sendable {
    let account: AccountID
    /// What each stage asks for, in order.
    let stages: [CodeFormat]
    /// Which stage the door that was reached is.
    var stage = 0
    let shufflesKeypad: Bool
    /// Failed attempts in a row; `nil` where they can't be read.
    let failures: Int?
    /// How long the next attempt has to wait.
    let retryAfter: Duration

    /// What the door asks for.
    var format: CodeFormat { stages.indices.contains(stage) ? stages[stage] : .sixDigits }
}

/// Everything that the home and the profile show, as of one moment.
struct Content: Hashable, Sendable {
    let summary: Summary
    let hikes: [HikeHeader]
    let today: Day
}

/// What the app begins with.
struct Start: Sendable {
    /// The accounts to choose from; none when the workspace has to be named first.
    let accounts: [AccountFacts]
    /// A live session's store.
    let opening: Opening?
}

/// A store that was just opened.
struct Opening: Hashable, Sendable {
    /// Whose it is: where another account is opened, nothing is left of the one before.
    let account: AccountID
    let path: String
    let content: Content
    /// Attempts that failed since the last unlock.
    let failuresBefore: Int
    /// Whether a session watches the idle limit; the app does it otherwise.
    let hasSession: Bool
}
