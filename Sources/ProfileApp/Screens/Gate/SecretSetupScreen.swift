internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Sets secrets, in steps that its purpose lists: what is asked for, what is then checked without a change, and the
/// change itself.
///
/// A new recovery code is shown, and one of its groups typed back, between the check and the change: nothing is created
/// or changed before the user has written it down. The first hikes follow behind the gate: ``FirstHikesScreen``.
struct SecretSetupScreen: Screen {
    enum Purpose: Sendable {
        /// Makes a store and its first account.
        case firstRun(NewStore)
        /// Sets new secrets after one was forgotten, by the recovery code.
        case recovery(AccountStatus)
        /// Sets a new secret for a stage of an open gate. This session continues, unless the store can't be opened again.
        case secret(Gate.StageName, AccountStatus)
        /// Makes a new recovery code for an open gate.
        case recoveryCode(AccountStatus)
    }

    enum Step: Hashable {
        /// Steps that ask: for a name, the recovery code, the current secrets, or new ones.
        case name, oldCode, current, new
        case checking
        /// The new recovery code is shown.
        case revealing
        case finishing
    }

    enum Part: Hashable { case field, back, next }

    var window = Window()
    let purpose: Purpose
    private let steps: [Step]
    private(set) var step: Step
    private(set) var name = TextInput()
    let oldCode: RecoveryCodeInput
    /// The focus on the name or the recovery code, and the buttons.
    private(set) var focus = FocusRing(Part.field, .back, .next)
    private(set) var current: StageSecrets
    private(set) var new: StageSecrets
    /// What was typed, once all of a step's was.
    private var typed: (code: SharedSecret?, current: [SharedSecret], new: [SharedSecret]) = (nil, [], [])
    private(set) var newCode: NewRecoveryCode?
    private var acceptsDamage = false
    private(set) var status = AttemptStatus()
    /// The new account, once its gate exists.
    private var createdAccount: AccountStatus?
    /// Whether the gate has closed over it.
    private var isConcealed = false
    private let settings: AppSettings

    /// - Parameter code: the recovery code for a recovery, or the part of it that is known.
    init(_ purpose: Purpose, code: RecoveryCodeInput = RecoveryCodeInput(), settings: AppSettings) {
        (self.purpose, oldCode, self.settings) = (purpose, code, settings)
        let account = purpose.account
        let formats: [CodeFormat]
        switch purpose {
        case .firstRun(let start):
            (steps, formats) = ([.name, .new, .checking, .revealing, .finishing], [.sixDigits])
            name = TextInput(start.username, placeholder: "your name", limit: 128, isSelected: true)
        case .recovery(let account):
            (steps, formats) = ([.oldCode, .new, .checking, .revealing, .finishing], account.stages)
        case .secret(let stage, let account):
            let format = stage == .password ? account.stages.first : account.stages.last
            (steps, formats) = ([.current, .checking, .new, .finishing], [format].compactMap(\.self))
        case .recoveryCode:
            (steps, formats) = ([.current, .checking, .revealing, .finishing], [])
        }
        step = steps[0]
        let order: KeyOrder = account?.shufflesKeypad == true ? .shuffled(settings.random) : .ordered
        let motion = settings.presentation.motion
        current = StageSecrets(.current, formats: account?.stages ?? [], order: order, motion: motion)
        new = StageSecrets(formats: formats, order: order, motion: motion)
    }

    var title: String {
        switch purpose {
        case .firstRun: "Welcome"
        case .recovery: "Recovery"
        case .secret, .recoveryCode: "Change \(purpose.changed)"
        }
    }

    var hasTitleBar: Bool { false }

    var isAtGate: Bool { steps[0] != .current }
    var takesText: Bool { true }
    var shownCode: VoidRecoveryCode? { newCode?.ifGivenUp }
    var isFirstRun: Bool { if case .firstRun = purpose { true } else { false } }
    private var isWaiting: Bool { step == .checking || step == .finishing }
    /// Whether the new recovery code was written down.
    private var isNoted: Bool { step == .finishing && steps.contains(.revealing) }
    var canGoOn: Bool { step == .name || oldCode.isComplete && !status.isWaiting }

    // MARK: Events

    var bindings: [KeyBinding<Self>] {
        switch step {
        case .name, .oldCode:
            [
                KeyBinding(isFirstRun ? "leave" : "cancel", .escape) { $0.leave() },
                KeyBinding("next", .enter) { screen, _, now in
                    screen.focus.current == .back ? screen.leave() : screen.goOn(at: now)
                }, .help(inText: step == .name), KeyBinding("move", .tab),
            ]
        case .checking: [KeyBinding("cancel", .escape, when: !isFirstRun) { $0.leave() }]
        case .current: current.keys(leave: "cancel")
        case .new: new.keys(leave: isFirstRun ? "back" : "cancel")
        case .revealing: newCode?.keys() ?? []
        case .finishing: []
        }
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if status.isWaiting {
            status.passTime(at: now)
            if !status.isWaiting { current.say("") }
        }
        focus.disabled = canGoOn ? [] : [.next]
        return dispatch(event, at: now)
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        let area = size.aboveKeyLine
        switch step {
        case .name, .oldCode: return type(event, at: now)
        case .current where status.isWaiting: return event == .key(.escape) ? leave() : []
        case .current: return answer(current.update(event, at: now, in: area), at: now)
        case .new: return answer(new.update(event, at: now, in: area), at: now)
        case .checking, .finishing: return []
        case .revealing:
            let size = size
            switch newCode?.update(event, in: size) ?? .nothing {
            case .nothing: return []
            case .refused: return [.ring]
            case .kept(let code):
                newCode = nil
                return advance(with: code)
            case .givenUp: return leave()
            }
        }
    }

    /// Handles the answer to whether damaged data is to be set aside.
    mutating func answer(_ button: Int, at now: Moment) -> [Effect] {
        guard button == 1 else { return leave() }
        acceptsDamage = true
        return check()
    }

    private mutating func type(_ event: Event, at now: Moment) -> [Effect] {
        if focus.update(event) { return [] }
        switch event {
        case .key(.left) where focus.current == .next: focus.focus(.back)
        case .key(.right) where focus.current == .back && canGoOn: focus.focus(.next)
        case .click(let point):
            switch ButtonRow.index(at: point, of: buttons, row: buttonRow(in: size), in: size.aboveKeyLine) {
            case 0: return leave()
            case 1: return goOn(at: now)
            default:
                let layout = FormLayout(fieldCount: 1, in: size)
                guard step == .oldCode || point.row == layout.fieldRow(0) else { break }
                focus.focus(.field)
                if step == .name { name.click(column: point.column - layout.left, width: layout.width) }
            }
        case _ where step == .name:
            guard name.update(event) else { break }
            focus.focus(.field)
            status.say(name.wasTooLong ? TextInput.tooLong : "")
            return name.hasRefused ? [.ring] : []
        default:
            let answer = oldCode.update(event)
            guard answer != .unused else { break }
            focus.focus(.field)
            if answer == .refused { return [.ring] }
            if !status.isWaiting { status.say("") }
        }
        return []
    }

    private mutating func answer(_ outcome: StageSecrets.Outcome, at now: Moment) -> [Effect] {
        switch outcome {
        case .nothing: return []
        case .refused: return [.ring]
        case .cancelled: return leave()
        case .complete(let secrets):
            let copies = secrets.compactMap(\.shared)
            guard copies.count == secrets.count else { return refused(.outOfMemory, at: now) }
            if step == .current { typed.current = copies } else { typed.new = copies }
            return advance()
        }
    }

    // MARK: Steps

    /// Goes on from the name or the recovery code, if it can be one.
    private mutating func goOn(at now: Moment) -> [Effect] {
        if step == .name, let rule = Profile.brokenRule(ofUsername: name.text.trimmed) {
            status.say("A name \(rule.requirement).")
            focus.focus(.field)
            return [.ring]
        }
        guard step == .oldCode else { return advance() }
        guard canGoOn else {
            guard !status.isWaiting else { return [] }
            status.say("A recovery code has 7 groups of 4 letters and digits.")
            return [.ring]
        }
        do {
            // The check symbols reveal a mistyped code at once, before it counts as an attempt.
            _ = try RecoveryCode(reading: oldCode.typed.secret())
            typed.code = try SharedSecret(oldCode.typed.secret())
        } catch SealingError.outOfMemory {
            status.refuse(.outOfMemory, at: now)
            return [.ring]
        } catch {
            status.say("The code is mistyped.", "Type it again: ^U clears it.")
            return [.ring]
        }
        return advance()
    }

    /// Begins the next step.
    ///
    /// - Parameter code: the new recovery code, once it is written down.
    private mutating func advance(with code: RecoveryCode? = nil) -> [Effect] {
        status.say("")
        step = steps[min((steps.firstIndex(of: step) ?? 0) + 1, steps.count - 1)]
        return switch step {
        case .checking: check()
        case .finishing: finish(with: code)
        case .name, .oldCode, .current, .new, .revealing: []
        }
    }

    private func check() -> [Effect] {
        let request: SecretRequest
        switch purpose {
        case .firstRun(let start): request = .prepareCreation(start.account)
        case .recovery(let account):
            guard let code = typed.code else { return [] }
            request = .verifyRecovery(account.id, code: code, secrets: typed.new, acceptingDamage: acceptsDamage)
        case .secret: request = .verify(current: typed.current)
        // A new recovery code is sealed with all data, unlike a new secret.
        case .recoveryCode: request = .verify(current: typed.current, refusingDamage: !acceptsDamage)
        }
        return [.request(.secrets(request))]
    }

    private func finish(with newCode: RecoveryCode?) -> [Effect] {
        let request: SecretRequest
        switch (purpose, newCode) {
        case (.firstRun(let start), let newCode?):
            guard let passcode = typed.new.first else { return [] }
            request = .create(start.account, username: name.text.trimmed, passcode, recoveryCode: newCode)
        case (.recovery(let account), let newCode?):
            guard let code = typed.code else { return [] }
            request = .recover(
                account.id, code: code, secrets: typed.new, newCode: newCode, acceptingDamage: acceptsDamage)
        case (.secret(let stage, _), _):
            guard let secret = typed.new.first else { return [] }
            request = .change(stage, secret, current: typed.current)
        case (.recoveryCode, let newCode?):
            request = .renewRecoveryCode(current: typed.current, to: newCode, acceptingDamage: acceptsDamage)
        case (_, nil): return []
        }
        return [.request(.secrets(request))]
    }

    /// Gives up, and returns to the screen beneath; on the first run, to the step before.
    private mutating func leave() -> [Effect] {
        let closes = !isFirstRun || step == .name
        startOver(at: isFirstRun && step == .revealing ? .new : steps[0])
        defer { (newCode, window.question, acceptsDamage) = (nil, nil, false) }
        return (closes ? [.close] : []) + (newCode?.givenUp(isOpen: !isConcealed) ?? [])
    }

    /// Wipes all that was typed, and asks anew.
    private mutating func startOver(at step: Step) {
        wipeFields()
        (self.step, typed) = (step, (nil, [], []))
    }

    private mutating func wipeFields() {
        oldCode.typed.wipe()
        current.wipe()
        new.wipe()
        focus.focus(.field)
    }

    /// Typed secrets are given up, except for a change that is under way, whose outcome is awaited.
    mutating func conceal(at now: Moment) -> [Effect] {
        isConcealed = true
        return step == .finishing ? [] : leave()
    }

    mutating func resume(at now: Moment) -> [Effect] {
        isConcealed = false
        return []
    }

    // MARK: Replies

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .verified(let code) where step == .checking:
            wipeFields()
            _ = advance()
            if step == .revealing { newCode = NewRecoveryCode(code, isFirst: isFirstRun, random: settings.random) }
            if step == .new { setCurrent() }
        case .damaged(let parts) where step == .checking: ask(.acceptingDamage(parts))
        case .door(let account): createdAccount = account
        case .opened: return isFirstRun ? [.enter] : []
        case .recovered:
            let noun = purpose.account?.stages.last?.noun ?? "passcode"
            let text: CommandText = "Unlock with the new \(noun). The old recovery code no longer opens this store."
            return [.close, .alert(Alert(title: "Recovered", text: text, buttons: ["OK"]))]
        case .secretsChanged(let opening):
            startOver(at: step)
            guard !isConcealed else { return [.close] }
            let done = "\(purpose.changed.capitalizedFirst) was changed"
            guard opening != nil else { return [.close, .lock(because: "\(done).")] }
            return [.close, .say(Toast("\(done) · all other sessions ended", at: now))]
        case .refused(let error, let account): return isWaiting ? refused(error, account, at: now) : []
        case .failed(let error): return isWaiting ? refused(error, at: now) : []
        default: break
        }
        return []
    }

    /// Tells the fields of the new secret the current one, from which it must differ.
    private mutating func setCurrent() {
        if let secrets = try? typed.current.gateSecrets { new.setCurrent(secrets) }
    }

    private mutating func refused(_ error: UserMessage, _ account: AccountStatus? = nil, at now: Moment) -> [Effect] {
        if let createdAccount {
            let screen = settings.gate(to: createdAccount, because: error.message.sentence)
            return [.ring, .replace(screen)]
        }
        let isNoted = isNoted
        // What is said of a code that was written down must not be overlooked.
        let alert: [Effect] = isNoted ? [.alert(Alert(about: error))] : []
        if !typed.new.isEmpty, !isNoted, !isFirstRun, !isConcealed {
            switch error.code {
            case .invalidValue:
                // Only the new secret was refused, such as a popular one: the rest stays.
                let stages = purpose.account?.stages ?? []
                let named = stages.firstIndex { stage in error.problems.contains { $0.field == stage.noun } }
                step = .new
                new.reject(stage: named ?? max(stages.count - 1, 0), because: error.message.sentence, at: now)
                return [.ring]
            case .io where steps.first == .current:
                // The current secret was right.
                step = .new
                new.wipe()
                setCurrent()
                return [.ring, .alert(Alert(about: error))]
            default: break
            }
        }
        startOver(at: steps[0])
        switch steps[0] {
        case .current:
            status.refuse(error, account, canRecover: false, at: now)
            current.reject(stage: 0, because: isNoted ? "" : status.text, at: now)
        case .name: status.say(isNoted ? "" : error.sentences)
        default:
            status.refuse(error, canRecover: false, at: now)
            if isNoted { status.say("") }
        }
        return [.ring] + alert
    }
}

extension SecretSetupScreen.Purpose {
    /// The account; `nil` before there is one.
    var account: AccountStatus? {
        switch self {
        case .firstRun: nil
        case .recovery(let account), .secret(_, let account), .recoveryCode(let account): account
        }
    }

    /// The name of what is changed.
    fileprivate var changed: String {
        switch self {
        case .secret(.password, _): "the password"
        case .secret(.code, let account): "the \(account.stages.last?.noun ?? "passcode")"
        case .recoveryCode, .recovery, .firstRun: "the recovery code"
        }
    }
}
