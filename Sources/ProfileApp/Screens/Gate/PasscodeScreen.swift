internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Asks for an account's secret until it is right: on the whole screen as the lock screen, or on a sheet over ID and
/// password for a second code. The sheet's keypad is shuffled each time it appears.
///
/// It also shows the wait after too many failures, the question *Forgot passcode?* after four wrong digits, the emergency
/// card, and the opening padlock. A pasted recovery code leads to the recovery. A code is checked as soon as its last symbol
/// is typed, which is drawn before the check begins.
struct PasscodeScreen: Screen {
    private enum Presentation: Sendable {
        case wholeScreen
        case sheet(SheetMotion)
    }

    var window = Window()
    private let settings: AppSettings
    private var presentation = Presentation.wholeScreen
    private(set) var account: AccountStatus
    private(set) var field: any SecretField
    private var padlock: Padlock?
    private var isDone = false
    /// The number of failed attempts since the last unlock.
    private var failuresBefore = 0
    private var status: AttemptStatus
    /// Whether a session began elsewhere while a secret was being typed. The rest of it must not act on an open store,
    /// so the session is joined once nothing is typed.
    private var hasMissedSession = false
    /// The error about an account that is gone, while the other accounts are being listed.
    private var missing: UserMessage?

    /// The lock screen of a gate with one stage.
    ///
    /// - Parameter reason: why it is shown; empty if there is nothing to say.
    init(_ account: AccountStatus, because reason: String = "", settings: AppSettings) {
        (self.account, status, self.settings) = (account, AttemptStatus(reason), settings)
        field = account.format.field(
            order: account.shufflesKeypad ? .shuffled(settings.random) : .ordered, hasEmergencyKey: true,
            canRecover: true, motion: settings.presentation.motion)
    }

    /// The sheet for a second code, which starts to slide in.
    init(sheetFor account: AccountStatus, settings: AppSettings, at now: Moment) {
        (self.account, status, self.settings) = (account, AttemptStatus(), settings)
        presentation = .sheet(SheetMotion(at: now, settings.presentation.motion))
        field = account.format.field(
            order: .shuffled(settings.random), canRecover: true, confirmLabel: "Next",
            motion: settings.presentation.motion)
    }

    var isOverlay: Bool { sheet != nil && !showsPadlock }
    /// Whether the padlock is visible.
    private var showsPadlock: Bool { padlock != nil || isDone }
    private var sheet: SheetMotion? { if case .sheet(let motion) = presentation { motion } else { nil } }

    mutating func begin(at now: Moment) -> [Effect] {
        guard sheet == nil else { return [.request(.gate(.awaitSession(account.id)))] }
        showDoor(account, at: now)
        return [.request(.gate(.enter(account.id)))]
    }

    /// The gate is at this door, where there may be a wait before the next attempt.
    private mutating func showDoor(_ account: AccountStatus, at now: Moment) {
        self.account = account
        status.enter(account, at: now)
        if status.isWaiting { field.wipe() }
        showStatus()
    }

    /// Attempts were made elsewhere, after which there may be a wait.
    private mutating func follow(_ attempts: AccountStatus.Attempts, at now: Moment) {
        // What is being checked has its own result.
        guard !field.state.isHandedOver, padlock == nil, !isDone else { return }
        let wasWaiting = status.isWaiting
        status.follow(attempts, at: now)
        if status.isWaiting, !wasWaiting { field.wipe() }
        showStatus()
    }

    /// The field follows the status.
    private mutating func showStatus() {
        (field.state.offersRecovery, field.state.isAccepting) = (status.offersRecovery, !status.isWaiting)
    }

    /// The recovery was left. The door and the wait may have changed, so they are read again.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        guard sheet == nil else { return cancel(at: now) }
        status.forgetAttempt()
        showStatus()
        return [.request(.gate(.enter(account.id)))]
    }

    // MARK: Events

    var hasTitleBar: Bool { false }
    var isAtGate: Bool { true }

    var bindings: [KeyBinding<Self>] {
        guard !showsPadlock else { return [] }
        return [
            KeyBinding(field.escapeLabel("cancel"), .escape),
            KeyBinding("emergency", .control("e"), when: field.state.hasEmergencyKey),
            KeyBinding(
                "forgot", .control("f"), in: field.state.offersRecovery ? .line : .help, when: field.state.canRecover),
            .help(inText: field.isText), KeyBinding("delete", .backspace), .moves(in: field, named: "←↑↓→ Enter"),
        ]
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { window.size = size }
        guard !isDone else { return [] }
        if let sheet, sheet.isClosing { return sheet.hasLeft(at: now) ? [.close] : [] }
        if let padlock { return event.isSkipping || padlock.isOver(at: now) ? open() : [] }
        passTime(at: now)
        guard event != .tick else { return joinMissed() }
        if event == .key(.control("f")) || isTyping(event) { window.question = nil }
        let effects = dispatch(event, at: now)
        return effects.isEmpty && event.isSkipping ? joinMissed() : effects
    }

    private mutating func joinMissed() -> [Effect] {
        guard hasMissedSession, field.typedCount == 0, !field.state.isHandedOver else { return [] }
        hasMissedSession = false
        return [.request(.gate(.join(account.id)))]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .paste(let text) = event, let code = RecoveryCodeInput(whole: text, amongPhrases: field.isText) {
            return recover(with: code)
        }
        let (wasChecking, count) = (field.state.isHandedOver, field.typedCount)
        let answer = field.update(event, at: now, in: area(in: size))
        if field.typedCount != count { status.beginNext() }
        // What is typed after an Escape that comes too late must not go to the shell.
        if case .cancelled = answer, wasChecking, sheet == nil { return giveUpCheck() }
        return self.answer(answer, at: now)
    }

    mutating func answer(_ button: Int, at now: Moment) -> [Effect] { button == 1 ? recover() : [] }

    /// Gives up the running check, and starts again. A store that it opens is closed again.
    private func giveUpCheck() -> [Effect] {
        [.request(.gate(.forget)), .replace(PasscodeScreen(account, settings: settings))]
    }

    private mutating func answer(_ answer: SecretFieldAnswer, at now: Moment) -> [Effect] {
        switch answer {
        case .nothing: return []
        case .refused: return [.ring]
        case .completed(let typed):
            // A separate copy, since the typed secret is wiped when the result arrives.
            guard let copy = typed.shared else { return refused(.outOfMemory, at: now) }
            return [.request(.gate(.open(copy, account)))]
        case .cancelled: return cancel(at: now)
        case .emergency: return [.request(.gate(.readEmergencyCard(account.id)))]
        case .forgot: return recover()
        }
    }

    /// Ends a wait that is over, and wipes what was typed too long ago.
    private mutating func passTime(at now: Moment) {
        if status.isWaiting {
            status.passTime(at: now)
            showStatus()
        }
        if field.wipeIfIdle(at: now) {
            status.say("What you typed was cleared after \(SecretFieldState.idleLimit.inWords).")
        }
    }

    /// Cancels the sign-in. A running check is given up, and a store that it opens is closed again.
    private mutating func cancel(at now: Moment) -> [Effect] {
        field.wipe()
        guard var sheet else { return [.request(.gate(.forget)), .close] }
        sheet.close(at: now)
        presentation = .sheet(sheet)
        return [.request(.gate(.forget))] + (sheet.hasLeft(at: now) ? [.close] : [])
    }

    private mutating func recover(with code: RecoveryCodeInput = RecoveryCodeInput()) -> [Effect] {
        field.wipe()
        return [.request(.gate(.forget)), .show(SecretSetupScreen(.recovery(account), code: code, settings: settings))]
    }

    private mutating func open() -> [Effect] {
        isDone = true
        guard settings.isDemo else { return [.enter] }
        return [.replace(SignedInScreen(failures: failuresBefore))]
    }

    // MARK: Replies

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        guard sheet?.isClosing != true else { return [] }
        switch reply {
        case .door(let account):
            showDoor(account, at: now)
            // Nobody should type a code that can't be tried.
            if let problem = account.problem { return refused(UserMessage(StoreError(problem)), at: now) }
        case .attempts(let attempts, let id) where id == account.id: follow(attempts, at: now)
        case .opened(let opening): return accepted(opening, at: now)
        case .sessionBegan(let id) where id == account.id && padlock == nil && !isDone:
            hasMissedSession = true
            return joinMissed()
        case .refused(let error, let account):
            if let account { self.account = account }
            return refused(error, at: now)
        case .accounts(let accounts) where missing != nil && !accounts.isEmpty: return showOthers(accounts)
        case .emergency(let text): window.card = EmergencySheet(text)
        case .unreadableCard(let error): window.card = EmergencySheet(because: error)
        case .accounts: missing = nil
        case .failed(let error):
            guard missing == nil else {
                // The accounts can't be listed either; what is wrong has been said.
                missing = nil
                return []
            }
            return refused(error, at: now)
        default: break
        }
        return []
    }

    /// The secret matched: it is wiped, and the padlock opens.
    private mutating func accepted(_ opening: OpenedStore, at now: Moment) -> [Effect] {
        field.wipe()
        (window.card, window.question, window.help, failuresBefore) = (nil, nil, nil, opening.failuresBefore)
        guard settings.presentation.motion == .full else { return open() }
        padlock = Padlock(openingAt: now)
        status = AttemptStatus()
        (field.state.wave, field.state.isAccepting) = (GreenWave(at: now), false)
        return []
    }

    /// The account was removed: the other ones are offered instead.
    private mutating func showOthers(_ accounts: [AccountStatus]) -> [Effect] {
        defer { missing = nil }
        return [.request(.gate(.forget)), .chooseAccount(accounts)]
            + (missing.map { [.alert(Alert(about: $0))] } ?? [])
    }

    /// The secret was refused, or could not be tried.
    private mutating func refused(_ error: UserMessage, at now: Moment) -> [Effect] {
        if error.code == .noStore, sheet == nil, missing == nil {
            missing = error
            return [.request(.session(.listAccounts))] + refused(error, at: now)
        }
        if error.code == .wrongPasscode {
            field.refuse(at: now)
            if account.format == .fourDigits { ask(Self.forgot) }
        } else {
            field.wipe()
        }
        status.refuse(error, account, canRecover: field.state.canRecover, at: now)
        showStatus()
        // A text that the panel would cut is shown in a box.
        return joinMissed() + [.ring] + (fits(status.header(at: now)) ? [] : [.alert(Alert(about: error))])
    }

    private func fits(_ header: PanelHeader) -> Bool {
        let area = area(in: size)
        let lines = header.lines(width: area.size.columns)
        return lines.count <= field.layout(in: area).messageRows && lines.allSatisfy { $0.cells <= area.size.columns }
    }

    private static let forgot = Alert(
        title: "Caution", text: "Forgot passcode?", buttons: ["Back", "Recovery code"], focused: 0)

    /// Whether an event is typed into the field, which closes the question: a digit for a code, any text for a phrase.
    private func isTyping(_ event: Event) -> Bool {
        if case .paste = event { return true }
        guard case .key(.character(let character)) = event else { return false }
        return account.format.symbolCount == nil || CodeEntry.SymbolKind.digits.contains(character)
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? {
        if isDone { return nil }
        if let padlock { return padlock.nextTick(after: now) ?? now }
        return [sheet?.nextTick(after: now), field.nextTick(after: now), status.nextTick(after: now)]
            .compactMap(\.self).min()
    }

    var title: String {
        "Enter \(sheet == nil ? account.format.noun.capitalizedFirst : account.format.noun)"
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        guard let sheet, !showsPadlock else { return drawWindow(on: &canvas, at: now) }
        // The help isn't part of the sheet.
        var screen = self
        screen.window.help = nil
        canvas.draw(screen, sliding: sheet, in: Self.sheetArea(of: canvas.size), at: now)
        window.help?.draw(on: &canvas)
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        guard !showsPadlock else { return drawOpening(on: &canvas, at: now) }
        let name = sheet == nil ? account.distinction.map { "\(title) · \($0)" } : nil
        let header = status.header(
            icon: sheet == nil ? Padlock.icon : "🔢", title: name ?? title, isChecking: field.state.isHandedOver, at: now
        )
        field.draw(header, on: &canvas, in: area(in: canvas.size), at: now)
    }

    /// Draws the opening padlock in its presentation; in the middle of the screen if there was no room for it above the keys.
    private func drawOpening(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        let padlock = padlock ?? Padlock(openingAt: now - Padlock.length)
        if sheet == nil, field.layout(in: area).padlock != nil {
            let header = PanelHeader(padlock: padlock, title: "Unlocked", titleStyle: .good)
            return field.draw(header, on: &canvas, in: area, at: now)
        }
        let drawing = area.size.rows > 30 ? Padlock.Drawing.large : .small
        let row = max((area.size.rows - drawing.size.rows - 4) / 2, 0)
        padlock.draw(drawing, on: &canvas, row: row, in: area, at: now)
        let circles = [Bool](repeating: true, count: account.format.symbolCount ?? 0)
        let below = row + drawing.size.rows + 1
        CodeField.drawCircles(circles, field.state.wave, on: &canvas, row: below, in: area, at: now)
        canvas.cursor = canvas.writeCentred(
            "Unlocked", row: below + (circles.isEmpty ? 0 : 2), in: area, style: .good)
    }

    /// The sheet's box: all of a small terminal, the lower part of a larger one. A tall window has room for larger
    /// keys.
    private static func sheetArea(of size: CellSize) -> CellRectangle {
        let (columns, rows) = (min(size.columns, 60), min(size.rows - 1, size.rows >= 40 ? 24 : 18))
        return CellRectangle(
            column: (size.columns - columns) / 2, row: size.rows - 1 - rows, columns: columns, rows: rows)
    }

    /// The area of the field and the messages: inside the sheet's box, on a small terminal also over its edges, which
    /// are then hidden.
    private func area(in size: CellSize) -> CellRectangle {
        guard sheet != nil else { return size.aboveKeyLine }
        let box = Self.sheetArea(of: size)
        let inset = box.size.rows >= 17 ? 1 : 0
        return CellRectangle(
            column: box.origin.column + 1, row: box.origin.row + inset, columns: box.size.columns - 2,
            rows: box.size.rows - 2 * inset)
    }

    /// The area of the question: over the keypad, so that circles and messages stay visible.
    var questionArea: CellRectangle {
        let area = self.area(in: size)
        let top = field.layout(in: area).keypad.row
        return CellRectangle(
            column: area.origin.column, row: top, columns: area.size.columns,
            rows: area.origin.row + area.size.rows - top)
    }

}

extension TypedSecret {
    /// A separate copy; `nil` if the system refuses the memory.
    var shared: SharedSecret? { try? SharedSecret(secret()) }
}

extension Canvas {
    /// Draws a screen as a sheet that covers all rows from its upper edge down.
    fileprivate mutating func draw(
        _ screen: PasscodeScreen, sliding motion: SheetMotion, in area: CellRectangle, at now: Moment
    ) {
        var sheet = Canvas(size: size)
        sheet.drawBox(area, style: .plain)
        screen.drawWindow(on: &sheet, at: now)
        let hidden = motion.offset(rows: size.rows - area.origin.row, at: now)
        cursor = sheet.cursor
        for row in area.origin.row..<max(size.rows - hidden, area.origin.row) {
            for column in 0..<size.columns {
                self[CellPoint(column: column, row: row + hidden)] = sheet[CellPoint(column: column, row: row)]
            }
        }
    }
}
