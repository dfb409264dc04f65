internal import ProfileKit
internal import ProfileRendering

/// Chooses the screens for a gate.
struct GateScreens: Sendable {
    let settings: AppSettings

    /// Returns the choice of a workspace.
    ///
    /// - Parameters:
    ///   - names: the existing workspaces.
    ///   - name: the one to fill in.
    func workspaces(_ names: [String], name: String = "") -> any Screen {
        WorkspaceScreen(of: names, name: name, settings: settings)
    }

    /// Returns the first screen for a store.
    ///
    /// - Parameters:
    ///   - accounts: the accounts to choose from; at least one.
    ///   - isAlone: whether nothing is beneath it, so that Escape ends the app.
    func first(for accounts: [AccountFacts], isAlone: Bool = false) -> any Screen {
        accounts.count == 1
            ? wayIn(to: accounts[0]) : AccountsScreen(accounts, isAlone: isAlone, settings: settings)
    }

    /// Returns the sign-in of one account: its keypad, or ID and password if it has a password.
    ///
    /// - Parameter reason: why it is shown; empty if there is nothing to say.
    func wayIn(to facts: AccountFacts, because reason: String = "") -> any Screen {
        if facts.hasPassword {
            return CredentialsScreen([facts], id: facts.account, because: reason, settings: settings)
        }
        return PasscodeScreen(facts, because: reason, settings: settings)
    }
}
