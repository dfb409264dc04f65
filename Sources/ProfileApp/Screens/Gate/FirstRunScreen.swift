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
    /// The chosen passcode, once it was typed twice.
    private var passcode: SharedSecret?
    /// The new account, once its gate exists.
    private var createdAccount: AccountFacts?
    private var message = ""
    private var help: HelpSheet?
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
        // Ticks still clear what was typed.
        if event != .tick, help.handle(event, in: size) { return [] }
        if event.opensHelp(inText: step == .name), !keyLine.items.isEmpty {
            help = HelpSheet("Welcome", keyLine.items, isAtGate: true)
            return []
        }
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
            if let hit = ButtonRow.index(at: point, of: Self.buttons, row: layout.buttonRow, in: layout.area) {
                return press(hit == 0 ? .leave : .next)
            }
            guard point.row == layout.fieldRow(0) else { break }
            focus.focus(.field)
            name.click(column: point.column - layout.left, width: layout.width)
        default:
            guard name.update(event) else { break }
            focus.focus(.field)
            message = name.wasTooLong ? TextInput.tooLong : ""
            return name.hasRefused ? [.ring] : []
        }
        return []
    }

    private mutating func press(_ part: Part) -> [Effect] {
        guard part != .leave else { return [.close] }
        if let rule = Profile.brokenRule(ofUsername: name.text.trimmed) {
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
                secrets.reject(stage: 0, because: UserMessage.outOfMemory.message, at: now)
                return [.ring]
            }
            (step, passcode) = (.working, secret)
            return [.request(.secrets(.prepareCreation(start.account)))]
        }
    }

    // MARK: The recovery code

    private mutating func updateCode(_ event: Event, at now: Moment) -> [Effect] {
        switch code?.update(event, in: size) ?? .nothing {
        case .nothing: return []
        case .refused: return [.ring]
        case .kept(let code):
            guard let passcode else { return [] }
            (step, self.code, self.passcode) = (.finishing, nil, nil)
            return [
                .request(.secrets(.create(start.account, username: name.text.trimmed, passcode, recoveryCode: code)))
            ]
        case .givenUp:
            defer { startOver(at: .passcode) }
            return code?.givenUp ?? []
        }
    }

    private mutating func startOver(at step: Step) {
        secrets.wipe()
        (self.step, code, passcode) = (step, nil, nil)
    }

    // MARK: Replies

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .verified(let newCode) where step == .working:
            secrets.wipe()
            (step, code) = (.revealing, NewRecoveryCode(newCode, isFirst: true, random: settings.random))
        case .door(let facts): createdAccount = facts
        case .opened: return [.enter]
        case .refused(let error, _), .failed(let error): return refused(error, at: now)
        default: break
        }
        return []
    }

    private mutating func refused(_ error: UserMessage, at now: Moment) -> [Effect] {
        if let createdAccount {
            let screen = GateScreens(settings: settings, size: size).wayIn(
                to: createdAccount, because: error.message.sentence)
            return [.ring, .replace(screen)]
        }
        let isNoted = step == .finishing
        startOver(at: .name)
        // What is said of a code that was written down must not be overlooked.
        if isNoted { return [.ring, .alert(Alert(about: error))] }
        message = [error.message, error.hint].joinedSentences
        return [.ring]
    }

    // MARK: Looks

    var shownCode: VoidRecoveryCode? { code?.ifGivenUp }

    func nextTick(after now: Moment) -> Moment? { step == .passcode ? secrets.nextTick(after: now) : nil }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        switch step {
        case .name: drawName(on: &canvas)
        case .passcode: secrets.draw(on: &canvas, in: area, at: now)
        case .working: wait("Creating your keys…", on: &canvas)
        case .revealing: code?.draw(on: &canvas)
        case .finishing: wait("Encrypting your profile…", on: &canvas)
        }
        if step != .revealing { keyLine.draw(on: &canvas) }
        help?.draw(on: &canvas)
    }

    private func wait(_ text: String, on canvas: inout Canvas) {
        let area = canvas.size.aboveKeyLine
        canvas.cursor = canvas.writeCentred(text, row: max(area.size.rows / 2 - 1, 0), in: area, style: .faint)
    }

    private func drawName(on canvas: inout Canvas) {
        let layout = FormLayout(fieldCount: 1, in: canvas.size)
        layout.drawTitle("⛰️", "Welcome", on: &canvas)
        let area = layout.area
        let place = "There is no profile yet at \(start.path.terminalSafe)."
        let room = max(area.size.columns - 4, 1)
        canvas.writeCentred(
            place.cells > room ? "There is no profile yet." : place, row: layout.top + 1, in: area, style: .faint)
        canvas.write("What is your name?", column: layout.left, row: layout.labelRow(0), style: .faint)
        name.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(0), width: layout.width,
            isFocused: focus.current == .field)
        layout.drawMessages(of: PanelHeader(message: message), on: &canvas)
        let focused = [Part.leave, .next].firstIndex(of: focus.current)
        ButtonRow.draw(Self.buttons, on: &canvas, row: layout.buttonRow, in: area, focused: focused)
    }

    private static let buttons = [Button("Leave"), Button("Next")]

    private var keyLine: KeyLine {
        switch step {
        case .name: KeyLine(.init(.escape, "leave"), .init(.enter, "next"), .init(.help, "help"), .init(.tab, "move"))
        case .passcode: secrets.keys(leave: "back")
        case .revealing: code?.keys ?? KeyLine()
        case .working, .finishing: KeyLine()
        }
    }
}
