public import ProfileKit

/// How the app ended, and what it leaves behind.
public struct AppOutcome: Sendable {
    public let ending: AppEnding
    /// The session that continues; `nil` if the store is closed, or was open only in the app.
    public let session: RemainingSession?
    /// The revisions committed from within the app, in order.
    public let published: [Int]
    /// The recovery code that was on the screen when the app ended; `nil` if none was.
    public let voidCode: VoidRecoveryCode?
    /// What the app had to report when it had ended, such as a change that failed then.
    public let unread: String?
}

/// A recovery code that was shown but not confirmed, so that it is void.
public enum VoidRecoveryCode: Hashable, Sendable {
    /// That of an account which was not created.
    case first
    /// One that was to replace another, which still works.
    case further
}

/// How the app ended.
public enum AppEnding: Hashable, Sendable {
    /// The user quit.
    case left
    /// *Cancel* on the lock screen, or Ctrl-C.
    case cancelled
    /// A signal, which the caller must raise again.
    case signal(Int32)
}

/// A session that continues after the app has ended.
public struct RemainingSession: Hashable, Sendable {
    /// The time until it ends.
    public let left: Duration
    /// The idle limit.
    public let idleLimit: Duration
    /// Whether it began before the app was started.
    public let isOlder: Bool
    /// The store's path, which may have been chosen in the app.
    public let path: String
    public let account: AccountID
}
