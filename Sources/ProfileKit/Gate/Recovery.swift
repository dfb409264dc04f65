internal import SQLiteKit
internal import SealedStore
internal import Sealing

extension Gate {
    /// Brings an account back with its recovery code: after a forgotten secret, or on another machine.
    ///
    /// It gets new secrets, a new device secret, a new data key under which everything is sealed anew, and a new recovery
    /// code. All data stays, the open draft included. Every session ends, and the failures are forgotten. The old
    /// recovery code and the old secrets open nothing of this store any more.
    ///
    /// It is safe against a kill at any point: before the commit nothing has changed, and after it the new secrets hold.
    ///
    /// - Parameters:
    ///   - code: the recovery code.
    ///   - secrets: the new ones, of the formats that ``stages()`` tells.
    ///   - revealing: is given the new recovery code before anything changes. What it throws stops the recovery.
    ///   - reporting: is told of the parts that were damaged, if there are any, before the code is shown. Those that
    ///     don't open are kept aside, sealed as they were; everything else is there. What it throws stops the recovery.
    ///   - remarking: is told of errors that came when the recovery had been committed.
    /// - Returns: the new recovery code.
    /// - Throws: ``ProfileError`` with `wrongPasscode` for a wrong recovery code, `invalidValue` for new secrets out of
    ///   their rules, `noStore`, `damaged` (also when the store is older than the last one seen here), `io`; `failure`
    ///   when whether the recovery counts is not known.
    @discardableResult
    public func recover(
        with code: RecoveryCode, settingUp secrets: Secrets, raisingCostTo cost: KeyDerivation.Cost? = nil,
        revealing: (RecoveryCode) throws -> Void = { _ in }, reporting: ([DamagedPart]) throws -> Void = { _ in },
        remarking: (ChangeRemark) -> Void = { _ in }
    ) throws -> RecoveryCode {
        return try translatingErrors(at: path) {
            let file = try file.take()
            let folder = StateFolder(of: account, in: file, configuration)
            return try folder.locked { folder in
                try folder.endChangeover(of: account, in: file)
                guard let record = try GateRecord.load(account, from: file) else {
                    throw Self.noAccount(account)
                }
                guard let wrap = try RecoveryWrap.open(record, with: code, store: file.id) else {
                    throw ProfileError(
                        .wrongPasscode, "The recovery code does not match.",
                        hint: "Use the newest one of account '\(account)': each recovery gives a new one.")
                }
                try secrets.checkAsNew(for: wrap.formats)
                try refuseOlder(file, dataKey: wrap.dataKey, folder: folder)
                // A cost that nothing vouches for may be one that someone lowered.
                let isVouchedFor =
                    try folder.deviceSecretIfAny(for: record.deviceCheck).map { device in
                        KeyedHash.areEqual(
                            record.expectedMAC(store: file.id, instance: file.instance, device: device.secret),
                            record.mac)
                    } ?? false
                let least = isVouchedFor ? cost : max(cost ?? configuration.cost, configuration.cost)
                let costs = wrap.formats.indices.map { index in
                    record.stages[min(index, record.stages.count - 1)].cost.raised(to: least)
                }
                return try rekey(
                    record, in: file, dataKey: wrap.dataKey, formats: wrap.formats, costs: costs, secrets: secrets,
                    folder: folder, revealing: revealing, reporting: reporting, remarking: remarking)
            }
        }
    }

    /// Makes a new recovery code, and seals everything anew so that the old one opens nothing of this store any more.
    ///
    /// The current secrets are always asked for, under the ladder. Every session ends.
    ///
    /// - Parameters:
    ///   - revealing: is given the new code before anything changes. What it throws stops the change.
    ///   - reporting: as of ``recover(with:settingUp:raisingCostTo:revealing:reporting:remarking:)``.
    ///   - remarking: is told of errors that came when the change had been committed.
    /// - Throws: ``ProfileError`` as ``unlock(with:)``.
    @discardableResult
    public func renewRecoveryCode(
        current: Secrets, raisingCostTo cost: KeyDerivation.Cost? = nil,
        revealing: (RecoveryCode) throws -> Void = { _ in }, reporting: ([DamagedPart]) throws -> Void = { _ in },
        remarking: (ChangeRemark) -> Void = { _ in }
    ) throws -> RecoveryCode {
        return try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            let keys = try account.prove(current)
            return try rekey(
                account.record, in: account.file, dataKey: keys[keys.count - 1].secret,
                formats: account.record.stages.map(\.format),
                costs: account.record.stages.map { $0.cost.raised(to: cost) }, secrets: current,
                folder: account.folder, revealing: revealing, reporting: reporting, remarking: remarking)
        }
    }

    /// Refuses to bring back a store that is older than the last one seen here, which would make it the newest.
    private func refuseOlder(
        _ file: borrowing StoreFile, dataKey: borrowing Secret, folder: StateFolder
    ) throws {
        // Where it isn't known, or the manifest is damaged, it can't be told.
        guard let seen = try folder.lastSeenByAnyDevice() else { return }
        let sealer = try RecordSealer(of: account, in: file, dataKey: dataKey)
        try file.upgradeRecords(sealer)
        let generation = try whatOpens {
            try file.connection.transaction(.reading) { _ in
                try file.recordsOfAnyInstance(sealer, .reading).generation
            }
        }
        guard let generation, generation < seen else { return }
        throw ProfileError.older(
            file.path, hint: "Put the newer one back. To bring this one back beside it: profile restore, then recover.")
    }

    /// Puts an account under a new data key: gate, recovery code, device secret and all records, in one transaction.
    private func rekey(
        _ record: GateRecord, in file: borrowing StoreFile, dataKey: borrowing Secret, formats: [CodeFormat],
        costs: [KeyDerivation.Cost], secrets: Secrets, folder: StateFolder, revealing: (RecoveryCode) throws -> Void,
        reporting: ([DamagedPart]) throws -> Void, remarking: (ChangeRemark) -> Void
    ) throws -> RecoveryCode {
        let (newKey, newCode) = (SharedSecret(try .random()), try RecoveryCode.random())
        let device = try Secret.random()
        let place = GatePlace(
            store: file.id, instance: file.instance, account: account, epoch: record.nextEpoch,
            shuffle: record.shuffle)
        let next = try secrets.seal(
            newKey.secret, formats: formats, in: place, device: device,
            recovery: try GateRecord.recovery(
                newKey.secret, code: newCode, store: file.id, account: account, formats: formats),
            costs: costs)
        let old = try RecordSealer(of: account, in: file, dataKey: dataKey)
        let new = try RecordSealer(of: account, in: file, dataKey: newKey.secret)
        // The card's MAC was keyed from the old device secret.
        let card = CardAuthentication(of: account, in: file, device: SharedSecret(try device.duplicate()))
        // What is remembered may be unreadable, which is no reason to keep the data back.
        let seen = (try? folder.lastSeenByAnyDevice()) ?? nil
        func reseal(in connection: borrowing Connection) throws -> Int? {
            let (generation, damaged) = try file.reseal(
                from: old, to: new, card: card, lastSeen: seen ?? 0, at: configuration.clock.secondsSince1970)
            if !damaged.isEmpty { try reporting(damaged) }
            return generation
        }
        try renew(
            Renewal(previous: record, next: next, newCode: newCode, folder: folder), device: device, in: file,
            revealing: revealing, remarking: remarking, alongside: reseal(in:))
        return newCode
    }
}
