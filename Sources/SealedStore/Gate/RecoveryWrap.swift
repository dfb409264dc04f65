internal import Sealing

/// What a recovery code opens in a gate.
struct RecoveryWrap: ~Copyable {
    let dataKey: Secret
    /// The formats that the owner chose for the gate. Those in the store may have been changed.
    let formats: [CodeFormat]

    /// - Returns: `nil` if the code doesn't match.
    /// - Throws: ``SealingError/outOfMemory``.
    static func open(
        _ record: GateRecord, with code: RecoveryCode, in scope: AccountScope
    ) throws(SealingError) -> RecoveryWrap? {
        // There are only a few possible gates, and the wrap opens for the one that it was made with.
        for formats in gates {
            if let key = try open(record, with: code, in: scope, boundTo: formats) {
                return RecoveryWrap(dataKey: key, formats: formats)
            }
        }
        guard let key = try open(record, with: code, in: scope, boundTo: nil) else { return nil }
        return RecoveryWrap(dataKey: key, formats: record.stages.map(\.format))
    }

    /// Every list of stages with which an account can be created.
    private static let gates: [[CodeFormat]] = {
        let codes = CodeFormat.codeNames.compactMap { CodeFormat($0) }
        return codes.map { [$0] } + codes.map { [.password, $0] }
    }()

    private static func open(
        _ record: GateRecord, with code: RecoveryCode, in scope: AccountScope, boundTo formats: [CodeFormat]?
    ) throws(SealingError) -> Secret? {
        let context = GateRecord.recoveryContext(in: scope, formats: formats)
        do {
            return try SealedBox.openSecret(record.recovery, with: try code.key(for: context), context: context)
        } catch .outOfMemory {
            throw .outOfMemory
        } catch {
            return nil
        }
    }
}
