internal import ProfileKit

/// A store that has just been opened.
struct OpenedStore: Hashable, Sendable {
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

/// A session's limits.
struct SessionFacts: Hashable, Sendable {
    /// The time until it ends.
    let left: Duration
    /// The idle limit.
    let idleLimit: Duration
}
