import SealedStore
import Synchronization

final class PutCount: Sendable {
    private let count = Atomic<Int>(0)

    /// Whether this row is to be lost.
    func next() -> Bool { count.add(1, ordering: .relaxed).newValue.isMultiple(of: 50) }
}

/// Passes everything on except some rows, which a test of engines has to detect.
final class LosingBackend: RecordBackend {
    private let base: any RecordBackend
    private let puts: PutCount

    init(_ base: any RecordBackend, _ puts: PutCount) {
        (self.base, self.puts) = (base, puts)
    }

    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        if !puts.next() { try base.put(row, kind, of: account) }
    }

    func accounts() throws -> [String] { try base.accounts() }
    func putInstance(_ instance: InstanceID) throws { try base.putInstance(instance) }
    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        try base.heads(of: account, kinds: kinds)
    }
    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
        try base.row(kind, number, of: account, extent: extent)
    }
    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws { try base.rows(kind, in: range, of: account, body) }
    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        try base.number(of: kind, fingerprint: fingerprint, of: account)
    }
    func count(_ kind: RecordKind, of account: AccountID) throws -> Int { try base.count(kind, of: account) }
    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        try base.remove(kind, numbers, of: account)
    }
    func putReadableMark(_ mark: [UInt8], of account: AccountID) throws {
        try base.putReadableMark(mark, of: account)
    }
    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        try base.putManifest(manifest, of: account)
    }
    func gate(of account: AccountID) throws -> GateRow? { try base.gate(of: account) }
    func putGate(_ gate: GateRow, of account: AccountID) throws { try base.putGate(gate, of: account) }
    func putLock(_ lock: Int, of account: AccountID) throws { try base.putLock(lock, of: account) }
    func removeAccount(_ account: AccountID) throws { try base.removeAccount(account) }
    func sessions(of account: AccountID) throws -> [SessionRow] { try base.sessions(of: account) }
    func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow? { try base.session(id, of: account) }
    func putSession(_ session: SessionRow, of account: AccountID) throws {
        try base.putSession(session, of: account)
    }
    func removeSessions(_ id: [UInt8]?, of account: AccountID) throws { try base.removeSessions(id, of: account) }
}
