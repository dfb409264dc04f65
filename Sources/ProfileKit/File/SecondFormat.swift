internal import SQLiteKit

/// Format 2: what differs in its tables from those of format 1. It is open to changes until it is released.
enum SecondFormat {
    /// The statements that lead here from format 1, in order.
    ///
    /// A store that comes from there keeps an empty instance, so that its state folder and its MACs stay good.
    static let changes = [
        "ALTER TABLE store ADD COLUMN \(instance)",
        AsideTable.statement,
    ]

    static let migration = Migration(version: 2) { connection in
        for change in changes { try connection.run(change) }
    }

    /// The text of each table's statement afterwards: SQLite puts a column that is added behind the last one's line.
    static let tables =
        Schema.statements.map { statement in
            statement.hasPrefix("CREATE TABLE store ") ? adding(instance, to: statement) : statement
        } + [AsideTable.statement]

    private static let instance = "instance BLOB NOT NULL DEFAULT x'' CHECK (length(instance) IN (0, 16))"

    private static func adding(_ column: String, to statement: String) -> String {
        guard let end = statement.lastIndex(of: ")") else { return statement }
        return "\(statement[..<end]), \(column)\(statement[end...])"
    }
}
