internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Recovery after a forgotten passcode: asks for the recovery code and for new secrets, each twice, then shows a new
/// recovery code once. Nothing is changed before the user has written that down.
struct RecoverScreen: Screen {
    private enum Step: Hashable {
        case code, secrets, checking, revealing, working
    }
    private enum Part: Hashable { case field, back, next }

    private let input: RecoveryCodeInput
    private var secrets: StageSecrets
    private var step = Step.code
    private var focus = FocusRing(Part.field, .back, .next)
    private var size: CellSize
    private var status = AttemptStatus()
    private var help: HelpSheet?
    /// The question whether to go on with damaged data.
    private var alert: Alert?
    private var acceptsDamage = false
    /// What was typed, once all of it was.
    private var typed: (code: SharedSecret, secrets: [SharedSecret])?
    private var code: NewRecoveryCode?
    private let facts: AccountFacts
    private let settings: AppSettings

    /// - Parameter code: the recovery code, or the part of it that is known.
    init(
        _ facts: AccountFacts, code: RecoveryCodeInput = RecoveryCodeInput(), settings: AppSettings, size: CellSize
    ) {
        (self.facts, input, self.settings, self.size) = (facts, code, settings, size)
        secrets = StageSecrets(
            formats: facts.stages, order: facts.shufflesKeypad ? .shuffled(settings.random) : .ordered,
            motion: settings.presentation.motion)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        status.passTime(at: now)
        focus.disabled = canGoOn ? [] : [.next]
        if alert != nil, event != .tick {
            switch alert.answer(event, in: size) {
            case nil: return []
            case 1:
                acceptsDamage = true
                return verify()
            default: return leave()
            }
        }
        let event = keyLine.translated(event, in: size)
        // Ticks still clear what was typed.
        if event != .tick, help.handle(event, in: size) { return [] }
        if event.opensHelp(inText: step == .secrets && secrets.isText), !keyLine.items.isEmpty {
            help = HelpSheet("Recovery", keyLine.items, isAtGate: true)
            return []
        }
        switch step {
        case .code: return updateCode(event, at: now)
        case .secrets: return updateSecrets(event, at: now)
        case .checking: return event == .key(.escape) ? leave() : []
        case .working: return []
        case .revealing: return updateNewCode(event)
        }
    }

    private mutating func updateNewCode(_ event: Event) -> [Effect] {
        switch code?.update(event, in: size) ?? .nothing {
        case .nothing: return []
        case .refused: return [.ring]
        case .kept(let code):
            guard let typed else { return [] }
            (step, self.code, self.typed) = (.working, nil, nil)
            return [
                .request(
                    .secrets(
                        .recover(
                            facts.account, code: typed.code, secrets: typed.secrets, newCode: code,
                            acceptingDamage: acceptsDamage)))
            ]
        case .givenUp: return leave()
        }
    }

    // MARK: Replies

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .verified(let newCode) where step == .checking:
            wipe()
            (step, code) = (.revealing, NewRecoveryCode(newCode, random: settings.random))
        case .damaged(let parts) where step == .checking: alert = .acceptingDamage(parts)
        case .recovered:
            let noun = facts.stages.last?.noun ?? "passcode"
            let text = "Unlock with the new \(noun). The old recovery code no longer opens this store."
            return [.close, .alert(Alert(title: "Recovered", text: text, buttons: ["OK"]))]
        case .refused(let error, _), .failed(let error):
            guard step == .checking || step == .working else { return [] }
            let isNoted = step == .working
            refused(error, at: now)
            // What is said of a code that was written down must not be overlooked.
            if isNoted { status.say("") }
            return [.ring] + (isNoted ? [.alert(Alert(about: error))] : [])
        default: break
        }
        return []
    }

    private mutating func refused(_ error: UserMessage, at now: Moment) {
        typed = nil
        if error.code == .invalidValue, step == .checking {
            // A new secret was refused, such as a popular one. Only that is typed again; the recovery code stays.
            let named = facts.stages.firstIndex { stage in error.problems.contains { $0.field == stage.noun } }
            step = .secrets
            return secrets.reject(
                stage: named ?? max(facts.stages.count - 1, 0), because: error.message.sentence, at: now)
        }
        wipe()
        step = .code
        status.refuse(error, canRecover: false, at: now)
    }

    // MARK: Looks

    var shownCode: VoidRecoveryCode? { code?.ifGivenUp }

    func nextTick(after now: Moment) -> Moment? {
        [step == .secrets ? secrets.nextTick(after: now) : nil, status.nextTick(after: now)]
            .compactMap(\.self).min()
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        keyLine.draw(on: &canvas)
        defer {
            help?.draw(on: &canvas)
            alert?.draw(on: &canvas, in: area)
        }
        if step == .secrets { return secrets.draw(on: &canvas, in: area, at: now) }
        if let code { return code.draw(on: &canvas) }
        let row = top(in: canvas.size)
        let title = ["Recovery code", facts.distinction].compactMap(\.self).joined(separator: " · ")
        canvas.writeCentred("🔑  \(title)", row: row, in: area, style: .title)
        switch step {
        case .code:
            canvas.writeCentred("Type the code that you wrote down.", row: row + 1, in: area, style: .faint)
            let left = (canvas.size.columns - RecoveryCodeInput.cells) / 2
            input.draw(on: &canvas, column: left, row: row + 3, isFocused: focus.current == .field)
            status.header(at: now).drawMessages(on: &canvas, row: row + 5, in: area)
            let focused = [Part.back, .next].firstIndex(of: focus.current)
            ButtonRow.draw(buttons, on: &canvas, row: buttonRow(in: canvas.size), in: area, focused: focused)
        case .checking, .working:
            let text = step == .checking ? "Checking…" : "Renewing the keys…"
            canvas.cursor = canvas.writeCentred(text, row: row + 3, in: area, style: .faint)
        case .secrets, .revealing: break
        }
    }

    private var keyLine: KeyLine {
        switch step {
        case .code:
            KeyLine(
                .init(.escape, "cancel"), .init(.enter, "next"), .init(.character("?"), "help"), .init(.tab, "move"))
        case .secrets: secrets.keys(leave: "cancel")
        case .revealing: code?.keys ?? KeyLine()
        case .checking: KeyLine(.init(.escape, "cancel"))
        case .working: KeyLine()
        }
    }

    private var buttons: [Button] { [Button("Back"), Button("Next", isEnabled: canGoOn)] }
    private var canGoOn: Bool { input.isComplete && !status.isWaiting }
    private var buttonRow: Int { buttonRow(in: size) }

    private func buttonRow(in size: CellSize) -> Int { top(in: size) + 8 }
    private func top(in size: CellSize) -> Int { max((size.rows - 11) / 2, 0) }

    // MARK: Steps

    private mutating func updateCode(_ event: Event, at now: Moment) -> [Effect] {
        if focus.update(event) { return [] }
        switch event {
        case .key(.escape): return leave()
        case .key(.enter): return focus.current == .back ? leave() : next(at: now)
        case .click(let point):
            switch ButtonRow.index(at: point, of: buttons, row: buttonRow, in: size.aboveKeyLine) {
            case 0: return leave()
            case 1: return next(at: now)
            default: focus.focus(.field)
            }
        default:
            switch input.update(event) {
            case .unused: break
            case .taken:
                focus.focus(.field)
                if !status.isWaiting { status.say("") }
            case .refused:
                focus.focus(.field)
                return [.ring]
            }
        }
        return []
    }

    private mutating func next(at now: Moment) -> [Effect] {
        guard canGoOn else {
            guard !status.isWaiting else { return [] }
            status.say("A recovery code has 7 groups of 4 letters and digits.")
            return [.ring]
        }
        do {
            // The check symbols reveal a mistyped code at once, before it counts as an attempt.
            _ = try RecoveryCode(reading: input.typed.secret())
        } catch SealingError.outOfMemory {
            status.refuse(.outOfMemory, at: now)
            return [.ring]
        } catch {
            status.say("The code is mistyped.", "Type it again: ^U clears it.")
            return [.ring]
        }
        status.say("")
        step = .secrets
        return []
    }

    private mutating func updateSecrets(_ event: Event, at now: Moment) -> [Effect] {
        switch secrets.update(event, at: now, in: size.aboveKeyLine) {
        case .nothing: return []
        case .refused: return [.ring]
        case .cancelled: return leave()
        case .complete(let typed):
            let copies = typed.compactMap(\.shared)
            guard let code = input.typed.shared, copies.count == typed.count else {
                refused(.outOfMemory, at: now)
                return [.ring]
            }
            (step, self.typed) = (.checking, (code, copies))
            return verify()
        }
    }

    private func verify() -> [Effect] {
        guard let typed else { return [] }
        return [
            .request(
                .secrets(
                    .verifyRecovery(
                        facts.account, code: typed.code, secrets: typed.secrets, acceptingDamage: acceptsDamage)))
        ]
    }

    private mutating func leave() -> [Effect] {
        wipe()
        defer { (step, typed, code, alert, acceptsDamage) = (.code, nil, nil, nil, false) }
        return [.close] + (code?.givenUp ?? [])
    }

    private mutating func wipe() {
        input.typed.wipe()
        secrets.wipe()
        focus.focus(.field)
    }
}
