internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Changes an open gate: sets a new secret for a stage, or makes a new recovery code.
///
/// The current secrets are always asked for first. The change ends every other session. This one continues, unless the
/// store can't be opened again.
struct SecretChangeScreen: Screen {
    enum Goal: Hashable, Sendable {
        case secret(Gate.StageName)
        case recoveryCode
    }
    private enum Step: Hashable { case current, checking, new, revealing, working }

    private var step = Step.current
    private var current: StageSecrets
    private var new: StageSecrets
    /// The current secrets, once typed.
    private var typed: [SharedSecret] = []
    private var code: NewRecoveryCode?
    private var help: HelpSheet?
    /// The question whether to go on with damaged data.
    private var alert: Alert?
    private var acceptsDamage = false
    /// Whether the gate has closed over it.
    private var isConcealed = false
    private var status = AttemptStatus()
    private var size: CellSize
    private let goal: Goal
    private let facts: AccountFacts
    private let settings: AppSettings

    init(_ goal: Goal, of facts: AccountFacts, settings: AppSettings, size: CellSize) {
        (self.goal, self.facts, self.settings, self.size) = (goal, facts, settings, size)
        let order: KeyOrder = facts.shufflesKeypad ? .shuffled(settings.random) : .ordered
        let motion = settings.presentation.motion
        current = StageSecrets(.current, formats: facts.stages, order: order, motion: motion)
        let format = goal == .secret(.password) ? facts.stages.first : facts.stages.last
        new = StageSecrets(formats: [format ?? .sixDigits], order: order, motion: motion)
    }

    var takesText: Bool { true }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if status.isWaiting {
            status.passTime(at: now)
            if !status.isWaiting { current.say("") }
        }
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
        let isText = step == .current && current.isText || step == .new && new.isText
        if event.opensHelp(inText: isText), !keyLine.items.isEmpty {
            help = HelpSheet("Change \(name)", keyLine.items)
            return []
        }
        let area = size.aboveKeyLine
        switch step {
        case .current:
            guard !status.isWaiting else { return event == .key(.escape) ? leave() : [] }
            return answer(current.update(event, at: now, in: area), at: now)
        case .new: return answer(new.update(event, at: now, in: area), at: now)
        case .checking: return event == .key(.escape) ? leave() : []
        case .working: return []
        case .revealing:
            switch code?.update(event, in: size) ?? .nothing {
            case .nothing: return []
            case .refused: return [.ring]
            case .kept(let code):
                (step, self.code) = (.working, nil)
                return [
                    .request(
                        .secrets(.renewRecoveryCode(current: typed, to: code, acceptingDamage: acceptsDamage)))
                ]
            case .givenUp: return leave()
            }
        }
    }

    private mutating func answer(_ outcome: StageSecrets.Outcome, at now: Moment) -> [Effect] {
        switch outcome {
        case .nothing: return []
        case .refused: return [.ring]
        case .cancelled: return leave()
        case .complete(let secrets):
            let copies = secrets.compactMap(\.shared)
            guard copies.count == secrets.count else { return refused(.outOfMemory, at: now) }
            guard step == .current else { return ask(for: copies[0]) }
            (step, typed) = (.checking, copies)
            return verify()
        }
    }

    /// A new recovery code is sealed with all data, unlike a new secret.
    private func verify() -> [Effect] {
        let refusesDamage = goal == .recoveryCode && !acceptsDamage
        return [.request(.secrets(.verify(current: typed, refusingDamage: refusesDamage)))]
    }

    private mutating func ask(for secret: SharedSecret) -> [Effect] {
        guard case .secret(let stage) = goal else { return [] }
        step = .working
        return [.request(.secrets(.change(stage, secret, current: typed)))]
    }

    // MARK: Replies

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .verified(let newCode) where step == .checking:
            current.wipe()
            guard goal == .recoveryCode else {
                if let secrets = try? typed.gateSecrets { new.refuseSame(as: secrets) }
                step = .new
                break
            }
            (step, code) = (.revealing, NewRecoveryCode(newCode, random: settings.random))
        case .damaged(let parts) where step == .checking: alert = .acceptingDamage(parts)
        case .secretsChanged(let opening):
            wipe()
            guard !isConcealed else { return [.close] }
            let done = "\(name.capitalizedFirst) was changed"
            guard opening != nil else { return [.close, .lock(because: "\(done).")] }
            return [.close, .say(Toast("\(done) · all other sessions ended", at: now))]
        case .refused(let error, let facts):
            return refused(error, facts, at: now)
        case .failed(let error): return refused(error, at: now)
        default: break
        }
        return []
    }

    private mutating func refused(_ error: UserMessage, _ facts: AccountFacts? = nil, at now: Moment) -> [Effect] {
        guard step == .checking || step == .working else { return [] }
        if error.code == .invalidValue, case .secret = goal, step == .working, !isConcealed {
            step = .new
            new.reject(stage: 0, because: error.message.sentence, at: now)
            return [.ring]
        }
        // The current secret was right: only the new one is to be typed again.
        if error.code == .io, case .secret = goal, step == .working, !isConcealed {
            step = .new
            new.wipe()
            if let secrets = try? typed.gateSecrets { new.refuseSame(as: secrets) }
            return [.ring, .alert(Alert(about: error))]
        }
        let isNoted = step == .working && goal == .recoveryCode
        wipe()
        step = .current
        status.refuse(error, facts, canRecover: false, at: now)
        current.reject(stage: 0, because: isNoted ? "" : status.words, at: now)
        // What is said of a code that was written down must not be overlooked.
        return [.ring] + (isNoted ? [.alert(Alert(about: error))] : [])
    }

    /// Typed secrets are given up, except for a change that is under way, whose outcome is awaited.
    mutating func conceal(at now: Moment) -> [Effect] {
        isConcealed = true
        return step == .working ? [] : leave()
    }

    mutating func resume(at now: Moment) -> [Effect] {
        isConcealed = false
        return []
    }

    private mutating func leave() -> [Effect] {
        wipe()
        step = .current
        defer { (code, alert, acceptsDamage) = (nil, nil, false) }
        return [.close] + (code?.givenUp ?? [])
    }

    private mutating func wipe() {
        typed = []
        current.wipe()
        new.wipe()
    }

    // MARK: Looks

    var shownCode: VoidRecoveryCode? { code?.ifGivenUp }

    func nextTick(after now: Moment) -> Moment? {
        let field: Moment? =
            switch step {
            case .current: current.nextTick(after: now)
            case .new: new.nextTick(after: now)
            case .checking, .revealing, .working: nil
            }
        return [field, status.nextTick(after: now)].compactMap(\.self).min()
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        switch step {
        case .current:
            var shown = current
            if let text = status.waitText(at: now) { shown.say(text) }
            shown.draw(on: &canvas, in: area, at: now)
        case .new: new.draw(on: &canvas, in: area, at: now)
        case .checking, .working:
            let text = step == .checking ? "Checking…" : "Renewing the keys…"
            canvas.cursor = canvas.writeCentred(
                text, row: max(area.size.rows / 2 - 1, 0), in: area, style: .faint)
        case .revealing: code?.draw(on: &canvas)
        }
        keyLine.draw(on: &canvas)
        help?.draw(on: &canvas)
        alert?.draw(on: &canvas, in: area)
    }

    /// The name of what is changed.
    private var name: String {
        switch goal {
        case .secret(.password): "the password"
        case .secret(.code): "the \(facts.stages.last?.noun ?? "passcode")"
        case .recoveryCode: "the recovery code"
        }
    }

    private var keyLine: KeyLine {
        switch step {
        case .current: current.keys(leave: "cancel")
        case .new: new.keys(leave: "cancel")
        case .revealing: code?.keys ?? KeyLine()
        case .checking: KeyLine(.init(.escape, "cancel"))
        case .working: KeyLine()
        }
    }
}
