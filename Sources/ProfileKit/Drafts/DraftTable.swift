internal import SQLiteKit

/// The row of an account's saved draft. There is one at the most.
enum DraftTable {
    private static let name = "draft"

    static func load(from connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Draft? {
        let row = try connection.first(
            "SELECT save, record FROM draft WHERE account = ?", .text(sealer.accountID)
        ) { (save: try $0.integer(0), record: try $0.blob(1)) }
        guard let row else { return nil }
        let payload = try sealer.open(row.record, at: RecordPlace(table: name, revision: row.save))
        var draft = try Draft(decoding: payload, save: row.save)
        draft.origin = sealer.origin
        return draft
    }

    static func save(_ draft: Draft, in connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        try RecordTable.draft.put(draft.encoded, numbered: draft.save, in: connection, sealer: sealer)
    }

    static func delete(from connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        try RecordTable.draft.remove(from: connection, sealer: sealer)
    }

    /// Whether an account has a draft, which stands open.
    static func exists(for account: AccountID, in connection: borrowing Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM draft WHERE account = ?", .text(account.description)) {
            try $0.integer(0)
        } != nil
    }
}
