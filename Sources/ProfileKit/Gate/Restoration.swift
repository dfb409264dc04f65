internal import SQLiteKit
internal import SealedStore
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

extension Gate {
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
    /// - Throws: ``ProfileError`` with `exists` when something stands at the path, `damaged` when the backup is no whole
    ///   store, `newerStore`, `io`; for secrets as ``unlock(with:)``. Nothing is left at the path then.
    @discardableResult
    public static func restore(
        _ backup: String, to path: String, configuration: Configuration = Configuration(),
        proving: ([BackupAccount]) throws -> (account: AccountID, secrets: Secrets)? = { _ in nil }
    ) throws -> RestoredAccounts {
        try translatingErrors(at: backup) {
            let copy = try verifiedCopy(of: backup, for: path)
            let accounts = try BackupAccount.all(in: copy.open(), configuration)
            let chosen = try accounts.contains(where: \.hasDeviceSecret) ? proving(accounts) : nil
            let folder = try separate(try copy.open(), taking: chosen, configuration)
            do {
                try copy.publish()
            } catch {
                try? folder?.remove()
                throw error
            }
            return RestoredAccounts(
                opened: chosen?.account, awaitingRecovery: accounts.map(\.id).filter { $0 != chosen?.account })
        }
    }

    private static func verifiedCopy(of backup: String, for path: String) throws -> StoreCopy {
        do {
            return try translatingErrors(at: backup) {
                try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
                // SQLite would take a log that an earlier store left for this one's.
                for suffix in ["", "-wal", "-shm", "-journal"] where try PrivateFile.checkIfPresent(path + suffix) {
                    throw ProfileError.fileExists(path + suffix)
                }
                try refusePartOfStore(backup)
                let copy = try StoreCopy(of: backup, for: path)
                try copy.fill(fromFileAt: backup)
                try copy.verify()
                return copy
            }
        } catch let error as ProfileError where error.code == .damaged {
            throw ProfileError(
                .damaged, error.message, hint: "Nothing was restored. Use a whole backup, made by: profile backup",
                cause: error.cause)
        }
    }

    /// Makes a copy an instance of its own.
    ///
    /// - Parameter chosen: the account that is taken along.
    /// - Returns: the account's new state folder, which is on the disk before the store gets its name.
    private static func separate(
        _ file: consuming StoreFile, taking chosen: (account: AccountID, secrets: Secrets)?,
        _ configuration: Configuration
    ) throws -> StateFolder? {
        let instance = InstanceID.random()
        guard let chosen else {
            try file.connection.transaction(.writing) { try instance.write(to: $0) }
            return nil
        }
        let account = try VerifiedAccount(chosen.account, in: file, configuration, isCopy: true)
        let keys = try account.prove(chosen.secrets)
        let device = try Secret.random()
        let record = try account.rewrapped(for: instance, device: device, secrets: chosen.secrets, keys: keys)
        let folder = StateFolder(
            of: chosen.account, store: account.file.id, instance: instance, root: configuration.stateFolder)
        try folder.locked { try $0.populate(with: device) }
        do {
            try account.moveRecords(to: instance, dataKey: keys[keys.count - 1], device: device, record: record)
        } catch {
            try? folder.remove()
            throw error
        }
        return folder
    }

    /// Refuses a store's file whose newest commits are still in a log beside it: a copy of the file alone would lack
    /// them, and nobody would notice. A backup has no log.
    private static func refusePartOfStore(_ backup: String) throws {
        for log in ["\(backup)-wal", "\(backup)-journal"] where PrivateFile.length(of: log) ?? 0 > 0 {
            throw ProfileError.damaged(backup, "a part of it is in \(log)")
        }
    }
}

extension BackupAccount {
    fileprivate static func all(
        in file: borrowing StoreFile, _ configuration: Gate.Configuration
    ) throws -> [BackupAccount] {
        var accounts: [BackupAccount] = []
        for id in try GateRecord.accounts(in: file) {
            // A gate that can't be read is no reason to keep its data back: its recovery says what is wrong.
            let record = try? GateRecord.load(id, from: file)
            let folder = StateFolder(of: id, in: file, configuration)
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
        for instance: InstanceID, device: borrowing Secret, secrets: Gate.Secrets, keys: [SharedSecret]
    ) throws -> GateRecord {
        var next = record
        let first = record.stages[0]
        let chain = StageKeys(store: file.id, account: record.account)
        next.stages[0] = try chain.make(
            first.format, at: 0, epoch: first.epoch, secret: try secrets.secret(of: first.format).secret,
            cost: first.cost, wrapping: keys[0].secret, behind: device)
        next.deviceCheck = GateRecord.deviceCheck(store: file.id, account: record.account, device: device)
        next.mac = next.expectedMAC(store: file.id, instance: instance, device: device)
        return next
    }

    /// Writes the gate for another instance, and what else of the account is bound to the instance or its device secret.
    ///
    /// What doesn't open of it is damaged already, and stays so.
    fileprivate func moveRecords(
        to instance: InstanceID, dataKey: SharedSecret, device: borrowing Secret, record: GateRecord
    ) throws {
        let sealer = try RecordSealer(of: record.account, in: file, dataKey: dataKey.secret)
        let card = CardAuthentication(
            of: record.account, store: file.id, instance: instance, device: SharedSecret(try device.duplicate()))
        try file.upgradeRecords(sealer)
        try file.connection.transaction(.writing) { connection in
            try instance.write(to: connection)
            try record.write(to: connection)
            _ = try whatOpens {
                var records = try RecordTransaction(
                    in: file.backend, sealer: sealer, kinds: ProfileSchema.kinds, instance: file.instance.bytes,
                    access: .writing)
                try records.move(to: instance.bytes)
                try records.renew(card)
                _ = try records.finish()
            }
        }
    }
}
