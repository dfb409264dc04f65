public import Sealing

/// The secrets of a whole gate, one for each stage. They are wiped with the last copy of this value.
public struct GateSecrets: Sendable {
    private let passcode: SharedSecret
    private let password: SharedSecret?

    /// - Parameters:
    ///   - passcode: the secret of the last stage, of any format.
    ///   - password: the secret of the stage before it, if there is one.
    public init(passcode: consuming Secret, password: consuming Secret? = nil) {
        self.passcode = SharedSecret(passcode)
        switch consume password {
        case .some(let password): self.password = SharedSecret(password)
        case .none: self.password = nil
        }
    }

    private init(passcode: SharedSecret, password: SharedSecret?) {
        (self.passcode, self.password) = (passcode, password)
    }

    /// The secret of a stage.
    ///
    /// - Throws: ``StoreError`` with `locked` if no secret was given for it.
    func secret(of format: CodeFormat) throws(StoreError) -> SharedSecret {
        guard format == .password else { return passcode }
        guard let password else { throw StoreError(.noPasswordGiven) }
        return password
    }

    /// Checks that a new secret for a stage differs from the current one.
    ///
    /// - Throws: ``FieldProblem`` whose rule is ``FieldRule/new``.
    public func refuseSame(_ secret: borrowing Secret, for format: CodeFormat) throws(FieldProblem) {
        // If they can't be compared here, the change itself detects it.
        guard let current = try? self.secret(of: format),
            (try? format.canonical(secret).equals(format.canonical(current.secret))) == true
        else { return }
        throw FieldProblem(format.noun, .new)
    }

    /// Checks new secrets against the rules of their formats.
    ///
    /// - Throws: ``StoreError`` with `invalidValue`, listing every invalid secret.
    func checkAsNew(for formats: [CodeFormat]) throws {
        var problems: [FieldProblem] = []
        for format in formats {
            let secret = try secret(of: format)
            do throws(FieldProblem) { try format.checkAsNew(secret.secret) } catch { problems.append(error) }
        }
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
    }

    /// These secrets, with another one for the given stage.
    func replacing(_ format: CodeFormat, by secret: SharedSecret) -> GateSecrets {
        format == .password
            ? GateSecrets(passcode: passcode, password: secret) : GateSecrets(passcode: secret, password: password)
    }

    /// Wraps a data key with the stages, each behind the one before.
    ///
    /// - Parameter recovery: the same data key, wrapped by the recovery code.
    /// - Returns: the account's record, with its MAC computed.
    func seal(
        _ dataKey: borrowing Secret, formats: [CodeFormat], in binding: GateBinding, device: borrowing Secret,
        recovery: [UInt8], costs: [KeyDerivation.Cost]
    ) throws -> GateRecord {
        let keys = StageKeys(scope: binding.scope, derivations: binding.derivations)
        var stages: [GateRecord.Stage] = []
        var previous = SharedSecret(try device.duplicate())
        for (index, (format, cost)) in zip(formats, costs).enumerated() {
            let key = SharedSecret(try index == formats.count - 1 ? dataKey.duplicate() : .random())
            stages.append(
                try keys.make(
                    format, at: index, epoch: binding.epoch, secret: try secret(of: format).secret, cost: cost,
                    wrapping: key.secret, behind: previous.secret))
            previous = key
        }
        var record = GateRecord(
            account: binding.scope.account, epoch: binding.epoch, shuffle: binding.shuffle, stages: stages,
            recovery: recovery,
            deviceCheck: binding.scope.deviceCheck(device))
        record.mac = record.expectedMAC(in: binding.scope, device: device)
        return record
    }
}
