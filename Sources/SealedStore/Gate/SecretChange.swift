internal import Sealing

/// Identifies one of a gate's secrets.
public enum GateStage: String, CaseIterable, Sendable {
    case password, code
}

extension SealedGate {
    /// Verifies the current secrets, subject to ``AttemptLimiter``, without opening the store. For asking for them
    /// before any other input.
    ///
    /// - Throws: ``StoreError`` as ``unlock(with:)`` does.
    public func verify(_ current: Secrets) throws {
        try core.translating { _ = try VerifiedAccount(core).prove(current) }
    }

    /// Sets a new secret for one stage.
    ///
    /// All stages are rewrapped with a new device secret, so that the old secret no longer opens anything, even if the
    /// old gate is put back. The data and the recovery code are kept. Every session ends.
    ///
    /// The current secrets are always required, subject to ``AttemptLimiter``, even during a session.
    ///
    /// - Parameter remarking: receives errors that occur after the change has been committed.
    /// - Throws: ``StoreError`` as ``unlock(with:)`` does; `invalidValue` for an invalid new secret or a stage that the
    ///   gate doesn't have.
    public func change(
        _ name: StageName = .code, to secret: consuming Secret, current: Secrets,
        raisingCostTo cost: KeyDerivation.Cost? = nil,
        remarking: (ChangeRemark) -> Void = { _ in }
    ) throws {
        let new = SharedSecret(secret)
        try core.translating {
            let account = try VerifiedAccount(core)
            let record = account.record
            let index = try record.stage(named: name)
            let keys = try account.prove(current)
            try record.stages[index].format.checkAsNew(new.secret)
            // Revealed only to someone who knows the secret.
            let format = record.stages[index].format
            guard try !format.canonical(new.secret).equals(format.canonical(current.secret(of: format).secret)) else {
                throw StoreError(.invalid([FieldProblem(format.noun, .new)]))
            }
            let dataKey = keys[keys.count - 1]
            let device = try Secret.random()
            let place = GatePlace(scope: account.scope, epoch: record.nextEpoch, shuffle: record.shuffle)
            let next = try current.replacing(record.stages[index].format, by: new).seal(
                dataKey.secret, formats: record.stages.map(\.format), in: place, device: device,
                recovery: record.recovery,
                costs: record.stages.enumerated().map { $1.cost.raised(to: $0 == index ? cost : nil) })
            let sealer = try core.sealer(in: account.engine, dataKey: dataKey.secret)
            try account.engine.upgradeRecords(sealer, core.schema)
            let renewal = GateCore.Renewal(previous: record, next: next, newCode: nil, folder: account.folder)
            let readable = ReadableAuthentication(
                account.scope, core.schema, device: SharedSecret(try device.duplicate()))
            try core.renew(renewal, device: device, in: account.engine, remarking: remarking) { backend in
                // Damaged data is no reason to keep a secret that someone may know. The data is left as it is.
                try whatOpens {
                    var records = try RecordTransaction(
                        in: backend, sealer: sealer, kinds: core.schema.kinds, instance: account.scope.instance.bytes,
                        access: .writing)
                    try records.renew(readable)
                    return try records.finish().generation
                }
            }
        }
    }
}

extension GateRecord {
    /// The position of a stage.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` if the gate has no such stage.
    fileprivate func stage(named name: GateStage) throws(StoreError) -> Int {
        switch name {
        case .code: return stages.count - 1
        case .password:
            guard stages.first?.format == .password else {
                throw StoreError(.noSuchStage(name))
            }
            return 0
        }
    }
}
