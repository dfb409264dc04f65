internal import SQLiteKit
internal import Sealing

/// Records that didn't open when the rest of the account was put under another key: kept sealed as they were, until
/// a repair or a restore. Nothing reads them, and the inventory doesn't count them.
enum AsideTable {
    static let statement = """
        CREATE TABLE aside (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            record INTEGER NOT NULL,
            boxes BLOB NOT NULL,
            key BLOB NOT NULL,
            PRIMARY KEY (account, number)
        ) STRICT, WITHOUT ROWID
        """

    private static let schema: UInt8 = 1

    /// Moves a record here, inside the caller's transaction, with the key that it was sealed under.
    static func keep(
        _ number: Int, of table: RecordTable, in connection: borrowing Connection, from old: borrowing RecordSealer,
        to new: borrowing RecordSealer
    ) throws {
        var writer = RecordWriter(schema: schema)
        writer.append(try table.blobs(numbered: number, in: connection, sealer: old)) { $0.append($1) }
        let next = try connection.first(
            "SELECT coalesce(max(number), 0) + 1 FROM aside WHERE account = ?", .text(new.accountID)
        ) { try $0.integer(0) }
        try connection.run(
            "INSERT INTO aside (account, number, kind, record, boxes, key) VALUES (?, ?, ?, ?, ?, ?)",
            .text(new.accountID), .integer(next ?? 1), .text(table.rawValue), .integer(number), .blob(writer.bytes),
            .blob(new.sealKey(of: old)))
        try table.remove(numbered: number, from: connection, sealer: old)
    }

    /// Puts the keys of what is here already under another key, inside the caller's transaction. One that doesn't open
    /// stays as it is.
    static func reseal(
        in connection: borrowing Connection, from old: borrowing RecordSealer, to new: borrowing RecordSealer
    ) throws {
        let rows = try connection.rows(
            "SELECT number, key FROM aside WHERE account = ? ORDER BY number", .text(old.accountID)
        ) { (number: try $0.integer(0), key: try $0.blob(1)) }
        for row in rows {
            guard let key = try whatOpens({ try new.resealKey(row.key, from: old) }) else { continue }
            try connection.run(
                "UPDATE aside SET key = ? WHERE account = ? AND number = ?", .blob(key), .text(old.accountID),
                .integer(row.number))
        }
    }

    /// How many records an account has here.
    static func count(of account: AccountID, in connection: borrowing Connection) throws -> Int {
        try connection.first("SELECT count(*) FROM aside WHERE account = ?", .text(account.description)) {
            try $0.integer(0)
        } ?? 0
    }
}
