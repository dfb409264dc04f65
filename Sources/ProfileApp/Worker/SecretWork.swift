internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The requests that create an account, recover it or change its secrets.
///
/// Each begins with a check that changes nothing. A new recovery code is written down between the check and the change,
/// while nothing is held, so that other programs never wait for a person.
extension Worker.State {
    mutating func carryOut(_ request: SecretRequest, replying reply: (Reply) -> Void) {
        do {
            switch request {
            case .verify(let current, let refusingDamage):
                guard let gate else { throw StoreError(.locked) }
                try gate.verify(try current.gateSecrets, refusingDamage: refusingDamage)
                reply(.verified(newCode: try .random()))
            case .change(let stage, let secret, let current):
                var changed = current
                changed[stage == .password ? 0 : changed.count - 1] = secret
                let opening = try changeSecrets(to: changed) {
                    try $0.change(stage, to: try secret.secret.duplicate(), current: current.gateSecrets)
                }
                reply(.secretsChanged(opening))
            case .renewRecoveryCode(let current, let code, let acceptingDamage):
                let opening = try changeSecrets(to: current) { gate in
                    try gate.renewRecoveryCode(
                        current: try current.gateSecrets, to: code, acceptingDamage: acceptingDamage)
                }
                reply(.secretsChanged(opening))
            case .verifyRecovery(let account, let code, let secrets, let acceptingDamage):
                try choose(account).verify(
                    try RecoveryCode(reading: code.secret), settingUp: secrets.gateSecrets,
                    acceptingDamage: acceptingDamage)
                reply(.verified(newCode: try .random()))
            case .recover(let account, let code, let secrets, let newCode, let acceptingDamage):
                try choose(account).recover(
                    with: try RecoveryCode(reading: code.secret), settingUp: secrets.gateSecrets, newCode: newCode,
                    acceptingDamage: acceptingDamage)
                door = nil
                reply(.recovered)
            case .prepareCreation(let account):
                try requireNone(account)
                reply(.verified(newCode: try .random()))
            case .create(let account, let username, let secret, let code):
                try create(account, username: username, secret, recoveryCode: code, replying: reply)
            }
        } catch let error as StoreError where !request.hasNotedCode && !error.damagedParts.isEmpty {
            reply(.damaged(error.damagedParts))
        } catch {
            let message = request.hasNotedCode ? UserMessage(error).voidingCode(after: error) : UserMessage(error)
            reply(.refused(message, try? gate.map { try status(of: $0) }))
        }
    }

    private func requireNone(_ account: AccountID) throws {
        do {
            _ = try Gate(at: source.locate(source.path), account: account, configuration: source.configuration)
        } catch let error as StoreError where error.code == .noStore {
            return
        }
        throw StoreError(.accountExists(account), at: source.path)
    }

    private mutating func create(
        _ account: AccountID, username: String, _ secret: SharedSecret, recoveryCode: RecoveryCode,
        replying reply: (Reply) -> Void
    ) throws {
        var new = try NewAccount(passcode: secret.secret.duplicate()).named(username)
        new.recoveryCode = recoveryCode
        try Gate.create(new, at: source.locate(source.path), account: account, configuration: source.configuration)
        do {
            let status = try status(of: choose(account))
            reply(.door(status))
            var opened = open(with: secret, status)
            if case .opened(var opening) = opened {
                opening.isNew = true
                opened = .opened(opening)
            }
            reply(opened)
        } catch {
            // The account exists, and so the code is valid.
            reply(.refused(UserMessage(error), nil))
        }
    }

    /// Changes the secrets of the open store. That ends every session and closes every open store; this one is opened
    /// again, since the user has just proved to know its secrets.
    ///
    /// - Parameter secrets: those after the change, in stage order.
    /// - Returns: `nil` if the store can't be opened again.
    private mutating func changeSecrets(
        to secrets: [SharedSecret], _ body: (Gate) throws -> Void
    ) throws -> OpenedStore? {
        guard let gate else { throw StoreError(.locked) }
        // The change closes the store, which needs no report.
        shown?.stopFollowing()
        do {
            try body(gate)
        } catch {
            if let shown { keepOpen(shown.store, hasJoined: shown.hasJoined, showing: try? Content(of: shown.store)) }
            throw error
        }
        closeStore()
        guard var status = try? status(of: gate) else { return nil }
        for secret in secrets {
            switch open(with: secret, status) {
            case .door(let next): status = next
            case .opened(let opening): return opening
            default: return nil
            }
        }
        return nil
    }
}

extension [SharedSecret] {
    /// The gate's secrets, from secrets in stage order.
    var gateSecrets: Gate.Secrets {
        get throws {
            guard let passcode = last else { throw StoreError(.noPasswordGiven) }
            guard count > 1 else { return Gate.Secrets(passcode: try passcode.secret.duplicate()) }
            return Gate.Secrets(passcode: try passcode.secret.duplicate(), password: try self[0].secret.duplicate())
        }
    }
}

extension Alert {
    /// Asks whether to change the keys although these parts don't open.
    static func acceptingDamage(_ parts: [DamagedPart]) -> Alert {
        let names = parts.names
        let list = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", …" : "")
        return Alert(
            title: "Set damaged data aside?",
            text: "Cannot open \(list). The rest stays, and a copy of the store as it is now is saved beside it. "
                + "What is set aside is listed by '\(command: "repair")', which can bring back the parts that open.",
            buttons: ["Back", "Set aside"], focused: 0)
    }
}

extension SecretRequest {
    /// Whether the user has written down a recovery code for this request.
    fileprivate var hasNotedCode: Bool {
        switch self {
        case .renewRecoveryCode, .recover, .create: true
        case .prepareCreation, .verifyRecovery, .verify, .change: false
        }
    }
}

extension UserMessage {
    /// The error of a change that failed after its recovery code was written down: that code is void, unless the
    /// change may have taken effect after all.
    fileprivate func voidingCode(after error: any Error) -> UserMessage {
        let error = error as? StoreError
        guard error?.isOutcomeUnknown != true, error?.invalidatesShownRecoveryCode != true else { return self }
        let void = "The recovery code that was just shown is void: throw it away."
        return UserMessage(
            code, message, hint: "\(void) \(hint)", retryAfter: retryAfter, problems: problems)
    }
}
