internal import Sealing
internal import SystemKit

extension SealedGate {
    /// Creates an account, and the store if it doesn't exist.
    ///
    ///     let (gate, recoveryCode) = try Gate.create(at: "papers.sealed", passcode: Secret("739158"))
    ///
    /// - Parameters:
    ///   - path: the store's file. Missing folders of it are made, for this user alone.
    ///   - passcode: the secret of the last stage.
    ///   - format: the passcode's shape.
    ///   - password: the secret of a stage before the passcode, if there is to be one.
    ///   - shuffle: whether the account's keypads are shuffled.
    /// - Returns: the gate, still closed, and the recovery code, which can't be retrieved later.
    /// - Throws: ``StoreError`` with `exists` if the account already exists, here or in another copy of the store,
    ///   `invalidValue` for an invalid secret, `io`, `busy`, `damaged`, `newerStore`.
    public static func create(
        at path: String, account: AccountID = .main, passcode: consuming Secret, format: CodeFormat = .sixDigits,
        password: consuming Secret? = nil, shuffle: Bool = false, configuration: Configuration = Configuration()
    ) throws -> (gate: SealedGate, recoveryCode: RecoveryCode) {
        let formats = password == nil ? [format] : [.password, format]
        return try create(
            at: .file(path), account: account, secrets: Secrets(passcode: passcode, password: password),
            formats: formats, shuffle: shuffle, configuration: configuration)
    }

    /// Creates an account whose gate has the stages listed in `formats`: a code, or a password and a code.
    ///
    /// - Parameters:
    ///   - beginning: writes first values of the schema's documents; the others are ``DocumentModel/fresh(at:)``.
    ///   - recoveryCode: the account's recovery code; a random one by default. With a code that its owner has written
    ///     down already, no other process has to wait while the owner writes the code down.
    ///   - recoveryCodeHandler: receives the recovery code before the account is committed. An error that it throws
    ///     cancels the creation: there is no account then, but a new store's file remains, without accounts.
    @discardableResult
    public static func create(
        at location: StoreLocation, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, configuration: Configuration = Configuration(),
        beginning: ((inout RecordTransaction) throws -> Void)? = nil, recoveryCode: RecoveryCode? = nil,
        recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: SealedGate, recoveryCode: RecoveryCode) {
        let isOneStage = formats.count == 1 && formats[0] != .password
        guard isOneStage || (formats.count == 2 && formats[0] == .password && formats[1] != .password) else {
            throw StoreError(.invalidStages, at: location.name)
        }
        let core = try GateContext(location, account: account, configuration: configuration, schema: Store.schema)
        return try core.translating {
            let recoveryCode = try recoveryCode ?? RecoveryCode.random()
            try secrets.checkAsNew(for: formats)
            try core.create(
                with: secrets, formats: formats, recoveryCode: recoveryCode, shuffle: shuffle, beginning: beginning,
                recoveryCodeHandler: recoveryCodeHandler)
            return (SealedGate(core), recoveryCode)
        }
    }

    /// Finds the gate of an account, creating the account and the store if they don't exist.
    ///
    ///     let gate = try await Gate.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) { recoveryCode in
    ///         print("Keep this: \(recoveryCode)")
    ///     }
    ///
    /// An existing gate isn't changed, and its passcode isn't checked until ``unlock(with:)``.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - account: which of the store's accounts.
    ///   - passcode: the passcode of a new account, six digits.
    ///   - recoveryCodeHandler: receives the recovery code of a new account before it is committed. An error that it
    ///     throws cancels the creation.
    /// - Throws: ``StoreError`` as ``init(at:account:configuration:)-(String,_,_)`` and `create(at:passcode:)` do.
    public static func openOrCreate(
        at path: String, account: AccountID = .main, passcode: consuming Secret,
        configuration: Configuration = Configuration(),
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void
    ) async throws -> SealedGate {
        let secrets = Secrets(passcode: passcode)
        return try await offloadingAttempt {
            do {
                return try SealedGate(at: path, account: account, configuration: configuration)
            } catch StoreError.Code.noStore {
                do {
                    return try create(
                        at: .file(path), account: account, secrets: secrets, formats: [.sixDigits],
                        configuration: configuration, recoveryCodeHandler: recoveryCodeHandler
                    ).gate
                } catch let taken as StoreError where taken.code == .exists {
                    // Another process created it first; or the device secret belongs to another copy of the store, and
                    // then this one has no such account.
                    do {
                        return try SealedGate(at: path, account: account, configuration: configuration)
                    } catch StoreError.Code.noStore {
                        throw taken
                    }
                }
            }
        }
    }
}

extension GateContext {
    fileprivate func create(
        with secrets: GateSecrets, formats: [CodeFormat], recoveryCode: RecoveryCode, shuffle: Bool,
        beginning: ((inout RecordTransaction) throws -> Void)?, recoveryCodeHandler: (RecoveryCode) throws -> Void
    ) throws {
        let engine = try location.opener.create(schema.engineSchema)
        let scope = scope(in: engine)
        try StateFolder(of: scope, configuration).locked { folder in
            guard try engine.gateVersion(of: account) == nil else { throw StoreError(.accountExists(account)) }
            // The files of an unfinished creation may be replaced. A device secret in use belongs to an account that
            // this store lacks, so this store is a copy of the one that has it.
            guard try !folder.hasDeviceSecret else {
                throw StoreError(.accountOfAnotherCopy(account, folder: folder.path))
            }
            let device = try Secret.random()
            let dataKey = try Secret.random()
            let record = try secrets.seal(
                dataKey, formats: formats,
                in: GateBinding(
                    scope: scope, epoch: 1, shuffle: shuffle, derivations: configuration.derivations),
                device: device,
                recovery: try GateRecord.recovery(dataKey, code: recoveryCode, in: scope, formats: formats),
                costs: formats.map { _ in configuration.cost })
            try folder.prepareChangeover(to: device, at: engine.name)
            let sealer = try sealer(in: engine, dataKey: dataKey)
            let readable = ReadableAuthentication(scope, schema, device: SharedSecret(try device.duplicate()))
            do {
                try engine.change(account, recoveryCodeWasShown: true) { backend in
                    // A process with another state folder doesn't share the lock.
                    guard try backend.heads(of: account, kinds: []) == nil else {
                        throw StoreError(.accountExists(account))
                    }
                    try record.write(to: backend)
                    var records = RecordTransaction(
                        creating: backend, sealer: sealer, instance: scope.instance.bytes, kinds: schema.kinds)
                    try schema.begin(at: configuration.clock.wallTime, in: &records, beginning)
                    try records.renew(readable)
                    _ = try records.finish()
                    try recoveryCodeHandler(recoveryCode)
                } isDone: { _, backend in
                    try record.isWritten(in: backend, replacing: nil)
                }
            } catch let error as StoreError where error.isOutcomeUnknown {
                throw error
            } catch {
                // No account was made, so these files are nobody's.
                try? folder.remove()
                throw error
            }
            // If the files can't be renamed now, the next opening does it.
            try? folder.finishChangeover()
        }
    }
}
