internal import Sealing

extension VerifiedAccount {
    /// Tries a secret on a stage: counts the attempt as failed, derives the key, and gives the verdict. A passed stage
    /// takes back only its own charge; the last one resets the count.
    ///
    /// - Parameter previous: the key of the previous stage; `nil` for the first, which is protected by the device
    ///   secret.
    /// - Throws: ``StoreError`` with `invalidValue` for a secret of the wrong shape and `throttled`, both before
    ///   anything is counted; `locked` for a stage that the gate no longer has; `wrongPasscode`; `failure` if the
    ///   memory is refused, after taking the charge back; `CancellationError` while this waits for its turn to derive,
    ///   before anything is counted.
    func pass(stage index: Int, with secret: borrowing Secret, behind previous: SharedSecret?) throws -> SharedSecret {
        guard record.stages.indices.contains(index) else { throw StoreError(.locked) }
        let stage = record.stages[index]
        do throws(FieldProblem) { try stage.format.check(secret) } catch {
            throw StoreError(.wrongShape(stage.format))
        }
        var before = try state
        let now = clock.bootInstant
        if before.limiter.restartIfClockRanAhead(of: now) { try write(before) }
        let wait = before.limiter.wait(at: now)
        guard wait == .zero else { throw StoreError(.throttled(wait)) }
        let wallTime = clock.wallTime
        try derivations.turns.take(limit: derivations.maximum)
        defer { derivations.turns.giveBack() }
        var charged = before
        charged.limiter.charge(at: clock.bootInstant)
        charged.lastFailureAt = wallTime
        try write(charged)
        do {
            let keys = StageKeys(scope: scope, derivations: derivations)
            let key =
                if let previous {
                    try keys.open(stage, at: index, with: secret, behind: previous.secret)
                } else {
                    try keys.open(stage, at: index, with: secret, behind: device)
                }
            if let key {
                if index == record.stages.count - 1 { try clear(before) } else { try write(before) }
                return SharedSecret(key)
            }
        } catch SealingError.outOfMemory {
            try write(before)
            throw StoreError(.outOfMemory(checking: stage.format))
        }
        throw StoreError(
            .wrongSecret(
                stage.format, attemptsBeforeWait: charged.limiter.attemptsBeforeWait,
                wait: AttemptLimiter.penalty(afterFailures: charged.limiter.failures)))
    }

    /// Tries all secrets of the gate in stage order, and resets the count if the last one is correct.
    ///
    /// - Returns: the stages' keys, in order; the last is the data key.
    func prove(_ secrets: GateSecrets) throws -> [SharedSecret] {
        var keys: [SharedSecret] = []
        for (index, stage) in record.stages.enumerated() {
            let secret = try secrets.secret(of: stage.format)
            keys.append(try pass(stage: index, with: secret.secret, behind: keys.last))
        }
        return keys
    }
}
