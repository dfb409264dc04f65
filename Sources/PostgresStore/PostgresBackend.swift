internal import PostgresKit
internal import SealedStore

/// One transaction on a server. What a transaction always looks at comes with the first round trip, together with its
/// beginning; further reads are round trips of their own; writes are gathered, seen by the reads, and go out together
/// with the commit.
final class PostgresBackend: RecordBackend {
    private var connection: PostgresConnection
    private let tables: ServerTables
    /// Read with the account's row, because every transaction wants them.
    private let singletons: [RecordKind]
    let isWriting: Bool
    /// Gives another connection in place of one that was lost while nobody used it; `nil` where this one is new.
    private var reconnect: (() throws(PostgresError) -> PostgresConnection)?
    /// Tells this transaction from every other, in the rows of the accounts that it writes.
    let writer: [UInt8]
    private var hasBegun = false
    private var work: [AccountID: AccountWork] = [:]

    init(
        on connection: PostgresConnection, tables: ServerTables, singletons: [RecordKind], isWriting: Bool,
        writer: [UInt8], reconnect: (() throws(PostgresError) -> PostgresConnection)?
    ) {
        (self.connection, self.tables, self.singletons) = (connection, tables, singletons)
        (self.isWriting, self.writer, self.reconnect) = (isWriting, writer, reconnect)
    }

    // MARK: The beginning

    /// Begins on an account, unless that was done.
    private func begin(_ account: AccountID) throws -> AccountWork {
        if let known = work[account] { return known }
        let queries = [
            tables.account(account, isLocked: isWriting), tables.singletons(of: account, singletons.map(\.name)),
        ]
        let answers = try ask(queries)
        let begun = try translating { () throws(PostgresError) in
            try AccountWork(account: answers[0], singletons: answers[1])
        }
        work[account] = begun
        return begun
    }

    /// Asks the server, beginning the transaction if this is the first thing that it is asked.
    private func ask(_ queries: [PostgresQuery]) throws -> [PostgresRows] {
        try translating { () throws(PostgresError) in
            guard !hasBegun else { return try connection.run(queries) }
            let queries = [isWriting ? ServerTables.writing : ServerTables.reading] + queries
            let answers: [PostgresRows]
            do throws(PostgresError) {
                answers = try connection.run(queries)
            } catch {
                // Only an idle connection can have been lost without anyone's noticing. Nothing was written yet.
                guard error.isLoss, let reconnect else {
                    hasBegun = true
                    throw error
                }
                self.reconnect = nil
                connection = try reconnect()
                hasBegun = true
                answers = try connection.run(queries)
            }
            hasBegun = true
            return Array(answers.dropFirst())
        }
    }

    private func ask(_ query: PostgresQuery) throws -> PostgresRows {
        guard let answer = try ask([query]).first else { throw EngineError(.damaged, "the server gave no answer") }
        return answer
    }

    // MARK: Reading

    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        let begun = try begin(account)
        guard var heads = begun.heads else { return nil }
        for kind in kinds where !singletons.contains(kind) {
            let rows = try ask(tables.singletons(of: account, [kind.name]))
            if !rows.isEmpty {
                heads.singletons[kind.name] = try translating { () throws(PostgresError) in try rows.record(0, parts: 1) }
            }
        }
        for kind in kinds {
            guard let written = begun.writes[kind] else { continue }
            heads.singletons[kind.name] = written.rows.values.first
        }
        heads.singletons = heads.singletons.filter { name, _ in kinds.contains { $0.name == name } }
        return heads
    }

    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
        if let written = try begin(account).writes[kind], written.hides(number) { return written.rows[number] }
        let rows = try ask(tables.row(kind, number, of: account, extent))
        guard !rows.isEmpty else { return nil }
        return try translating { () throws(PostgresError) in try rows.record(0, parts: kind.parts.count) }
    }

    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws {
        let written = try begin(account).writes[kind]
        var added = (written?.rows.values.filter { range.numbers.contains($0.number) } ?? [])
            .sorted { ($0.number < $1.number) != range.isDescending }[...]
        func precedes(_ one: Int, _ other: Int) -> Bool { range.isDescending ? one > other : one < other }
        var left = max(range.limit ?? .max, 0)
        func lend(_ row: RecordRow) throws -> Bool {
            left -= 1
            return try body(row) && left > 0
        }
        var page = RecordPages(range)
        while left > 0, let next = page.next(wanting: left) {
            let rows = try ask(tables.rows(kind, in: next, of: account))
            page.took(rows.count)
            for index in 0..<rows.count {
                let row = try translating { () throws(PostgresError) in
                    try rows.record(index, parts: kind.parts.count)
                }
                guard page.accepts(row) else { throw EngineError(.damaged, "the server gave rows out of order") }
                while let first = added.first, precedes(first.number, row.number) {
                    added.removeFirst()
                    guard try lend(first) else { return }
                }
                if written?.hides(row.number) == true { continue }
                guard try lend(row) else { return }
            }
        }
        while left > 0, let first = added.popFirst() {
            guard try lend(first) else { return }
        }
    }

    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        let written = try begin(account).writes[kind]
        if let row = written?.rows.values.first(where: { $0.fingerprint == fingerprint }) { return row.number }
        let rows = try ask(tables.number(of: kind, fingerprint: fingerprint, of: account))
        guard !rows.isEmpty else { return nil }
        let number = try translating { () throws(PostgresError) in try rows.integer(0, 0) }
        return written?.hides(number) == true ? nil : number
    }

    func count(_ kind: RecordKind, of account: AccountID) throws -> Int {
        if try begin(account).writes[kind] != nil { try send(account) }
        let rows = try ask(tables.count(kind, of: account))
        return try translating { () throws(PostgresError) in try rows.integer(0, 0) }
    }

    // MARK: Writing

    /// Changes what is known of an account, where there is one.
    private func change(_ account: AccountID, _ body: (inout AccountWork) -> Void) throws {
        guard isWriting else { throw EngineError(.misuse, "a reading transaction writes") }
        var changed = try begin(account)
        guard changed.heads != nil else { throw EngineError(.misuse, "the account doesn't exist") }
        work[account] = nil
        body(&changed)
        work[account] = changed
        if changed.writes.size > Self.mostGathered { try send(account) }
    }

    /// How many bytes are gathered before they go out ahead of the commit.
    private static let mostGathered = 4 << 20

    /// Sends what was gathered for an account ahead of the commit.
    private func send(_ account: AccountID) throws {
        guard let gathered = work[account]?.writes else { return }
        _ = try ask(tables.statements(for: gathered, of: account))
        work[account]?.adoptSent(singletons: singletons)
    }

    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        try change(account) { $0.writes.put(row, kind) }
    }

    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        try change(account) { $0.writes.remove(kind, numbers) }
    }

    func putReadableMark(_ mark: [UInt8], of account: AccountID) throws {
        try change(account) { $0.heads?.readableMark = mark }
    }

    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        try change(account) { $0.heads?.manifest = manifest }
    }

    // MARK: The end

    /// The accounts that this transaction changes.
    private var changed: [AccountID] {
        work.filter { $0.value.isChanged }.map(\.key).sorted { $0.description < $1.description }
    }

    /// How this transaction is found again when its commit isn't answered: an account that it writes, and who wrote that
    /// before. `nil` when it writes nothing.
    var trace: (account: AccountID, previous: WriterNames)? {
        changed.first.flatMap { account in work[account].map { (account, $0.writers) } }
    }

    /// Commits. One round trip where something was written, none else.
    ///
    /// - Throws: ``PostgresError`` as it came: what it means is told by the engine.
    func commit() throws(PostgresError) {
        var statements: [PostgresQuery] = []
        for account in changed {
            guard let work = work[account] else { continue }
            statements += tables.statements(for: work.writes, of: account)
            if let heads = work.heads {
                statements.append(tables.update(account, from: work.foundGeneration, to: heads, writers: work.writers.adding(writer)))
            }
            if work.isWatched { statements.append(tables.notification(of: account)) }
        }
        guard !statements.isEmpty else { return finish() }
        _ = try connection.run(statements + [ServerTables.commit])
    }

    /// Ends the transaction without its writes. The server's answer isn't waited for.
    func finish() {
        // Where it doesn't reach the server, that ends the transaction when the connection goes.
        if hasBegun { try? connection.post([ServerTables.rollback]) }
    }

    /// Gives the connection on, for another transaction.
    var usedConnection: PostgresConnection { connection }

    private func translating<Result>(_ body: () throws(PostgresError) -> Result) throws(EngineError) -> Result {
        do { return try body() } catch { throw EngineError(error) }
    }
}

/// What a transaction knows of one account, and wants of it.
private struct AccountWork {
    /// As the transaction has left them so far, singletons as they were found; `nil` when there is no such account.
    var heads: AccountHeads?
    /// What the row said, to tell at the commit that it is the same.
    let foundGeneration: Int
    private let found: AccountHeads?
    /// Who wrote the row before.
    let writers: WriterNames
    /// Whether someone wants to be told.
    let isWatched: Bool
    var writes = GatheredWrites()
    /// Whether writes went out already.
    private var hasSent = false

    init(account rows: PostgresRows, singletons: PostgresRows) throws(PostgresError) {
        guard !rows.isEmpty else {
            (heads, found, foundGeneration, writers, isWatched) = (nil, nil, 0, WriterNames([]), false)
            return
        }
        writers = WriterNames(try rows.bytes(0, 5))
        foundGeneration = try rows.integer(0, 2)
        let box = try rows.bytes(0, 3)
        var heads = AccountHeads(
            epoch: try rows.integer(0, 0), lock: try rows.integer(0, 1),
            manifest: box.isEmpty ? nil : SealedManifest(generation: foundGeneration, box: box), singletons: [:])
        heads.readableMark = try rows.bytes(0, 4)
        isWatched = try rows.boolean(0, 6)
        for index in 0..<singletons.count {
            heads.singletons[try singletons.text(index, 6)] = try singletons.record(index, parts: 1)
        }
        self.heads = heads
        found = heads
    }

    var isChanged: Bool { hasSent || !writes.isEmpty || heads != found }

    /// Counts what was gathered as sent: reads find it on the server from now on.
    mutating func adoptSent(singletons: [RecordKind]) {
        for kind in singletons {
            if let written = writes[kind] { heads?.singletons[kind.name] = written.rows.values.first }
        }
        writes = GatheredWrites()
        hasSent = true
    }
}
