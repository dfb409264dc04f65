internal import ProfileKit
internal import ProfileRendering

/// The accounts of a store to choose from. Only their ids are readable without a secret.
struct AccountsScreen: Screen {
    private var list: ChoiceList<AccountFacts>
    /// The account that was open before; `nil` if none was.
    private let current: AccountID?
    private let settings: AppSettings

    private let keys: KeyLine

    /// - Parameters:
    ///   - current: the account that was open before, to which Escape returns.
    ///   - isAlone: whether nothing is beneath it, so that Escape ends the app.
    init(
        _ accounts: [AccountFacts], from current: AccountID? = nil, isAlone: Bool = false, settings: AppSettings,
        size: CellSize
    ) {
        (self.current, self.settings) = (current, settings)
        keys = KeyLine(
            .init(.enter, "open"), .init(.escape, isAlone ? "quit" : current == nil ? "workspaces" : "back"),
            .init(keys: "↑↓", "choose"),
            .init(.character("?"), "help"))
        list = ChoiceList(accounts, size: size, headRows: 3, isAtGate: true)
    }

    var slides: Bool { !settings.isStoreNamed }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch list.update(event, keys: keys, title: "Accounts") {
        case .clicked, .key(.enter), .key(.character(" ")): return open()
        case .key(.character(let letter)): choose(letter)
        case .key(.escape):
            guard let index = (list.items ?? []).firstIndex(where: { $0.account == current }) else {
                return [.request(.gate(.forget)), .close]
            }
            list.select(index)
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
        let order = ids.indices.map { (list.index + 1 + $0) % ids.count }
        if let found = order.first(where: { ids[$0].first == letter }) { list.select(found) }
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        canvas.writeCentred("👤  Whose profile?", row: 2, in: canvas.size.aboveKeyLine, style: .title)
        let accounts = list.items ?? []
        let workspace = accounts.first?.workspace.map { "\($0) · " } ?? ""
        let frame = ScreenFrame(title: "Accounts", note: "\(workspace)\(list.count)", keys: keys)
        let ids = accounts.map(\.account.description.cells).max() ?? 0
        list.draw(on: &canvas, frame: frame, empty: "") { facts, width in
            let id = facts.account.description
            let room = max(width - 2, 1)
            let stages = facts.stages.map(\.noun).joined(separator: ", then ")
            let kind = facts.account == current || facts.hasSession ? stages + " · open" : stages
            let name = StyledLine("  " + (id.cells > room ? id.fitted(to: room) : id), .bold)
            guard width > ids + kind.cells + 6 else { return name }
            return StyledLine("  " + id.padding(to: ids + 2), .bold) + StyledLine(kind, .faint)
        }
    }
}
