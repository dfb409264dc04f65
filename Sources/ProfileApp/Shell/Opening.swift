internal import ProfileKit

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
    /// Whether the store has other accounts, so that this one is to be named.
    var isOneOfSeveral = false

    /// What the door asks for.
    var format: CodeFormat { stages.indices.contains(stage) ? stages[stage] : .sixDigits }
    /// Whether a password comes before the code.
    var hasPassword: Bool { stages.count > 1 }
    /// How many attempts can be made before a wait.
    var triesLeft: Int? { failures.map { max(0, 5 - $0) } }
}

/// Everything that the home and the profile show, as of one moment. Of a damaged store it is what still opens.
struct Content: Hashable, Sendable {
    let summary: SummaryParts
    let index: HikeIndex
    var today: Day
    /// The parts that don't open.
    var damaged: [DamagedPart] = []
}

/// What the app begins with.
struct Start: Sendable {
    /// The accounts to choose from; none when the workspace has to be named first.
    let accounts: [AccountFacts]
    /// A live session's store.
    let opening: Opening?
    /// The store that isn't there yet: it is the first run.
    var newStore: NewStore?
    /// The names of the workspaces to choose from.
    var workspaces: [String] = []
}

/// A store that is to be made, as far as that is settled.
struct NewStore: Hashable, Sendable {
    let path: String
    let account: AccountID
    /// The name that is proposed.
    let username: String
}

/// How a session stands.
struct SessionFacts: Hashable, Sendable {
    /// How long it goes on at most.
    let left: Duration
    /// How long it may go unused.
    let idleLimit: Duration
}

/// A store that was just opened.
struct Opening: Hashable, Sendable {
    /// Counts the stores that were opened, so that news of an earlier one can be told apart.
    let number: Int
    /// Whose it is: where another account is opened, nothing is left of the one before.
    let facts: AccountFacts
    let path: String
    let content: Content
    /// Attempts that failed since the last unlock.
    let failuresBefore: Int
    /// Whether a session watches the idle limit; the app does it otherwise.
    let hasSession: Bool
    /// Whether it was made just now.
    var isNew = false
    /// How long the day goes on that ``Content/today`` is.
    var dayLeft: Duration?
}
