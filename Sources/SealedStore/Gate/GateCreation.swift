internal import Sealing
internal import SystemKit

extension SealedGate {
    /// Creates an account, and the store if it doesn't exist.
    ///
    ///     let (gate, recoveryCode) = try Gate.create(NewAccount(passcode: Secret("739158")), at: "papers.sealed")
    ///
    /// - Parameters:
    ///   - new: what the account is made of.
    ///   - location: the store. Missing folders of a file are made, for this user alone.
    ///   - recoveryCodeHandler: receives the recovery code before the account is committed. An error that it throws
    ///     cancels the creation: there is no account then, but a new store's file remains, without accounts.
    /// - Returns: the gate, still closed, and the recovery code, which can't be retrieved later.
    /// - Throws: ``StoreError`` with `exists` if the account already exists, here or in another copy of the store,
    ///   `invalidValue` for an invalid secret, `io`, `busy`, `damaged`, `newerStore`.
    @discardableResult
    public static func create(
        _ new: NewAccount, at location: StoreLocation, account: AccountID = .main,
        configuration: Configuration = Configuration(), recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: SealedGate, recoveryCode: RecoveryCode) {
        let core = try GateContext(location, account: account, configuration: configuration, schema: Store.schema)
        return try core.translating {
            (SealedGate(core), try core.create(new, recoveryCodeHandler: recoveryCodeHandler))
        }
    }

    /// Finds the gate of an account, creating the account and the store if they don't exist.
    ///
    ///     let gate = try await Gate.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) { recoveryCode in
    ///         print("Keep this: \(recoveryCode)")
    ///     }
    ///
    /// An existing gate isn't changed, and its passcode isn't checked until `unlock(with:)`.
    ///
    /// - Parameters:
    ///   - location: the store.
    ///   - account: which of the store's accounts.
    ///   - passcode: the passcode of a new account, six digits.
    ///   - recoveryCodeHandler: receives the recovery code of a new account before it is committed. An error that it
    ///     throws cancels the creation.
    /// - Throws: ``StoreError`` as ``init(at:account:configuration:)`` and `create(_:at:)` do.
    public static func openOrCreate(
        at location: StoreLocation, account: AccountID = .main, passcode: consuming Secret,
        configuration: Configuration = Configuration(),
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void
    ) async throws -> SealedGate {
        let new = NewAccount(passcode: passcode)
        return try await offloadingAttempt {
            do {
                return try SealedGate(at: location, account: account, configuration: configuration)
            } catch StoreError.Code.noStore {
                do {
                    return try create(
                        new, at: location, account: account, configuration: configuration,
                        recoveryCodeHandler: recoveryCodeHandler
                    ).gate
                } catch let taken as StoreError where taken.code == .exists {
                    // Another process created it first; or the device secret belongs to another copy of the store, and
                    // then this one has no such account.
                    do {
                        return try SealedGate(at: location, account: account, configuration: configuration)
                    } catch StoreError.Code.noStore {
                        throw taken
                    }
                }
            }
        }
    }
}

extension GateContext {
    /// - Returns: the recovery code.
    fileprivate func create(
        _ new: NewAccount, recoveryCodeHandler: (RecoveryCode) throws -> Void
    ) throws -> RecoveryCode {
        let (secrets, formats) = (new.secrets, new.formats)
        let isOneStage = formats.count == 1 && formats[0] != .password
        guard isOneStage || (formats.count == 2 && formats[0] == .password && formats[1] != .password) else {
            throw StoreError(.invalidStages)
        }
        let recoveryCode = try new.recoveryCode ?? RecoveryCode.random()
        try secrets.checkAsNew(for: formats)
        let engine = try location.opener.create(schema.engineSchema)
        let scope = scope(in: engine)
        try StateFolder(of: scope, configuration).holdingCreatingFolder { folder in
            guard try engine.gateVersion(of: account) == nil else { throw StoreError(.accountExists(account)) }
            // The files of an unfinished creation may be replaced. A device secret in use belongs to an account that
            // this store lacks, so this store is a copy of another one that has it.
            guard try !folder.hasDeviceSecret else {
                throw StoreError(.accountOfAnotherCopy(account, folder: folder.path))
            }
            let device = try Secret.random()
            let dataKey = try Secret.random()
            let record = try secrets.seal(
                dataKey, formats: formats,
                in: GateBinding(
                    scope: scope, epoch: 1, shuffle: new.shufflesKeypad, derivations: configuration.derivations),
                device: device,
                recovery: try GateRecord.recovery(dataKey, code: recoveryCode, in: scope, formats: formats),
                costs: formats.map { _ in configuration.cost })
            try folder.prepareChangeover(to: device, at: engine.name)
            let sealer = try sealer(in: engine, dataKey: dataKey)
            let readable = ReadableAuthentication(scope, schema, device: SharedSecret(try device.duplicate()))
            do {
                try engine.change(account, recoveryCodeWasShown: true) { backend in
                    // A process with another state folder doesn't share the hold.
                    guard try backend.heads(of: account, kinds: []) == nil else {
                        throw StoreError(.accountExists(account))
                    }
                    try record.write(to: backend)
                    var records = RecordTransaction(
                        creating: backend, sealer: sealer, instance: scope.instance.bytes, kinds: schema.kinds)
                    try schema.begin(at: configuration.clock.wallTime, in: &records, new.firstRecords)
                    try records.renew(readable)
                    _ = try records.finish()
                    try recoveryCodeHandler(recoveryCode)
                } isDone: { _, backend in
                    try record.isWritten(in: backend, replacing: nil)
                }
            } catch let error as StoreError where error.isOutcomeUnknown {
                throw error
            } catch {
                // No account was created, so the files can be deleted.
                try? folder.remove()
                throw error
            }
            // If the files can't be renamed now, the next opening does it.
            try? folder.finishChangeover()
        }
        return recoveryCode
    }
}
