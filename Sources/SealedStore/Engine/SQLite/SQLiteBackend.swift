package import SQLiteKit
internal import Sealing

/// The rows of a store's file, read and written by one connection. An engine lends it to one transaction at a time.
///
/// All SQL for records is here. A statement's text is the same at each use, so that the connection prepares it only
/// once.
package final class SQLiteBackend: RecordBackend, @unchecked Sendable {
    // Unchecked because of the cache of statement texts: it belongs to one open file, which its engine lends to one
    // thread at a time.
    package let connection: Connection
    private let tables: [String: RecordTable]
    private var texts = Statements<String>()
    private var queries = Statements<RowQuery>()

    /// Statements by their purpose and the kind of their records, each made at its first use.
    private struct Statements<Statement> {
        // Searched in order: there are few, and names of up to 15 bytes are compared faster than hashed.
        private var known: [(name: String, kind: String, statement: Statement)] = []

        mutating func statement(_ name: String, _ kind: String, _ make: () -> Statement) -> Statement {
            for each in known where each.name == name && each.kind == kind { return each.statement }
            let statement = make()
            known.append((name, kind, statement))
            return statement
        }
    }

    /// - Parameter tables: the tables of the kinds that have their own, by the kinds' names.
    package init(_ connection: consuming Connection, tables: [String: RecordTable]) {
        self.connection = connection
        self.tables = tables
    }

    func table(of kind: RecordKind) -> RecordTable { tables[kind.name] ?? .shared }

    private func text(_ name: String, _ kind: RecordKind, _ make: (RecordTable) -> String) -> String {
        texts.statement(name, kind.name) { make(table(of: kind)) }
    }

    private func query(_ name: String, _ kind: RecordKind, _ make: () -> RowQuery) -> RowQuery {
        queries.statement(name, kind.name, make)
    }

    package var moment: RecordMoment? { connection.dataVersion.map { RecordMoment(of: self, version: $0) } }

    // MARK: Reading

    private static let accountQuery = RowQuery("epoch", "lock", "card", from: "account WHERE id = ?")
    private static let manifestQuery = RowQuery("revision", "record", from: "manifest WHERE account = ?")
    private static let deviceCheckQuery = RowQuery("device_check", from: "account WHERE id = ?")

    package func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        // A look-up per table: to plan a join of them takes SQLite longer than to prepare and run them all, and each
        // selection of kinds would be a join of its own. The others run while the first is on its row, so that all of
        // them read one moment.
        try reading(Self.accountQuery) { text in
            try connection.first(text, .text(account.description)) { row in
                var heads = AccountHeads(
                    epoch: try row.integer(0), lock: try row.integer(1), manifest: try manifest(of: account),
                    singletons: [:])
                for kind in kinds { heads.singletons[kind.name] = try singleton(kind, of: account) }
                heads.cardNumber = try row.blob(2)
                return heads
            }
        }
    }

    private func manifest(of account: AccountID) throws -> SealedManifest? {
        try reading(Self.manifestQuery) { text in
            try connection.first(text, .text(account.description)) { row in
                SealedManifest(generation: try row.integer(0), box: try row.blob(1))
            }
        }
    }

    private func singleton(_ kind: RecordKind, of account: AccountID) throws -> RecordRow? {
        let table = table(of: kind)
        guard !table.isShared else { return try firstRow(kind, of: account) }
        let query = query("singleton", kind) {
            RowQuery(
                ([table.number] + table.boxes + table.readable).map { RowQuery.Column($0) },
                "FROM \(Self.whereText(kind, table))")
        }
        return try reading(query) { text in
            try connection.first(text, .text(account.description)) { row in
                let number = try row.integer(0)
                return RecordRow(
                    number: number, revision: number, boxes: [try row.blob(1)],
                    readable: try Self.readable(in: row, from: 2, table: table))
            }
        }
    }

    private func firstRow(_ kind: RecordKind, of account: AccountID) throws -> RecordRow? {
        var found: RecordRow?
        try rows(kind, in: RecordRange(limit: 1), of: account) { row in
            found = row
            return false
        }
        return found
    }

    package func row(
        _ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent
    ) throws -> RecordRow? {
        let table = table(of: kind)
        let query = query(extent.name, kind) {
            Self.query(kind, table, extent, "AND \(table.number) = ?")
        }
        return try reading(query, kind) { text in
            try connection.first(text, .text(account.description), .integer(number)) { row in
                try Self.record(in: row, table: table, parts: kind.parts.count)
            }
        }
    }

    package func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws {
        let table = table(of: kind)
        let query = query(range.extent.name + (range.isDescending ? " down" : " up"), kind) {
            let condition = """
                AND \(table.number) BETWEEN ? AND ? \
                ORDER BY \(table.number) \(range.isDescending ? "DESC" : "ASC") LIMIT ?
                """
            return Self.query(kind, table, range.extent, condition)
        }
        var left: RecordRange? = range
        try reading(query, kind) { text in
            guard let range = left else { return }
            try connection.forEach(
                text, .text(account.description), .integer(range.numbers.lowerBound),
                .integer(range.numbers.upperBound), .integer(range.limit ?? -1)
            ) { row in
                let record = try Self.record(in: row, table: table, parts: kind.parts.count)
                left = left?.rest(after: record.number)
                return try body(record)
            }
        }
    }

    package func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        let text = text("fingerprint", kind) { table in
            "SELECT \(table.number) FROM \(Self.whereText(kind, table)) AND \(table.fingerprint ?? "NULL") = ?"
        }
        return try translating {
            try connection.first(text, .text(account.description), .blob(fingerprint)) { try $0.integer(0) }
        }
    }

    package func count(_ kind: RecordKind, of account: AccountID) throws -> Int {
        let text = text("count", kind) { "SELECT count(*) FROM \(Self.whereText(kind, $0))" }
        return try translating { try connection.first(text, .text(account.description)) { try $0.integer(0) } ?? 0 }
    }

    private static func query(
        _ kind: RecordKind, _ table: RecordTable, _ extent: RecordExtent, _ condition: String
    ) -> RowQuery {
        var columns = [table.number, table.revision ?? table.number, table.fingerprint ?? "NULL"]
            .map { RowQuery.Column($0) }
        for (part, box) in table.boxes.prefix(kind.parts.count).enumerated() {
            let identity = "substr(\(box), 1, \(SealedBox.identityLength))"
            columns.append(RowQuery.Column(box, as: extent.covers(part) ? nil : identity))
        }
        columns += table.readable.map { RowQuery.Column($0) }
        return RowQuery(columns, "FROM \(whereText(kind, table)) \(condition)")
    }

    private static func whereText(_ kind: RecordKind, _ table: RecordTable) -> String {
        "\(table.name) WHERE account = ?" + (table.isShared ? " AND kind = '\(kind.name)'" : "")
    }

    /// Decodes a record from the columns of ``query(_:_:_:_:)``.
    private static func record(in row: borrowing Row, table: RecordTable, parts: Int) throws -> RecordRow {
        var record = RecordRow(
            number: try row.integer(0), revision: try row.integer(1), fingerprint: try row.optionalBlob(2), boxes: [])
        record.boxes.reserveCapacity(parts)
        for part in 0..<parts { record.boxes.append(try row.optionalBlob(3 + Int32(part)) ?? []) }
        record.readable = try readable(in: row, from: 3 + Int32(parts), table: table)
        return record
    }

    private static func readable(
        in row: borrowing Row, from column: Int32, table: RecordTable
    ) throws -> ReadableText? {
        guard !table.readable.isEmpty, !row.isNull(column) else { return nil }
        return ReadableText(text: try row.text(column), mac: try row.blob(column + 1))
    }

    // MARK: Writing

    package func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        try row.requireLength(of: kind)
        let table = table(of: kind)
        // A singleton's own table has one row per account, which the new one replaces; the shared table can have more.
        if kind.form == .singleton, table.isShared { try remove(kind, .min ... .max, of: account) }
        let text = text("put", kind) { table in
            var columns = ["account"] + (table.isShared ? ["kind"] : []) + [table.number]
            columns += [table.revision, table.fingerprint].compactMap(\.self)
            columns += table.boxes.prefix(max(kind.parts.count, table.isShared ? 2 : 0)) + table.readable
            let marks = Array(repeating: "?", count: columns.count).listed(by: ", ")
            let key = ["account"] + (table.isShared ? ["kind"] : [])
            let updates = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
            // Not REPLACE, which would delete a row of another number with the same fingerprint.
            let unique = kind.form == .singleton && !table.isShared ? key : key + [table.number]
            return """
                INSERT INTO \(table.name) (\(columns.listed(by: ", "))) VALUES (\(marks)) \
                ON CONFLICT (\(unique.listed(by: ", "))) DO UPDATE SET \(updates.listed(by: ", "))
                """
        }
        var values: [SQLiteValue] = [.text(account.description)]
        if table.isShared { values.append(.text(kind.name)) }
        values.append(.integer(row.number))
        if table.revision != nil { values.append(.integer(row.revision)) }
        if table.fingerprint != nil { values.append(row.fingerprint.map(SQLiteValue.blob) ?? .null) }
        values += row.boxes.map { $0.isEmpty ? .null : .blob($0) }
        if table.isShared, row.boxes.count == 1 { values.append(.null) }
        if !table.readable.isEmpty {
            values += row.readable.map { [.text($0.text), .blob($0.mac)] } ?? [.null, .null]
        }
        try translating { try connection.run(text, values) }
    }

    package func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        let text = text("remove", kind) { table in
            "DELETE FROM \(Self.whereText(kind, table)) AND \(table.number) BETWEEN ? AND ?"
        }
        try translating {
            try connection.run(
                text, .text(account.description), .integer(numbers.lowerBound), .integer(numbers.upperBound))
        }
    }

    package func putCardNumber(_ number: [UInt8], of account: AccountID) throws {
        try translating {
            try connection.run(
                "UPDATE account SET card = ? WHERE id = ?", .blob(number), .text(account.description))
        }
    }

    package func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        try translating {
            try connection.run(
                "INSERT OR REPLACE INTO manifest (account, revision, record) VALUES (?, ?, ?)",
                .text(account.description), .integer(manifest.generation), .blob(manifest.box))
        }
    }

    // MARK: The store and its gates

    private static let accountsQuery = RowQuery("id", from: "account ORDER BY id")
    private static let gateQuery = RowQuery(
        "epoch", "shuffle", "recovery", "device_check", "mac", from: "account WHERE id = ?")
    private static let stagesQuery = RowQuery(
        "format", "epoch", "operations", "memory", "salt", "envelope", "position",
        from: "stage WHERE account = ? ORDER BY position LIMIT 3")
    private static let sessionsQuery = RowQuery(
        "id", "boot", "deadline", "idle", "envelope", from: "session WHERE account = ? ORDER BY id")

    package func accounts() throws -> [String] {
        try reading(Self.accountsQuery) { try connection.rows($0) { try $0.text(0) } }
    }

    package func putInstance(_ instance: InstanceID) throws {
        try translating { try connection.run("UPDATE store SET instance = ?", .blob(instance.bytes)) }
    }

    package func gate(of account: AccountID) throws -> GateRow? {
        let gate = try reading(Self.gateQuery) { text in
            try connection.first(text, .text(account.description)) { row in
                let shuffle = try row.integer(1)
                var gate = GateRow(
                    epoch: try row.integer(0), shuffle: shuffle == 1, stages: [], recovery: try row.blob(2),
                    deviceCheck: try row.blob(3), mac: try row.blob(4))
                // The gate's MAC covers the flag, not the number.
                if !(0...1).contains(shuffle) { gate.damage = .gateParameters }
                return gate
            }
        }
        guard var gate else { return nil }
        let stages = try reading(Self.stagesQuery) { text in
            try connection.rows(text, .text(account.description)) { row in
                let stage = StageRow(
                    format: try row.text(0), epoch: try row.integer(1), operations: try row.integer(2),
                    memory: try row.integer(3), salt: try row.blob(4), envelope: try row.blob(5))
                return (stage: stage, position: try row.integer(6))
            }
        }
        // The MAC covers their order, not their positions.
        if stages.map(\.position) != Array(stages.indices) { gate.damage = .gateStages }
        gate.stages = stages.map(\.stage)
        return gate
    }

    package func deviceCheck(of account: AccountID) throws -> [UInt8]? {
        try reading(Self.deviceCheckQuery) { text in
            try connection.first(text, .text(account.description)) { try $0.blob(0) }
        }
    }

    package func putGate(_ gate: GateRow, of account: AccountID) throws {
        try translating {
            try connection.run(
                """
                INSERT INTO account (id, epoch, shuffle, recovery, device_check, mac) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, shuffle = excluded.shuffle,
                    recovery = excluded.recovery, device_check = excluded.device_check, mac = excluded.mac
                """,
                .text(account.description), .integer(gate.epoch), .integer(gate.shuffle ? 1 : 0),
                .blob(gate.recovery), .blob(gate.deviceCheck), .blob(gate.mac))
            try connection.run("DELETE FROM stage WHERE account = ?", .text(account.description))
            for (position, stage) in gate.stages.enumerated() {
                try connection.run(
                    """
                    INSERT INTO stage (account, position, format, epoch, operations, memory, salt, envelope)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    .text(account.description), .integer(position), .text(stage.format), .integer(stage.epoch),
                    .integer(stage.operations), .integer(stage.memory), .blob(stage.salt), .blob(stage.envelope))
            }
        }
    }

    package func putLock(_ lock: Int, of account: AccountID) throws {
        try translating {
            try connection.run("UPDATE account SET lock = ? WHERE id = ?", .integer(lock), .text(account.description))
        }
    }

    package func removeAccount(_ account: AccountID) throws {
        try translating { try connection.run("DELETE FROM account WHERE id = ?", .text(account.description)) }
    }

    // MARK: Sessions

    package func sessions(of account: AccountID) throws -> [SessionRow] {
        try reading(Self.sessionsQuery) { text in
            try connection.rows(text, .text(account.description), read: Self.session)
        }
    }

    package func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow? {
        // There are few, and their statement has usually been prepared already.
        try sessions(of: account).first { $0.id == id }
    }

    private static func session(_ row: borrowing Row) throws -> SessionRow {
        SessionRow(
            id: try row.blob(0), boot: try row.blob(1), deadlineNanoseconds: try row.integer(2),
            idleNanoseconds: try row.integer(3), envelope: try row.blob(4))
    }

    package func putSession(_ session: SessionRow, of account: AccountID) throws {
        try translating {
            try connection.run(
                "INSERT OR REPLACE INTO session (account, id, boot, deadline, idle, envelope) VALUES (?, ?, ?, ?, ?, ?)",
                .text(account.description), .blob(session.id), .blob(session.boot),
                .integer(session.deadlineNanoseconds), .integer(session.idleNanoseconds), .blob(session.envelope))
        }
    }

    package func removeSessions(_ id: [UInt8]?, of account: AccountID) throws {
        try translating {
            if let id {
                try connection.run(
                    "DELETE FROM session WHERE account = ? AND id = ?", .text(account.description), .blob(id))
            } else {
                try connection.run("DELETE FROM session WHERE account = ?", .text(account.description))
            }
        }
    }

    // MARK: Values that are too long

    /// Runs a query on rows of a kind, or of no kind. If it finds a value that is too long, it is run once more, with
    /// empty values in place of those.
    private func reading<Result>(
        _ query: RowQuery, _ kind: RecordKind? = nil, _ body: (String) throws -> Result
    ) throws -> Result {
        let longest = kind.map(LengthLimit.record) ?? LengthLimit.other
        return try translating {
            do {
                return try connection.reading(valuesUpTo: longest) {
                    do {
                        return try body(query.text)
                    } catch let error as SQLiteError where error.isTooLong {
                        return try body(query.sparing(blobsOver: longest))
                    }
                }
            } catch let error as SQLiteError where error.isTooLong {
                throw EngineError(.damaged, "a text exceeds the maximum length", cause: error)
            }
        }
    }

    private func translating<Result>(_ body: () throws -> Result) throws -> Result { try EngineError.translating(body) }
}
