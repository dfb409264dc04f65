internal import ProfileKit

/// The facts about an account that are readable without its secrets.
struct AccountFacts: Hashable, Sendable {
    let account: AccountID
    /// The format of each stage, in order.
    let stages: [CodeFormat]
    /// The stage of the current door.
    var stage = 0
    let shufflesKeypad: Bool
    /// Failed attempts in a row; `nil` if unknown.
    let failures: Int?
    /// The wait before the next attempt.
    let retryAfter: Duration
    /// Whether the store has several accounts, so that this one must be named.
    var isOneOfSeveral = false

    /// The format of the door's secret.
    var format: CodeFormat { stages.indices.contains(stage) ? stages[stage] : .sixDigits }
    /// Whether a password comes before the code.
    var hasPassword: Bool { stages.count > 1 }
    /// The number of attempts before a wait.
    var attemptsLeft: Int? { failures.map { max(0, 5 - $0) } }
}

/// Everything that the home and the profile show; of a damaged store, the parts that open.
struct Content: Hashable, Sendable {
    let summary: SummaryParts
    let index: HikeIndex
    var today: Day
    /// The parts that don't open.
    var damaged: [DamagedPart] = []
}

/// The state in which the app starts.
struct Start: Sendable {
    /// The accounts to choose from; empty if a workspace must be named first.
    let accounts: [AccountFacts]
    /// The store, if a session is live.
    let opening: Opening?
    /// The store to create, on the first run.
    var newStore: NewStore?
    /// The names of the workspaces to choose from.
    var workspaces: [String] = []
}

/// A store to be created.
struct NewStore: Hashable, Sendable {
    let path: String
    let account: AccountID
    /// The suggested username.
    let username: String
}

/// A session's limits.
struct SessionFacts: Hashable, Sendable {
    /// The time until it ends.
    let left: Duration
    /// The idle limit.
    let idleLimit: Duration
}

/// A store that has just been opened.
struct Opening: Hashable, Sendable {
    /// A number that is unique for each opened store, by which news of an earlier one is recognized.
    let number: Int
    /// The account. Opening another one discards all screens of the one before.
    let facts: AccountFacts
    let path: String
    let content: Content
    /// The number of failed attempts since the last unlock.
    let failuresBefore: Int
    /// Whether a session enforces the idle limit; otherwise the app does.
    let hasSession: Bool
    /// Whether it has just been created.
    var isNew = false
    /// The time until ``Content/today`` ends.
    var dayLeft: Duration?
}
