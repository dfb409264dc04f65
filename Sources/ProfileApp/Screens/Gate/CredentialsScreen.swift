internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The form for an ID and a password. A second code is then asked for on a sheet; an account without a password
/// continues on its lock screen.
struct CredentialsScreen: Screen {
    var window = Window()
    private enum Part: Hashable { case id, password, back, next, forgot }

    private(set) var id: TextInput
    private let password = HiddenInput()
    private var focus = FocusRing(Part.id, .password, .back, .next, .forgot)
    private var status: AttemptStatus
    private var isChecking = false
    /// The account of which a session began elsewhere. It is joined once no password is being typed, the rest of which
    /// must not act on an open store.
    private var missedSession: AccountID?
    private let accounts: [AccountStatus]
    private let settings: AppSettings

    /// - Parameters:
    ///   - accounts: the accounts of the store.
    ///   - id: the ID to fill in; by default that of the only account.
    ///   - reason: why the form is shown; empty if there is nothing to say.
    init(_ accounts: [AccountStatus], id: AccountID? = nil, because reason: String = "", settings: AppSettings) {
        (self.accounts, status, self.settings) = (accounts, AttemptStatus(reason), settings)
        let known = id ?? (accounts.count == 1 ? accounts[0].id : nil)
        self.id = TextInput(known?.description ?? "", filter: .identifier, limit: 63)
        focusFirstEmpty()
    }

    var slides: Bool { !settings.isStoreNamed }
    private var backLabel: String { settings.isStoreNamed ? "Cancel" : "Back" }

    /// The named account, if it exists.
    private var account: AccountStatus? { accounts.first { $0.id.description == id.text } }

    /// Focuses the password if an ID is filled in, so that the password isn't typed into a readable field.
    mutating func focusFirstEmpty() {
        focus.focus(id.isEmpty ? .id : .password)
    }

    var title: String { "Sign in" }
    var hasTitleBar: Bool { false }
    var isAtGate: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding(password.isEmpty || isChecking ? backLabel.lowercased() : "clear", .escape) { screen, _, now in
                screen.escape(at: now)
            },
            KeyBinding("next", .enter) { screen, _, now in screen.press(screen.focus.current, at: now) },
            KeyBinding("emergency", .control("e")) { screen in
                screen.named { [.request(.gate(.readEmergencyCard($0.id)))] }
            },
            KeyBinding("forgot", .control("f"), in: status.offersRecovery ? .line : .help) { $0.recover() },
            .help(inText: true), KeyBinding("move", .tab),
        ]
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        status.passTime(at: now)
        focus.disabled = disabled
        let effects = dispatch(event, at: now)
        return effects.isEmpty && event.isSkipping ? joinMissed() : effects
    }

    private mutating func joinMissed() -> [Effect] {
        guard let id = missedSession, id == account?.id, password.isEmpty, !isChecking else { return [] }
        missedSession = nil
        return [.request(.gate(.join(id)))]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if focus.update(event) { return [] }
        if case .paste(let text) = event, let code = RecoveryCodeInput(whole: text, amongPhrases: true) {
            return recover(with: code)
        }
        switch event {
        case .key(.left) where isOnButton: _ = focus.update(.key(.backTab))
        case .key(.right) where isOnButton: _ = focus.update(.key(.tab))
        case .click(let point): return click(point, at: now)
        default: return type(event) ? [] : [.ring]
        }
        return []
    }

    // MARK: Replies

    /// If the account is known, a session that begins elsewhere opens the gate.
    mutating func begin(at now: Moment) -> [Effect] { account.map { [.request(.gate(.awaitSession($0.id)))] } ?? [] }

    /// Clears the fields after a recovery: neither what was typed nor what was said before it holds any more.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        password.typed.wipe()
        status.say("")
        return account.map { [.request(.gate(.enter($0.id)))] } ?? []
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .sessionBegan(let id):
            missedSession = id
            return joinMissed()
        case .opened:
            password.typed.wipe()
            return [.enter]
        case .emergency(let text):
            window.card = EmergencySheet(text)
            return []
        case .unreadableCard(let error):
            window.card = EmergencySheet(because: error)
            return []
        case .door(let account) where account.stage == 0:
            status.enter(account, at: now)
            return []
        case .attempts(let attempts, let id):
            if id == account?.id, !isChecking { status.follow(attempts, at: now) }
            return []
        default: break
        }
        // The reply is ignored if the user has left.
        guard isChecking else { return [] }
        isChecking = false
        switch reply {
        case .door(let account):
            password.typed.wipe()
            status.say("")
            return [.show(PasscodeScreen(sheetFor: account, settings: settings, at: now))]
        case .refused(let error, let account): return refused(error, account, at: now)
        case .failed(let error): return refused(error, nil, at: now)
        default: return []
        }
    }

    private mutating func refused(_ error: UserMessage, _ account: AccountStatus?, at now: Moment) -> [Effect] {
        status.refuse(error, account, at: now)
        if error.code == .wrongPasscode {
            password.typed.wipe()
            focus.focus(.password)
        }
        // A text that the form would cut is shown in a box.
        let isWhole = FormLayout(fieldCount: 2, in: size).fits(status.header(at: now))
        return joinMissed() + [.ring] + (isWhole ? [] : [.alert(Alert(about: error))])
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? {
        status.nextTick(after: now)
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = FormLayout(fieldCount: 2, in: canvas.size)
        layout.drawTitle("⛰️", account?.workspace.map { "Sign in to \($0)" } ?? "Sign in", on: &canvas)
        layout.drawLabel("ID", of: 0, on: &canvas)
        id.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(0), width: layout.width,
            isFocused: focus.current == .id)
        layout.drawLabel("Password", of: 1, on: &canvas)
        password.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(1), width: layout.width,
            isFocused: focus.current == .password)
        layout.drawMessages(of: status.header(isChecking: isChecking, at: now), on: &canvas)
        ButtonRow.draw(
            parts.map(button), on: &canvas, row: layout.buttonRow, in: layout.area,
            focused: parts.firstIndex(of: focus.current))
    }

    private var parts: [Part] { status.offersRecovery ? [.back, .next, .forgot] : [.back, .next] }
    private var isOnButton: Bool { parts.contains(focus.current) }
    private var canGoOn: Bool { !id.isEmpty && !status.isWaiting && !isChecking }

    private var disabled: Set<Part> {
        let disabled: [Part?] = [canGoOn ? nil : .next, status.offersRecovery ? nil : .forgot]
        return Set(disabled.compactMap(\.self))
    }

    private func button(_ part: Part) -> Button {
        switch part {
        case .back: Button(backLabel)
        case .forgot: Button("Forgot?")
        default: Button("Next", isEnabled: canGoOn)
        }
    }

    // MARK: Steps

    /// - Returns: `false` if an insertion was refused.
    private mutating func type(_ event: Event) -> Bool {
        // A password can't be changed while it is checked: the bell says that the key was not taken.
        guard !isChecking else { return !event.isInsertion }
        switch focus.current {
        case .id:
            guard id.update(event) else { return true }
            status.beginNext(id.wasTooLong ? TextInput.tooLong : "")
            return !id.hasRefused
        case .password:
            let answer = password.update(event)
            if answer != .unused { status.beginNext() }
            return answer != .refused
        default: return true
        }
    }

    private mutating func click(_ point: CellPoint, at now: Moment) -> [Effect] {
        let layout = FormLayout(fieldCount: 2, in: size)
        if let hit = ButtonRow.index(at: point, of: parts.map(button), row: layout.buttonRow, in: layout.area) {
            return press(parts[hit], at: now)
        }
        if point.row == layout.fieldRow(0) {
            focus.focus(.id)
            id.click(column: point.column - layout.left, width: layout.width)
        } else if point.row == layout.fieldRow(1) {
            focus.focus(.password)
        }
        return []
    }

    private mutating func press(_ part: Part, at now: Moment) -> [Effect] {
        switch part {
        case .id:
            if !id.isEmpty { focus.focus(.password) }
        case .back:
            // A running check is given up, and a store that it opens is closed again.
            isChecking = false
            password.typed.wipe()
            return [.request(.gate(.forget)), .close]
        case .forgot: return recover()
        case .password, .next: return check(at: now)
        }
        return []
    }

    /// Clears the password first, and gives up a running check: what is typed next must not go to the shell.
    private mutating func escape(at now: Moment) -> [Effect] {
        guard isChecking || !password.isEmpty else { return press(.back, at: now) }
        defer { isChecking = false }
        password.typed.wipe()
        return isChecking ? [.request(.gate(.forget))] + begin(at: now) : []
    }

    private mutating func recover(with code: RecoveryCodeInput = RecoveryCodeInput()) -> [Effect] {
        password.typed.wipe()
        // A running check is given up.
        let forgetting: [Effect] = isChecking ? [.request(.gate(.forget))] : []
        isChecking = false
        return forgetting
            + named { [settings] in [.show(SecretSetupScreen(.recovery($0), code: code, settings: settings))] }
    }

    private mutating func check(at now: Moment) -> [Effect] {
        guard canGoOn else {
            if id.isEmpty { focus.focus(.id) }
            return []
        }
        guard let account, account.hasPassword else {
            return named { [settings] in [.show(PasscodeScreen($0, settings: settings))] }
        }
        guard let copy = password.typed.shared else {
            return refused(.outOfMemory, nil, at: now)
        }
        isChecking = true
        status.say("")
        return [.request(.gate(.open(copy, account)))]
    }

    /// Continues with the named account, or reports that there is none.
    private mutating func named(_ body: (AccountStatus) -> [Effect]) -> [Effect] {
        if let account { return body(account) }
        focus.focus(.id)
        guard !id.isEmpty else { return [] }
        status.say("There is no such ID.")
        return [.ring]
    }
}
