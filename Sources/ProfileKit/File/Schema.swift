internal import SQLiteKit

/// The tables of a store, format 1.
///
/// Everything personal is in columns named `record`, `header` or `track`, which hold sealed boxes. What stands open is
/// what the gate needs, account ids, record ids and revisions, and the card that its owner made to be read by anyone.
enum Schema {
    /// "PRFL": how `file` and we tell a store from any other database.
    static let applicationID = 0x5052_464C
    /// Raised with every change of the tables.
    static let version = 1

    static let statements = [
        """
        CREATE TABLE store (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id BLOB NOT NULL CHECK (length(id) = 16)
        ) STRICT
        """,
        """
        CREATE TABLE account (
            id TEXT PRIMARY KEY,
            epoch INTEGER NOT NULL,
            shuffle INTEGER NOT NULL,
            recovery BLOB NOT NULL,
            device_check BLOB NOT NULL,
            mac BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
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
        """,
        """
        CREATE TABLE session (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            epoch INTEGER NOT NULL,
            boot BLOB NOT NULL,
            deadline INTEGER NOT NULL,
            idle INTEGER NOT NULL,
            envelope BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE profile (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE manifest (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE draft (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            save INTEGER NOT NULL,
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE history (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            record BLOB NOT NULL,
            PRIMARY KEY (account, revision)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE hike (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            fingerprint BLOB NOT NULL,
            header BLOB NOT NULL,
            track BLOB NOT NULL,
            PRIMARY KEY (account, id),
            UNIQUE (account, fingerprint)
        ) STRICT
        """,
        """
        CREATE TABLE summary (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE emergency (
            account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            card TEXT NOT NULL,
            mac BLOB NOT NULL,
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Makes the tables in an empty database, inside the caller's transaction.
    static func create(in connection: borrowing Connection, id: StoreID) throws {
        for statement in statements { try connection.run(statement) }
        try connection.run("INSERT INTO store (only, id) VALUES (1, ?)", .blob(id.bytes))
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run("PRAGMA user_version = \(version)")
    }

    /// Whether the database holds exactly these tables: SQLite keeps the text of each statement as it was given.
    static func matches(_ connection: borrowing Connection) throws -> Bool {
        let found = try connection.rows(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid LIMIT 64"
        ) { try $0.text(0) }
        return found == statements
    }
}
