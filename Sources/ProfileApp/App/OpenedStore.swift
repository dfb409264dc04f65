internal import ProfileKit
internal import ProfileRendering

/// The state in which the app starts.
struct Start: Sendable {
    /// The accounts to choose from; empty if a workspace must be named first.
    let accounts: [AccountStatus]
    /// The store, if a session is live.
    let opening: OpenedStore?
    /// The store to create, on the first run.
    var newStore: NewStore?
    /// The names of the workspaces to choose from, also when the store of one of them is there already.
    var workspaces: [String] = []
    /// The one whose store it is; `nil` if a workspace must be named first.
    var workspace: String?
}

/// A store to be created.
struct NewStore: Hashable, Sendable {
    let path: String
    let account: AccountID
    /// The suggested username.
    let username: String
}

/// A store that has just been opened.
struct OpenedStore: Hashable, Sendable {
    /// A number that is unique for each opened store, by which news of an earlier one is recognized.
    let number: Int
    /// The account. Opening another one discards all screens of the one before.
    let account: AccountStatus
    let path: String
    var content: Content
    /// The number of failed attempts since the last unlock.
    let failuresBefore: Int
    /// Whether a session enforces the idle limit; otherwise the app does.
    let hasSession: Bool
    /// Whether it has just been created.
    var isNew = false
    /// The session's limits; `nil` if they aren't known.
    var session: SessionStatus?
    /// The time until ``Content/today`` ends.
    var dayLeft: Duration?
}

/// A session's limits.
struct SessionStatus: Hashable, Sendable {
    /// The time until it ends, however much it is used.
    let left: Duration
    /// The idle limit.
    let idleLimit: Duration
    /// The time until it ends if nobody uses it.
    let idleLeft: Duration

    /// - Parameter idleLeft: the whole limit by default.
    init(left: Duration, idleLimit: Duration, idleLeft: Duration? = nil) {
        (self.left, self.idleLimit, self.idleLeft) = (left, idleLimit, idleLeft ?? idleLimit)
    }
}

/// The limits of the open store's session, as they were when it was read: others may prolong it, or end it.
struct SessionView: Hashable, Sendable {
    private let end: Moment
    private let idleLimit: Duration
    /// When to announce the end; `nil` if it was, or if the session begins with little time left.
    var warning: Moment?

    /// How long before the end it is announced.
    private static let notice = Duration.seconds(60)

    init(_ session: SessionStatus, at now: Moment) {
        (end, idleLimit) = (now + session.left, session.idleLimit)
        warning = session.left > Self.notice ? end - Self.notice : nil
    }

    /// Why a session ended, according to its limits.
    ///
    /// - Parameter lastUse: when it was used here for the last time.
    static func reason(of session: SessionView?, lastUse: Moment, at now: Moment) -> String {
        guard let session else { return "The session has ended, or was locked elsewhere." }
        // The limits were read a moment before.
        let now = now + .seconds(1)
        if now >= session.end { return "The session's time is over, or it was locked elsewhere." }
        // A use moves the end only if that gains a tenth of the limit.
        guard now >= lastUse + session.idleLimit - session.idleLimit / 10 else {
            return "The session was ended elsewhere."
        }
        return "The session ended after \(session.idleLimit.inWords) without use, or was locked elsewhere."
    }
}
