internal import Sealing

/// What the database holds of one account's gate. Only ciphertexts and public parameters.
struct GateRecord {
    let account: AccountID
    /// Raised when secrets change: keys and sessions of an earlier epoch end.
    var epoch: Int
    /// Whether keypads of this account are shuffled.
    var shuffle: Bool
    var stages: [Stage]
    /// The data key, wrapped by the recovery code.
    var recovery: [UInt8]
    /// Tells the right device secret from another one.
    var deviceCheck: [UInt8]
    /// Authenticates everything above, keyed from the device secret.
    var mac: [UInt8] = []

    /// One stage of the gate.
    struct Stage {
        var format: CodeFormat
        /// The gate's epoch when its secret was set.
        var epoch: Int
        var cost: KeyDerivation.Cost
        var salt: [UInt8]
        /// The stage's key, sealed by what its secret derives.
        var envelope: [UInt8]
    }

    /// The expected value of ``mac``. It binds the gate to its instance, where that has a name.
    func expectedMAC(store: StoreID, instance: InstanceID, device: borrowing Secret) -> [UInt8] {
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
        let account = Array(account.description.utf8)
        return instance.isUnnamed
            ? KeyedHash.mac(Array("profile.account.v1".utf8), store.bytes, account, body, key: device)
            : KeyedHash.mac(
                Array("profile.account.v2".utf8), store.bytes, instance.bytes, account, body, key: device)
    }

    /// The expected value of ``deviceCheck``.
    static func deviceCheck(store: StoreID, account: AccountID, device: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(
            Array("profile.device-check.v1".utf8), store.bytes, Array(account.description.utf8), key: device)
    }

    /// The value of ``recovery``: a data key, wrapped by a recovery code.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    static func recovery(
        _ dataKey: borrowing Secret, code: RecoveryCode, store: StoreID, account: AccountID, formats: [CodeFormat]
    ) throws(SealingError) -> [UInt8] {
        let context = recoveryContext(store: store, account: account, formats: formats)
        return SealedBox.seal(dataKey, with: try code.key(for: context), context: context)
    }

    /// What the recovery wrap is bound to: what the gate asks for as well, so that nobody can have an easier gate set up
    /// by a recovery.
    ///
    /// - Parameter formats: `nil` for a wrap that version 0.1.0 made, which wasn't bound to them.
    static func recoveryContext(store: StoreID, account: AccountID, formats: [CodeFormat]?) -> [UInt8] {
        var context = Array((formats == nil ? "profile.recovery.v1" : "profile.recovery.v2").utf8)
        context.append(lengthPrefixed: store.bytes)
        context.append(lengthPrefixed: Array(account.description.utf8))
        for format in formats ?? [] { context.append(lengthPrefixed: Array(format.description.utf8)) }
        return context
    }

    /// Differs from this epoch, whatever number stands in the store, and is one higher until there are no more.
    var nextEpoch: Int { (1..<Self.highestEpoch).contains(epoch) ? epoch + 1 : 1 }

    static let highestEpoch = 1 << 53
}
