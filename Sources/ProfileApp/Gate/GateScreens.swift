internal import ProfileKit
internal import ProfileRendering

/// Which screen stands before which gate.
struct GateScreens: Sendable {
    let settings: AppSettings
    let size: CellSize

    /// The first screen, or the one behind a workspace.
    ///
    /// - Parameters:
    ///   - accounts: to choose from; none when the workspace has to be named first.
    ///   - workspaces: that there are.
    func first(for accounts: [AccountFacts], workspaces: [String] = []) -> any Screen {
        switch accounts.count {
        case 0: WorkspaceScreen(of: workspaces, settings: settings, size: size)
        case 1: wayIn(to: accounts[0])
        default: AccountsScreen(accounts, settings: settings, size: size)
        }
    }

    /// The way in to one account: its keypad, or ID and password where there is one.
    ///
    /// - Parameter reason: says why it is shown; empty where there is nothing to say.
    func wayIn(to facts: AccountFacts, because reason: String = "") -> any Screen {
        if facts.hasPassword {
            return CredentialsScreen([facts], id: facts.account, because: reason, settings: settings, size: size)
        }
        return PasscodeScreen(facts, because: reason, settings: settings, size: size)
    }
}
