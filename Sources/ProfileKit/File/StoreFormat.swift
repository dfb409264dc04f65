internal import SQLiteKit

/// The tables that a program knows: those of format 1, and the numbered steps from there to its own.
///
/// A database bears its format's version in `user_version`.
struct StoreFormat: Sendable {
    /// The text of each table's statement, as SQLite keeps it after the last step.
    let tables: [String]
    /// To versions 2, 3 and so on, in this order. A step that was released is never changed.
    let migrations: [Migration]

    /// This program's. Once its last step is released, a change of the tables is one more step here.
    static let current = StoreFormat(tables: SecondFormat.tables, migrations: [SecondFormat.migration])

    var version: Int { migrations.last?.version ?? 1 }

    /// Refuses a database that a newer program wrote.
    ///
    /// - Throws: ``ProfileError`` with `newerStore`.
    func refuseNewer(_ connection: borrowing Connection, at path: String) throws {
        // Another program's numbers say nothing.
        guard try connection.pragma("application_id") == Schema.applicationID else { return }
        let found = try connection.pragma("user_version")
        guard found <= version else {
            throw ProfileError(
                .newerStore, "\(path) was written by a newer version of profile (format \(found))",
                hint: "It was left untouched. Install that version.")
        }
    }

    /// Whether the database is of this version and holds exactly its tables.
    func matches(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("user_version") == version && hasTables(connection)
    }

    /// Whether the database holds exactly this format's tables, whatever it says of its version.
    func hasTables(_ connection: borrowing Connection) throws -> Bool {
        let found = try connection.rows(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid LIMIT 64"
        ) { try $0.text(0) }
        return found == tables
    }
}
