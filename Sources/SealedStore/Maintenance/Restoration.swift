internal import Sealing
internal import SystemKit

/// An account in a backup that is about to be restored.
public struct BackupAccount: Sendable {
    public let id: AccountID
    /// The formats of its gate's stages when the backup was made, in order.
    public let stages: [CodeFormat]
    /// How long the next attempt has to wait; `nil` if this machine doesn't have the device secret with which the
    /// backup was made, so that no secret can be tried.
    public let retryAfter: Duration?

    /// Whether this machine has the device secret with which the backup was made.
    public var hasDeviceSecret: Bool { retryAfter != nil }
}

/// The state of the accounts after a backup was restored.
public struct RestoredAccounts: Hashable, Sendable {
    /// The account that opens with the secrets of the backup; `nil` if none does.
    public let opened: AccountID?
    /// The accounts without a device secret here, each of which has to be recovered with its recovery code.
    public let awaitingRecovery: [AccountID]
    /// The failed checks of the account that opens: a backup may have been made of a damaged store. The records of
    /// other accounts can't be checked without their keys.
    public internal(set) var damaged: [StoreCheck] = []
}

extension SealedGate {
    /// Restores a backup to a new store, as a separate instance: changes to it don't affect the store from which the
    /// backup was made, nor the other way round.
    ///
    /// If this machine has the device secret with which the backup was made, one account can be unlocked with the
    /// secrets from the time of the backup. They are tried at the original store's gate, subject to its
    /// ``AttemptLimiter``, so that a backup gives no free guesses; then the account gets its own device secret. Every
    /// other account has to be recovered with its recovery code.
    ///
    /// - Parameter proving: receives the backup's accounts once it is verified, and returns the one to unlock with its
    ///   secrets; `nil` for none, as for every account without its device secret here.
    /// - Throws: ``StoreError`` with `exists` if there is a file at the path, `damaged` if the backup isn't a complete
    ///   store, `newerStore`, `io`; for secrets, the errors of `unlock(with:)`. Nothing is left at the path in these
    ///   cases.
    @discardableResult
    public static func restore(
        _ backup: String, to location: StoreLocation, configuration: Configuration = Configuration(),
        proving: ([BackupAccount]) throws -> (account: AccountID, secrets: GateSecrets)? = { _ in nil }
    ) throws -> RestoredAccounts {
        try translatingErrors(at: backup) {
            let schema = Store.schema
            try schema.refuseOccupiedServer(location)
            let configuration = try configuration.withAbsoluteFolders()
            // A store for another engine is prepared in a file that never gets a name.
            let path =
                location.opener.file
                ?? "\(configuration.stateFolder)/\(schema.domain)/restoring-\(StoreID.random().hexadecimal)"
            let copy = try schema.verifiedCopy(of: backup, for: path)
            let accounts = try schema.accounts(in: copy.open(named: backup, schema.engineSchema), configuration)
            let chosen = try proving(accounts)
            // The name that the store's engine will have.
            let name = try location.opener.file.map { try PrivateFolder.resolvingParent(of: $0) } ?? location.name
            let (folder, damaged) = try schema.makeOwnInstance(
                try copy.open(named: backup, schema.engineSchema), taking: chosen, for: name, configuration)
            let folders = schema.folders(
                of: accounts, in: try copy.open(named: backup, schema.engineSchema), configuration)
            do {
                if location.opener.file == nil {
                    let prepared = try copy.open(named: backup, schema.engineSchema)
                    try translatingErrors(at: location.opener.name) {
                        try location.opener.receive(prepared, schema.engineSchema)
                    }
                } else {
                    try copy.publish()
                }
            } catch let error as StoreError where error.isOutcomeUnknown {
                // The store may be there, and then it needs this device secret.
                throw error
            } catch {
                try? folder?.remove()
                throw error
            }
            // The path was free, and was named for this copy.
            for folder in folders { _ = try? folder.takePath(name) }
            return RestoredAccounts(
                opened: chosen?.account, awaitingRecovery: accounts.map(\.id).filter { $0 != chosen?.account },
                damaged: damaged)
        }
    }
}

// The asynchronous form, which the compiler chooses in asynchronous contexts.
extension SealedGate {
    /// Restores a backup to a new store, as the blocking form does.
    ///
    /// A task that is cancelled before the keys have been derived restores nothing. Later, the backup is restored all
    /// the same, unless `proving` throws.
    @discardableResult
    public static func restore(
        _ backup: String, to location: StoreLocation, configuration: Configuration = Configuration(),
        proving: @escaping @Sendable ([BackupAccount]) throws -> (account: AccountID, secrets: GateSecrets)? = { _ in
            nil
        }
    ) async throws -> RestoredAccounts {
        try await offloadingAttempt {
            try restore(backup, to: location, configuration: configuration, proving: proving)
        }
    }
}

extension StoreSchema {
    /// Refuses a server that has a store already, before secrets are asked for. A file in the place of the new one is
    /// refused by ``verifiedCopy(of:for:)``, before them too, and by ``StoreCopy/publish()`` if it was made since.
    fileprivate func refuseOccupiedServer(_ location: StoreLocation) throws {
        guard location.opener.file == nil else { return }
        do {
            _ = try translatingErrors(at: location.opener.name) { try location.opener.open(engineSchema) }
        } catch let error as StoreError where error.code == .noStore && !error.isMissingDatabase {
            return
        }
        throw StoreError(.fileExists(path: location.opener.name))
    }

    fileprivate func verifiedCopy(of backup: String, for path: String) throws -> StoreCopy {
        try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
        // SQLite would mistake a log left by an earlier store for this one's.
        for suffix in ["", "-wal", "-shm", "-journal"] where try PrivateFile.checkIfPresent(path + suffix) {
            throw StoreError(.fileExists(path: path + suffix))
        }
        try refusePartOfStore(backup)
        let copy = try StoreCopy(for: path, engineSchema)
        try copy.fill(fromFileAt: backup)
        try copy.verify()
        return copy
    }

    /// Makes a copy an instance of its own.
    ///
    /// - Parameters:
    ///   - chosen: the account to unlock, with its secrets.
    ///   - name: the name of the copy as a store.
    /// - Returns: that account's new state folder, which is on disk before the store gets its name, and its failed
    ///   checks.
    fileprivate func makeOwnInstance(
        _ engine: any RecordEngine, taking chosen: (account: AccountID, secrets: GateSecrets)?,
        for name: String, _ configuration: GateConfiguration
    ) throws -> (folder: StateFolder?, damaged: [StoreCheck]) {
        let instance = InstanceID.random()
        guard let chosen else {
            try engine.transaction(.writing, of: .main) { try $0.putInstance(instance) }
            return (nil, [])
        }
        let scope = AccountContext(of: chosen.account, in: engine, self)
        let account = try VerifiedAccount(scope, in: engine, configuration, isCopy: true, acceptingOther: true)
        let keys = try account.prove(chosen.secrets)
        let device = try Secret.random()
        var moved = scope
        moved.instance = instance
        let record = try account.rewrapped(in: moved, device: device, secrets: chosen.secrets, keys: keys)
        let folder = StateFolder(of: moved, configuration)
        let damaged = try account.moveRecords(
            to: moved, self, dataKey: keys[keys.count - 1], device: device, record: record)
        // Last, since an interruption leaves the folder behind.
        do {
            let countID = try account.state.countID
            try folder.holdingCreatingFolder { try $0.populate(with: device, countID: countID, at: name) }
            return (folder, damaged)
        } catch {
            try? folder.remove()
            throw error
        }
    }

    /// Refuses a store's file whose newest commits are still in a log beside it: a copy of the file alone would
    /// silently lack them. A backup has no log.
    private func refusePartOfStore(_ backup: String) throws {
        for log in ["\(backup)-wal", "\(backup)-journal"] where PrivateFile.length(of: log) ?? 0 > 0 {
            throw StoreError(.damaged(.logElsewhere(path: log)))
        }
    }

    fileprivate func folders(
        of accounts: [BackupAccount], in engine: any RecordEngine, _ configuration: GateConfiguration
    ) -> [StateFolder] {
        accounts.map { StateFolder(of: AccountContext(of: $0.id, in: engine, self), configuration) }
    }

    fileprivate func accounts(
        in engine: any RecordEngine, _ configuration: GateConfiguration
    ) throws -> [BackupAccount] {
        var accounts: [BackupAccount] = []
        for id in try engine.accountIDs() {
            // A damaged gate is no reason to withhold the data: recovering the account reports what is wrong. A row
            // that can't be read is one, since the copy's structure has been verified.
            let row = try engine.look { try $0.gate(of: id) }
            let record = try row.flatMap { row in try whatOpens { try GateRecord(row, of: id) } }
            let folder = StateFolder(of: AccountContext(of: id, in: engine, self), configuration)
            var retryAfter: Duration?
            if let record, try folder.deviceSecretIfAny(for: record.deviceCheck) != nil {
                let now = configuration.clock.bootInstant
                retryAfter = folder.gateStateIfAny(for: record.deviceCheck, at: now)?.limiter.wait(at: now) ?? .zero
            }
            accounts.append(
                BackupAccount(id: id, stages: record?.stages.map(\.format) ?? [], retryAfter: retryAfter))
        }
        return accounts
    }
}

extension VerifiedAccount {
    /// Returns the gate for another instance, with another device secret. Only the first stage is wrapped by the device
    /// secret; the other stages, the data key and the recovery code are unchanged.
    fileprivate func rewrapped(
        in moved: AccountContext, device: borrowing Secret, secrets: GateSecrets, keys: [SharedSecret]
    ) throws -> GateRecord {
        var next = record
        let first = record.stages[0]
        let chain = StageKeys(scope: moved, derivations: derivations)
        next.stages[0] = try chain.make(
            first.format, at: 0, epoch: first.epoch, secret: try secrets.secret(of: first.format).secret,
            cost: first.cost, wrapping: keys[0].secret, behind: device)
        next.deviceCheck = moved.deviceCheck(device)
        next.mac = next.expectedMAC(in: moved, device: device)
        return next
    }

    /// Writes the gate for another instance, and updates everything of the account that is bound to the instance or its
    /// device secret.
    ///
    /// Records that don't open are already damaged, and stay so.
    ///
    /// - Returns: the failed checks of the records.
    fileprivate func moveRecords(
        to moved: AccountContext, _ schema: StoreSchema, dataKey: SharedSecret, device: borrowing Secret,
        record: GateRecord
    ) throws -> [StoreCheck] {
        let sealer = try RecordSealer(
            domain: schema.domain, store: engine.id, account: record.account, dataKey: dataKey.secret)
        let readable = ReadableAuthentication(moved, schema, device: SharedSecret(try device.duplicate()))
        try engine.upgradeRecords(sealer, schema)
        try engine.transaction(.writing, of: record.account) { backend in
            try backend.putInstance(moved.instance)
            try record.write(to: backend)
            _ = try whatOpens {
                var records = try RecordTransaction(
                    in: backend, sealer: sealer, kinds: schema.kinds, instance: scope.instance.bytes,
                    access: .writing)
                try records.move(to: moved.instance.bytes)
                try records.renew(readable)
                _ = try records.finish()
            }
        }
        return try engine.transaction(.checking, of: record.account) { backend in
            try schema.checkRecords(in: backend, sealer, readable: readable).filter { !$0.isOK }
        }
    }
}
