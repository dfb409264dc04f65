internal import SQLiteKit

/// The tables of a file of format 1, which are frozen: they are changed by a ``Migration``.
///
/// All personal data is in columns that hold sealed boxes. Readable are only what the gate needs, account ids, record
/// ids and revisions, and the text that its owner chose to leave readable.
struct FirstFormatTables {
    /// The schema's tables for kinds that had their own in 0.1.0.
    let own: [FirstTable]

    var statements: [String] {
        [Self.store, Self.account, Self.stage, Self.session] + own.map(\.statement) + [Self.manifest]
    }

    private static let store = """
        CREATE TABLE store (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id BLOB NOT NULL CHECK (length(id) = 16)
        ) STRICT
        """
    private static let account = """
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
    private static let stage = """
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
    private static let manifest = """
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
    fileprivate var statement: String {
        var lines: [String] = []
        if kind.form == .singleton {
            lines.append("account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE")
        } else {
            lines.append("account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE")
        }
        lines.append("\(table.number) INTEGER NOT NULL")
        if let revision = table.revision { lines.append("\(revision) INTEGER NOT NULL") }
        if let fingerprint = table.fingerprint { lines.append("\(fingerprint) BLOB NOT NULL") }
        lines += zip(table.readable, ["TEXT", "BLOB"]).map { "\($0) \($1) NOT NULL" }
        lines += table.boxes.dropLast(addedBoxes).map { "\($0) BLOB NOT NULL" }
        if kind.form != .singleton { lines.append("PRIMARY KEY (account, \(table.number))") }
        if let fingerprint = table.fingerprint { lines.append("UNIQUE (account, \(fingerprint))") }
        return """
            CREATE TABLE \(table.name) (
                \(lines.listed(by: ",\n    "))
            ) STRICT\(kind.form == .collection ? "" : ", WITHOUT ROWID")
            """
    }

    /// The columns added in format 2, in the form used in the statement that adds them.
    var addedColumns: [String] { table.boxes.suffix(addedBoxes).map { "\($0) BLOB" } }
}
