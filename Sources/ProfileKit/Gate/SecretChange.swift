internal import SQLiteKit
internal import Sealing

extension Gate {
    /// Which secret of a gate is meant.
    public enum StageName: String, CaseIterable, Sendable {
        case password, code
    }

    /// Sets a new secret for one stage: one envelope is wrapped anew, the data stays as it is. Every session ends.
    ///
    /// The current secrets are always asked for, under the ladder, whether there is a session or not.
    ///
    /// - Throws: ``ProfileError`` as ``unlock(with:)``; `invalidValue` for a new secret out of its rules or a stage that
    ///   the gate doesn't have.
    public func change(
        _ name: StageName = .code, to secret: consuming Secret, current: Secrets
    ) throws {
        let new = SharedSecret(secret)
        try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            var record = account.record
            let index = try record.stage(named: name)
            do throws(InvalidValue) {
                try record.stages[index].format.checkAsNew(new.secret)
            } catch {
                throw ProfileError(invalid: [error])
            }
            let keys = try account.prove(current)
            record.epoch += 1
            let chain = StageKeys(store: account.file.id, account: self.account)
            let format = record.stages[index].format
            let previous = index > 0 ? keys[index - 1].secret.duplicate() : account.device.duplicate()
            record.stages[index] = try chain.make(
                format, at: index, epoch: record.epoch, secret: new.secret, cost: configuration.cost,
                wrapping: keys[index].secret, behind: previous)
            record.mac = record.expectedMAC(
                store: account.file.id, instance: account.file.instance, device: account.device)
            try account.file.replaceGate(with: record, configuration: configuration) { _ in }
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

extension StoreFile {
    /// Writes a changed gate and whatever goes with it in one transaction, ends the account's sessions, and leaves
    /// nothing of the old envelopes in the file.
    func replaceGate(
        with record: GateRecord, configuration: Gate.Configuration,
        alongside body: (borrowing Connection) throws -> Void
    ) throws {
        let ended = try connection.transaction(.writing) { connection in
            try record.write(to: connection)
            let ended = try SessionRow.deleteAll(of: record.account, from: connection)
            try body(connection)
            return ended
        }
        for session in ended { SessionPlaces(configuration: configuration).remove(session.name) }
        try connection.truncateLog()
    }
}
