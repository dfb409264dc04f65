internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The worker's requests at the gate.
extension Worker.State {
    mutating func find(_ workspace: String) throws -> Reply {
        guard let path = place.workspace(workspace) else { return .noWorkspace }
        do {
            let gates = try Gate.all(at: place.locate(path), configuration: place.configuration)
            place.path = path
            return .accounts(try facts(of: gates))
        } catch let error as StoreError where error.code == .noStore {
            return .noWorkspace
        }
    }

    mutating func enter(_ account: AccountID) throws -> Reply {
        do {
            return .door(try facts(of: choose(account)))
        } catch let error as StoreError where error.code == .noStore {
            return .refused(isStoreGone ? Self.gone : WordedError(error), nil)
        }
    }

    /// Whether the store's file isn't where it was any more.
    private var isStoreGone: Bool {
        guard let file = try? place.locate(place.path).filePath else { return false }
        return unsafe access(file, F_OK) != 0
    }

    private static var gone: WordedError {
        WordedError(
            .noStore, "The store was moved or removed.", hint: "Put its file back, or leave and name it with --store.")
    }

    /// Begins at the first door of an account. A draft of another one is no longer of use.
    @discardableResult
    private mutating func choose(_ account: AccountID) throws -> Gate {
        let gate = try Gate(at: place.locate(place.path), account: account, configuration: place.configuration)
        if self.gate?.path != gate.path || self.gate?.account != gate.account { draft = nil }
        (self.gate, door) = (gate, gate.enter())
        return gate
    }

    private func facts(of gates: [Gate]) throws -> [AccountFacts] {
        try gates.map { gate in
            var facts = try AccountFacts(gate)
            facts.isOneOfSeveral = gates.count > 1
            return facts
        }
    }

    private func facts(of gate: Gate) throws -> AccountFacts {
        var facts = try AccountFacts(gate)
        facts.isOneOfSeveral = try Gate.all(at: gate.path, configuration: place.configuration).count > 1
        return facts
    }

    /// Looks at the store before the terminal is taken over, so that there is a plain error when it can't be opened.
    mutating func start(isStoreNamed: Bool) throws -> Start {
        let gates: [Gate]
        do {
            gates = try Gate.all(at: place.locate(place.path), configuration: place.configuration)
        } catch let error as StoreError where error.code == .noStore && !isStoreNamed && place.hasWorkspaces() {
            return Start(accounts: [], opening: nil)
        }
        let facts = try facts(of: gates).filter { place.account == nil || $0.account == place.account }
        guard let first = facts.first else { throw StoreError(.noAccount(place.account ?? .main), at: place.path) }
        guard facts.count == 1 else { return Start(accounts: facts, opening: nil) }
        guard let store = try choose(first.account).resume() else { return Start(accounts: facts, opening: nil) }
        return Start(accounts: facts, opening: try take(store, first, hasJoined: true))
    }

    mutating func open(with secret: SharedSecret, _ facts: AccountFacts) -> Reply {
        do {
            if gate?.account != facts.account || facts.stage == 0 { try choose(facts.account) }
            guard let door, door.index == facts.stage else { return .refused(Self.stepBack, nil) }
            switch try door.openBlocking(with: try secret.secret.duplicate()) {
            case .next(let next):
                self.door = next
                return .door(refreshed(facts, stage: next.index))
            case .open(let store):
                self.door = nil
                let hasJoined = (try? gate?.status)?.session != nil
                if place.configuration.sessionPlace != SessionPlace.none {
                    // Where no place takes a session's key, the app keeps the store open for itself.
                    _ = try? store.beginSession(lasting: place.limits.lasting, idle: place.limits.idle)
                }
                return .opened(try take(store, facts, hasJoined: hasJoined))
            }
        } catch {
            return .refused(WordedError(error), refreshed(facts, stage: facts.stage))
        }
    }

    /// The door was closed meanwhile.
    private static var stepBack: WordedError {
        WordedError(.locked, "The step before has to be taken again.", hint: "Go back with Esc.")
    }

    /// The same facts with failures and wait as they are now.
    private func refreshed(_ facts: AccountFacts, stage: Int) -> AccountFacts {
        guard let gate, var now = try? AccountFacts(gate, stage: stage) else {
            var same = facts
            same.stage = stage
            return same
        }
        now.isOneOfSeveral = facts.isOneOfSeveral
        return now
    }

    /// Closes what was opened for someone who gave up meanwhile. A session that others use goes on.
    mutating func forget() throws {
        door = nil
        guard let gate, let open else { return }
        forgetStore()
        if !open.hasJoined { try gate.lock() }
    }

    /// - Parameter reveal: is given the new recovery code; then a person's consent is waited for.
    mutating func recover(
        _ account: AccountID, with code: SharedSecret, secrets: [SharedSecret], _ consent: Consent,
        reveal: (String) -> Void
    ) -> Reply {
        do {
            let gate = try choose(account)
            guard let passcode = secrets.last else { throw StoreError(.noAccount(account), at: place.path) }
            let all =
                if secrets.count > 1 {
                    try Gate.Secrets(passcode: passcode.secret.duplicate(), password: secrets[0].secret.duplicate())
                } else {
                    try Gate.Secrets(passcode: passcode.secret.duplicate())
                }
            try gate.recover(with: try RecoveryCode(reading: code.secret), settingUp: all) { next in
                reveal(next.description)
                guard consents.wait(for: consent) else { throw Self.givenUp }
            }
            door = nil
            return .recovered
        } catch {
            return .refused(WordedError(error), try? gate.map { try facts(of: $0) })
        }
    }

    private static var givenUp: WordedError {
        WordedError(.failure, "The recovery was given up.", hint: "Nothing was changed.")
    }

    /// What is wrong with a card is shown in its place: whoever looks must not take it for none.
    func emergencyText(of account: AccountID) -> String? {
        do {
            let gate = try Gate(at: place.locate(place.path), account: account, configuration: place.configuration)
            return try gate.emergencyCard?.description
        } catch {
            return "The emergency card cannot be shown: \(WordedError(error).message)"
        }
    }

    mutating func lock() throws {
        forgetStore()
        door = nil
        try gate?.lock()
    }

    /// Keeps a store open, and has what becomes of it told.
    private mutating func take(_ store: ProfileStore, _ facts: AccountFacts, hasJoined: Bool) throws -> Opening {
        let content = try Content(of: store)
        forgetStore()
        openings += 1
        open = ShownStore(store, hasJoined: hasJoined, showing: content) { [report, openings] in
            report(.news($0, opening: openings))
        }
        var facts = facts
        facts.stage = 0
        return Opening(
            number: openings, facts: facts, path: store.gate.path, content: content,
            failuresBefore: store.failuresBefore?.count ?? 0, hasSession: store.session != nil)
    }
}

extension AccountFacts {
    init(_ gate: Gate, stage: Int = 0) throws {
        let status = try gate.status
        self.init(
            account: gate.account, stages: try gate.stages(), stage: stage, shufflesKeypad: try gate.shufflesKeypad,
            failures: status.failures, retryAfter: status.retryAfter)
    }
}
