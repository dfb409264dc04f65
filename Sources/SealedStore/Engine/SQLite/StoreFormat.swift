internal import SQLiteKit

/// The tables that a program knows: those of format 1, and the numbered steps from there to its own.
///
/// A database bears its format's version in `user_version`.
struct StoreFormat: Sendable {
    /// How a database says whose it is: the schema's.
    let applicationID: Int
    /// The text of each table's statement, as SQLite keeps it after the last step.
    let tables: [String]
    /// To versions 2, 3 and so on, in this order. A step that was released is never changed.
    let migrations: [Migration]

    init(applicationID: Int, tables: [String], migrations: [Migration]) {
        (self.applicationID, self.tables, self.migrations) = (applicationID, tables, migrations)
    }

    /// This program's. Once its last step is released, a change of the tables is one more step here.
    init(of schema: StoreSchema) {
        let second = SecondFormatTables(after: FirstFormatTables(own: schema.firstTables))
        self.init(
            applicationID: schema.applicationID, tables: second.statements, migrations: [second.migration])
    }

    var version: Int { migrations.last?.version ?? 1 }

    /// Whether the database says that it is of this schema.
    func isOwn(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("application_id") == applicationID
    }

    /// Refuses a database that a newer program wrote.
    ///
    /// - Throws: ``StoreError`` with `newerStore`.
    func refuseNewer(_ connection: borrowing Connection) throws {
        // Another program's numbers say nothing.
        guard try isOwn(connection) else { return }
        let found = try connection.pragma("user_version")
        guard found <= version else { throw StoreError(.newerFormat(found)) }
    }

    /// Whether the database is of this version and holds exactly its tables.
    func matches(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("user_version") == version && hasTables(connection)
    }

    /// Whether the database holds exactly this format's tables, whatever it says of its version.
    func hasTables(_ connection: borrowing Connection) throws -> Bool {
        let found = try connection.rows(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT 64"
        ) { try $0.text(0) }
        return found.sorted() == tables.sorted()
    }
}
