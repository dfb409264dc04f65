internal import ProfileKit

/// The state in which the app starts.
struct Start: Sendable {
    /// The accounts to choose from; empty if a workspace must be named first.
    let accounts: [AccountFacts]
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
