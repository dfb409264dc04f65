internal import Sealing

/// The contents of the database for one account's gate: only ciphertexts and public parameters.
struct GateRecord {
    let account: AccountID
    /// Raised when secrets change, which invalidates the keys and sessions of earlier epochs.
    var epoch: Int
    /// Whether the account's keypads are shuffled.
    var shuffle: Bool
    var stages: [Stage]
    /// The data key, wrapped by the recovery code.
    var recovery: [UInt8]
    /// Identifies the device secret with which the gate was made.
    var deviceCheck: [UInt8]
    /// Authenticates everything above, keyed by the device secret.
    var mac: [UInt8] = []

    /// One stage of the gate.
    struct Stage {
        var format: CodeFormat
        /// The gate's epoch when this stage's secret was set.
        var epoch: Int
        var cost: KeyDerivation.Cost
        var salt: [UInt8]
        /// The stage's key, sealed by the key derived from its secret.
        var envelope: [UInt8]
    }

    /// The expected value of ``mac``. It binds the gate to its instance, unless that is unnamed.
    func expectedMAC(in scope: AccountContext, device: borrowing Secret) -> [UInt8] {
        var body: [UInt8] = []
        body.append(littleEndian: epoch)
        body.append(littleEndian: shuffle ? 1 : 0)
        body.append(lengthPrefixed: recovery)
        body.append(lengthPrefixed: deviceCheck)
        for stage in stages {
            body.append(lengthPrefixed: Array(stage.format.description.utf8))
            body.append(littleEndian: stage.epoch)
            body.append(littleEndian: stage.cost.operations)
            body.append(littleEndian: stage.cost.memory)
            body.append(lengthPrefixed: stage.salt)
            body.append(lengthPrefixed: stage.envelope)
        }
        return scope.instance.isUnnamed
            ? KeyedHash.mac(
                scope.purpose("account.v1"), scope.store.bytes, scope.accountBytes, body, key: device)
            : KeyedHash.mac(
                scope.purpose("account.v2"), scope.store.bytes, scope.instance.bytes, scope.accountBytes, body,
                key: device)
    }

    /// Whether this gate was written for this instance with this device secret.
    func isAuthentic(in scope: AccountContext, device: borrowing Secret) -> Bool {
        KeyedHash.areEqual(expectedMAC(in: scope, device: device), mac)
    }

    /// Whether the stages' salts and envelopes have the form that they need to have to be opened with any secret.
    var canBeOpened: Bool {
        stages.allSatisfy { stage in
            SealedBox.hasFormOfKey(stage.envelope) && stage.salt.count == KeyDerivation.saltLength
        }
    }

    /// Returns the value of ``recovery``: a data key wrapped by a recovery code.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    static func recovery(
        _ dataKey: borrowing Secret, code: RecoveryCode, in scope: AccountContext, formats: [CodeFormat]
    ) throws(SealingError) -> [UInt8] {
        let context = recoveryContext(in: scope, formats: formats)
        return SealedBox.seal(dataKey, with: try code.key(for: context), context: context)
    }

    /// What the recovery wrap is bound to. It includes the stages' formats, so that nobody can make a recovery set up a
    /// weaker gate.
    ///
    /// - Parameter formats: `nil` for a wrap made by version 0.1.0, which wasn't bound to them.
    static func recoveryContext(in scope: AccountContext, formats: [CodeFormat]?) -> [UInt8] {
        var context = scope.purpose(formats == nil ? "recovery.v1" : "recovery.v2")
        context.append(lengthPrefixed: scope.store.bytes)
        context.append(lengthPrefixed: scope.accountBytes)
        for format in formats ?? [] { context.append(lengthPrefixed: Array(format.description.utf8)) }
        return context
    }

    /// One higher than this epoch, or 1 if it is out of range or the highest. It always differs from this epoch,
    /// whatever number the store contains.
    var nextEpoch: Int { (1..<Self.highestEpoch).contains(epoch) ? epoch + 1 : 1 }

    static let highestEpoch = 1 << 53
}

// The engine's form of a gate.
extension GateRecord {
    /// - Throws: ``StoreError`` with `damaged` for values that this program wouldn't have written.
    init(_ row: GateRow, of account: AccountID) throws {
        self.init(row, of: account, stages: try Self.stages(in: row))
    }

    private init(_ row: GateRow, of account: AccountID, stages: [Stage]) {
        self.init(
            account: account, epoch: row.epoch, shuffle: row.shuffle, stages: stages, recovery: row.recovery,
            deviceCheck: row.deviceCheck, mac: row.mac)
    }

    private static func stages(in row: GateRow) throws -> [Stage] {
        if let damage = row.damage { throw StoreError(.damaged(damage)) }
        guard (1...2).contains(row.stages.count) else { throw StoreError(.damaged(.gateStages)) }
        return try row.stages.map { stage in
            guard let format = CodeFormat(stage.format),
                let cost = KeyDerivation.Cost(checkedOperations: stage.operations, memory: stage.memory)
            else { throw StoreError(.damaged(.gateParameters)) }
            return Stage(format: format, epoch: stage.epoch, cost: cost, salt: stage.salt, envelope: stage.envelope)
        }
    }

    var row: GateRow {
        GateRow(
            epoch: epoch, shuffle: shuffle,
            stages: stages.map { stage in
                StageRow(
                    format: stage.format.description, epoch: stage.epoch, operations: stage.cost.operations,
                    memory: stage.cost.memory, salt: stage.salt, envelope: stage.envelope)
            }, recovery: recovery, deviceCheck: deviceCheck, mac: mac)
    }

    /// Reads an account's gate; `nil` if there is no such account.
    static func load(_ account: AccountID, in backend: any RecordBackend) throws -> GateRecord? {
        try backend.gate(of: account).map { try GateRecord($0, of: account) }
    }

    /// Reads an account's gate as of one moment.
    static func load(_ account: AccountID, from engine: any RecordEngine) throws -> GateRecord? {
        try engine.transaction(.reading, of: account) { try load(account, in: $0) }
    }

    /// Reads what a recovery needs of an account's gate: without stages if they are damaged, since it makes new ones.
    static func salvage(_ account: AccountID, from engine: any RecordEngine) throws -> GateRecord? {
        guard let row = try engine.transaction(.reading, of: account, { try $0.gate(of: account) }) else { return nil }
        return GateRecord(row, of: account, stages: (try? stages(in: row)) ?? [])
    }

    /// Writes the gate with its stages, replacing any earlier one, in the caller's transaction.
    func write(to backend: any RecordBackend) throws {
        try backend.putGate(row, of: account)
    }
}

/// What a gate is bound to and stores, apart from its keys.
struct GateBinding {
    let scope: AccountContext
    let epoch: Int
    let shuffle: Bool
    let derivations: DerivationLimit
}

extension GateContext {
    /// Reads the account's gate.
    func record<Result>(_ body: (GateRecord) throws -> Result) throws -> Result {
        try use { engine in
            guard let record = try GateRecord.load(account, from: engine) else { throw StoreError(.noAccount(account)) }
            return try body(record)
        }
    }
}
