internal import PostgresKit
internal import SealedStore
internal import Sealing

/// The tables of a store on a server, in the store's schema, and the statements that use them.
///
/// The account comes first in every key, so that a server can shard by it. Only plain statements are used. What belongs
/// to one machine, its stages and its sessions, is stored under a device: today there is one for each account, with an
/// empty id.
struct ServerTables: Sendable {
    let schema: String
    let quoted: String

    /// The format version that this program writes, and the newest that it reads.
    static let format = 2

    init(schema: String) {
        self.schema = schema
        // Made of a-z, 0-9, hyphens and underscores, so nothing in it can end the quotes.
        quoted = "\"\(schema)\""
    }

    /// - Throws: ``StoreError`` with `newerStore`.
    static func refuseNewer(_ found: Int) throws(StoreError) {
        guard found <= format else { throw StoreError(.newerFormat(found)) }
    }

    func name(_ table: String) -> String { "\(quoted).\(table)" }

    var identity: PostgresQuery { .once("SELECT id, instance, format FROM \(name("store"))") }

    // MARK: Accounts

    static let writing = PostgresQuery("BEGIN ISOLATION LEVEL READ COMMITTED")
    /// One snapshot for all reads.
    static let reading = PostgresQuery("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    static let commit = PostgresQuery("COMMIT")
    static let rollback = PostgresQuery("ROLLBACK")
    /// Lets the transaction's commit wait for neither disk nor standby.
    static let unsynced = PostgresQuery("SET LOCAL synchronous_commit = 'off'")

    /// Reads the account's row, and the store's format, which a newer program may have raised meanwhile. Writers lock
    /// the row, which serializes them.
    func account(_ account: AccountID, isLocked: Bool) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT epoch, lock, generation, manifest, card, writer, coalesce(watched_until > now(), false), \
            (SELECT format FROM \(name("store"))) FROM \(name("account")) WHERE id = $1\(isLocked ? " FOR UPDATE" : "")
            """, [.text(account.description)])
    }

    /// Reads each by its whole key, so that the server never scans an account with a long history.
    func singletons(of account: AccountID, _ kinds: [String]) -> PostgresQuery {
        let selections = (kinds.isEmpty ? [""] : kinds).indices.map { index in
            """
            SELECT revision, revision, fingerprint, readable, mac, boxes[1], kind FROM \(name("record")) \
            WHERE account = $1 AND kind = $\(index + 2) AND number = 0
            """
        }
        return PostgresQuery(
            selections.joined(separator: " UNION ALL "),
            [.text(account.description)] + (kinds.isEmpty ? [""] : kinds).map { .text($0) })
    }

    /// Updates an account's row. This fails if the generation has changed since it was read: the CASE then yields NULL,
    /// which the column doesn't allow.
    func update(
        _ account: AccountID, from generation: Int, to heads: AccountHeads, writers: WriterNames
    ) -> PostgresQuery {
        PostgresQuery(
            """
            UPDATE \(name("account")) SET generation = CASE generation WHEN $2 THEN $3 END, manifest = $4, card = $5, \
            epoch = $6, lock = $7, writer = $8 WHERE id = $1
            """, [.text(account.description), .integer(generation)] + Self.values(of: heads, writers))
    }

    /// Inserts an account's row. This fails if there is one.
    func insertion(of account: AccountID, _ heads: AccountHeads, writers: WriterNames) -> PostgresQuery {
        .once(
            """
            INSERT INTO \(name("account")) (id, generation, manifest, card, epoch, lock, writer, recovery) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, '')
            """, [.text(account.description)] + Self.values(of: heads, writers))
    }

    private static func values(of heads: AccountHeads, _ writers: WriterNames) -> [PostgresValue] {
        [
            .integer(heads.manifest?.generation ?? 0), .bytes(heads.manifest?.box ?? []), .bytes(heads.cardNumber),
            .integer(heads.epoch), .integer(heads.lock), .bytes(writers.bytes),
        ]
    }

    /// Removes everything that an account has.
    func removal(of account: AccountID) -> [PostgresQuery] {
        Self.accountTables.reversed().map { table, column in
            .once("DELETE FROM \(name(table)) WHERE \(column) = $1", .text(account.description))
        }
    }

    func accounts(atMost limit: Int) -> PostgresQuery {
        PostgresQuery("SELECT id FROM \(name("account")) ORDER BY id LIMIT $1", [.integer(limit)])
    }

    /// Writes an account's row as it is.
    func rewriting(_ account: AccountID) -> PostgresQuery {
        .once("UPDATE \(name("account")) SET lock = lock WHERE id = $1", .text(account.description))
    }

    /// Writes the store's row as it is, which needs the right to nothing but this column.
    var rewritingStore: PostgresQuery { .once("UPDATE \(name("store")) SET \"only\" = \"only\"") }

    /// Locks the store's row, which serializes the creation of accounts.
    var storeLock: PostgresQuery { .once("SELECT id FROM \(name("store")) FOR UPDATE") }

    func renaming(to instance: InstanceID) -> PostgresQuery {
        .once("UPDATE \(name("store")) SET instance = $1", .bytes(instance.bytes))
    }

    // MARK: Gates and sessions

    /// The only device of an account today.
    private static let device = "''::bytea"

    func device(of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT device.epoch, shuffle, device_check, mac, recovery FROM \(name("device")) AS device \
            JOIN \(name("account")) AS account ON account.id = device.account \
            WHERE device.account = $1 AND device.id = \(Self.device)
            """, [.text(account.description)])
    }

    func stages(of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT format, epoch, operations, memory, salt, envelope FROM \(name("stage")) \
            WHERE account = $1 AND device = \(Self.device) ORDER BY position LIMIT 3
            """, [.text(account.description)])
    }

    func replacement(ofGate gate: GateRow, of account: AccountID) -> [PostgresQuery] {
        let id = PostgresValue.text(account.description)
        return [
            .once("UPDATE \(name("account")) SET recovery = $2 WHERE id = $1", id, .bytes(gate.recovery)),
            .once("DELETE FROM \(name("stage")) WHERE account = $1 AND device = \(Self.device)", id),
            .once("DELETE FROM \(name("device")) WHERE account = $1 AND id = \(Self.device)", id),
            .once(
                """
                INSERT INTO \(name("device")) (account, id, epoch, shuffle, lock, device_check, mac) \
                VALUES ($1, \(Self.device), $2, $3, 0, $4, $5)
                """, id, .integer(gate.epoch), .boolean(gate.shuffle), .bytes(gate.deviceCheck), .bytes(gate.mac)),
        ]
            + gate.stages.enumerated().map { position, stage in
                .once(
                    """
                    INSERT INTO \(name("stage")) \
                    (account, device, position, format, epoch, operations, memory, salt, envelope) \
                    VALUES ($1, \(Self.device), $2, $3, $4, $5, $6, $7, $8)
                    """, id, .integer(position), .text(stage.format), .integer(stage.epoch), .integer(stage.operations),
                    .integer(stage.memory), .bytes(stage.salt), .bytes(stage.envelope))
            }
    }

    func sessions(of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT id, boot, deadline, idle, envelope FROM \(name("session")) \
            WHERE account = $1 AND device = \(Self.device) ORDER BY id
            """, [.text(account.description)])
    }

    func insertion(of session: SessionRow, of account: AccountID) -> PostgresQuery {
        .once(
            """
            INSERT INTO \(name("session")) (account, device, id, boot, deadline, idle, envelope) \
            VALUES ($1, \(Self.device), $2, $3, $4, $5, $6) ON CONFLICT (account, device, id) DO UPDATE SET \
            boot = excluded.boot, deadline = excluded.deadline, idle = excluded.idle, envelope = excluded.envelope
            """, .text(account.description), .bytes(session.id), .bytes(session.boot),
            .integer(session.deadlineNanoseconds), .integer(session.idleNanoseconds), .bytes(session.envelope))
    }

    func removal(ofSession id: [UInt8], of account: AccountID) -> PostgresQuery {
        .once(
            "DELETE FROM \(name("session")) WHERE account = $1 AND device = \(Self.device) AND id = $2",
            .text(account.description), .bytes(id))
    }

    // MARK: Watching

    /// Notifies listeners that an account may have changed.
    func notification(of account: AccountID) -> PostgresQuery {
        // An account's id is made of a-z, 0-9 and hyphens.
        .once("NOTIFY \(quoted), '\(account)'")
    }

    var listening: PostgresQuery { .once("LISTEN \(quoted)") }

    /// Asks the account's writers to send notifications, for a limited time.
    func watch(_ account: AccountID) -> PostgresQuery {
        PostgresQuery(
            "UPDATE \(name("account")) SET watched_until = now() + interval '150 seconds' WHERE id = $1",
            [.text(account.description)])
    }

    /// Reads what changes with each transaction that writes an account.
    func writers(of accounts: [AccountID]) -> PostgresQuery {
        PostgresQuery(
            "SELECT id, writer FROM \(name("account")) WHERE id = ANY($1)", [.names(accounts.map(\.description))])
    }

    // MARK: Records

    /// The column with a record's number. A singleton's is its revision, while its key stays the same however often it
    /// is written, so that the server's indexes never have to change.
    private func numberColumn(of kind: RecordKind) -> String { kind.form == .singleton ? "revision" : "number" }

    private func selection(_ kind: RecordKind, _ extent: RecordExtent) -> String {
        var columns = [numberColumn(of: kind), "revision", "fingerprint", "readable", "mac", "boxes[1]"]
        for part in kind.parts.indices.dropFirst() {
            columns.append(
                extent.covers(part)
                    ? "boxes[\(part + 1)]" : "substring(boxes[\(part + 1)] from 1 for \(SealedBox.identityLength))")
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(name("record")) WHERE account = $1 AND kind = $2"
    }

    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, _ extent: RecordExtent) -> PostgresQuery {
        PostgresQuery(
            "\(selection(kind, extent)) AND \(numberColumn(of: kind)) = $3",
            [.text(account.description), .text(kind.name), .integer(number)])
    }

    func rows(_ kind: RecordKind, in range: RecordRange, of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            """
            \(selection(kind, range.extent)) AND \(numberColumn(of: kind)) BETWEEN $3 AND $4 \
            ORDER BY \(numberColumn(of: kind)) \(range.isDescending ? "DESC" : "ASC") LIMIT $5
            """,
            [
                .text(account.description), .text(kind.name), .integer(range.numbers.lowerBound),
                .integer(range.numbers.upperBound), .integer(range.limit ?? .max),
            ])
    }

    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            "SELECT number FROM \(name("record")) WHERE account = $1 AND kind = $2 AND fingerprint = $3",
            [.text(account.description), .text(kind.name), .bytes(fingerprint)])
    }

    func count(_ kind: RecordKind, of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            "SELECT count(*) FROM \(name("record")) WHERE account = $1 AND kind = $2",
            [.text(account.description), .text(kind.name)])
    }

    func countStrays(besides kinds: [RecordKind], of account: AccountID) -> PostgresQuery {
        PostgresQuery("SELECT count(*) FROM \(strays)", Self.values(ofStraysBesides: kinds, of: account))
    }

    func removeStrays(besides kinds: [RecordKind], of account: AccountID) -> PostgresQuery {
        PostgresQuery("DELETE FROM \(strays)", Self.values(ofStraysBesides: kinds, of: account))
    }

    private var strays: String { "\(name("record")) WHERE account = $1 AND kind <> ALL($2)" }

    private static func values(ofStraysBesides kinds: [RecordKind], of account: AccountID) -> [PostgresValue] {
        [.text(account.description), .names(kinds.map(\.name))]
    }

    func insertion(of row: RecordRow, _ kind: RecordKind, of account: AccountID) -> PostgresQuery {
        let boxes = row.boxes.indices.map { "$\($0 + 8)" }.joined(separator: ", ")
        return PostgresQuery(
            """
            INSERT INTO \(name("record")) (account, kind, number, revision, fingerprint, readable, mac, boxes) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, ARRAY[\(boxes)]::bytea[]) \
            ON CONFLICT (account, kind, number) DO UPDATE SET revision = excluded.revision, \
            fingerprint = excluded.fingerprint, readable = excluded.readable, mac = excluded.mac, \
            boxes = excluded.boxes
            """,
            [
                .text(account.description), .text(kind.name), .integer(kind.form == .singleton ? 0 : row.number),
                .integer(row.revision),
                row.fingerprint.map(PostgresValue.bytes) ?? .null, row.readable.map { .text($0.text) } ?? .text(""),
                row.readable.map { .bytes($0.mac) } ?? .null,
            ] + row.boxes.map { $0.isEmpty ? .null : .bytes($0) })
    }

    func removal(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            """
            DELETE FROM \(name("record")) \
            WHERE account = $1 AND kind = $2 AND \(numberColumn(of: kind)) BETWEEN $3 AND $4
            """,
            [
                .text(account.description), .text(kind.name), .integer(numbers.lowerBound),
                .integer(numbers.upperBound),
            ])
    }

    func removal(_ kind: RecordKind, _ numbers: [Int], of account: AccountID) -> PostgresQuery {
        PostgresQuery(
            """
            DELETE FROM \(name("record")) \
            WHERE account = $1 AND kind = $2 AND \(numberColumn(of: kind)) = ANY($3)
            """, [.text(account.description), .text(kind.name), .integers(numbers)])
    }
}

extension GateRow {
    /// Decodes the answers to ``ServerTables/device(of:)`` and ``ServerTables/stages(of:)``.
    fileprivate init(row: PostgresRows, stages: [StageRow]) throws(PostgresError) {
        self.init(
            epoch: try row.integer(0, 0), shuffle: try row.boolean(0, 1), stages: stages, recovery: try row.bytes(0, 4),
            deviceCheck: try row.bytes(0, 2), mac: try row.bytes(0, 3))
    }

    /// - Returns: `nil` if the account has no gate.
    init?(device: PostgresRows, stages rows: PostgresRows) throws(PostgresError) {
        guard !device.isEmpty else { return nil }
        var stages: [StageRow] = []
        for row in 0..<rows.count {
            stages.append(
                StageRow(
                    format: try rows.text(row, 0), epoch: try rows.integer(row, 1),
                    operations: try rows.integer(row, 2), memory: try rows.integer(row, 3),
                    salt: try rows.bytes(row, 4), envelope: try rows.bytes(row, 5)))
        }
        try self.init(row: device, stages: stages)
    }
}

extension PostgresRows {
    func sessions() throws(PostgresError) -> [SessionRow] {
        var sessions: [SessionRow] = []
        for row in 0..<count {
            sessions.append(
                SessionRow(
                    id: try bytes(row, 0), boot: try bytes(row, 1), deadlineNanoseconds: try integer(row, 2),
                    idleNanoseconds: try integer(row, 3), envelope: try bytes(row, 4)))
        }
        return sessions
    }

    /// Decodes a record from the columns of a selection with `parts` boxes.
    func record(_ row: Int, parts: Int) throws(PostgresError) -> RecordRow {
        var boxes: [[UInt8]] = []
        for part in 0..<parts { boxes.append(try optionalBytes(row, 5 + part) ?? []) }
        let mac = try optionalBytes(row, 4)
        var record = RecordRow(
            number: try integer(row, 0), revision: try integer(row, 1), fingerprint: try optionalBytes(row, 2),
            boxes: boxes)
        if let mac { record.readable = ReadableText(text: try text(row, 3), mac: mac) }
        return record
    }
}
