/// Where a session's key is kept.
public enum SessionStorage: String, CaseIterable, Sendable {
    /// The user's kernel keyring: in memory only.
    case keyring
    /// A file in the runtime folder, which is removed at the user's last log-out.
    case file
    /// Nowhere: sessions are disabled.
    case none
}
