internal import Sealing

/// The secrets that a gate is made with, in stage order.
struct GateSecrets: ~Copyable {
    let format: CodeFormat
    let passcode: Secret
    let password: Secret?

    init(format: CodeFormat, passcode: consuming Secret, password: consuming Secret?) {
        self.format = format
        self.passcode = passcode
        self.password = password
    }

    /// - Throws: ``ProfileError`` with `invalidValue` that names every secret of the wrong shape.
    func check() throws(ProfileError) {
        var problems: [InvalidValue] = []
        if password != nil {
            do { try CodeFormat.password.check(password!) } catch { problems.append(error) }
        }
        do { try format.check(passcode) } catch { problems.append(error) }
        guard problems.isEmpty else { throw ProfileError(invalid: problems) }
    }

    /// Wraps a data key: by the stages one behind the other, and by the recovery code.
    func seal(
        _ dataKey: borrowing Secret, store: StoreID, account: AccountID, epoch: Int, device: borrowing Secret,
        recoveryCode: RecoveryCode, shuffle: Bool, cost: KeyDerivation.Cost
    ) throws -> GateRecord {
        let keys = StageKeys(store: store, account: account, epoch: epoch)
        var stages: [GateRecord.Stage] = []
        if password != nil {
            let between = Secret.random()
            stages.append(
                try keys.make(.password, at: 0, secret: password!, cost: cost, wrapping: between, behind: device))
            stages.append(
                try keys.make(format, at: 1, secret: passcode, cost: cost, wrapping: dataKey, behind: between))
        } else {
            stages.append(
                try keys.make(format, at: 0, secret: passcode, cost: cost, wrapping: dataKey, behind: device))
        }
        let context = GateRecord.recoveryContext(store: store, account: account)
        var record = GateRecord(
            account: account, epoch: epoch, shuffle: shuffle, stages: stages,
            recovery: SealedBox.seal(dataKey, with: recoveryCode.key(for: context), context: context),
            deviceCheck: GateRecord.deviceCheck(store: store, account: account, device: device))
        record.mac = record.expectedMAC(store: store, device: device)
        return record
    }
}
