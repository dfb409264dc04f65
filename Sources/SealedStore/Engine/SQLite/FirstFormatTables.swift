internal import SQLiteKit

/// The tables of a file of format 1, which are frozen: they are changed by a ``Migration``.
///
/// All personal data is in columns that hold sealed boxes. Readable are only what the gate needs, account ids, record
/// ids and revisions, and the text that its owner chose to leave readable.
struct FirstFormatTables {
    /// The schema's tables for kinds that had their own in 0.1.0.
    let own: [FirstTable]

    var statements: [String] {
        [Self.store, Self.account, Self.stage, Self.session] + own.map { $0.statement() } + [Self.manifest]
    }

    static let store = """
        CREATE TABLE store (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id BLOB NOT NULL CHECK (length(id) = 16)
        ) STRICT
        """
    static let account = """
        CREATE TABLE account (
            id TEXT PRIMARY KEY,
            epoch INTEGER NOT NULL,
            shuffle INTEGER NOT NULL,
            lock INTEGER NOT NULL DEFAULT 0,
            recovery BLOB NOT NULL,
            device_check BLOB NOT NULL,
            mac BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    static let stage = """
        CREATE TABLE stage (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            format TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            operations INTEGER NOT NULL,
            memory INTEGER NOT NULL,
            salt BLOB NOT NULL,
            envelope BLOB NOT NULL,
            PRIMARY KEY (account, position)
        ) STRICT, WITHOUT ROWID
        """
    private static let session = """
        CREATE TABLE session (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            epoch INTEGER NOT NULL,
            boot BLOB NOT NULL,
            deadline INTEGER NOT NULL,
            idle INTEGER NOT NULL,
            envelope BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    static let manifest = """
        CREATE TABLE manifest (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """

    /// Creates the tables in an empty database, in the caller's transaction.
    func create(in connection: borrowing Connection, id: StoreID, applicationID: Int) throws {
        for statement in statements { try connection.run(statement) }
        try connection.run("INSERT INTO store (only, id) VALUES (1, ?)", .blob(id.bytes))
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run("PRAGMA user_version = 1")
    }
}

/// A kind of record that had its own table in format 1.
package struct FirstTable: Hashable, Sendable {
    let kind: RecordKind
    let table: RecordTable
    /// How many of the boxes, counted from the end, were added in format 2. They are NULL if a record lacks them.
    let addedBoxes: Int

    package init(_ kind: RecordKind, _ table: RecordTable, addedBoxes: Int = 0) {
        (self.kind, self.table, self.addedBoxes) = (kind, table, addedBoxes)
    }

    /// The exact statement that created the table.
    ///
    /// - Parameter added: the columns added since, which SQLite inserts after the last column.
    func statement(adding added: [String] = []) -> String {
        // Appended piece by piece, which is faster than interpolating and joining: each start makes these texts, to
        // compare them with the file's.
        var text = "CREATE TABLE "
        text += table.name
        text += " (\n    account TEXT "
        text += kind.form == .singleton ? "PRIMARY KEY" : "NOT NULL"
        text += " REFERENCES account (id) ON DELETE CASCADE"
        func append(_ column: String, _ type: String) {
            text += ",\n    "
            text += column
            text += type
        }
        append(table.number, " INTEGER NOT NULL")
        if let revision = table.revision { append(revision, " INTEGER NOT NULL") }
        if let fingerprint = table.fingerprint { append(fingerprint, " BLOB NOT NULL") }
        for (index, column) in table.readable.enumerated() {
            append(column, index == 0 ? " TEXT NOT NULL" : " BLOB NOT NULL")
        }
        for box in table.boxes.dropLast(addedBoxes) { append(box, " BLOB NOT NULL") }
        var constraints = ""
        if kind.form != .singleton { constraints += ",\n    PRIMARY KEY (account, \(table.number))" }
        if let fingerprint = table.fingerprint { constraints += ",\n    UNIQUE (account, \(fingerprint))" }
        if constraints.isEmpty { text += "\n" }
        for column in added {
            text += ", "
            text += column
        }
        if !constraints.isEmpty { text += constraints + "\n" }
        text += kind.form == .collection ? ") STRICT" : ") STRICT, WITHOUT ROWID"
        return text
    }

    /// The columns added in format 2, in the form used in the statement that adds them.
    var addedColumns: [String] { table.boxes.suffix(addedBoxes).map { "\($0) BLOB" } }
}
