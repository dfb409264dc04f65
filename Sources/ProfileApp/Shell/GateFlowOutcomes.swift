internal import ProfileKit
internal import ProfileRendering

/// What comes of the gate's requests.
extension GateFlow {
    mutating func take(_ outcome: GateOutcome, _ ticket: Ticket, at now: Moment) -> [Effect] {
        guard awaits(ticket) else { return [] }
        if recovery != nil { return takeInRecovery(outcome, at: now) }
        switch outcome {
        case .door(let facts): return reach(facts, at: now)
        case .found(let accounts):
            hasSeveralAccounts = accounts.count > 1
            if accounts.count == 1, let only = accounts.first, only.stages.count == 1 {
                facts = only
                step = .lock(Self.lockScreen(only, showsAccount: false, settings, size))
                return begin(at: now)
            }
            change(lock: { _ in }, signIn: { $0.workspaceFound(at: now) })
        case .noWorkspace:
            return change(at: now, lock: { _ in [] }, signIn: { $0.workspaceMissing("There is no such workspace.") })
        case .noAccount:
            (password, isRecovering) = (nil, false)
            return change(at: now, lock: { $0.failed("There is no such ID.", at: now) }, signIn: { $0.unknownID() })
        case .refused(let error, let facts):
            if let facts { self.facts = facts }
            return refuse(error, at: now)
        case .emergency(let text): change(lock: { $0.emergencyCard(text) }, signIn: { _ in })
        case .opened(let opening):
            return change(
                at: now, lock: { $0.accepted(at: now) },
                signIn: {
                    $0.codeAccepted(failures: opening.failuresBefore, at: now)
                    return []
                })
        case .revealing, .recovered: break
        }
        return []
    }

    /// Something failed that has no answer of its own.
    mutating func failed(_ error: WordedError, at now: Moment) -> [Effect] {
        change(
            at: now, lock: { $0.failed(error.message, hint: error.hint, at: now) },
            signIn: { $0.failed(error.message, hint: error.hint, at: now) })
    }

    private mutating func reach(_ facts: AccountFacts, at now: Moment) -> [Effect] {
        self.facts = facts
        if isRecovering { return beginRecovery() }
        let wait = now + facts.retryAfter
        switch step {
        case .lock(var screen):
            guard facts.retryAfter > .zero else { return [] }
            let effects = screen.throttled(until: wait, at: now)
            step = .lock(screen)
            return effects.flatMap { perform($0, at: now) }
        case .signIn:
            if facts.stage > 0 {
                change(lock: { _ in }, signIn: { $0.passwordAccepted(next: facts.format, at: now) })
                return []
            }
            guard let password else { return [] }
            self.password = nil
            if facts.stages.count > 1 { return [request { .open(password, $0) }] }
            step = .lock(Self.lockScreen(facts, showsAccount: true, settings, size))
            return facts.retryAfter > .zero ? reach(facts, at: now) : []
        }
    }

    private mutating func refuse(_ error: WordedError, at now: Moment) -> [Effect] {
        let left = facts?.failures.map { max(0, 5 - $0) }
        let wait = facts?.retryAfter ?? .zero
        switch error.code {
        case .wrongPasscode:
            return change(
                at: now, lock: { $0.refused(error.message, triesLeft: left, retryAfter: wait, at: now) },
                signIn: { $0.refused(error.message, triesLeft: left, retryAfter: wait, at: now) })
        case .throttled:
            let end = now + error.retryAfter
            return change(
                at: now, lock: { $0.throttled(until: end, at: now) }, signIn: { $0.throttled(until: end, at: now) })
        default: return failed(error, at: now)
        }
    }

    mutating func takeInRecovery(_ outcome: GateOutcome, at now: Moment) -> [Effect] {
        guard var screen = recovery else { return [] }
        var effects: [RecoverScreen.Effect] = []
        switch outcome {
        case .revealing(let code): screen.reveal(code)
        case .recovered: return close(at: now)
        case .refused(let error, _): effects = screen.refuse(error, stages: facts?.stages ?? [], at: now)
        case .noAccount: effects = screen.failed("There is no such ID.", at: now)
        default: break
        }
        recovery = screen
        return effects.flatMap { perform($0, at: now) }
    }

    private mutating func change(lock: (inout LockScreen) -> Void, signIn: (inout SignInFlow) -> Void) {
        switch step {
        case .lock(var screen):
            lock(&screen)
            step = .lock(screen)
        case .signIn(var flow):
            signIn(&flow)
            step = .signIn(flow)
        }
    }

    private mutating func change(
        at now: Moment, lock: (inout LockScreen) -> [LockScreen.Effect],
        signIn: (inout SignInFlow) -> [SignInFlow.Effect]
    ) -> [Effect] {
        switch step {
        case .lock(var screen):
            let effects = lock(&screen)
            step = .lock(screen)
            return effects.flatMap { perform($0, at: now) }
        case .signIn(var flow):
            let effects = signIn(&flow)
            step = .signIn(flow)
            return effects.flatMap { perform($0, at: now) }
        }
    }
}

extension RecoverScreen {
    /// Says why a recovery was refused, at the place that has to be typed again.
    fileprivate mutating func refuse(_ error: WordedError, stages: [CodeFormat], at now: Moment) -> [Effect] {
        switch error.code {
        case .wrongPasscode: return wrongCode(error.message, retryAfter: error.retryAfter, at: now)
        case .invalidValue:
            let named = stages.firstIndex { stage in error.problems.contains { $0.field == stage.noun } }
            return rejected(stage: named ?? max(stages.count - 1, 0), because: error.message, at: now)
        default: return failed(error.message, hint: error.hint, at: now)
        }
    }
}
