internal import Sealing

/// The chain of keys behind a gate's stages.
///
///     stage key 0 = device secret
///     KEKᵢ = BLAKE2b(key: stage key i, domain ".kek.v1" ‖ store ‖ account ‖ epochᵢ ‖ i ‖ Argon2id(secretᵢ, saltᵢ))
///     stage key i+1 = open(envelopeᵢ, KEKᵢ)          i = 0, or 0 and 1
///     data key = last stage key
///
/// Each stage's key is protected by the stage before it, so a wrong password and a wrong code are told apart without
/// storing a verifier. A copy of the database without the device secret can't be searched at all.
struct StageKeys {
    let scope: AccountContext
    let derivations: DerivationLimit

    /// Opens a stage. The caller has a turn to derive.
    ///
    /// - Returns: the stage's key; `nil` if the secret is wrong.
    /// - Throws: ``SealingError/outOfMemory`` if the memory is refused.
    func open(
        _ stage: GateRecord.Stage, at index: Int, with secret: borrowing Secret, behind previous: borrowing Secret
    ) throws(SealingError) -> Secret? {
        let wrapping = try wrappingKey(for: stage, at: index, secret: secret, behind: previous)
        do {
            return try SealedBox.openSecret(stage.envelope, with: wrapping, context: context(of: stage, at: index))
        } catch .authenticationFailed {
            return nil
        }
    }

    /// Creates a stage: `key` wrapped by a secret, with a new salt.
    ///
    /// If the system refuses the memory, the next lower cost is tried, down to the lowest.
    func make(
        _ format: CodeFormat, at index: Int, epoch: Int, secret: borrowing Secret, cost: KeyDerivation.Cost,
        wrapping key: borrowing Secret, behind previous: borrowing Secret
    ) throws -> GateRecord.Stage {
        var stage = GateRecord.Stage(
            format: format, epoch: epoch, cost: cost, salt: RandomBytes.make(KeyDerivation.saltLength), envelope: [])
        do {
            let wrapper = try derivations.inTurn {
                try wrappingKey(for: stage, at: index, secret: secret, behind: previous)
            }
            stage.envelope = SealedBox.seal(key, with: wrapper, context: context(of: stage, at: index))
            return stage
        } catch SealingError.outOfMemory {
            guard let lower = cost.lower else { throw SealingError.outOfMemory }
            return try make(
                format, at: index, epoch: epoch, secret: secret, cost: lower, wrapping: key, behind: previous)
        }
    }

    private func wrappingKey(
        for stage: GateRecord.Stage, at index: Int, secret: borrowing Secret, behind previous: borrowing Secret
    ) throws(SealingError) -> Secret {
        let canonical = try stage.format.canonical(secret)
        let derived = try KeyDerivation.argon2id(canonical, salt: stage.salt, cost: stage.cost)
        return try KeyedHash.derive(context(of: stage, at: index), mixing: derived, key: previous)
    }

    private func context(of stage: GateRecord.Stage, at index: Int) -> [UInt8] {
        var context = scope.purpose("kek.v1")
        context.append(lengthPrefixed: scope.store.bytes)
        context.append(lengthPrefixed: scope.accountBytes)
        context.append(littleEndian: stage.epoch)
        context.append(littleEndian: index)
        return context
    }
}

extension KeyDerivation.Cost {
    /// This cost, or the requested one if it is higher: setting a secret never makes guessing it cheaper than before.
    func raised(to cost: Self?) -> Self { cost.map { max(self, $0) } ?? self }
}
