internal import SQLiteKit

/// Format 2: the differences of its tables from those of format 1. It may change until it is released.
struct SecondFormatTables {
    private let first: FirstFormatTables

    init(after first: FirstFormatTables) {
        self.first = first
    }

    /// The columns added to tables of format 1, in order.
    private var added: [(table: String, column: String)] {
        [("store", Self.instance), ("account", Self.card)]
            + first.own.flatMap { table in table.addedColumns.map { (table.table.name, $0) } }
    }

    /// The statements that migrate from format 1, in order.
    ///
    /// A migrated store keeps an empty instance, so that its state folder and its MACs stay valid. Its sessions end,
    /// since sessions are now bound to more.
    var changes: [String] {
        added.map { "ALTER TABLE \($0.table) ADD COLUMN \($0.column)" }
            + ["DROP TABLE session", Self.session, RecordTable.sharedStatement]
    }

    var migration: Migration {
        let changes = changes
        return Migration(version: 2) { connection in
            for change in changes { try connection.run(change) }
        }
    }

    /// The text of each table's statement after the migration.
    var statements: [String] {
        [
            Self.adding(Self.instance, to: FirstFormatTables.store),
            Self.adding(Self.card, to: FirstFormatTables.account), FirstFormatTables.stage,
        ] + first.own.map { $0.statement(adding: $0.addedColumns) }
            + [FirstFormatTables.manifest, Self.session, RecordTable.sharedStatement]
    }

    /// The account's live sessions: one for each storage that keeps keys where other processes can't read them.
    private static let session = """
        CREATE TABLE session (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            boot BLOB NOT NULL,
            deadline INTEGER NOT NULL,
            idle INTEGER NOT NULL,
            envelope BLOB NOT NULL,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID
        """

    /// Identifies the readable text set last, or says that there is none: see ``ReadableAuthentication``.
    private static let card = "card BLOB NOT NULL DEFAULT x''"
    private static let instance = "instance BLOB NOT NULL DEFAULT x'' CHECK (length(instance) IN (0, 16))"

    /// The statement of a table without constraints, with a column where SQLite inserts it: after the last one.
    private static func adding(_ column: String, to statement: String) -> String {
        guard let end = statement.utf8.lastIndex(of: UInt8(ascii: ")")) else { return statement }
        return "\(statement[..<end]), \(column)\(statement[end...])"
    }
}
