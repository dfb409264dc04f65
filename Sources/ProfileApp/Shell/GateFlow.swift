internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// What stands before the gate: the lock screen, or the sign-in, and the way back with the recovery code.
struct GateFlow: Sendable {
    enum Effect: Sendable {
        case app(AppEffect)
        /// The way in is open.
        case enter
    }

    /// What is shown.
    enum Step: Sendable {
        case lock(LockScreen)
        case signIn(SignInFlow)
    }

    let settings: AppSettings
    var step: Step
    /// Over the step.
    var recovery: RecoverScreen?
    /// The account at whose door we stand.
    var facts: AccountFacts?
    var hasSeveralAccounts: Bool
    /// The password that waits for its account to be found.
    var password: SharedSecret?
    /// Whether the account is entered for its recovery.
    var isRecovering = false
    /// The last request; answers to earlier ones are let go.
    var ticket: Ticket = 0
    var size: CellSize

    /// - Parameter accounts: to choose from; none when the workspace has to be named first.
    init(_ accounts: [AccountFacts], settings: AppSettings, size: CellSize) {
        (self.settings, self.size) = (settings, size)
        hasSeveralAccounts = accounts.count > 1
        let only = accounts.count == 1 ? accounts.first : nil
        facts = only
        if let only, only.stages.count == 1 {
            step = .lock(Self.lockScreen(only, showsAccount: false, settings, size))
        } else {
            step = .signIn(
                SignInFlow(
                    asksWorkspace: !settings.isStoreNamed, id: only?.account.description ?? "",
                    motion: settings.presentation.motion, random: settings.random, size: size))
        }
    }

    static func lockScreen(
        _ facts: AccountFacts, showsAccount: Bool, _ settings: AppSettings, _ size: CellSize
    ) -> LockScreen {
        LockScreen(
            format: facts.format, account: showsAccount ? facts.account.description : nil,
            order: facts.shufflesKeypad ? .shuffled(settings.random) : .ordered, motion: settings.presentation.motion,
            size: size)
    }

    /// What is wanted when it is shown for the first time.
    mutating func begin(at now: Moment) -> [Effect] {
        guard case .lock = step, let facts else { return [] }
        return [enter(facts.account.description)]
    }

    /// The gate has closed: everything is asked for anew.
    ///
    /// - Parameter reason: is shown; empty where there is nothing to say.
    mutating func close(at now: Moment, because reason: String = "") -> [Effect] {
        // A recovery that waits for its code to be written down changes nothing any more.
        let settled: [Effect] = recovery == nil ? [] : [.app(.settleRecovery(ticket, goesOn: false))]
        (recovery, password, isRecovering) = (nil, nil, false)
        guard let facts else { return settled }
        let account = facts.account.description
        if facts.stages.count == 1 {
            var screen = Self.lockScreen(facts, showsAccount: hasSeveralAccounts, settings, size)
            screen.say(reason)
            step = .lock(screen)
        } else {
            var flow = SignInFlow(
                asksWorkspace: false, id: account, motion: settings.presentation.motion, random: settings.random,
                size: size)
            flow.say(reason)
            step = .signIn(flow)
        }
        return settled + [enter(account)]
    }

    // MARK: Requests

    /// Whether an answer is to the last request.
    func awaits(_ ticket: Ticket) -> Bool { ticket == self.ticket }

    mutating func request(_ task: (Ticket) -> WorkTask) -> Effect {
        ticket += 1
        return .app(.work(task(ticket)))
    }

    mutating func enter(_ account: String) -> Effect {
        request { .enter(account: account, $0) }
    }

    mutating func open(_ secret: TypedSecret, at now: Moment) -> [Effect] {
        // Its own copy, since what was typed is wiped with the verdict.
        guard let copy = Self.copy(secret) else { return failed(.outOfMemory, at: now) }
        return [request { .open(copy, $0) }]
    }

    /// - Returns: `nil` where the system refuses the memory.
    private static func copy(_ secret: TypedSecret) -> SharedSecret? {
        try? SharedSecret(secret.secret())
    }

    /// Lets the answer to the last request go, and what it may open.
    mutating func forget() -> Effect {
        ticket += 1
        password = nil
        return .app(.work(.forget))
    }

    // MARK: Input

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if var screen = recovery {
            let effects = screen.update(event, at: now)
            recovery = screen
            let performed = effects.flatMap { perform($0, at: now) }
            guard case .resized = event else { return performed }
        }
        switch step {
        case .lock(var screen):
            let effects = screen.update(event, at: now)
            step = .lock(screen)
            return effects.flatMap { perform($0, at: now) }
        case .signIn(var flow):
            let effects = flow.update(event, at: now)
            step = .signIn(flow)
            return effects.flatMap { perform($0, at: now) }
        }
    }

    mutating func perform(_ effect: LockScreen.Effect, at now: Moment) -> [Effect] {
        switch effect {
        case .ring: return [.app(.ring)]
        case .check(let secret): return open(secret, at: now)
        case .leave: return [forget(), .app(.leave(.cancelled))]
        case .showEmergencyCard: return [request { .readEmergencyCard($0) }]
        case .recover: return [forget()] + beginRecovery()
        case .opened: return [.enter]
        }
    }

    mutating func perform(_ effect: SignInFlow.Effect, at now: Moment) -> [Effect] {
        switch effect {
        case .ring: return [.app(.ring)]
        case .findWorkspace(let name): return [request { .find(workspace: name, $0) }]
        case .checkPassword(let id, let secret):
            password = Self.copy(secret)
            guard password != nil else { return failed(.outOfMemory, at: now) }
            return [enter(id)]
        case .checkCode(let secret): return open(secret, at: now)
        case .forgetCheck: return [forget()]
        case .recover(let id):
            // The account's formats are asked for first.
            password = nil
            isRecovering = true
            return [enter(id)]
        case .leave: return [forget(), .app(.leave(.cancelled))]
        case .proceed: return [.enter]
        }
    }

    mutating func perform(_ effect: RecoverScreen.Effect, at now: Moment) -> [Effect] {
        switch effect {
        case .ring: return [.app(.ring)]
        case .recover(let code, let secrets):
            let copies = secrets.compactMap(Self.copy)
            guard let code = Self.copy(code), copies.count == secrets.count else {
                return takeInRecovery(.refused(.outOfMemory, nil), at: now)
            }
            return [request { .recover(code: code, secrets: copies, $0) }]
        case .written: return [.app(.settleRecovery(ticket, goesOn: true))]
        case .leave: return close(at: now)
        }
    }

    mutating func beginRecovery() -> [Effect] {
        isRecovering = false
        guard let facts else { return [] }
        recovery = RecoverScreen(
            formats: facts.stages, order: facts.shufflesKeypad ? .shuffled(settings.random) : .ordered,
            motion: settings.presentation.motion, size: size)
        return []
    }

    // MARK: Time and picture

    func nextTick(after now: Moment) -> Moment? {
        if let recovery { return recovery.nextTick(after: now) }
        switch step {
        case .lock(let screen): return screen.nextTick(after: now)
        case .signIn(let flow): return flow.nextTick(after: now)
        }
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        if let recovery { return recovery.draw(on: &canvas, at: now) }
        switch step {
        case .lock(let screen): screen.draw(on: &canvas, at: now)
        case .signIn(let flow): flow.draw(on: &canvas, at: now)
        }
    }
}
