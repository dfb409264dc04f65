internal import ProfileKit
internal import ProfileRendering

/// The accounts of a store to choose from. Only their ids are readable without a secret.
struct AccountsScreen: Screen {
    var window = Window()
    private var list: ChoiceList<AccountStatus>
    /// The account that was open before; `nil` if none was.
    private let current: AccountID?
    private let settings: AppSettings

    /// Whether nothing is beneath it, so that Escape ends the app.
    private let isAlone: Bool

    /// - Parameters:
    ///   - current: the account that was open before, to which Escape returns.
    init(
        _ accounts: [AccountStatus], from current: AccountID? = nil, isAlone: Bool = false, settings: AppSettings
    ) {
        (self.current, self.isAlone, self.settings) = (current, isAlone, settings)
        list = ChoiceList(accounts, headRows: 3)
    }

    var title: String { "Accounts" }
    var note: String { (list.items?.first?.workspace.map { "\($0) · " } ?? "") + "\(list.count)" }
    var isAtGate: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("open", .enter, also: [" "]) { $0.open() },
            KeyBinding(isAlone ? "quit" : current == nil ? "workspaces" : "back", .escape) { $0.leave() },
            .moves("choose"), .help(),
        ]
    }

    var slides: Bool { !settings.isStoreNamed }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .key(let key) = event, case .character(let letter) = key, ListStep(key, page: 1) == nil {
            choose(letter)
            return []
        }
        return list.update(event, in: size) ? open() : []
    }

    private mutating func leave() -> [Effect] {
        guard let index = (list.items ?? []).firstIndex(where: { $0.id == current }) else {
            return [.request(.gate(.forget)), .close]
        }
        list.select(index, in: size)
        return open()
    }

    private func open() -> [Effect] {
        list.chosen.map { [.show(settings.gate(to: $0))] } ?? []
    }

    /// Selects the next account whose id begins with a letter.
    private mutating func choose(_ letter: Character) {
        let ids = (list.items ?? []).map(\.id.description)
        let order = ids.indices.map { (list.index + 1 + $0) % ids.count }
        if let found = order.first(where: { ids[$0].first == letter }) { list.select(found, in: size) }
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        canvas.writeCentred("👤  Whose profile?", row: 2, in: canvas.size.aboveKeyLine, style: .title)
        let accounts = list.items ?? []
        let ids = accounts.map(\.id.description.cells).max() ?? 0
        list.draw(on: &canvas) { account, width in
            let id = account.id.description
            let room = max(width - 2, 1)
            let stages = account.stages.map(\.noun).joined(separator: ", then ")
            let kind = account.id == current || account.hasSession ? stages + " · open" : stages
            let name = StyledLine("  " + (id.cells > room ? id.fitted(to: room) : id), .bold)
            guard width > ids + kind.cells + 6 else { return name }
            return StyledLine("  " + id.padding(to: ids + 2), .bold) + StyledLine(kind, .faint)
        }
    }
}

extension AppSettings {
    /// Returns the first screen for the accounts of a store, of which there is at least one.
    ///
    /// - Parameter isAlone: whether nothing is beneath it, so that Escape ends the app.
    func gate(to accounts: [AccountStatus], isAlone: Bool = false) -> any Screen {
        accounts.count == 1 ? gate(to: accounts[0]) : AccountsScreen(accounts, isAlone: isAlone, settings: self)
    }

    /// Returns the sign-in of one account: its keypad, or ID and password if it has a password.
    ///
    /// - Parameter reason: why it is shown; empty if there is nothing to say.
    func gate(to account: AccountStatus, because reason: String = "") -> any Screen {
        account.hasPassword
            ? CredentialsScreen([account], id: account.id, because: reason, settings: self)
            : PasscodeScreen(account, because: reason, settings: self)
    }
}
