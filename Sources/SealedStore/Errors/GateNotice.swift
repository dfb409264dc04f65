/// What a program tells its user beside the result of an operation, which took effect: see
/// ``GateConfiguration/noticeHandler``.
public enum GateNotice: Sendable {
    /// Something failed nevertheless: a commit that reported a failure, such as a disk error behind it, or a lock that
    /// didn't find a session's key. For changes of secrets, see ``GateChangeWarning``.
    ///
    /// The store's name is as in ``StoreError/store``.
    case failed(any Error, store: String)
    /// A store's file was migrated to the current format, after a copy of it was made.
    case migrated(MigratedStore)
}

/// A store's file that was migrated to the current format.
public struct MigratedStore: Hashable, Sendable {
    /// The store's file.
    public let path: String
    /// The file with the store as it was before.
    public let copy: String
}
