internal import Sealing

extension SealedGate {
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
    /// - Throws: ``StoreError`` with `wrongPasscode` for a wrong recovery code, `invalidValue` for new secrets out of
    ///   their rules, `noStore`, `damaged` (also when the store is older than the last one seen here), `io`; `failure`
    ///   when whether the recovery counts is not known.
    @discardableResult
    public func recover(
        with code: RecoveryCode, settingUp secrets: Secrets, raisingCostTo cost: KeyDerivation.Cost? = nil,
        revealing: (RecoveryCode) throws -> Void = { _ in }, reporting: ([DamagedPart]) throws -> Void = { _ in },
        remarking: (ChangeRemark) -> Void = { _ in }
    ) throws -> RecoveryCode {
        return try core.translating {
            let engine = try core.take()
            let scope = core.scope(in: engine)
            let folder = StateFolder(of: scope, configuration)
            return try folder.locked { folder in
                try folder.endChangeover(in: engine)
                guard let record = try GateRecord.load(account, from: engine) else {
                    throw StoreError(.noAccount(account))
                }
                guard let wrap = try RecoveryWrap.open(record, with: code, in: scope) else {
                    throw StoreError(.wrongRecoveryCode(account))
                }
                try secrets.checkAsNew(for: wrap.formats)
                try core.refuseOlder(engine, dataKey: wrap.dataKey, folder: folder)
                // A cost that nothing vouches for may be one that someone lowered.
                let isVouchedFor =
                    try folder.deviceSecretIfAny(for: record.deviceCheck).map { device in
                        record.isAuthentic(in: scope, device: device.secret)
                    } ?? false
                let least = isVouchedFor ? cost : max(cost ?? configuration.cost, configuration.cost)
                let costs = wrap.formats.indices.map { index in
                    record.stages[min(index, record.stages.count - 1)].cost.raised(to: least)
                }
                return try core.rekey(
                    record, in: engine, dataKey: wrap.dataKey, formats: wrap.formats, costs: costs, secrets: secrets,
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
    /// - Throws: ``StoreError`` as ``unlock(with:)``.
    @discardableResult
    public func renewRecoveryCode(
        current: Secrets, raisingCostTo cost: KeyDerivation.Cost? = nil,
        revealing: (RecoveryCode) throws -> Void = { _ in }, reporting: ([DamagedPart]) throws -> Void = { _ in },
        remarking: (ChangeRemark) -> Void = { _ in }
    ) throws -> RecoveryCode {
        return try core.translating {
            let account = try VerifiedAccount(core)
            let keys = try account.prove(current)
            return try core.rekey(
                account.record, in: account.engine, dataKey: keys[keys.count - 1].secret,
                formats: account.record.stages.map(\.format),
                costs: account.record.stages.map { $0.cost.raised(to: cost) }, secrets: current,
                folder: account.folder, revealing: revealing, reporting: reporting, remarking: remarking)
        }
    }

}

extension GateCore {
    /// Refuses to bring back a store that is older than the last one seen here, which would make it the newest.
    fileprivate func refuseOlder(
        _ engine: any RecordEngine, dataKey: borrowing Secret, folder: StateFolder
    ) throws {
        // Where it isn't known, or the manifest is damaged, it can't be told.
        guard let seen = try folder.lastSeenByAnyDevice() else { return }
        let sealer = try sealer(in: engine, dataKey: dataKey)
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

    /// Puts an account under a new data key: gate, recovery code, device secret and all records, in one transaction.
    fileprivate func rekey(
        _ record: GateRecord, in engine: any RecordEngine, dataKey: borrowing Secret, formats: [CodeFormat],
        costs: [KeyDerivation.Cost], secrets: GateSecrets, folder: StateFolder,
        revealing: (RecoveryCode) throws -> Void, reporting: ([DamagedPart]) throws -> Void,
        remarking: (GateChangeRemark) -> Void
    ) throws -> RecoveryCode {
        let (newKey, newCode) = (SharedSecret(try .random()), try RecoveryCode.random())
        let device = try Secret.random()
        let scope = scope(in: engine)
        let place = GatePlace(scope: scope, epoch: record.nextEpoch, shuffle: record.shuffle)
        let next = try secrets.seal(
            newKey.secret, formats: formats, in: place, device: device,
            recovery: try GateRecord.recovery(
                newKey.secret, code: newCode, in: scope, formats: formats),
            costs: costs)
        let old = try sealer(in: engine, dataKey: dataKey)
        let new = try sealer(in: engine, dataKey: newKey.secret)
        // What stands readable has a MAC that was keyed from the old device secret.
        let readable = ReadableAuthentication(scope, schema, device: SharedSecret(try device.duplicate()))
        // What is remembered may be unreadable, which is no reason to keep the data back.
        let seen = (try? folder.lastSeenByAnyDevice()) ?? nil
        try renew(
            Renewal(previous: record, next: next, newCode: newCode, folder: folder), device: device, in: engine,
            revealing: revealing, remarking: remarking
        ) { backend in
            let (generation, damaged) = try schema.reseal(
                in: backend, from: old, to: new, instance: scope.instance, readable: readable, lastSeen: seen ?? 0,
                at: configuration.clock.secondsSince1970)
            if !damaged.isEmpty { try reporting(damaged) }
            return generation
        }
        return newCode
    }
}
