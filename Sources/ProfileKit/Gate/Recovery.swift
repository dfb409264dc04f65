internal import SQLiteKit
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
    /// - Returns: the new recovery code.
    /// - Throws: ``ProfileError`` with `wrongPasscode` for a wrong recovery code, `invalidValue` for new secrets out of
    ///   their rules, `noStore`, `damaged`, `io`.
    @discardableResult
    public func recover(
        with code: RecoveryCode, settingUp secrets: Secrets,
        revealing: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> RecoveryCode {
        return try translatingErrors(at: path) {
            let file = try file.take()
            let folder = StateFolder(of: account, in: file, configuration)
            return try folder.locked { folder in
                guard let record = try GateRecord.load(account, from: file) else {
                    throw Self.noAccount(account)
                }
                let context = GateRecord.recoveryContext(store: file.id, account: account)
                guard
                    let dataKey = try? SealedBox.openSecret(
                        record.recovery, with: code.key(for: context), context: context)
                else {
                    throw ProfileError(
                        .wrongPasscode, "The recovery code does not match.",
                        hint: "Use the newest one of account '\(account)': each recovery gives a new one.")
                }
                try secrets.checkAsNew(for: record.stages.map(\.format))
                let device = Secret.random()
                return try rekey(
                    record, in: file, dataKey: dataKey, secrets: secrets, device: device,
                    changeover: folder, revealing: revealing)
            }
        }
    }

    /// Makes a new recovery code, and seals everything anew so that the old one opens nothing of this store any more.
    ///
    /// The current secrets are always asked for, under the ladder. Every session ends.
    ///
    /// - Parameter revealing: is given the new code before anything changes. What it throws stops the change.
    /// - Throws: ``ProfileError`` as ``unlock(with:)``.
    @discardableResult
    public func renewRecoveryCode(
        current: Secrets, revealing: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> RecoveryCode {
        return try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            let keys = try account.prove(current)
            return try rekey(
                account.record, in: account.file, dataKey: keys[keys.count - 1].secret, secrets: current,
                device: account.device, changeover: nil, revealing: revealing)
        }
    }

    /// Puts an account under a new data key: gate, recovery code and all records, in one transaction.
    ///
    /// - Parameter changeover: the folder that is to change over to `device`; `nil` when that is in use already.
    private func rekey(
        _ record: GateRecord, in file: borrowing StoreFile, dataKey: borrowing Secret, secrets: Secrets,
        device: borrowing Secret, changeover: StateFolder?, revealing: (RecoveryCode) throws -> Void
    ) throws -> RecoveryCode {
        let (newKey, newCode) = (SharedSecret(.random()), RecoveryCode.random())
        let place = GatePlace(
            store: file.id, instance: file.instance, account: account, epoch: record.epoch + 1,
            shuffle: record.shuffle)
        let next = try secrets.seal(
            newKey.secret, formats: record.stages.map(\.format), in: place, device: device, recoveryCode: newCode,
            cost: configuration.cost)
        let old = RecordSealer(of: account, in: file, dataKey: dataKey)
        let new = RecordSealer(of: account, in: file, dataKey: newKey.secret)
        // The order makes a kill harmless: the device secret first, then the person has the new code, then the commit,
        // then the files change their names, which the next opening finishes if it must. The code is shown only when
        // every record has opened, so that no code is shown that doesn't come to stand.
        try changeover?.prepareChangeover(to: device)
        try file.upgradeRecords(old)
        try file.replaceGate(with: next, configuration: configuration) { _ in
            let device = SharedSecret(device.duplicate())
            let damaged = try file.reseal(
                from: old, to: new, card: CardAuthentication(store: file.id, account: account, device: device))
            _ = damaged
            try revealing(newCode)
        }
        try changeover?.finishChangeover()
        return newCode
    }
}
