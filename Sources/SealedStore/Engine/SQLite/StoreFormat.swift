internal import SQLiteKit

/// The tables that this program knows: those of format 1, and the numbered steps from there to its own.
///
/// A database stores its format's version in `user_version`.
struct StoreFormat: Sendable {
    /// The schema's application id, in the database header.
    let applicationID: Int
    /// The text of each table's statement, as SQLite stores it after the last step.
    let tables: [String]
    /// The steps to versions 2, 3 and so on, in order. A released step is never changed.
    let migrations: [Migration]
    /// Whether some of the tables are this schema's own.
    private let hasOwnTables: Bool
    /// Receives the stores that were migrated to this format.
    var migrationHandler: @Sendable (MigratedStore) -> Void = { _ in }

    init(applicationID: Int, tables: [String], migrations: [Migration], hasOwnTables: Bool = false) {
        (self.applicationID, self.tables, self.migrations) = (applicationID, tables, migrations)
        self.hasOwnTables = hasOwnTables
    }

    /// This program's format. Once its last step is released, any change of the tables is a new step here.
    init(of schema: EngineSchema) {
        let second = SecondFormatTables(after: FirstFormatTables(own: schema.firstTables))
        self.init(
            applicationID: schema.applicationID, tables: second.statements, migrations: [second.migration],
            hasOwnTables: !schema.firstTables.isEmpty)
        migrationHandler = schema.migrationHandler
    }

    var version: Int { migrations.last?.version ?? 1 }

    /// Whether the database claims to be of this schema.
    func isOwn(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("application_id") == applicationID
    }

    /// Refuses a database that isn't of this schema.
    ///
    /// - Parameter empty: called for a database without tables and without a mark; refuses it by throwing.
    /// - Throws: ``StoreError`` with `damaged` and the reason `notAStore`, or `ofAnotherApplication`; what `empty`
    ///   throws.
    func refuseForeign(
        _ connection: borrowing Connection, empty: () throws -> Void = { throw StoreError(.damaged(.notAStore)) }
    ) throws {
        guard try !isOwn(connection) else { return }
        // Another process may be creating the store: before it is refused, it is read again, as of one moment.
        try connection.transaction(.reading) { connection in
            let found = try connection.pragma("application_id")
            guard found != applicationID else { return }
            if try Self.isEmpty(connection) {
                // It has another application's mark, and nothing in it.
                guard found == 0 else { throw StoreError(.damaged(.notAStore)) }
                return try empty()
            }
            // Stores of other schemas have the tables that are common to all.
            throw try StoreError(hasOwnTables && hasTables(connection) ? .damaged(.notAStore) : .ofAnotherApplication)
        }
    }

    /// Whether the database has no tables, as an interrupted creation leaves it.
    static func isEmpty(_ connection: borrowing Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM sqlite_schema LIMIT 1") { try $0.integer(0) } == nil
    }

    /// Refuses a database written by a newer program.
    ///
    /// - Throws: ``StoreError`` with `newerStore`.
    func refuseNewer(_ connection: borrowing Connection) throws {
        let found = try connection.pragma("user_version")
        // Another application's version numbers mean nothing here.
        guard try found <= version || !isOwn(connection) else { throw StoreError(.newerFormat(found)) }
    }

    /// Whether the database has this version and exactly its tables.
    func matches(_ connection: borrowing Connection) throws -> Bool {
        try connection.pragma("user_version") == version && hasTables(connection)
    }

    /// Whether the database has exactly this format's tables, whatever version it claims.
    func hasTables(_ connection: borrowing Connection) throws -> Bool {
        let found = try connection.rows(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT 64"
        ) { try $0.text(0) }
        return found.sorted() == tables.sorted()
    }
}
