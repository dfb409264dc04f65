/// How an account's gate stands, as far as it ends the stores that were opened through it: one that finds another mark
/// than it was opened under is locked.
///
/// A session's store is ended by the end of its session too. A store that was opened with secrets has only this.
struct GateMark: Hashable {
    /// Raised when secrets change.
    let epoch: Int
    /// A random number, anew with each lock: it can't run over, and needs no key to be set.
    let lock: Int

    init(_ heads: AccountHeads) {
        (epoch, lock) = (heads.epoch, heads.lock)
    }

    /// - Returns: `nil` when there is no such account.
    static func current(of account: AccountID, in backend: any RecordBackend) throws -> GateMark? {
        try backend.heads(of: account, kinds: []).map(GateMark.init)
    }
}
