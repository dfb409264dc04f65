internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The worker's tasks at the gate.
extension Worker.State {
    mutating func find(_ workspace: String) throws -> GateOutcome {
        guard let path = place.workspace(workspace) else { return .noWorkspace }
        do {
            let gates = try Gate.all(at: path, configuration: place.configuration)
            place.path = path
            return .found(try gates.map { try AccountFacts($0) })
        } catch let error as StoreError where error.code == .noStore {
            return .noWorkspace
        }
    }

    mutating func enter(_ account: String) throws -> GateOutcome {
        guard let id = try? AccountID(account) else { return .noAccount }
        do {
            let gate = try Gate(at: place.path, account: id, configuration: place.configuration)
            choose(gate)
            return .door(try AccountFacts(gate))
        } catch let error as StoreError where error.code == .noStore {
            return isStoreGone ? .refused(Self.gone, nil) : .noAccount
        }
    }

    /// Whether the store's file isn't where it was any more.
    private var isStoreGone: Bool { unsafe access(place.path, F_OK) != 0 }

    private static var gone: WordedError {
        WordedError(
            .noStore, "The store was moved or removed.", hint: "Put its file back, or leave and name it with --store.")
    }

    /// Begins at a gate. A draft of another account is no longer of use.
    private mutating func choose(_ gate: Gate) {
        if self.gate?.path != gate.path || self.gate?.account != gate.account { draft = nil }
        (self.gate, door) = (gate, gate.enter())
    }

    /// Looks at the store before the terminal is taken over, so that there is a plain error when it can't be opened.
    mutating func start(isStoreNamed: Bool, report: @escaping Worker.Report) throws -> Start {
        let gates: [Gate]
        do {
            gates = try Gate.all(at: place.path, configuration: place.configuration)
        } catch let error as StoreError where error.code == .noStore && !isStoreNamed && place.hasWorkspaces() {
            return Start(accounts: [], opening: nil)
        }
        if let account = place.account, !gates.contains(where: { $0.account == account }) {
            throw StoreError(.noAccount(account), at: place.path)
        }
        let chosen = place.account.map { account in gates.filter { $0.account == account } } ?? gates
        guard let gate = chosen.first else { throw StoreError(.noAccount(.main), at: place.path) }
        let facts = try chosen.map { try AccountFacts($0) }
        guard chosen.count == 1 else { return Start(accounts: facts, opening: nil) }
        choose(gate)
        guard let store = try gate.resume() else { return Start(accounts: facts, opening: nil) }
        return Start(accounts: facts, opening: try take(store, report: report))
    }

    mutating func open(with secret: SharedSecret, report: @escaping Worker.Report) -> GateOutcome {
        guard let gate, let door else { return .noAccount }
        do {
            switch try door.openBlocking(with: try secret.secret.duplicate()) {
            case .next(let next):
                self.door = next
                return .door(try AccountFacts(gate, stage: next.index))
            case .open(let store):
                self.door = gate.enter()
                if place.configuration.sessionPlace != SessionPlace.none {
                    // Where no place takes a session's key, the app keeps the store open for itself.
                    _ = try? store.beginSession()
                }
                return .opened(try take(store, report: report))
            }
        } catch {
            return .refused(WordedError(error), try? AccountFacts(gate, stage: door.index))
        }
    }

    mutating func forget() throws {
        guard let gate else { return }
        door = gate.enter()
        guard store != nil else { return }
        forgetStore()
        try gate.lock()
    }

    /// - Parameter reveal: is given the new recovery code; then a person's consent is waited for.
    mutating func recover(
        with code: SharedSecret, secrets: [SharedSecret], ticket: Ticket, reveal: (String) -> Void
    ) -> GateOutcome {
        guard let gate, let passcode = secrets.last else { return .noAccount }
        do {
            let all =
                if secrets.count > 1 {
                    try Gate.Secrets(passcode: passcode.secret.duplicate(), password: secrets[0].secret.duplicate())
                } else {
                    try Gate.Secrets(passcode: passcode.secret.duplicate())
                }
            try gate.recover(with: try RecoveryCode(reading: code.secret), settingUp: all) { next in
                reveal(next.description)
                guard consent.wait(for: ticket) else { throw Self.givenUp }
            }
            door = gate.enter()
            return .recovered
        } catch {
            return .refused(WordedError(error), try? AccountFacts(gate))
        }
    }

    private static var givenUp: WordedError {
        WordedError(.failure, "The recovery was given up.", hint: "Nothing was changed.")
    }

    /// What is wrong with a card is shown in its place: whoever looks must not take it for none.
    var emergencyText: String? {
        do {
            return try gate?.emergencyCard?.description
        } catch {
            return "The emergency card cannot be shown: \(WordedError(error).message)"
        }
    }

    mutating func lock() throws -> Outcome {
        forgetStore()
        door = gate?.enter()
        try gate?.lock()
        return .locked
    }

    /// Keeps a store open, and has what others do reported.
    private mutating func take(_ store: ProfileStore, report: @escaping Worker.Report) throws -> Opening {
        let content = try Content(of: store)
        forgetStore()
        (self.store, seen) = (store, content)
        observation = ChangeObservation(of: store) { report(.changed) }
        return Opening(
            account: store.gate.account, path: store.gate.path, content: content,
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
