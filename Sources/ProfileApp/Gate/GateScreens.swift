internal import ProfileKit
internal import ProfileRendering

/// Chooses the screens for a gate.
struct GateScreens: Sendable {
    let settings: AppSettings
    let size: CellSize

    /// Returns the first screen, or the one after a workspace was chosen.
    ///
    /// - Parameters:
    ///   - accounts: the accounts to choose from; none if a workspace must be chosen first.
    ///   - workspaces: the existing workspaces.
    ///   - isAlone: whether nothing is beneath it, so that Escape ends the app.
    func first(for accounts: [AccountFacts], workspaces: [String] = [], isAlone: Bool = false) -> any Screen {
        switch accounts.count {
        case 0: WorkspaceScreen(of: workspaces, settings: settings, size: size)
        case 1: wayIn(to: accounts[0])
        default: AccountsScreen(accounts, isAlone: isAlone, settings: settings, size: size)
        }
    }

    /// Returns the sign-in of one account: its keypad, or ID and password if it has a password.
    ///
    /// - Parameter reason: why it is shown; empty if there is nothing to say.
    func wayIn(to facts: AccountFacts, because reason: String = "") -> any Screen {
        if facts.hasPassword {
            return CredentialsScreen([facts], id: facts.account, because: reason, settings: settings, size: size)
        }
        return PasscodeScreen(facts, because: reason, settings: settings, size: size)
    }
}
