internal import Sealing
internal import SystemKit

/// An account of a backup that is about to be restored.
public struct BackupAccount: Sendable {
    public let id: AccountID
    /// What each stage of its gate asked for when the backup was made, in order.
    public let stages: [CodeFormat]
    /// How long the next attempt has to wait; `nil` where this machine doesn't have the device secret that the backup
    /// was made with, so that no secret can be tried.
    public let retryAfter: Duration?

    /// Whether this machine has the device secret that the backup was made with.
    public var hasDeviceSecret: Bool { retryAfter != nil }
}

/// What became of the accounts of a backup that was restored.
public struct RestoredAccounts: Hashable, Sendable {
    /// The account that opens with the secrets of the backup; `nil` when none does.
    public let opened: AccountID?
    /// The accounts that have no device secret here: each comes back by its recovery code.
    public let awaitingRecovery: [AccountID]
}

extension SealedGate {
    /// Puts a backup where no store is, as an instance of its own: what is done to it isn't felt by the store that the
    /// backup was made of, nor the other way.
    ///
    /// Where this machine has the device secret that the backup was made with, an account can be taken along with its
    /// secrets of the backup's time. They are tried at the original's gate, under its ladder, so that a backup gives no
    /// free guesses; then the account gets a device secret of its own. Every other account comes back by its recovery
    /// code.
    ///
    /// - Parameter proving: is given the backup's accounts once it is verified, and returns the one that is to be taken
    ///   along with its secrets; `nil` for none. It isn't asked where no account has its device secret here.
    /// - Throws: ``StoreError`` with `exists` when something stands at the path, `damaged` when the backup is no whole
    ///   store, `newerStore`, `io`; for secrets as ``unlock(with:)``. Nothing is left at the path then.
    @discardableResult
    public static func restore(
        _ backup: String, to path: String, configuration: Configuration = Configuration(),
        proving: ([BackupAccount]) throws -> (account: AccountID, secrets: GateSecrets)? = { _ in nil }
    ) throws -> RestoredAccounts {
        try restore(backup, to: .file(path), configuration: configuration, proving: proving)
    }

    /// The same, wherever the store is to be: a local backup is the way to a server.
    @discardableResult
    public static func restore(
        _ backup: String, to location: StoreLocation, configuration: Configuration = Configuration(),
        proving: ([BackupAccount]) throws -> (account: AccountID, secrets: GateSecrets)? = { _ in nil }
    ) throws -> RestoredAccounts {
        try translatingErrors(at: backup) {
            let schema = Store.schema
            let states = try configuration.fromRoot().stateFolder
            // What goes to another engine is made whole in a file that never gets a name.
            let path = location.opener.file ?? "\(states)/\(schema.domain)/restoring-\(StoreID.random().hexadecimal)"
            let copy = try schema.verifiedCopy(of: backup, for: path)
            let accounts = try schema.accounts(in: copy.open(named: backup, schema), configuration)
            let chosen = try accounts.contains(where: \.hasDeviceSecret) ? proving(accounts) : nil
            let folder = try schema.separate(try copy.open(named: backup, schema), taking: chosen, configuration)
            do {
                if location.opener.file == nil {
                    try location.opener.receive(try copy.open(named: backup, schema), schema)
                } else {
                    try copy.publish()
                }
            } catch {
                try? folder?.remove()
                throw error
            }
            return RestoredAccounts(
                opened: chosen?.account, awaitingRecovery: accounts.map(\.id).filter { $0 != chosen?.account })
        }
    }

}

extension StoreSchema {
    fileprivate func verifiedCopy(of backup: String, for path: String) throws -> StoreCopy {
        try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
        // SQLite would take a log that an earlier store left for this one's.
        for suffix in ["", "-wal", "-shm", "-journal"] where try PrivateFile.checkIfPresent(path + suffix) {
            throw StoreError(.fileExists(path: path + suffix))
        }
        try refusePartOfStore(backup)
        let copy = try StoreCopy(for: path, self)
        try copy.fill(fromFileAt: backup)
        try copy.verify()
        return copy
    }

    /// Makes a copy an instance of its own.
    ///
    /// - Parameter chosen: the account that is taken along.
    /// - Returns: the account's new state folder, which is on the disk before the store gets its name.
    fileprivate func separate(
        _ engine: any RecordEngine, taking chosen: (account: AccountID, secrets: GateSecrets)?,
        _ configuration: GateConfiguration
    ) throws -> StateFolder? {
        let instance = InstanceID.random()
        guard let chosen else {
            try engine.transaction(.writing, of: .main) { try $0.putInstance(instance) }
            return nil
        }
        let scope = AccountScope(of: chosen.account, in: engine, self)
        let account = try VerifiedAccount(scope, in: engine, configuration.fromRoot(), isCopy: true)
        let keys = try account.prove(chosen.secrets)
        let device = try Secret.random()
        var moved = scope
        moved.instance = instance
        let record = try account.rewrapped(in: moved, device: device, secrets: chosen.secrets, keys: keys)
        let folder = StateFolder(of: moved, try configuration.fromRoot())
        try folder.locked { try $0.populate(with: device) }
        do {
            try account.moveRecords(to: moved, self, dataKey: keys[keys.count - 1], device: device, record: record)
        } catch {
            try? folder.remove()
            throw error
        }
        return folder
    }

    /// Refuses a store's file whose newest commits are still in a log beside it: a copy of the file alone would lack
    /// them, and nobody would notice. A backup has no log.
    private func refusePartOfStore(_ backup: String) throws {
        for log in ["\(backup)-wal", "\(backup)-journal"] where PrivateFile.length(of: log) ?? 0 > 0 {
            throw StoreError(.damaged(.logElsewhere(path: log)))
        }
    }
}

extension StoreSchema {
    fileprivate func accounts(
        in engine: any RecordEngine, _ configuration: GateConfiguration
    ) throws -> [BackupAccount] {
        var accounts: [BackupAccount] = []
        for id in try engine.accountIDs() {
            // A gate that can't be read is no reason to keep its data back: its recovery says what is wrong.
            let record = try? GateRecord.load(id, from: engine)
            let folder = StateFolder(of: AccountScope(of: id, in: engine, self), try configuration.fromRoot())
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
    /// The gate for another instance, behind another device secret. The first stage alone lies behind that; the others
    /// stay as they are, and so do the data key and the recovery code.
    fileprivate func rewrapped(
        in moved: AccountScope, device: borrowing Secret, secrets: GateSecrets, keys: [SharedSecret]
    ) throws -> GateRecord {
        var next = record
        let first = record.stages[0]
        let chain = StageKeys(scope: moved)
        next.stages[0] = try chain.make(
            first.format, at: 0, epoch: first.epoch, secret: try secrets.secret(of: first.format).secret,
            cost: first.cost, wrapping: keys[0].secret, behind: device)
        next.deviceCheck = GateRecord.deviceCheck(in: moved, device: device)
        next.mac = next.expectedMAC(in: moved, device: device)
        return next
    }

    /// Writes the gate for another instance, and what else of the account is bound to the instance or its device secret.
    ///
    /// What doesn't open of it is damaged already, and stays so.
    fileprivate func moveRecords(
        to moved: AccountScope, _ schema: StoreSchema, dataKey: SharedSecret, device: borrowing Secret,
        record: GateRecord
    ) throws {
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
    }
}
