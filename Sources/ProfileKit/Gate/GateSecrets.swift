internal import Sealing

extension Gate {
    /// The secrets of a whole gate, one a stage.
    public struct Secrets: ~Copyable, Sendable {
        /// The secret of the last stage, whatever its format.
        public let passcode: Secret
        /// The secret of the stage before it, if there is one.
        public let password: Secret?

        public init(passcode: consuming Secret, password: consuming Secret? = nil) {
            self.passcode = passcode
            self.password = password
        }

        /// Lends the secret of a stage.
        ///
        /// - Throws: ``ProfileError`` with `locked` when there is none for it.
        func withSecret<Result: ~Copyable>(
            of format: CodeFormat, _ body: (borrowing Secret) throws -> Result
        ) throws -> Result {
            guard format == .password else { return try body(passcode) }
            guard password != nil else {
                throw ProfileError(
                    .locked, "the gate asks for a password before the code", hint: "Give both, the password first.")
            }
            return try body(password!)
        }

        /// Checks new secrets against the rules of their formats.
        ///
        /// - Throws: ``ProfileError`` with `invalidValue` that names every secret out of its rules.
        func checkAsNew(for formats: [CodeFormat]) throws {
            var problems: [InvalidValue] = []
            for format in formats {
                try withSecret(of: format) { secret in
                    do throws(InvalidValue) { try format.checkAsNew(secret) } catch { problems.append(error) }
                }
            }
            guard problems.isEmpty else { throw ProfileError(invalid: problems) }
        }

        /// Wraps a data key by the stages, one behind the other, and by the recovery code.
        ///
        /// - Returns: the account's record, with its code computed.
        func seal(
            _ dataKey: borrowing Secret, formats: [CodeFormat], in place: GatePlace, device: borrowing Secret,
            recoveryCode: RecoveryCode, cost: KeyDerivation.Cost
        ) throws -> GateRecord {
            let keys = StageKeys(store: place.store, account: place.account)
            var stages: [GateRecord.Stage] = []
            var previous = device.duplicate()
            for (index, format) in formats.enumerated() {
                let key = index == formats.count - 1 ? dataKey.duplicate() : Secret.random()
                stages.append(
                    try withSecret(of: format) { secret in
                        try keys.make(
                            format, at: index, epoch: place.epoch, secret: secret, cost: cost, wrapping: key,
                            behind: previous)
                    })
                previous = key
            }
            let context = GateRecord.recoveryContext(store: place.store, account: place.account)
            var record = GateRecord(
                account: place.account, epoch: place.epoch, shuffle: place.shuffle, stages: stages,
                recovery: SealedBox.seal(dataKey, with: recoveryCode.key(for: context), context: context),
                deviceCheck: GateRecord.deviceCheck(store: place.store, account: place.account, device: device))
            record.mac = record.expectedMAC(store: place.store, device: device)
            return record
        }
    }
}

/// What a gate is bound to and keeps, apart from its keys.
struct GatePlace {
    let store: StoreID
    let account: AccountID
    let epoch: Int
    let shuffle: Bool
}
