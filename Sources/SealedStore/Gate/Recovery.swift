internal import Sealing

extension SealedGate {
    /// Recovers an account with its recovery code: after a forgotten secret, or on another machine.
    ///
    /// The account gets new secrets, a new device secret, a new recovery code and a new data key, with which everything
    /// is resealed. All data is kept, including a saved draft. Every session ends, and the failure count is reset. The
    /// old recovery code and the old secrets no longer open this store. Earlier backups open by the recovery code of
    /// their time alone, so that code must be kept with them.
    ///
    /// It is safe to kill the process at any point: before the commit nothing has changed, and after it the new secrets
    /// are in effect.
    ///
    /// - Parameters:
    ///   - code: the recovery code.
    ///   - secrets: the new secrets, in the formats that ``stages()`` returns.
    ///   - newCode: the new recovery code; a random one by default. With a code that its owner has already written
    ///     down, nobody else waits for the store meanwhile: see `verify(_:settingUp:)`.
    ///   - cost: the least cost of deriving the new keys. A cost is never lowered, and where the store's can't be
    ///     authenticated, the configured one is the least.
    ///   - recoveryCodeHandler: receives the new recovery code before anything changes. An error that it throws cancels
    ///     the recovery.
    ///   - acceptingDamage: whether to go on if parts of the data are damaged. The store as it is, which the old
    ///     recovery code still opens, is first copied to a file beside it. Parts that don't open are then set aside,
    ///     sealed as they were, until a repair; everything else is recovered.
    ///   - damageHandler: receives the damaged parts, if there are any and they are accepted, and the path of the copy,
    ///     before the code is revealed. An error that it throws cancels the recovery.
    ///   - warningHandler: receives errors that occur after the recovery has been committed.
    /// - Returns: the new recovery code.
    /// - Throws: ``StoreError`` with `wrongPasscode` for a wrong recovery code, `invalidValue` for invalid new secrets,
    ///   `noStore`, `damaged` (with the reason `damagedParts` for damage that isn't accepted; also if the store is
    ///   older than the last one seen here, or another copy than the one last used at this path), `newerStore` if there
    ///   are records of kinds that the schema lacks, `busy`, `io`; `failure` if it isn't known whether the recovery
    ///   took effect.
    @discardableResult
    public func recover(
        with code: RecoveryCode, settingUp secrets: Secrets, newCode: RecoveryCode? = nil,
        raisingCostTo cost: KeyDerivation.Cost? = nil, acceptingDamage: Bool = false,
        recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in },
        damageHandler: (_ parts: [DamagedPart], _ copy: String) throws -> Void = { _, _ in },
        warningHandler: (ChangeWarning) -> Void = { _ in }
    ) throws -> RecoveryCode {
        try core.translating {
            let engine = try core.take()
            let scope = core.scope(in: engine)
            let folder = StateFolder(of: scope, configuration)
            return try folder.holdingCreatingFolder { folder in
                let wrap = try core.prove(code, settingUp: secrets, in: engine, folder)
                let record = wrap.record
                // A cost that isn't authenticated may have been lowered by someone.
                let isVouchedFor = try folder.vouches(for: record, in: scope) ?? false
                let least = isVouchedFor ? cost : max(cost ?? configuration.cost, configuration.cost)
                let known = record.stages.isEmpty ? [configuration.cost] : record.stages.map(\.cost)
                let costs = wrap.formats.indices.map { known[min($0, known.count - 1)].raised(to: least) }
                return try core.rekey(
                    record, in: engine, dataKey: wrap.dataKey, formats: wrap.formats, costs: costs, secrets: secrets,
                    newCode: newCode, folder: folder, acceptingDamage: acceptingDamage,
                    recoveryCodeHandler: recoveryCodeHandler, damageHandler: damageHandler,
                    warningHandler: warningHandler)
            }
        }
    }

    /// Verifies a recovery code, and new secrets for a recovery, without changing any secret.
    ///
    /// For programs in which a person notes the new code before the recovery: verify, show a
    /// ``RecoveryCode/random()``, and recover with it as the new code once it is written down. Others can use the store
    /// meanwhile.
    ///
    /// - Parameter acceptingDamage: as in `recover(with:settingUp:)`. If `false`, all data is read.
    /// - Throws: ``StoreError`` as `recover(with:settingUp:)` does for a wrong code, invalid secrets, an older store
    ///   and damaged data.
    public func verify(_ code: RecoveryCode, settingUp secrets: Secrets, acceptingDamage: Bool = false) throws {
        try core.translating {
            let engine = try core.take()
            try core.folder(in: engine).holdingCreatingFolder { folder in
                let wrap = try core.prove(code, settingUp: secrets, in: engine, folder)
                if !acceptingDamage { try core.refuseDamage(in: engine, dataKey: wrap.dataKey) }
            }
        }
    }

    /// The format of each stage's secret that a recovery sets up, in order, as the owner chose them for the gate.
    ///
    /// Unlike ``stages()``, this needs no stage of the gate to be intact.
    ///
    /// - Throws: ``StoreError`` as `recover(with:settingUp:)` does for a wrong code.
    public func stages(recoveredWith code: RecoveryCode) throws -> [CodeFormat] {
        try core.translating {
            let engine = try core.take()
            return try core.folder(in: engine).holdingCreatingFolder { folder in
                let wrap = try core.open(with: code, in: engine, folder)
                return wrap.formats
            }
        }
    }

    /// Creates a new recovery code, and reseals everything so that the old code no longer opens this store.
    ///
    /// The current secrets are always required, subject to ``AttemptLimiter``. Every session ends. Earlier backups open
    /// by the recovery code of their time alone, so that code must be kept with them.
    ///
    /// - Parameters:
    ///   - code: the new code; a random one by default. With a code that its owner has already written down, no other
    ///     process has to wait while the owner writes the code down: `verify(_:)` the secrets, show a
    ///     ``RecoveryCode/random()``, and call this with it once it is written down.
    ///   - cost: the least cost of deriving keys from now on; a higher one is kept.
    ///   - acceptingDamage: as in `recover(with:settingUp:)`.
    ///   - recoveryCodeHandler: receives the new code before anything changes. An error that it throws cancels the
    ///     change.
    ///   - damageHandler: as in `recover(with:settingUp:)`.
    ///   - warningHandler: receives errors that occur after the change has been committed.
    /// - Throws: ``StoreError`` as `unlock(with:)` does; `damaged` with the reason `damagedParts` for damage that isn't
    ///   accepted; `newerStore` if there are records of kinds that the schema lacks.
    @discardableResult
    public func renewRecoveryCode(
        current: Secrets, to code: RecoveryCode? = nil, raisingCostTo cost: KeyDerivation.Cost? = nil,
        acceptingDamage: Bool = false, recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in },
        damageHandler: (_ parts: [DamagedPart], _ copy: String) throws -> Void = { _, _ in },
        warningHandler: (ChangeWarning) -> Void = { _ in }
    ) throws -> RecoveryCode {
        try core.translating {
            let account = try VerifiedAccount(core)
            let keys = try account.prove(current)
            return try core.rekey(
                account.record, in: account.engine, dataKey: keys[keys.count - 1].secret,
                formats: account.record.stages.map(\.format),
                costs: account.record.stages.map { $0.cost.raised(to: cost) }, secrets: current, newCode: code,
                folder: account.folder, acceptingDamage: acceptingDamage, recoveryCodeHandler: recoveryCodeHandler,
                damageHandler: damageHandler, warningHandler: warningHandler)
        }
    }
}

extension SealedGate {
    /// Accepts a store that is older than the last one seen, or another copy of it than the one last used at this path,
    /// for example one that was put there deliberately.
    ///
    /// The current secrets are always required, subject to ``AttemptLimiter``.
    ///
    /// - Returns: whether the store was older, or another copy.
    /// - Throws: ``StoreError`` as `unlock(with:)` does.
    @discardableResult
    public func acceptOlder(current: Secrets) throws -> Bool {
        try core.translating {
            let account = try VerifiedAccount(core, acceptingOther: true)
            let keys = try account.prove(current)
            let sealer = try core.sealer(in: account.engine, dataKey: keys[keys.count - 1].secret)
            try account.engine.upgradeRecords(sealer, core.schema)
            let found = try account.engine.transaction(.reading, of: self.account) { backend in
                let records = try RecordTransaction(
                    in: backend, sealer: sealer, kinds: core.schema.kinds, instance: account.scope.instance.bytes,
                    access: .reading)
                return records.seen(core.schema)
            }
            let (folder, name) = (account.folder, account.engine.name)
            let seen = try folder.lastSeen(key: account.device)
            try folder.seenState.write(found, key: account.device, synced: true)
            let wasOther = try folder.takePath(name)
            try folder.rememberPath(name, key: account.device)
            return wasOther || seen.map { found.generation < $0.generation } ?? false
        }
    }
}

extension GateContext {
    /// Opens what a recovery code opens, if a recovery that sets up these secrets may begin.
    ///
    /// - Throws: ``StoreError`` for a wrong code, invalid secrets, or a store older than the last one seen here.
    fileprivate func prove(
        _ code: RecoveryCode, settingUp secrets: GateSecrets, in engine: any RecordEngine, _ folder: StateFolder
    ) throws -> RecoveryWrap {
        let wrap = try open(with: code, in: engine, folder)
        try secrets.checkAsNew(for: wrap.formats)
        try refuseOlder(engine, dataKey: wrap.dataKey, folder: folder)
        return wrap
    }

    /// Opens what a recovery code opens.
    ///
    /// - Throws: ``StoreError`` for a wrong code, or another instance than the one last used at this path.
    fileprivate func open(
        with code: RecoveryCode, in engine: any RecordEngine, _ folder: StateFolder
    ) throws -> RecoveryWrap {
        try folder.endChangeover(in: engine)
        try folder.refuseOtherInstance(at: engine.name, for: .recovering)
        guard let record = try GateRecord.salvage(account, from: engine) else { throw StoreError(.noAccount(account)) }
        let scope = scope(in: engine)
        guard let wrap = try RecoveryWrap.open(record, with: code, in: scope) else {
            // The code may be right, and what it opens damaged.
            let isDamaged = try folder.vouches(for: record, in: scope) == false
            throw StoreError(isDamaged ? .recoveryCodeOrGate(account) : .wrongRecoveryCode(account))
        }
        return wrap
    }

    /// Refuses to recover a store that is older than the last one seen here, which would make it the newest.
    fileprivate func refuseOlder(
        _ engine: any RecordEngine, dataKey: borrowing Secret, folder: StateFolder
    ) throws {
        // If the generation isn't known, or the manifest is damaged, this can't be determined.
        guard let seen = try folder.lastSeenByAnyDevice() else { return }
        let sealer = try sealer(in: engine, dataKey: dataKey)
        // The generation of format 1 is in another manifest.
        try engine.upgradeRecords(sealer, schema)
        let generation = try whatOpens {
            try engine.transaction(.reading, of: account) { backend in
                try RecordTransaction(
                    in: backend, sealer: sealer, kinds: schema.kinds, instance: nil, access: .reading
                ).generation
            }
        }
        guard let generation, generation < seen else { return }
        throw StoreError(.older(.recovering))
    }

    /// Refuses data of which a reseal would set parts aside. Nothing is written.
    func refuseDamage(in engine: any RecordEngine, dataKey: borrowing Secret) throws {
        let old = try sealer(in: engine, dataKey: dataKey)
        let (new, device) = (try sealer(in: engine, dataKey: .random()), SharedSecret(try .random()))
        let scope = scope(in: engine)
        try engine.upgradeRecords(old, schema)
        do {
            try engine.transaction(.writing, of: account) { backend in
                let damaged = try schema.reseal(
                    in: backend, from: old, to: new, instance: scope.instance,
                    readable: ReadableAuthentication(scope, schema, device: device), lastSeen: 0,
                    at: configuration.clock.wallTime
                ).damaged
                throw damaged.isEmpty ? NothingToCommit() : StoreError(.damagedParts(damaged))
            }
        } catch is NothingToCommit {}
    }

    /// Moves an account to a new data key: gate, recovery code, device secret and all records, in one transaction.
    fileprivate func rekey(
        _ record: GateRecord, in engine: any RecordEngine, dataKey: borrowing Secret, formats: [CodeFormat],
        costs: [KeyDerivation.Cost], secrets: GateSecrets, newCode: RecoveryCode?, folder: StateFolder,
        acceptingDamage: Bool, recoveryCodeHandler: (RecoveryCode) throws -> Void,
        damageHandler: ([DamagedPart], String) throws -> Void, warningHandler: (GateChangeWarning) -> Void
    ) throws -> RecoveryCode {
        let (newKey, newCode) = (SharedSecret(try .random()), try newCode ?? RecoveryCode.random())
        let device = try Secret.random()
        let scope = scope(in: engine)
        let binding = GateBinding(
            scope: scope, epoch: record.nextEpoch, shuffle: record.shuffle,
            derivations: configuration.derivations)
        let next = try secrets.seal(
            newKey.secret, formats: formats, in: binding, device: device,
            recovery: try GateRecord.recovery(
                newKey.secret, code: newCode, in: scope, formats: formats),
            costs: costs)
        let old = try sealer(in: engine, dataKey: dataKey)
        let new = try sealer(in: engine, dataKey: newKey.secret)
        // Records of format 1 have no directory yet, which would look like damage.
        try engine.upgradeRecords(old, schema)
        // The readable text's MAC was keyed by the old device secret.
        let readable = ReadableAuthentication(scope, schema, device: SharedSecret(try device.duplicate()))
        // The last generation seen may be unreadable, which is no reason to withhold the data.
        let seen = (try? folder.lastSeenByAnyDevice()) ?? nil
        do {
            try renew(
                Renewal(previous: record, next: next, newCode: newCode, folder: folder), device: device, in: engine,
                recoveryCodeHandler: recoveryCodeHandler, warningHandler: warningHandler
            ) { backend in
                let (generation, damaged) = try schema.reseal(
                    in: backend, from: old, to: new, instance: scope.instance, readable: readable, lastSeen: seen ?? 0,
                    at: configuration.clock.wallTime)
                if !damaged.isEmpty {
                    guard acceptingDamage else { throw StoreError(.damagedParts(damaged)) }
                    // From here on no other process can write, so the copy contains everything that is set aside.
                    try damageHandler(damaged, try copyAside(engine))
                }
                return generation
            }
        } catch let error as StoreError where !error.damagedParts.isEmpty {
            try? folder.dropIncoming()
            throw error
        }
        return newCode
    }
}

extension StateFolder {
    /// Whether a gate is the one written with this machine's device secret; `nil` if there is no such secret.
    fileprivate func vouches(for record: GateRecord, in scope: AccountContext) throws -> Bool? {
        try deviceSecretIfAny(for: record.deviceCheck, acceptingUnreadable: true).map { device in
            record.isAuthentic(in: scope, device: device.secret)
        }
    }
}

/// What a recovery code opens in a gate.
private struct RecoveryWrap: ~Copyable {
    let record: GateRecord
    let dataKey: Secret
    /// The formats that the owner chose for the gate. Those in the store may have been changed.
    let formats: [CodeFormat]

    /// - Returns: `nil` if the code doesn't match.
    /// - Throws: ``SealingError/outOfMemory``; ``StoreError`` with `damaged` if only damaged stages say what the owner
    ///   chose.
    static func open(
        _ record: GateRecord, with code: RecoveryCode, in scope: AccountContext
    ) throws -> RecoveryWrap? {
        // There are only a few possible gates, and the wrap opens only for its own.
        for formats in gates {
            if let key = try open(record, with: code, in: scope, boundTo: formats) {
                return RecoveryWrap(record: record, dataKey: key, formats: formats)
            }
        }
        guard let key = try open(record, with: code, in: scope, boundTo: nil) else { return nil }
        guard !record.stages.isEmpty else { throw StoreError(.damaged(.gateStages)) }
        return RecoveryWrap(record: record, dataKey: key, formats: record.stages.map(\.format))
    }

    /// Every list of stages with which an account can be created.
    private static let gates: [[CodeFormat]] = {
        let codes = CodeFormat.codeNames.compactMap { CodeFormat($0) }
        return codes.map { [$0] } + codes.map { [.password, $0] }
    }()

    private static func open(
        _ record: GateRecord, with code: RecoveryCode, in scope: AccountContext, boundTo formats: [CodeFormat]?
    ) throws(SealingError) -> Secret? {
        let context = GateRecord.recoveryContext(in: scope, formats: formats)
        do {
            return try SealedBox.openSecret(record.recovery, with: try code.key(for: context), context: context)
        } catch .outOfMemory {
            throw .outOfMemory
        } catch {
            return nil
        }
    }
}
