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
    func first(for accounts: [AccountFacts], workspaces: [String] = []) -> any Screen {
        switch accounts.count {
        case 0: WorkspaceScreen(of: workspaces, settings: settings, size: size)
        case 1: wayIn(to: accounts[0])
        default: AccountsScreen(accounts, settings: settings, size: size)
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

/// The accounts of a store to choose from. Only their ids are readable without a secret.
struct AccountsScreen: Screen {
    private var list: ChoiceList<AccountFacts>
    /// The account that was open before; `nil` if none was.
    private let current: AccountID?
    private let settings: AppSettings

    /// - Parameter current: the account that was open before, to which Escape returns.
    init(_ accounts: [AccountFacts], from current: AccountID? = nil, settings: AppSettings, size: CellSize) {
        (self.current, self.settings) = (current, settings)
        list = ChoiceList(accounts, size: size, headRows: 3, isAtGate: true)
    }

    var slides: Bool { !settings.isStoreNamed }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch list.update(event, keys: Self.keys, title: "Accounts") {
        case .clicked, .key(.enter), .key(.character(" ")): return open()
        case .key(.character(let letter)): choose(letter)
        case .key(.escape):
            guard let place = (list.items ?? []).firstIndex(where: { $0.account == current }) else {
                return [.request(.forget), .close]
            }
            list.select(place)
            return open()
        case .nothing, .key, .confirmed: break
        }
        return []
    }

    private func open() -> [Effect] {
        list.chosen.map { [.show(GateScreens(settings: settings, size: list.size).wayIn(to: $0))] } ?? []
    }

    /// Selects the next account whose id begins with a letter.
    private mutating func choose(_ letter: Character) {
        let ids = (list.items ?? []).map(\.account.description)
        let order = ids.indices.map { (list.place + 1 + $0) % ids.count }
        if let found = order.first(where: { ids[$0].first == letter }) { list.select(found) }
    }

    private static let keys = KeyLine(
        .init(.enter, "Open"), .init(.escape, "Back"), .init(keys: "↑↓", "Choose"), .init(.character("?"), "Help"))

    func draw(on canvas: inout Canvas, at now: Moment) {
        canvas.writeCentred("👤  Whose profile?", row: 2, in: canvas.size.aboveKeyLine, style: .title)
        let frame = ScreenFrame(title: "Accounts", note: "\(list.count)", keys: Self.keys)
        list.draw(on: &canvas, frame: frame, empty: "") { facts, width in
            let id = facts.account.description
            let room = max(width - 2, 1)
            let kind = facts.stages.map(\.noun).joined(separator: ", then ")
            let name = StyledLine("  " + (id.cells > room ? id.fitted(to: room) : id), .bold)
            guard width > id.cells + kind.cells + 6 else { return name }
            return name + StyledLine("  \(kind)", .faint)
        }
    }
}
