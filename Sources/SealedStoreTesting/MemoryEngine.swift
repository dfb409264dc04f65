public import SealedStore
internal import Synchronization

/// A store in memory: a reference for testing other engines, and for tests that need no file.
package final class MemoryEngine: RecordEngine {
    package let name: String
    package let id: StoreID
    /// The last committed state. Readers work on a copy, so that they don't wait for writers.
    private let state = Mutex(Accounts())
    private let writing = OwnedMutex()
    private let followers = WatchList()
    /// The contents of its stores; `nil` for an engine that is never copied to a file.
    private let schema: EngineSchema?

    fileprivate struct Accounts: Sendable {
        var accounts: [String: Content] = [:]
        var instance = InstanceID.random()
    }

    /// The data of one account.
    fileprivate struct Content: Sendable {
        var heads = AccountHeads(epoch: 1, lock: 0, manifest: nil, singletons: [:])
        var gate: GateRow?
        var sessions: [SessionRow] = []
        /// The rows of logs, collections and pages, by kind and number.
        var rows: [String: [Int: RecordRow]] = [:]
    }

    package init(name: String = "memory", id: StoreID = .random(), _ schema: EngineSchema? = nil) {
        (self.name, self.id, self.schema) = (name, id, schema)
    }

    /// A copy of another engine's store.
    fileprivate convenience init(of source: any RecordEngine, _ schema: EngineSchema) throws {
        self.init(id: source.id, schema)
        try source.look { source in
            try transaction(.writing, of: .main) { try StoreTransfer(of: schema).copyAll(from: source, to: $0) }
        }
        state.withLock { $0.instance = source.instance }
    }

    package var instance: InstanceID { state.withLock { $0.instance } }
    package var isCurrent: Bool { true }

    /// Creates an account without a gate, for records only.
    package func makeAccount(_ account: AccountID) {
        state.withLock { $0.accounts[account.description] = Content() }
    }

    package func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try body(MemoryBackend(state.withLock { $0 }))
    }

    package func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        guard access == .writing else { return EngineOutcome(try look(body)) }
        let result = try writing.take {
            let backend = MemoryBackend(state.withLock { $0 })
            let result = try body(backend)
            state.withLock { $0 = backend.state }
            return result
        }
        followers.wake()
        return EngineOutcome(result)
    }

    package func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
        followers.add(wake)
    }

    package func wakeWatches(of account: AccountID) { followers.wake() }

    package func scrub() throws {}

    package func checks() throws -> [StoreCheck] { [] }

    package func copy(toEmptyFile path: String) throws { try copy(only: nil, toEmptyFile: path) }

    package func copy(_ account: AccountID, toEmptyFile path: String) throws {
        try copy(only: account, toEmptyFile: path)
    }

    private func copy(only account: AccountID?, toEmptyFile path: String) throws {
        guard let schema else { throw EngineError(.misuse, "records without a schema have no file") }
        try schema.copy(self, only: account, toEmptyFile: path)
    }
}

/// One transaction of a ``MemoryEngine``, on a copy of its state.
private final class MemoryBackend: RecordBackend {
    var state: MemoryEngine.Accounts

    init(_ state: MemoryEngine.Accounts) {
        self.state = state
    }

    private subscript(account: AccountID) -> MemoryEngine.Content? {
        get { state.accounts[account.description] }
        // In place, since a copy of the records would be made for each change of one.
        _modify { yield &state.accounts[account.description] }
    }

    // MARK: The store and its gates

    func accounts() throws -> [String] { state.accounts.keys.sorted() }

    func putInstance(_ instance: InstanceID) throws { state.instance = instance }

    func gate(of account: AccountID) throws -> GateRow? { self[account]?.gate }

    func putGate(_ gate: GateRow, of account: AccountID) throws {
        var content = self[account] ?? MemoryEngine.Content()
        content.gate = gate
        content.heads.epoch = gate.epoch
        self[account] = content
    }

    func putLock(_ lock: Int, of account: AccountID) throws { self[account]?.heads.lock = lock }

    func removeAccount(_ account: AccountID) throws { self[account] = nil }

    func sessions(of account: AccountID) throws -> [SessionRow] {
        (self[account]?.sessions ?? []).sorted { $0.id.lexicographicallyPrecedes($1.id) }
    }

    func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow? {
        self[account]?.sessions.first { $0.id == id }
    }

    func putSession(_ session: SessionRow, of account: AccountID) throws {
        try removeSessions(session.id, of: account)
        self[account]?.sessions.append(session)
    }

    func removeSessions(_ id: [UInt8]?, of account: AccountID) throws {
        self[account]?.sessions.removeAll { id == nil || $0.id == id }
    }

    // MARK: Records

    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        guard var heads = self[account]?.heads else { return nil }
        let names = Set(kinds.map(\.name))
        heads.singletons = heads.singletons.filter { names.contains($0.key) }
        return heads
    }

    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
        try rows(of: kind, account)[number]
    }

    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws {
        let rows = try rows(of: kind, account)
        let numbers = rows.keys.filter(range.numbers.contains).sorted()
        for number in (range.isDescending ? numbers.reversed() : numbers).prefix(range.limit ?? .max) {
            if let row = rows[number], try !body(row) { return }
        }
    }

    /// A query for rows treats a singleton as a row like any other.
    private func rows(of kind: RecordKind, _ account: AccountID) throws -> [Int: RecordRow] {
        guard kind.form == .singleton else { return self[account]?.rows[kind.name] ?? [:] }
        return self[account]?.heads.singletons[kind.name].map { [$0.number: $0] } ?? [:]
    }

    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        try rows(of: kind, account).values.first { $0.fingerprint == fingerprint }?.number
    }

    func count(_ kind: RecordKind, of account: AccountID) throws -> Int { try rows(of: kind, account).count }

    func countStrays(besides kinds: [RecordKind], of account: AccountID) throws -> Int {
        guard let found = self[account] else { return 0 }
        let names = Set(kinds.map(\.name))
        return found.heads.singletons.keys.count { !names.contains($0) }
            + found.rows.reduce(0) { $0 + (names.contains($1.key) ? 0 : $1.value.count) }
    }

    func removeStrays(besides kinds: [RecordKind], of account: AccountID) throws {
        // Read before it is changed: the two may not overlap.
        guard var content = self[account] else { return }
        let names = Set(kinds.map(\.name))
        content.heads.singletons = content.heads.singletons.filter { names.contains($0.key) }
        content.rows = content.rows.filter { names.contains($0.key) }
        self[account] = content
    }

    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        try row.requireLength(of: kind)
        if kind.form == .singleton {
            self[account]?.heads.singletons[kind.name] = row
        } else {
            self[account]?.rows[kind.name, default: [:]][row.number] = row
        }
    }

    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        if kind.form == .singleton {
            guard let row = self[account]?.heads.singletons[kind.name], numbers.contains(row.number) else { return }
            self[account]?.heads.singletons[kind.name] = nil
        } else {
            for number in try rows(of: kind, account).keys.filter(numbers.contains) {
                self[account]?.rows[kind.name]?[number] = nil
            }
        }
    }

    func putCardNumber(_ number: [UInt8], of account: AccountID) throws {
        self[account]?.heads.cardNumber = number
    }

    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        self[account]?.heads.manifest = manifest
    }
}

extension StoreLocation {
    /// A store in this process's memory, discarded with the last reference to the location and to what was opened from
    /// it.
    public static func memory() -> StoreLocation { StoreLocation(MemoryOpener()) }
}

/// Opens the single store that it creates.
private final class MemoryOpener: EngineOpener {
    private let engine = Mutex<MemoryEngine?>(nil)

    var name: String { "memory" }

    func open(_ schema: EngineSchema) throws -> any RecordEngine {
        guard let engine = engine.withLock({ $0 }) else { throw StoreError(.noStore) }
        return engine
    }

    func create(_ schema: EngineSchema) throws -> any RecordEngine {
        engine.withLock { engine in
            let made = engine ?? MemoryEngine(schema)
            engine = made
            return made
        }
    }

    func receive(_ source: any RecordEngine, _ schema: EngineSchema) throws {
        let made = try MemoryEngine(of: source, schema)
        try engine.withLock { engine in
            guard engine == nil else { throw StoreError(.fileExists(path: name)) }
            engine = made
        }
    }
}
