internal import PostgresKit
internal import SealedStore
internal import Sealing

/// The state of one account in a transaction: what was found, and the changes so far.
struct ServerAccountQueue {
    /// The current heads, with the singletons as they are on the server; `nil` if there is no such account.
    private(set) var heads: AccountHeads?
    private(set) var sessions: [SessionRow]
    /// The gate, once it has been read or written.
    private(set) var gate: GateRow??
    /// The records that have been written but not sent yet.
    private(set) var records = GatheredWrites()
    /// The transactions that wrote the account before.
    let writers: WriterNames

    private let found: AccountHeads?
    private let foundSessions: [SessionRow]
    private let foundGeneration: Int
    /// Whether someone watches the account, and has asked to be notified of commits.
    let isWatched: Bool
    /// The store's format; `nil` if there is no such account.
    let format: Int?
    private var hasNewGate = false
    private var isRemoved = false
    /// Whether something was sent before the commit.
    private var hasSent = false

    init(account rows: PostgresRows, singletons: PostgresRows, sessions: PostgresRows) throws(PostgresError) {
        guard !rows.isEmpty else {
            (heads, found, foundGeneration, writers, isWatched, format) = (nil, nil, 0, WriterNames([]), false, nil)
            (self.sessions, foundSessions) = ([], [])
            return
        }
        foundGeneration = try rows.integer(0, 2)
        let box = try rows.bytes(0, 3)
        var heads = AccountHeads(
            epoch: try rows.integer(0, 0), lock: try rows.integer(0, 1),
            manifest: box.isEmpty ? nil : SealedManifest(generation: foundGeneration, box: box), singletons: [:])
        heads.cardNumber = try rows.bytes(0, 4)
        writers = WriterNames(try rows.bytes(0, 5))
        isWatched = try rows.boolean(0, 6)
        format = try rows.integer(0, 7)
        for row in 0..<singletons.count {
            heads.singletons[try singletons.text(row, 6)] = try singletons.record(row, parts: 1)
        }
        (self.heads, found) = (heads, heads)
        foundSessions = try sessions.sessions()
        self.sessions = foundSessions
    }

    var exists: Bool { heads != nil }

    var isChanged: Bool {
        hasSent || hasNewGate || !records.isEmpty || heads != found || sessions != foundSessions
    }

    // MARK: Changes

    mutating func know(_ gate: GateRow?) { self.gate = .some(gate) }

    mutating func put(_ gate: GateRow) {
        self.gate = .some(gate)
        hasNewGate = true
        if heads == nil { heads = AccountHeads(epoch: gate.epoch, lock: 0, manifest: nil, singletons: [:]) }
        heads?.epoch = gate.epoch
    }

    /// Records that the account has been removed on the server.
    mutating func removed() {
        (heads, sessions, gate, records) = (nil, [], .some(nil), GatheredWrites())
        (isRemoved, hasNewGate, hasSent) = (true, false, true)
    }

    mutating func changeHeads(_ body: (inout AccountHeads) -> Void) {
        guard var changed = heads else { return }
        body(&changed)
        heads = changed
    }

    mutating func put(_ session: SessionRow) {
        sessions.removeAll { $0.id == session.id }
        sessions.append(session)
        sessions.sort { $0.id.lexicographicallyPrecedes($1.id) }
    }

    mutating func removeSessions(_ id: [UInt8]?) { sessions.removeAll { id == nil || $0.id == id } }

    mutating func changeRecords(_ body: (inout GatheredWrites) -> Void) { body(&records) }

    /// Records that the buffered records have been sent, so that reads find them on the server from now on.
    mutating func adoptSent(singletons: [RecordKind]) {
        for kind in singletons {
            guard let written = records[kind] else { continue }
            let found = heads?.singletons[kind.name]
            heads?.singletons[kind.name] = written.singleton(inPlaceOf: found)
        }
        records = GatheredWrites()
        hasSent = true
    }

    // MARK: The commit

    /// The statements that apply the transaction's changes to the account.
    func statements(in tables: ServerTables, of account: AccountID, writer: [UInt8]) -> [PostgresQuery] {
        guard isChanged else { return [] }
        var statements = sessionStatements(in: tables, of: account)
        if let heads {
            let names = writers.adding(writer)
            if found == nil || isRemoved {
                statements.append(tables.insertion(of: account, heads, writers: names))
            } else {
                statements.append(tables.update(account, from: foundGeneration, to: heads, writers: names))
            }
            if hasNewGate, case .some(.some(let gate)) = gate {
                statements += tables.replacement(ofGate: gate, of: account)
            }
            statements += tables.statements(for: records, of: account)
        }
        return statements
    }

    private func sessionStatements(in tables: ServerTables, of account: AccountID) -> [PostgresQuery] {
        let kept = Set(sessions.map(\.id))
        let ended = foundSessions.filter { !kept.contains($0.id) }.map { tables.removal(ofSession: $0.id, of: account) }
        let written = isRemoved ? sessions : sessions.filter { !foundSessions.contains($0) }
        return (isRemoved ? [] : ended) + written.map { tables.insertion(of: $0, of: account) }
    }
}

/// The names of the transactions that wrote an account last, newest first. They identify a transaction whose commit
/// wasn't answered, even if others have written since.
struct WriterNames: Hashable {
    private(set) var bytes: [UInt8]

    private static let length = 8
    private static let most = 8

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isEmpty: Bool { bytes.isEmpty }

    static func random() -> [UInt8] { RandomBytes.make(length) }

    func adding(_ name: [UInt8]) -> WriterNames { WriterNames(Array((name + bytes).prefix(Self.length * Self.most))) }

    private var names: [[UInt8]] {
        stride(from: 0, to: bytes.count, by: Self.length).map { Array(bytes[$0..<min($0 + Self.length, bytes.count)]) }
    }

    /// Whether a transaction is among these; `nil` if it can't be determined because too many others have followed.
    ///
    /// - Parameter previous: the names that the transaction found.
    func holds(_ name: [UInt8], after previous: WriterNames) -> Bool? {
        if names.contains(name) { return true }
        return previous.names.first.map(names.contains) ?? isEmpty ? false : nil
    }
}
