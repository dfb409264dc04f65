internal import ProfileKit
internal import ProfileRendering

/// The menu of an open gate: the session, the secrets, the emergency card, other accounts.
struct GateMenuScreen: Screen {
    private enum Item: Hashable, Sendable, CaseIterable {
        case lock, card, passcode, password, recovery, account
    }

    private enum Session: Hashable, Sendable {
        case notRead
        /// The app's own limit applies.
        case absent
        case live(LiveSession)
    }

    private struct LiveSession: Hashable, Sendable {
        let end: Countdown
        /// If nobody uses it.
        let idleEnd: Countdown
        /// When a use moves the idle end: as soon as that gains a tenth of the limit.
        let movedBy: Moment

        init(_ session: SessionStatus, at now: Moment) {
            end = Countdown(end: now + session.left)
            idleEnd = Countdown(end: now + session.idleLeft, isRough: true)
            movedBy = now + session.idleLeft - session.idleLimit * 9 / 10
        }

        func isOver(at now: Moment) -> Bool { end.isOver(at: now) || idleEnd.isOver(at: now) }
    }

    var window = Window()
    private var list: ChoiceList<Item>
    private let account: AccountStatus
    private let settings: AppSettings
    private var session = Session.notRead
    /// The accounts of the store, once they are known.
    private var accounts: [AccountStatus] = []

    init(_ account: AccountStatus, settings: AppSettings) {
        (self.account, self.settings) = (account, settings)
        list = ChoiceList(Self.items(of: account, isOneOfSeveral: false), headRows: 3)
    }

    private static func items(of account: AccountStatus, isOneOfSeveral: Bool) -> [Item] {
        Item.allCases.filter { item in
            switch item {
            case .password: account.hasPassword
            case .account: isOneOfSeveral
            default: true
            }
        }
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.session(.read)), .request(.session(.listAccounts))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] { [.request(.session(.read))] }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .session(let found):
            session = found.map { .live(LiveSession($0, at: now)) } ?? .absent
        case .accounts(let found):
            accounts = found
            list.show(Self.items(of: account, isOneOfSeveral: found.count > 1), by: \.self, in: size)
        default: return alert(about: reply)
        }
        return []
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        readAgain(after: event, at: now) + dispatch(event, at: now)
    }

    /// Any input uses the session, which moves its end without use; and others may have used it.
    private func readAgain(after event: Event, at now: Moment) -> [Effect] {
        guard case .live(let live) = session else { return [] }
        let isDue = event == .tick ? live.isOver(at: now) : now > live.movedBy
        return isDue ? [.request(.session(.read))] : []
    }

    var title: String { "Codes & account" }
    var note: String { [account.workspace, account.id.description].compactMap(\.self).joined(separator: " · ") }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("open", .enter, also: [" "]) { $0.open() }, .back(.escape), .moves("choose"), .help(),
            .back("c", "q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] { list.update(event, in: size) ? open() : [] }

    private func open() -> [Effect] {
        switch list.chosen {
        case .lock: [.lock()]
        case .card: [.show(EmergencyForm())]
        case .passcode: [.show(SecretSetupScreen(.secret(.code, account), settings: settings))]
        case .password: [.show(SecretSetupScreen(.secret(.password, account), settings: settings))]
        case .recovery: [.show(SecretSetupScreen(.recoveryCode(account), settings: settings))]
        case .account: [.switchAccount(accounts)]
        case nil: []
        }
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? {
        guard case .live(let live) = session, !live.isOver(at: now) else { return nil }
        return min(live.end.nextTick(after: now), live.idleEnd.nextTick(after: now))
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let width = max(canvas.size.columns - 4, 1)
        canvas.write(lines: sessionText(at: now, width: width).wrapped(to: width).prefix(2), column: 2, row: 2)
        list.draw(on: &canvas) { item, width in
            let (name, about) = texts(for: item)
            let head = StyledLine(" " + name.padding(to: 24), .bold)
            return width > 26 + about.cells ? head + StyledLine(about, .faint) : StyledLine(" " + name, .bold)
        }
    }

    private func sessionText(at now: Moment, width: Int) -> String {
        switch session {
        case .notRead: return "…"
        case .absent: return "Open in this window only; it locks after \(AppSettings.idleLimit.inWords) without use."
        // Whether it was prolonged is being read.
        case .live(let live) where live.isOver(at: now): return "…"
        case .live(let live):
            let (left, idle) = (live.end.text(at: now), live.idleEnd.text(at: now))
            guard live.idleEnd.end < live.end.end else { return "Open for \(left) more." }
            let text = "Open for \(left) more, or \(idle) without use."
            return text.cells > width ? "Open \(left), or \(idle) unused." : text
        }
    }

    private func texts(for item: Item) -> (name: String, about: String) {
        let code = account.stages.last?.noun ?? "passcode"
        return switch item {
        case .lock: ("Lock now", "in all terminals; ^L does it anywhere")
        case .card: ("Emergency card", "readable without a \(code)")
        case .passcode: ("Change the \(code)", "ends every other session")
        case .password: ("Change the password", "ends every other session")
        case .recovery: ("New recovery code", "the old one stops working")
        case .account: ("Switch account", "\(accounts.count) in this store")
        }
    }
}
