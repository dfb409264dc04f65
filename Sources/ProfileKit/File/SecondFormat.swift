internal import SQLiteKit

/// Format 2: what differs in its tables from those of format 1. It is open to changes until it is released.
enum SecondFormat {
    /// The statements that lead here from format 1, in order.
    ///
    /// A store that comes from there keeps an empty instance, so that its state folder and its MACs stay good.
    /// Its sessions end, since they are bound to more than before.
    static let changes = [
        "ALTER TABLE store ADD COLUMN \(instance)",
        "DROP TABLE session",
        session,
        AsideTable.statement,
    ]

    static let migration = Migration(version: 2) { connection in
        for change in changes { try connection.run(change) }
    }

    /// The text of each table's statement afterwards: SQLite puts a column that is added behind the last one's line.
    static let tables =
        Schema.statements.filter { !$0.hasPrefix("CREATE TABLE session ") }.map { statement in
            statement.hasPrefix("CREATE TABLE store ") ? adding(instance, to: statement) : statement
        } + [session, AsideTable.statement]

    /// The account's live unlocks: one for each place that keeps keys where the other processes can't read them.
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

    private static let instance = "instance BLOB NOT NULL DEFAULT x'' CHECK (length(instance) IN (0, 16))"

    private static func adding(_ column: String, to statement: String) -> String {
        guard let end = statement.lastIndex(of: ")") else { return statement }
        return "\(statement[..<end]), \(column)\(statement[end...])"
    }
}
