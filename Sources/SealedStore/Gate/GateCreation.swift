internal import Sealing
internal import SystemKit

extension SealedGate {
    /// Makes an account, and the store when there is none.
    ///
    ///     let (gate, recoveryCode) = try Gate.create(at: "papers.sealed", passcode: Secret("739158"))
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - passcode: the secret of the last stage.
    ///   - format: the passcode's shape.
    ///   - password: the secret of a stage before the passcode, if there is to be one.
    ///   - shuffle: whether keypads of this account are shuffled.
    /// - Returns: the gate, still closed, and the recovery code, which is shown here and nowhere else.
    /// - Throws: ``StoreError`` with `exists` when the account is there already, `invalidValue` for a secret out of its
    ///   rules, `io`, `busy`, `damaged`, `newerStore`.
    public static func create(
        at path: String, account: AccountID = .main, passcode: consuming Secret, format: CodeFormat = .sixDigits,
        password: consuming Secret? = nil, shuffle: Bool = false, configuration: Configuration = Configuration()
    ) throws -> (gate: SealedGate, recoveryCode: RecoveryCode) {
        let formats = password == nil ? [format] : [.password, format]
        return try create(
            at: .file(path), account: account, secrets: Secrets(passcode: passcode, password: password),
            formats: formats, shuffle: shuffle, configuration: configuration)
    }

    /// Makes an account whose gate has the stages that `formats` lists: one, or the password's before it.
    ///
    /// - Parameters:
    ///   - beginning: writes the first values of the schema's documents; each is ``DocumentModel/fresh(at:)`` unless given.
    ///   - revealing: is given the recovery code before anything stands. What it throws stops the creation.
    @discardableResult
    public static func create(
        at location: StoreLocation, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, configuration: Configuration = Configuration(),
        beginning: ((inout RecordTransaction) throws -> Void)? = nil,
        revealing: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: SealedGate, recoveryCode: RecoveryCode) {
        let isOneStage = formats.count == 1 && formats[0] != .password
        guard isOneStage || (formats.count == 2 && formats[0] == .password && formats[1] != .password) else {
            throw StoreError(.stages, at: location.name)
        }
        let core = try GateCore(location, account: account, configuration: configuration, schema: Store.schema)
        return try core.translating {
            let recoveryCode = try RecoveryCode.random()
            try secrets.checkAsNew(for: formats)
            try core.create(
                with: secrets, formats: formats, recoveryCode: recoveryCode, shuffle: shuffle, beginning: beginning,
                revealing: revealing)
            return (SealedGate(core), recoveryCode)
        }
    }

    /// The gate of a store's account, which is made with the store where there is none.
    ///
    ///     let gate = try await Gate.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) { recoveryCode in
    ///         print("Keep this: \(recoveryCode)")
    ///     }
    ///
    /// A gate that is there stays as it is, whatever its passcode: ``unlock(with:)`` tells.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - account: which of the store's accounts.
    ///   - passcode: of a new account: six digits.
    ///   - revealing: is given the recovery code of a new account before it stands. What it throws stops the creation.
    /// - Throws: ``StoreError`` as ``init(at:account:configuration:)-(String,_,_)`` and
    ///   ``create(at:account:passcode:format:password:shuffle:configuration:)`` do.
    public static func openOrCreate(
        at path: String, account: AccountID = .main, passcode: consuming Secret,
        configuration: Configuration = Configuration(),
        revealing: @escaping @Sendable (RecoveryCode) throws -> Void
    ) async throws -> SealedGate {
        let secrets = Secrets(passcode: passcode)
        return try await offloading { _ in
            do {
                return try SealedGate(at: path, account: account, configuration: configuration)
            } catch StoreError.Code.noStore {
                do {
                    return try create(
                        at: .file(path), account: account, secrets: secrets, formats: [.sixDigits],
                        configuration: configuration, revealing: revealing
                    ).gate
                } catch let taken as StoreError where taken.code == .exists {
                    // Another process came first; or the account is another file's, and then there is none here either.
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

extension GateCore {
    fileprivate func create(
        with secrets: GateSecrets, formats: [CodeFormat], recoveryCode: RecoveryCode, shuffle: Bool,
        beginning: ((inout RecordTransaction) throws -> Void)?, revealing: (RecoveryCode) throws -> Void
    ) throws {
        let engine = try location.opener.create(schema)
        let scope = scope(in: engine)
        try StateFolder(of: scope, configuration).locked { folder in
            guard try engine.mark(of: account) == nil else { throw StoreError(.accountExists(account)) }
            // What a creation that was cut short left may be replaced. A device secret in use belongs to an account that
            // this store lacks: it is a copy of the one that has it.
            guard try !folder.hasDeviceSecret else {
                throw StoreError(.accountOfAnotherCopy(account, folder: folder.path))
            }
            let device = try Secret.random()
            let dataKey = try Secret.random()
            let record = try secrets.seal(
                dataKey, formats: formats, in: GatePlace(scope: scope, epoch: 1, shuffle: shuffle), device: device,
                recovery: try GateRecord.recovery(dataKey, code: recoveryCode, in: scope, formats: formats),
                costs: formats.map { _ in configuration.cost })
            try folder.prepareChangeover(to: device)
            let sealer = try sealer(in: engine, dataKey: dataKey)
            let readable = ReadableAuthentication(scope, schema, device: SharedSecret(try device.duplicate()))
            try engine.change(account, hasShownCode: true) { backend in
                try record.write(to: backend)
                var records = RecordTransaction(creating: backend, sealer: sealer, instance: scope.instance.bytes)
                try schema.begin(at: configuration.clock.secondsSince1970, in: &records, beginning)
                try records.renew(readable)
                _ = try records.finish()
                try revealing(recoveryCode)
            } isDone: { _, backend in
                try record.isWritten(in: backend, replacing: nil)
            }
            // Where the files can't get their names yet, the next opening finishes it.
            try? folder.finishChangeover()
        }
    }
}

extension StoreSchema {
    /// Begins a new account's records.
    fileprivate func begin(
        at now: Int, in records: inout RecordTransaction, _ beginning: ((inout RecordTransaction) throws -> Void)?
    ) throws {
        if let beginning {
            try beginning(&records)
        } else {
            for document in documents { try document.begin(at: now, in: &records) }
        }
        try derived?.refresh(&records)
    }
}

extension DocumentModel {
    fileprivate static func begin(at now: Int, in records: inout RecordTransaction) throws {
        try DocumentRecords<Self>().create(fresh(at: now), at: now, in: &records)
    }
}
