internal import SQLiteKit
internal import SealedStore
internal import Sealing

extension Gate {
    /// Which secret of a gate is meant.
    public enum StageName: String, CaseIterable, Sendable {
        case password, code
    }

    /// Tries the current secrets, under the ladder, and opens nothing: for asking them before anything else.
    ///
    /// - Throws: ``ProfileError`` as ``unlock(with:)``.
    public func verify(_ current: Secrets) throws {
        try translatingErrors(at: path) { _ = try VerifiedAccount(self).prove(current) }
    }

    /// Sets a new secret for one stage. All stages are wrapped anew behind a new device secret, so that the old secret
    /// opens nothing any more, not even with the old gate put back. The data and the recovery code stay. Every session
    /// ends.
    ///
    /// The current secrets are always asked for, under the ladder, whether there is a session or not.
    ///
    /// - Parameter remarking: is told of errors that came when the change had been committed.
    /// - Throws: ``ProfileError`` as ``unlock(with:)``; `invalidValue` for a new secret out of its rules or a stage that
    ///   the gate doesn't have.
    public func change(
        _ name: StageName = .code, to secret: consuming Secret, current: Secrets,
        raisingCostTo cost: KeyDerivation.Cost? = nil,
        remarking: (ChangeRemark) -> Void = { _ in }
    ) throws {
        let new = SharedSecret(secret)
        try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            let record = account.record
            let index = try record.stage(named: name)
            do throws(InvalidValue) {
                try record.stages[index].format.checkAsNew(new.secret)
            } catch {
                throw ProfileError(invalid: [error])
            }
            let keys = try account.prove(current)
            // Told only to someone who knows it.
            let format = record.stages[index].format
            guard try !format.canonical(new.secret).equals(format.canonical(current.secret(of: format).secret)) else {
                throw ProfileError(invalid: [InvalidValue("the new \(format.noun)", "is the one that is set already")])
            }
            let dataKey = keys[keys.count - 1]
            let device = try Secret.random()
            let place = GatePlace(
                store: account.file.id, instance: account.file.instance, account: self.account,
                epoch: record.nextEpoch, shuffle: record.shuffle)
            let next = try current.replacing(record.stages[index].format, by: new).seal(
                dataKey.secret, formats: record.stages.map(\.format), in: place, device: device,
                recovery: record.recovery,
                costs: record.stages.enumerated().map { $1.cost.raised(to: $0 == index ? cost : nil) })
            let sealer = try RecordSealer(of: self.account, in: account.file, dataKey: dataKey.secret)
            try account.file.upgradeRecords(sealer)
            let renewal = Renewal(previous: record, next: next, newCode: nil, folder: account.folder)
            let card = CardAuthentication(
                of: self.account, in: account.file, device: SharedSecret(try device.duplicate()))
            func raiseGeneration(in connection: borrowing Connection) throws -> Int? {
                // Damaged data is no reason to keep a secret that someone may know. It stays as it is.
                try whatOpens {
                    var records = try account.file.records(sealer, .writing)
                    try records.renew(card)
                    return try records.finish().generation
                }
            }
            try renew(
                renewal, device: device, in: account.file, remarking: remarking, alongside: raiseGeneration(in:))
        }
    }
}

extension GateRecord {
    /// The position of a stage.
    ///
    /// - Throws: ``ProfileError`` with `invalidValue` when the gate has no such stage.
    fileprivate func stage(named name: Gate.StageName) throws(ProfileError) -> Int {
        switch name {
        case .code: return stages.count - 1
        case .password:
            guard stages.first?.format == .password else {
                throw ProfileError(invalid: [InvalidValue("the stage", "is code: this account has no password")])
            }
            return 0
        }
    }
}
