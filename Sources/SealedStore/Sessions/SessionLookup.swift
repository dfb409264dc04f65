internal import Sealing
internal import SystemKit

/// A live session, with the data key that it opens.
struct SessionLookup {
    let session: GateSession
    let dataKey: SharedSecret

    /// Finds the live session of an account: the one with the most time left if there are several, `nil` if there is
    /// none that this process can read, for whatever reason.
    static func find(of gate: GateContext, in engine: any RecordEngine, version: GateVersion) throws -> SessionLookup? {
        let rows = try engine.look { try $0.sessions(of: gate.account) }
        return try find(of: gate, among: rows, gate.scope(in: engine), version: version)
    }

    /// Finds the live session among rows that have already been read.
    static func find(
        of gate: GateContext, among rows: [SessionRow], _ scope: AccountContext, version: GateVersion
    ) throws -> SessionLookup? {
        let now = gate.now
        var best: SessionLookup?
        for row in rows {
            guard let found = try SessionLookup(row, of: gate, scope, version: version) else { continue }
            if best.map({ $0.session.timeLeft(at: now) < found.session.timeLeft(at: now) }) ?? true { best = found }
        }
        return best
    }

    /// Opens a row's session; `nil` if it has ended or its key can't be read by this process.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    init?(_ row: SessionRow, of gate: GateContext, _ scope: AccountContext, version: GateVersion) throws {
        guard let kept = try gate.sessionKeys.find(row.id) else { return nil }
        let session = GateSession(row, storage: kept.storage, idleDeadline: kept.payload.idleDeadline)
        guard session.timeLeft(at: gate.now) > .zero else { return nil }
        do {
            dataKey = SharedSecret(
                try SealedBox.openSecret(
                    row.envelope, with: kept.payload.key, context: row.context(in: scope, version: version)))
            self.session = session
        } catch SealingError.authenticationFailed, SealingError.malformed {
            return nil
        }
    }
}

// The gate's view of a session row. An account has one row for each storage that keeps a session's key where other
// processes can't read it.
extension SessionRow {
    init(id: [UInt8], deadline: BootInstant, idleLimit: Duration) {
        self.init(
            id: id, boot: deadline.boot, deadlineNanoseconds: deadline.sinceBoot.nanoseconds,
            idleNanoseconds: idleLimit.nanoseconds, envelope: [])
    }

    /// When the session ends, however much it is used.
    var deadline: BootInstant {
        get { BootInstant(boot: boot, sinceBoot: .nanoseconds(deadlineNanoseconds)) }
        set { (boot, deadlineNanoseconds) = (newValue.boot, newValue.sinceBoot.nanoseconds) }
    }

    /// How long the session may go unused.
    var idleLimit: Duration { .nanoseconds(idleNanoseconds) }

    /// What the envelope is bound to: the store, every field of the row, and the gate's version. Once the account was
    /// locked or a secret changed, a row therefore opens nothing, even if it is put back while its key still exists
    /// somewhere.
    func context(in scope: AccountContext, version: GateVersion) -> [UInt8] {
        var context = scope.purpose("session.v2")
        context.append(lengthPrefixed: scope.store.bytes)
        context.append(lengthPrefixed: scope.instance.bytes)
        context.append(lengthPrefixed: scope.accountBytes)
        context.append(lengthPrefixed: id)
        context.append(littleEndian: version.epoch)
        context.append(littleEndian: version.lock)
        context.append(lengthPrefixed: boot)
        context.append(littleEndian: deadlineNanoseconds)
        context.append(littleEndian: idleNanoseconds)
        return context
    }
}
