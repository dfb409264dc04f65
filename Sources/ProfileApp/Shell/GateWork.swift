internal import ProfileKit
internal import Sealing

/// The worker's tasks at the gate.
extension Worker.State {
    mutating func find(_ workspace: String) throws -> Outcome {
        guard let path = place.workspace(workspace) else { return .noWorkspace }
        do {
            let gates = try Gate.all(at: path, configuration: place.configuration)
            place.path = path
            return .found(try gates.map { try AccountFacts($0) })
        } catch let error as ProfileError where error.code == .noStore {
            return .noWorkspace
        }
    }

    mutating func enter(_ account: String) throws -> Outcome {
        guard let id = try? AccountID(account) else { return .noAccount }
        do {
            let gate = try Gate(at: place.path, account: id, configuration: place.configuration)
            choose(gate)
            return .door(try AccountFacts(gate))
        } catch let error as ProfileError where error.code == .noStore {
            return .noAccount
        }
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
        } catch let error as ProfileError where error.code == .noStore && !isStoreNamed && place.hasWorkspaces() {
            return Start(accounts: [], opening: nil)
        }
        if let account = place.account, !gates.contains(where: { $0.account == account }) {
            throw Gate.noAccount(account)
        }
        let chosen = place.account.map { account in gates.filter { $0.account == account } } ?? gates
        guard let gate = chosen.first else { throw Gate.noAccount(.main) }
        let facts = try chosen.map { try AccountFacts($0) }
        guard chosen.count == 1 else { return Start(accounts: facts, opening: nil) }
        choose(gate)
        guard let store = try gate.resume() else { return Start(accounts: facts, opening: nil) }
        return Start(accounts: facts, opening: try take(store, report: report))
    }

    mutating func open(with secret: SharedSecret, report: @escaping Worker.Report) throws -> Outcome {
        guard let gate, let door else { return .noAccount }
        do {
            switch try door.openBlocking(with: secret.secret.duplicate()) {
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
        } catch let error as ProfileError {
            return .refused(error, try? AccountFacts(gate, stage: door.index))
        }
    }

    mutating func resume(report: @escaping Worker.Report) throws -> Outcome {
        guard let gate, let store = try gate.resume() else { return .locked }
        return .opened(try take(store, report: report))
    }

    mutating func recover(with code: SharedSecret, passcode: SharedSecret, password: SharedSecret?) throws -> Outcome {
        guard let gate else { return .noAccount }
        do {
            let recoveryCode: RecoveryCode
            do {
                recoveryCode = try RecoveryCode(reading: code.secret)
            } catch {
                throw ProfileError(
                    .invalidValue, "The recovery code is mistyped.",
                    hint: "Nothing was tried. Compare it with what you wrote down.")
            }
            let secrets =
                if let password {
                    Gate.Secrets(passcode: passcode.secret.duplicate(), password: password.secret.duplicate())
                } else {
                    Gate.Secrets(passcode: passcode.secret.duplicate())
                }
            let next = try gate.recover(with: recoveryCode, settingUp: secrets)
            door = gate.enter()
            return .recovered(next)
        } catch let error as ProfileError {
            return .refused(error, try? AccountFacts(gate))
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
            failures: status.failures, retryAfter: status.retryAfter, emergency: EmergencyText(gate))
    }
}

extension EmergencyText {
    /// What is wrong with a card is shown in its place: whoever looks must not take it for none.
    fileprivate init?(_ gate: Gate) {
        do {
            guard let card = try gate.emergencyCard else { return nil }
            self.init(lines: card.lines)
        } catch {
            self.init(lines: ["The emergency card cannot be shown: \(error)"])
        }
    }
}
