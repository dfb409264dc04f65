internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The first run: asks for a name and a passcode, and shows the recovery code. Nothing is created until one of its
/// groups has been typed back. The first hikes follow behind the gate: ``FirstHikesScreen``.
struct FirstRunScreen: Screen {
    private enum Step: Hashable { case name, passcode, working, revealing, finishing }
    private enum Part: Hashable { case field, leave, next }

    private var step = Step.name
    private var name: TextInput
    private var focus = FocusRing(Part.field, .leave, .next)
    private var secrets: StageSecrets
    private var code: NewRecoveryCode?
    /// The consent that creating the store waits for.
    private var consent: Consent?
    /// The number of abandoned requests whose replies are still to come.
    private var givenUp = 0
    /// The new account, once its gate exists.
    private var createdAccount: AccountFacts?
    private var message = ""
    private var size: CellSize
    private let start: NewStore
    private let settings: AppSettings

    init(_ start: NewStore, settings: AppSettings, size: CellSize) {
        (self.start, self.settings, self.size) = (start, settings, size)
        name = TextInput(start.username, placeholder: "your name", limit: 128, isSelected: true)
        secrets = StageSecrets(formats: [.sixDigits], order: .ordered, motion: settings.presentation.motion)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        let event = keyLine.translated(event, in: size)
        switch step {
        case .name: return updateName(event)
        case .passcode: return updatePasscode(event, at: now)
        case .working, .finishing: return []
        case .revealing: return updateCode(event, at: now)
        }
    }

    // MARK: The name

    private mutating func updateName(_ event: Event) -> [Effect] {
        let layout = FormLayout(fieldCount: 1, in: size)
        if focus.update(event) { return [] }
        switch event {
        case .key(.escape): return [.close]
        case .key(.enter): return press(focus.current)
        case .key(.left) where focus.current == .next: focus.focus(.leave)
        case .key(.right) where focus.current == .leave: focus.focus(.next)
        case .click(let point):
            if let hit = ButtonRow.index(at: point, of: Self.buttons, row: layout.buttonRow, in: layout.part) {
                return press(hit == 0 ? .leave : .next)
            }
            guard point.row == layout.fieldRow(0) else { break }
            focus.focus(.field)
            name.click(column: point.column - layout.left, width: layout.width)
        default:
            guard name.update(event) else { break }
            focus.focus(.field)
            message = ""
            return name.hasRefused ? [.ring] : []
        }
        return []
    }

    private mutating func press(_ part: Part) -> [Effect] {
        guard part != .leave else { return [.close] }
        if let rule = Profile.brokenRule(ofUsername: name.text) {
            message = "A name \(rule.words)."
            focus.focus(.field)
            return [.ring]
        }
        (step, message) = (.passcode, "")
        return []
    }

    // MARK: The passcode

    private mutating func updatePasscode(_ event: Event, at now: Moment) -> [Effect] {
        switch secrets.update(event, at: now, in: size.aboveKeyLine) {
        case .nothing: return []
        case .refused: return [.ring]
        case .cancelled:
            step = .name
            return []
        case .complete(let typed):
            guard let secret = typed.first?.shared else {
                secrets.reject(stage: 0, because: WordedError.outOfMemory.message, at: now)
                return [.ring]
            }
            let consent = Consent(patience: nil)
            (step, self.consent) = (.working, consent)
            return [.request(.create(start.account, username: name.text, secret, consent))]
        }
    }

    // MARK: The recovery code

    private mutating func updateCode(_ event: Event, at now: Moment) -> [Effect] {
        switch code?.update(event, in: size) ?? .nothing {
        case .nothing: return []
        case .refused: return [.ring]
        case .kept:
            (step, code) = (.finishing, nil)
            return consent.map { [.settle($0, goesOn: true)] } ?? []
        case .givenUp: return giveUp()
        }
    }

    /// Abandons the store before it is created, and returns to the passcode.
    private mutating func giveUp() -> [Effect] {
        secrets.wipe()
        defer { (step, code, consent) = (.passcode, nil, nil) }
        givenUp += 1
        return (consent.map { [.settle($0, goesOn: false)] } ?? []) + (code?.givenUp ?? [])
    }

    // MARK: Replies

    mutating func take(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .revealing(let text) where step == .working:
            (step, code) = (.revealing, NewRecoveryCode(text, isFirst: true, random: settings.random))
        case .door(let facts): createdAccount = facts
        case .opened:
            secrets.wipe()
            return [.enter]
        case .refused(let error, _), .failed(let error):
            guard givenUp == 0 else {
                givenUp -= 1
                return []
            }
            return refused(error, at: now)
        default: break
        }
        return []
    }

    private mutating func refused(_ error: WordedError, at now: Moment) -> [Effect] {
        (consent, code) = (nil, nil)
        if let createdAccount {
            secrets.wipe()
            let screen = GateScreens(settings: settings, size: size).wayIn(
                to: createdAccount, because: error.message.sentence)
            return [.ring, .replace(screen)]
        }
        if error.code == .invalidValue {
            step = .passcode
            secrets.reject(stage: 0, because: error.message.sentence, at: now)
        } else {
            secrets.wipe()
            (step, message) = (.name, [error.message, error.hint].joinedSentences)
        }
        return [.ring]
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? { step == .passcode ? secrets.nextTick(after: now) : nil }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let part = canvas.size.aboveKeyLine
        switch step {
        case .name: drawName(on: &canvas)
        case .passcode: secrets.draw(on: &canvas, in: part, at: now)
        case .working: wait("Creating your keys…", on: &canvas)
        case .revealing: code?.draw(on: &canvas)
        case .finishing: wait("Encrypting your profile…", on: &canvas)
        }
        guard step != .revealing else { return }
        keyLine.draw(on: &canvas)
    }

    private func wait(_ text: String, on canvas: inout Canvas) {
        let part = canvas.size.aboveKeyLine
        canvas.writeCentred(text, row: max(part.size.rows / 2 - 1, 0), in: part, style: .faint)
    }

    private func drawName(on canvas: inout Canvas) {
        let layout = FormLayout(fieldCount: 1, in: canvas.size)
        layout.drawTitle("⛰️", "Welcome", on: &canvas)
        let part = layout.part
        let place = "There is no profile yet at \(start.path.terminalSafe)."
        let room = max(part.size.columns - 4, 1)
        canvas.writeCentred(
            place.cells > room ? "There is no profile yet." : place, row: layout.top + 1, in: part, style: .faint)
        canvas.write("What is your name?", column: layout.left, row: layout.labelRow(0), style: .faint)
        name.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(0), width: layout.width,
            isFocused: focus.current == .field)
        PanelHeader(message: message).drawMessages(on: &canvas, row: layout.messageRow, in: layout.body)
        let focused = [Part.leave, .next].firstIndex(of: focus.current)
        ButtonRow.draw(Self.buttons, on: &canvas, row: layout.buttonRow, in: part, focused: focused)
    }

    private static let buttons = [Button("Leave"), Button("Next")]

    private var keyLine: KeyLine {
        switch step {
        case .name: KeyLine(.init(.escape, "Leave"), .init(.enter, "Next"), .init(.tab, "Move"))
        case .passcode: KeyLine(.init(.escape, "Back"), .init(.backspace, "Delete"), .init(keys: "←↑↓→", "Keypad"))
        case .revealing: code?.keys ?? KeyLine()
        case .working, .finishing: KeyLine()
        }
    }
}
