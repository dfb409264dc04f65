/// Identifies the state of an account's gate in which a store was opened. When the store finds another mark, it is
/// locked.
///
/// A store opened from a session also closes when the session ends. For a store opened with secrets, this mark is the
/// only signal.
struct GateMark: Hashable {
    /// Raised when secrets change.
    let epoch: Int
    /// A random number, replaced at each lock: it can't overflow, and setting it needs no key.
    let lock: Int

    init(_ heads: AccountHeads) {
        (epoch, lock) = (heads.epoch, heads.lock)
    }

    /// Reads an account's current mark; `nil` if there is no such account.
    static func current(of account: AccountID, in backend: any RecordBackend) throws -> GateMark? {
        try backend.heads(of: account, kinds: []).map(GateMark.init)
    }
}
