internal import SQLiteKit

/// Which records of an account are the newest, sealed: so that no row can be put back to an older one, or be taken away,
/// by itself.
///
/// Its revision counts the account's writing transactions. It is the store's *generation*, which the gate state remembers
/// outside of the database, so that a whole database that was put back is noticed too.
struct Manifest: Hashable {
    /// How many transactions have written.
    var generation: Int
    var heads: Heads

    /// The numbers that the newest rows bear; 0 where there is none.
    struct Heads: Hashable {
        var profile: Int
        var summary: Int
        var draft: Int
        var emergency: Int
    }

    private static let schema: UInt8 = 1
    private static let table = "manifest"

    /// - Throws: ``MalformedRecord`` or ``SealingError`` when it is missing or doesn't open.
    static func load(from connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Manifest {
        let row = try connection.first(
            "SELECT revision, record FROM manifest WHERE account = ?", .text(sealer.accountID)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        guard let row else { throw MalformedRecord() }
        let payload = try sealer.open(row.record, at: RecordPlace(table: table, revision: row.revision))
        var reader = try RecordReader(payload, schema: schema)
        let heads = Heads(
            profile: try reader.integer(), summary: try reader.integer(), draft: try reader.integer(),
            emergency: try reader.integer())
        try reader.finish()
        return Manifest(generation: row.revision, heads: heads)
    }

    /// - Throws: ``MalformedRecord`` when the rows are not those that were written last.
    func check(_ connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        guard try Heads.current(in: connection, sealer: sealer) == heads else { throw MalformedRecord() }
    }

    /// Brings the manifest up to date with what the caller's transaction has written.
    ///
    /// - Returns: the generation, one higher when anything was written.
    static func update(
        _ previous: Manifest?, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Int {
        let heads = try Heads.current(in: connection, sealer: sealer)
        if let previous, previous.heads == heads { return previous.generation }
        let generation = (previous?.generation ?? 0) + 1
        var writer = RecordWriter(schema: schema)
        writer.append(heads.profile)
        writer.append(heads.summary)
        writer.append(heads.draft)
        writer.append(heads.emergency)
        let record = sealer.seal(writer.bytes, at: RecordPlace(table: table, revision: generation))
        try connection.run(
            "INSERT OR REPLACE INTO manifest (account, revision, record) VALUES (?, ?, ?)", .text(sealer.accountID),
            .integer(generation), .blob(record))
        return generation
    }

    /// The generation as it stands in the open, for numbers that must never come twice.
    static func openGeneration(of account: String, in connection: borrowing Connection) throws -> Int {
        try connection.first("SELECT revision FROM manifest WHERE account = ?", .text(account)) {
            try $0.integer(0)
        } ?? 0
    }
}

extension Manifest.Heads {
    static func current(
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Manifest.Heads {
        let heads = try connection.first(
            """
            SELECT coalesce((SELECT revision FROM profile WHERE account = ?1), 0),
                coalesce((SELECT revision FROM summary WHERE account = ?1), 0),
                coalesce((SELECT save FROM draft WHERE account = ?1), 0),
                coalesce((SELECT revision FROM emergency WHERE account = ?1), 0)
            """, .text(sealer.accountID)
        ) { row in
            Manifest.Heads(
                profile: try row.integer(0), summary: try row.integer(1), draft: try row.integer(2),
                emergency: try row.integer(3))
        }
        guard let heads else { throw MalformedRecord() }
        return heads
    }
}
