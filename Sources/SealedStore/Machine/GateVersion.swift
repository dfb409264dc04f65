/// Identifies the state of an account's gate in which a store was opened. When the store finds another version, it is
/// locked.
///
/// A store opened from a session also closes when the session ends. For a store opened with secrets, this version is
/// the only signal.
struct GateVersion: Hashable {
    /// Raised when secrets change.
    let epoch: Int
    /// A random number, replaced at each lock: it can't overflow, and setting it needs no key.
    let lock: Int

    init(_ heads: AccountHeads) {
        (epoch, lock) = (heads.epoch, heads.lock)
    }

    /// Reads an account's current version; `nil` if there is no such account.
    static func current(of account: AccountID, in backend: any RecordBackend) throws -> GateVersion? {
        try backend.heads(of: account, kinds: []).map(GateVersion.init)
    }
}

extension RecordEngine {
    /// The current version of the account's gate; `nil` if there is no such account.
    func gateVersion(of account: AccountID) throws -> GateVersion? {
        try look { try GateVersion.current(of: account, in: $0) }
    }
}
