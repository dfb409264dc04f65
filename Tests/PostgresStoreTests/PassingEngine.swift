import SealedStore

/// Passes everything on to another engine. Its subclasses have flaws, which tests of engines have to detect.
///
/// Unchecked because the compiler checks only final classes: this one and its subclasses have only constants.
class PassingEngine: RecordEngine, @unchecked Sendable {
    let base: any RecordEngine

    init(_ base: any RecordEngine) { self.base = base }

    var name: String { base.name }
    var id: StoreID { base.id }
    var instance: InstanceID { base.instance }
    var isCurrent: Bool { base.isCurrent }

    func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result { try base.look(body) }

    func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        try base.transaction(access, of: account, body, settling: settling)
    }

    func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
        try base.watch(account, wake)
    }

    func wakeWatches(of account: AccountID) { base.wakeWatches(of: account) }
    func scrub() throws { try base.scrub() }
    func checks() throws -> [StoreCheck] { try base.checks() }
    func copy(toEmptyFile path: String) throws { try base.copy(toEmptyFile: path) }
}

/// A backend whose subclasses decide from where its rows are read, and when they are written.
class PassingBackend: RecordBackend {
    func read<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        preconditionFailure("for subclasses")
    }

    func write(_ body: @escaping (any RecordBackend) throws -> Void) throws { preconditionFailure("for subclasses") }

    func accounts() throws -> [String] { try read { try $0.accounts() } }
    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        try read { try $0.heads(of: account, kinds: kinds) }
    }
    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
        try read { try $0.row(kind, number, of: account, extent: extent) }
    }
    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws { try read { try $0.rows(kind, in: range, of: account, body) } }
    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        try read { try $0.number(of: kind, fingerprint: fingerprint, of: account) }
    }
    func count(_ kind: RecordKind, of account: AccountID) throws -> Int {
        try read { try $0.count(kind, of: account) }
    }
    func countStrays(besides kinds: [RecordKind], of account: AccountID) throws -> Int {
        try read { try $0.countStrays(besides: kinds, of: account) }
    }
    func removeStrays(besides kinds: [RecordKind], of account: AccountID) throws {
        try write { try $0.removeStrays(besides: kinds, of: account) }
    }
    func gate(of account: AccountID) throws -> GateRow? { try read { try $0.gate(of: account) } }
    func sessions(of account: AccountID) throws -> [SessionRow] { try read { try $0.sessions(of: account) } }
    func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow? {
        try read { try $0.session(id, of: account) }
    }

    func putInstance(_ instance: InstanceID) throws { try write { try $0.putInstance(instance) } }
    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        try write { try $0.put(row, kind, of: account) }
    }
    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        try write { try $0.remove(kind, numbers, of: account) }
    }
    func putCardNumber(_ number: [UInt8], of account: AccountID) throws {
        try write { try $0.putCardNumber(number, of: account) }
    }
    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        try write { try $0.putManifest(manifest, of: account) }
    }
    func putGate(_ gate: GateRow, of account: AccountID) throws { try write { try $0.putGate(gate, of: account) } }
    func putLock(_ lock: Int, of account: AccountID) throws { try write { try $0.putLock(lock, of: account) } }
    func removeAccount(_ account: AccountID) throws { try write { try $0.removeAccount(account) } }
    func putSession(_ session: SessionRow, of account: AccountID) throws {
        try write { try $0.putSession(session, of: account) }
    }
    func removeSessions(_ id: [UInt8]?, of account: AccountID) throws {
        try write { try $0.removeSessions(id, of: account) }
    }
}
