public import Sealing

// The asynchronous forms of what derives keys or waits for other programs' attempts. Each runs the blocking one of the
// same name on a thread of its own. In an asynchronous context the compiler chooses these, otherwise the blocking ones.
// Any other blocking call is run by ``offloading(_:)``.
//
// What cancelling the task does is said once, on the page about the module.

extension SealedGate {
    // MARK: Creating and removing accounts

    /// Creates an account, and the store if it doesn't exist, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public static func create(
        _ new: NewAccount, at location: StoreLocation, account: AccountID = .main,
        configuration: Configuration = Configuration(),
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void = { _ in }
    ) async throws -> (gate: SealedGate, recoveryCode: RecoveryCode) {
        try await offloadingAttempt {
            try create(
                new, at: location, account: account, configuration: configuration,
                recoveryCodeHandler: recoveryCodeHandler)
        }
    }

    /// Removes the account with all of its data and its device secret, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    public func removeAccount(
        current: Secrets, warningHandler: @escaping @Sendable (ChangeWarning) -> Void = { _ in }
    ) async throws {
        try await offloadingAttempt { try self.removeAccount(current: current, warningHandler: warningHandler) }
    }

    // MARK: Unlocking

    /// Opens a gate of one stage, as the blocking form does. For a cancelled task see `Door.open(with:)`.
    ///
    /// - Throws: what the blocking form does.
    public func unlock(with passcode: consuming Secret) async throws -> Store {
        try await offloadingAttempt { try requireOneStage() }
        return try await enter().open(with: passcode).store()
    }

    /// Opens a gate of one or two stages, as the blocking form does. For a cancelled task see `Door.open(with:)`.
    ///
    /// - Throws: what the blocking form does.
    public func unlock(withAll secrets: Secrets) async throws -> Store {
        var door = enter()
        for format in try await offloadingAttempt({ try stages() }) {
            switch try await door.open(with: try secrets.secret(of: format).secret.duplicate()) {
            case .open(let store): return store
            case .next(let next): door = next
            }
        }
        throw StoreError(.anotherDoor, at: core.name)
    }

    // MARK: Secrets

    /// Verifies the current secrets without opening the store, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    public func verify(_ current: Secrets, refusingDamage: Bool = false) async throws {
        try await offloadingAttempt { try self.verify(current, refusingDamage: refusingDamage) }
    }

    /// Sets a new secret for one stage, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    public func change(
        _ name: StageName = .code, to secret: consuming Secret, current: Secrets,
        raisingCostTo cost: KeyDerivation.Cost? = nil,
        warningHandler: @escaping @Sendable (ChangeWarning) -> Void = { _ in }
    ) async throws {
        let new = SharedSecret(secret)
        try await offloadingAttempt {
            try self.change(
                name, to: try new.secret.duplicate(), current: current, raisingCostTo: cost,
                warningHandler: warningHandler)
        }
    }

    /// Creates a new recovery code, and reseals everything, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func renewRecoveryCode(
        current: Secrets, to code: RecoveryCode? = nil, raisingCostTo cost: KeyDerivation.Cost? = nil,
        acceptingDamage: Bool = false,
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void = { _ in },
        damageHandler: @escaping @Sendable (_ parts: [DamagedPart], _ copy: String) throws -> Void = { _, _ in },
        warningHandler: @escaping @Sendable (ChangeWarning) -> Void = { _ in }
    ) async throws -> RecoveryCode {
        try await offloadingAttempt {
            try self.renewRecoveryCode(
                current: current, to: code, raisingCostTo: cost, acceptingDamage: acceptingDamage,
                recoveryCodeHandler: recoveryCodeHandler, damageHandler: damageHandler, warningHandler: warningHandler)
        }
    }

    /// Accepts a store that is older than the last one seen, as the blocking form does.
    ///
    /// - Returns: whether the store was older.
    /// - Throws: what the blocking form does.
    @discardableResult
    public func acceptOlder(current: Secrets) async throws -> Bool {
        try await offloadingAttempt { try self.acceptOlder(current: current) }
    }

    // MARK: Recovery

    /// Recovers an account with its recovery code, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func recover(
        with code: RecoveryCode, settingUp secrets: Secrets, newCode: RecoveryCode? = nil,
        raisingCostTo cost: KeyDerivation.Cost? = nil, acceptingDamage: Bool = false,
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void = { _ in },
        damageHandler: @escaping @Sendable (_ parts: [DamagedPart], _ copy: String) throws -> Void = { _, _ in },
        warningHandler: @escaping @Sendable (ChangeWarning) -> Void = { _ in }
    ) async throws -> RecoveryCode {
        try await offloadingAttempt {
            try self.recover(
                with: code, settingUp: secrets, newCode: newCode, raisingCostTo: cost, acceptingDamage: acceptingDamage,
                recoveryCodeHandler: recoveryCodeHandler, damageHandler: damageHandler, warningHandler: warningHandler)
        }
    }

    /// Verifies a recovery code, and new secrets for a recovery, as the blocking form does. It changes nothing.
    ///
    /// - Throws: what the blocking form does.
    public func verify(
        _ code: RecoveryCode, settingUp secrets: Secrets, acceptingDamage: Bool = false
    ) async throws {
        try await offloadingAttempt {
            try self.verify(code, settingUp: secrets, acceptingDamage: acceptingDamage)
        }
    }

    /// The format of each stage's secret that a recovery sets up, as the blocking form returns it. It changes nothing.
    ///
    /// - Throws: what the blocking form does.
    public func stages(recoveredWith code: RecoveryCode) async throws -> [CodeFormat] {
        try await offloadingAttempt { try self.stages(recoveredWith: code) }
    }
}
