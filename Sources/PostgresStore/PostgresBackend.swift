internal import PostgresKit
internal import SealedStore

/// One transaction on a server. The data that every transaction reads first comes with the first round trip, which also
/// begins the transaction; further reads each take a round trip; writes are buffered, visible to the transaction's own
/// reads, and sent with the commit.
final class PostgresBackend: RecordBackend {
    /// The kind of transaction.
    enum Mode {
        /// No transaction: each query stands alone.
        case looking
        case reading
        case writing
    }

    /// The connection, which may have been replaced since the beginning.
    private(set) var connection: PostgresConnection
    private let tables: ServerTables
    /// Read with the account's row, because every transaction needs them.
    private let singletons: [RecordKind]
    private let mode: Mode
    /// Returns a new connection to replace one that was lost while idle; `nil` if the connection is new.
    private var reconnect: (() throws(PostgresError) -> PostgresConnection)?
    /// Identifies this transaction in the rows of the accounts that it writes.
    let writer = WriterNames.random()
    private var hasBegun = false
    private var work: [AccountID: ServerAccountQueue] = [:]
    private var newInstance: InstanceID?

    init(
        on connection: PostgresConnection, tables: ServerTables, singletons: [RecordKind], mode: Mode,
        hasBegun: Bool = false, reconnect: (() throws(PostgresError) -> PostgresConnection)? = nil
    ) {
        self.hasBegun = hasBegun
        (self.connection, self.tables, self.singletons) = (connection, tables, singletons)
        (self.mode, self.reconnect) = (mode, reconnect)
    }

    // MARK: Queries

    /// Begins on an account, unless that has been done.
    @discardableResult
    private func begin(_ account: AccountID) throws -> ServerAccountQueue {
        if let known = work[account] { return known }
        var begun = try find(account)
        if !begun.exists, mode == .writing {
            // There is no row to lock. Creators of accounts are serialized by the store's own row.
            begun = try find(account, after: [tables.storeLock])
        }
        if mode != .looking { work[account] = begun }
        return begun
    }

    private func find(_ account: AccountID, after first: [PostgresQuery] = []) throws -> ServerAccountQueue {
        let answers = try ask(
            first + [
                tables.account(account, isLocked: mode == .writing),
                tables.singletons(of: account, singletons.map(\.name)), tables.sessions(of: account),
            ]
        ).dropFirst(first.count)
        let start = answers.startIndex
        let found = try translating { () throws(PostgresError) in
            try ServerAccountQueue(
                account: answers[start], singletons: answers[start + 1], sessions: answers[start + 2])
        }
        if let format = found.format { try ServerTables.refuseNewer(format) }
        return found
    }

    /// Sends queries, beginning the transaction if these are its first.
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
        // Even if this fails, the transaction may have begun on the server.
        hasBegun = true
        defer { reconnect = nil }
        do throws(PostgresError) {
            return try connection.run(queries)
        } catch {
            // Only an idle connection can have been lost unnoticed. Nothing has been written yet.
            guard error.isLoss, let reconnect else { throw error }
            connection = try reconnect()
            return try connection.run(queries)
        }
    }

    private func ask(_ query: PostgresQuery) throws -> PostgresRows {
        guard let answer = try ask([query]).first else { throw EngineError(.damaged, "the server returned no answer") }
        return answer
    }

    private func translating<Result>(_ body: () throws(PostgresError) -> Result) throws(EngineError) -> Result {
        do { return try body() } catch { throw EngineError(error) }
    }

    // MARK: The store

    func accounts() throws -> [String] { try accounts(atMost: .max) }

    func accounts(atMost limit: Int) throws -> [String] {
        let rows = try ask(tables.accounts(atMost: limit))
        let ids = try translating { () throws(PostgresError) in
            var ids: [String] = []
            for row in 0..<rows.count { ids.append(try rows.text(row, 0)) }
            return ids
        }
        // Servers sort by the rules of some language.
        return ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

    /// The writes of a kind that haven't been sent yet; `nil` if there is no such account.
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
        var left = range.limit ?? .max
        func lend(_ row: RecordRow) throws -> Bool {
            left -= 1
            return try body(row) && left > 0
        }
        var pages = RecordPages(range)
        while left > 0, let page = pages.next(wanting: left) {
            let rows = try ask(tables.rows(kind, in: page, of: account))
            guard rows.count <= page.limit ?? .max else {
                throw EngineError(.damaged, "the server returned more rows than requested")
            }
            pages.took(rows.count)
            for index in 0..<rows.count {
                let row = try translating { () throws(PostgresError) in
                    try rows.record(index, parts: kind.parts.count)
                }
                guard pages.accepts(row) else { throw EngineError(.damaged, "the server returned rows out of order") }
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

    func countStrays(besides kinds: [RecordKind], of account: AccountID) throws -> Int {
        let rows = try ask(tables.countStrays(besides: kinds, of: account))
        return try translating { () throws(PostgresError) in try rows.integer(0, 0) }
    }

    // MARK: Writing

    func removeStrays(besides kinds: [RecordKind], of account: AccountID) throws {
        guard mode == .writing else { throw Self.readOnly }
        _ = try ask(tables.removeStrays(besides: kinds, of: account))
    }

    /// Changes the state of an account, if it exists.
    private func change(_ account: AccountID, _ body: (inout ServerAccountQueue) -> Void) throws {
        guard mode == .writing else { throw Self.readOnly }
        guard var changed = try work.removeValue(forKey: account) ?? find(for: account) else { return }
        body(&changed)
        let isFull = changed.records.size > Self.mostGathered
        work[account] = changed
        if isFull { try send(account) }
    }

    private func find(for account: AccountID) throws -> ServerAccountQueue? {
        try begin(account)
        return work.removeValue(forKey: account)
    }

    private func changeRecords(of account: AccountID, _ body: (inout GatheredWrites) -> Void) throws {
        try change(account) { if $0.exists { $0.changeRecords(body) } }
    }

    /// The number of bytes to buffer before sending them ahead of the commit.
    private static let mostGathered = 4 << 20

    /// Sends an account's buffered records ahead of the commit.
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

    func putCardNumber(_ number: [UInt8], of account: AccountID) throws {
        try change(account) { $0.changeHeads { $0.cardNumber = number } }
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

    /// Sent immediately, so that later reads of the account find nothing.
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

    // MARK: Finishing

    private var changed: [AccountID] {
        work.filter { $0.value.isChanged }.map(\.key).sorted { $0.description < $1.description }
    }

    /// An account that a transaction writes, by which the transaction can be found if its commit isn't answered.
    struct Trace {
        let account: AccountID
        /// The transactions that wrote the account before.
        let previous: WriterNames
        /// Whether the account should exist afterwards.
        let isKept: Bool

        /// Whether the transaction took effect; `nil` if it can't be determined because others have written since.
        ///
        /// - Parameter found: the transactions that have written the account now; `nil` if it doesn't exist.
        func verdict(on writer: [UInt8], finding found: WriterNames?) -> Bool? {
            switch (isKept, found) {
            case (true, let found?): found.holds(writer, after: previous)
            // It should be created.
            case (true, nil): previous.isEmpty ? false : nil
            case (false, nil): true
            case (false, let found?): found == previous ? false : nil
            }
        }
    }

    /// `nil` if no account is written.
    var trace: Trace? {
        changed.first.flatMap { account in
            work[account].map { Trace(account: account, previous: $0.writers, isKept: $0.exists) }
        }
    }

    /// The transactions that wrote an account last; `nil` if it doesn't exist.
    func writers(of account: AccountID) throws -> WriterNames? {
        let found = try begin(account)
        return found.exists ? found.writers : nil
    }

    /// Commits, with one round trip if something was written and none otherwise.
    ///
    /// - Throws: the ``PostgresError``, whose meaning the engine determines.
    func commit() throws(PostgresError) {
        var statements: [PostgresQuery] = []
        for account in changed {
            guard let work = work[account] else { continue }
            statements += work.statements(in: tables, of: account, writer: writer)
            if work.isWatched { statements.append(tables.notification(of: account)) }
        }
        if let newInstance { statements.append(tables.renaming(to: newInstance)) }
        guard !changed.isEmpty || newInstance != nil else { return finish() }
        let begin = hasBegun ? [] : [ServerTables.writing]
        try commit(begin + statements)
    }

    private func commit(_ statements: [PostgresQuery]) throws(PostgresError) {
        _ = try connection.run(statements + [ServerTables.commit])
        // The wait for a standby was cancelled, for example.
        if let warning = connection.warning { throw PostgresError(.warned, warning) }
    }

    /// Writes something and commits: an account's row, or the store's if there is no such account.
    func confirm(_ account: AccountID) throws {
        let isThere = work[account]?.exists ?? false
        try translating { () throws(PostgresError) in
            try commit([isThere ? tables.rewriting(account) : tables.rewritingStore])
        }
    }

    /// Rolls the transaction back, without waiting for the server's answer.
    func finish() {
        // If this doesn't reach the server, the loss of the connection ends the transaction.
        if hasBegun { try? connection.post([ServerTables.rollback]) }
    }
}
