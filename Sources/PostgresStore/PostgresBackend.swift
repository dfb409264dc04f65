internal import PostgresKit
internal import SealedStore

/// One transaction on a server. What a transaction always looks at comes with the first round trip, together with its
/// beginning; further reads are round trips of their own; writes are gathered, seen by the reads, and go out together
/// with the commit.
final class PostgresBackend: RecordBackend {
    /// How much of a transaction it is.
    enum Mode {
        /// None: each question is one by itself.
        case looking
        case reading
        case writing
    }

    /// The connection, which may be another one than it began with.
    private(set) var connection: PostgresConnection
    private let tables: ServerTables
    /// Read with the account's row, because every transaction wants them.
    private let singletons: [RecordKind]
    private let mode: Mode
    private let takesTurns: Bool
    /// Gives another connection in place of one that was lost while nobody used it; `nil` where this one is new.
    private var reconnect: (() throws(PostgresError) -> PostgresConnection)?
    /// Tells this transaction from every other, in the rows of the accounts that it writes.
    let writer = WriterNames.random()
    private var hasBegun = false
    private var work: [AccountID: AccountWork] = [:]
    private var newInstance: InstanceID?

    init(
        on connection: PostgresConnection, tables: ServerTables, singletons: [RecordKind], mode: Mode,
        takesTurns: Bool = true, hasBegun: Bool = false,
        reconnect: (() throws(PostgresError) -> PostgresConnection)? = nil
    ) {
        self.hasBegun = hasBegun
        (self.connection, self.tables, self.singletons) = (connection, tables, singletons)
        (self.mode, self.takesTurns, self.reconnect) = (mode, takesTurns, reconnect)
    }

    // MARK: Asking

    /// Begins on an account, unless that was done.
    @discardableResult
    private func begin(_ account: AccountID) throws -> AccountWork {
        if let known = work[account] { return known }
        var begun = try find(account)
        if !begun.exists, mode == .writing {
            // Nothing is there to lock. Those who make accounts take turns by the store's own row.
            begun = try find(account, after: [tables.storeLock])
        }
        if mode != .looking { work[account] = begun }
        return begun
    }

    private func find(_ account: AccountID, after first: [PostgresQuery] = []) throws -> AccountWork {
        let answers = try ask(
            first + [
                tables.account(account, isLocked: mode == .writing && takesTurns),
                tables.singletons(of: account, singletons.map(\.name)), tables.sessions(of: account),
            ]
        ).dropFirst(first.count)
        let start = answers.startIndex
        return try translating { () throws(PostgresError) in
            try AccountWork(account: answers[start], singletons: answers[start + 1], sessions: answers[start + 2])
        }
    }

    /// Asks the server, beginning the transaction if this is the first thing that it is asked.
    private func ask(_ queries: [PostgresQuery]) throws -> [PostgresRows] {
        try translating { () throws(PostgresError) in
            guard !hasBegun else { return try connection.run(queries) }
            let begin = mode == .writing ? ServerTables.writing : ServerTables.reading
            let end = mode == .looking ? [ServerTables.commit] : []
            let answers = try runFirst([begin] + queries + end)
            hasBegun = mode != .looking
            return Array(answers.dropFirst().prefix(queries.count))
        }
    }

    private func runFirst(_ queries: [PostgresQuery]) throws(PostgresError) -> [PostgresRows] {
        // Whatever becomes of it, the transaction may have begun there.
        hasBegun = true
        defer { reconnect = nil }
        do throws(PostgresError) {
            return try connection.run(queries)
        } catch {
            // Only an idle connection can have been lost without anyone's noticing. Nothing was written yet.
            guard error.isLoss, let reconnect else { throw error }
            connection = try reconnect()
            return try connection.run(queries)
        }
    }

    private func ask(_ query: PostgresQuery) throws -> PostgresRows {
        guard let answer = try ask([query]).first else { throw EngineError(.damaged, "the server gave no answer") }
        return answer
    }

    private func translating<Result>(_ body: () throws(PostgresError) -> Result) throws(EngineError) -> Result {
        do { return try body() } catch { throw EngineError(error) }
    }

    // MARK: The store

    func accounts() throws -> [String] {
        let rows = try ask(tables.accounts)
        return try translating { () throws(PostgresError) in
            var ids: [String] = []
            for row in 0..<rows.count { ids.append(try rows.text(row, 0)) }
            return ids
        }
    }

    func putInstance(_ instance: InstanceID) throws {
        guard mode == .writing else { throw Self.readOnly }
        newInstance = instance
    }

    private static let readOnly = EngineError(.misuse, "a reading transaction writes")

    // MARK: Reading records

    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        let begun = try begin(account)
        guard var heads = begun.heads else { return nil }
        for kind in kinds where !singletons.contains(kind) {
            let rows = try ask(tables.singletons(of: account, [kind.name]))
            if !rows.isEmpty {
                heads.singletons[kind.name] = try translating { () throws(PostgresError) in
                    try rows.record(0, parts: 1)
                }
            }
        }
        for kind in kinds {
            if let written = begun.records[kind] {
                heads.singletons[kind.name] = written.singleton(inPlaceOf: heads.singletons[kind.name])
            }
        }
        let names = Set(kinds.map(\.name))
        heads.singletons = heads.singletons.filter { names.contains($0.key) }
        return heads
    }

    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
        guard let written = try recordsIfAny(kind, of: account) else { return nil }
        if written.hides(number) { return written.rows[number] }
        let rows = try ask(tables.row(kind, number, of: account, extent))
        guard !rows.isEmpty else { return nil }
        return try translating { () throws(PostgresError) in try rows.record(0, parts: kind.parts.count) }
    }

    /// What was written of a kind and not sent yet; `nil` when there is no such account.
    private func recordsIfAny(_ kind: RecordKind, of account: AccountID) throws -> GatheredWrites.Kind? {
        guard mode != .looking else { return GatheredWrites.Kind() }
        let begun = try begin(account)
        return begun.exists ? begun.records[kind] ?? GatheredWrites.Kind() : nil
    }

    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws {
        guard let written = try recordsIfAny(kind, of: account) else { return }
        var added = written.rows.values.filter { range.numbers.contains($0.number) }
            .sorted { ($0.number < $1.number) != range.isDescending }[...]
        func precedes(_ one: Int, _ other: Int) -> Bool { range.isDescending ? one > other : one < other }
        var left = max(range.limit ?? .max, 0)
        func lend(_ row: RecordRow) throws -> Bool {
            left -= 1
            return try body(row) && left > 0
        }
        var pages = RecordPages(range)
        while left > 0, let page = pages.next(wanting: left) {
            let rows = try ask(tables.rows(kind, in: page, of: account))
            guard rows.count <= page.limit ?? .max else {
                throw EngineError(.damaged, "the server gave more rows than were asked for")
            }
            pages.took(rows.count)
            for index in 0..<rows.count {
                let row = try translating { () throws(PostgresError) in
                    try rows.record(index, parts: kind.parts.count)
                }
                guard pages.accepts(row) else { throw EngineError(.damaged, "the server gave rows out of order") }
                while let first = added.first, precedes(first.number, row.number) {
                    added.removeFirst()
                    guard try lend(first) else { return }
                }
                if written.hides(row.number) { continue }
                guard try lend(row) else { return }
            }
        }
        while left > 0, let first = added.popFirst() {
            guard try lend(first) else { return }
        }
    }

    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        guard let written = try recordsIfAny(kind, of: account) else { return nil }
        if let row = written.rows.values.first(where: { $0.fingerprint == fingerprint }) { return row.number }
        let rows = try ask(tables.number(of: kind, fingerprint: fingerprint, of: account))
        guard !rows.isEmpty else { return nil }
        let number = try translating { () throws(PostgresError) in try rows.integer(0, 0) }
        return written.hides(number) ? nil : number
    }

    func count(_ kind: RecordKind, of account: AccountID) throws -> Int {
        guard try recordsIfAny(kind, of: account) != nil else { return 0 }
        if work[account]?.records[kind] != nil { try send(account) }
        let rows = try ask(tables.count(kind, of: account))
        return try translating { () throws(PostgresError) in try rows.integer(0, 0) }
    }

    // MARK: Writing

    /// Changes what is known of an account; nothing happens where there is none.
    private func change(_ account: AccountID, _ body: (inout AccountWork) -> Void) throws {
        guard mode == .writing else { throw Self.readOnly }
        guard var changed = try work.removeValue(forKey: account) ?? find(for: account) else { return }
        body(&changed)
        let isFull = changed.records.size > Self.mostGathered
        work[account] = changed
        if isFull { try send(account) }
    }

    private func find(for account: AccountID) throws -> AccountWork? {
        try begin(account)
        return work.removeValue(forKey: account)
    }

    private func changeRecords(of account: AccountID, _ body: (inout GatheredWrites) -> Void) throws {
        try change(account) { if $0.exists { $0.changeRecords(body) } }
    }

    /// How many bytes are gathered before they go out ahead of the commit.
    private static let mostGathered = 4 << 20

    /// Sends the records that were gathered for an account ahead of the commit.
    private func send(_ account: AccountID) throws {
        guard let gathered = work[account]?.records, !gathered.isEmpty else { return }
        _ = try ask(tables.statements(for: gathered, of: account))
        work[account]?.adoptSent(singletons: singletons)
    }

    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        try row.requireLength(of: kind)
        try changeRecords(of: account) { $0.put(row, kind) }
    }

    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        try changeRecords(of: account) { $0.remove(kind, numbers) }
    }

    func putReadableMark(_ mark: [UInt8], of account: AccountID) throws {
        try change(account) { $0.changeHeads { $0.readableMark = mark } }
    }

    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        try change(account) { $0.changeHeads { $0.manifest = manifest } }
    }

    // MARK: The gate

    func gate(of account: AccountID) throws -> GateRow? {
        let begun = try begin(account)
        guard begun.exists else { return nil }
        if case .some(let known) = begun.gate { return known }
        let answers = try ask([tables.device(of: account), tables.stages(of: account)])
        let gate = try translating { () throws(PostgresError) in
            try GateRow(device: answers[0], stages: answers[1])
        }
        work[account]?.know(gate)
        return gate
    }

    func putGate(_ gate: GateRow, of account: AccountID) throws { try change(account) { $0.put(gate) } }

    func putLock(_ lock: Int, of account: AccountID) throws {
        try change(account) { $0.changeHeads { $0.lock = lock } }
    }

    /// It goes at once, so that whatever is asked of the account afterwards finds nothing.
    func removeAccount(_ account: AccountID) throws {
        guard mode == .writing else { throw Self.readOnly }
        guard try begin(account).exists else { return }
        _ = try ask(tables.removal(of: account))
        work[account]?.removed()
    }

    // MARK: Sessions

    func sessions(of account: AccountID) throws -> [SessionRow] { try begin(account).sessions }

    func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow? {
        try begin(account).sessions.first { $0.id == id }
    }

    func putSession(_ session: SessionRow, of account: AccountID) throws {
        try change(account) { if $0.exists { $0.put(session) } }
    }

    func removeSessions(_ id: [UInt8]?, of account: AccountID) throws {
        try change(account) { $0.removeSessions(id) }
    }

    // MARK: The end

    private var changed: [AccountID] {
        work.filter { $0.value.isChanged }.map(\.key).sorted { $0.description < $1.description }
    }

    /// How a transaction is found again when its commit isn't answered: by an account that it writes.
    struct Trace {
        let account: AccountID
        /// Who wrote the account before.
        let previous: WriterNames
        /// Whether the account is to be there afterwards.
        let isKept: Bool

        /// Whether the transaction counts; `nil` when others went on, and it can't be told.
        ///
        /// - Parameter found: who wrote the account by now; `nil` when it isn't there.
        func verdict(on writer: [UInt8], finding found: WriterNames?) -> Bool? {
            switch (isKept, found) {
            case (true, let found?): found.holds(writer, after: previous)
            // It was to be made.
            case (true, nil): previous.isEmpty ? false : nil
            case (false, nil): true
            case (false, let found?): found == previous ? false : nil
            }
        }
    }

    /// `nil` when nothing of an account is written.
    var trace: Trace? {
        changed.first.flatMap { account in
            work[account].map { Trace(account: account, previous: $0.writers, isKept: $0.exists) }
        }
    }

    /// Who wrote an account last; `nil` when there is none.
    func writers(of account: AccountID) throws -> WriterNames? {
        let found = try begin(account)
        return found.exists ? found.writers : nil
    }

    /// Commits. One round trip where something was written, none else.
    ///
    /// - Throws: ``PostgresError`` as it came: what it means is told by the engine.
    func commit() throws(PostgresError) {
        var statements: [PostgresQuery] = []
        for account in changed {
            statements += work[account]?.statements(in: tables, of: account, writer: writer) ?? []
        }
        if let newInstance { statements.append(tables.renaming(to: newInstance)) }
        guard !changed.isEmpty || newInstance != nil else { return finish() }
        let begin = hasBegun ? [] : [ServerTables.writing]
        _ = try connection.run(begin + statements + [ServerTables.commit])
    }

    /// Ends the transaction without its writes. The server's answer isn't waited for.
    func finish() {
        // Where it doesn't reach the server, that ends the transaction when the connection goes.
        if hasBegun { try? connection.post([ServerTables.rollback]) }
    }
}
