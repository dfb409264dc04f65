internal import PostgresKit
public import SealedStore
internal import Sealing

extension ServerTables {
    /// Creates whatever is missing. May run any number of times, and concurrently.
    func creation(id: StoreID, instance: [UInt8]) -> [PostgresQuery] {
        [.once("BEGIN")] + definitions.map { .once($0) } + [
            .once(
                "INSERT INTO \(name("store")) (\"only\", id, instance, format) VALUES (1, $1, $2, $3) ON CONFLICT DO NOTHING",
                .bytes(id.bytes), .bytes(instance), .integer(Self.format)),
            .once("COMMIT"),
        ]
    }

    /// Leaves room for updates in place. Not all servers have this, and a store works without.
    var tuning: [String] {
        [("account", 50), ("record", 85)].map { "ALTER TABLE \(name($0)) SET (fillfactor = \($1))" }
    }

    private var definitions: [String] {
        [
            "CREATE SCHEMA IF NOT EXISTS \(quoted)",
            """
            CREATE TABLE IF NOT EXISTS \(name("store")) (
                "only" int PRIMARY KEY CHECK ("only" = 1), id bytea NOT NULL, instance bytea NOT NULL, format int NOT NULL)
            """,
            """
            CREATE TABLE IF NOT EXISTS \(name("account")) (
                id text PRIMARY KEY, epoch bigint NOT NULL, lock bigint NOT NULL, recovery bytea NOT NULL,
                generation bigint NOT NULL, manifest bytea NOT NULL, card bytea NOT NULL, writer bytea NOT NULL,
                watched_until timestamptz)
            """,
            """
            CREATE TABLE IF NOT EXISTS \(name("device")) (
                account text, id bytea, epoch bigint NOT NULL, shuffle boolean NOT NULL,
                lock bigint NOT NULL, device_check bytea NOT NULL, mac bytea NOT NULL, PRIMARY KEY (account, id))
            """,
            """
            CREATE TABLE IF NOT EXISTS \(name("stage")) (
                account text, device bytea, position smallint, format text NOT NULL, epoch bigint NOT NULL,
                operations bigint NOT NULL, memory bigint NOT NULL, salt bytea NOT NULL, envelope bytea NOT NULL,
                PRIMARY KEY (account, device, position))
            """,
            """
            CREATE TABLE IF NOT EXISTS \(name("session")) (
                account text, device bytea, id bytea, boot bytea NOT NULL, deadline bigint NOT NULL,
                idle bigint NOT NULL, envelope bytea NOT NULL, PRIMARY KEY (account, device, id))
            """,
            """
            CREATE TABLE IF NOT EXISTS \(name("record")) (
                account text, kind text, number bigint, revision bigint NOT NULL,
                fingerprint bytea, boxes bytea[] NOT NULL, readable text, mac bytea,
                PRIMARY KEY (account, kind, number))
            """,
            """
            CREATE UNIQUE INDEX IF NOT EXISTS record_fingerprint ON \(name("record"))
                (account, kind, fingerprint) WHERE fingerprint IS NOT NULL
            """,
        ]
    }

    // MARK: For the server's operator

    /// The tables with accounts in them, each with the column that has the account's id.
    static let accountTables = [
        ("account", "id"), ("device", "account"), ("stage", "account"), ("session", "account"), ("record", "account"),
    ]

    /// A script that prepares a schema for users who may do no more than they need, and each only with an own account.
    func script(id: StoreID, instance: InstanceID) -> String {
        let users = "\"\(schema)_users\""
        let tables = Self.accountTables.map { name($0.0) }.joined(separator: ", ")
        let row = "1, '\\x\(id.hexadecimal)', '\\x\(instance.hexadecimal)', \(Self.format)"
        let made =
            ["BEGIN"] + definitions
            + ["INSERT INTO \(name("store")) (\"only\", id, instance, format) VALUES (\(row)) ON CONFLICT DO NOTHING"]
            + ["COMMIT"]
        let granted = [
            "CREATE ROLE \(users) NOLOGIN", "GRANT USAGE ON SCHEMA \(quoted) TO \(users)",
            "GRANT SELECT, UPDATE (\"only\") ON \(name("store")) TO \(users)",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables) TO \(users)",
        ]
        let separated = Self.accountTables.flatMap { table, column in
            [
                "ALTER TABLE \(name(table)) ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY own ON \(name(table)) USING (\(column) = current_user) WITH CHECK (\(column) = current_user)",
            ]
        }
        // A comment, since only the operator knows for whom there shall be accounts.
        let login = """
            -- For each account, as here kim's. A service with all accounts needs BYPASSRLS too.
            -- CREATE ROLE "kim" LOGIN IN ROLE \(users);

            """
        func part(_ comment: String, _ statements: [String]) -> String {
            "-- \(comment)\n" + statements.map { "\($0);\n" }.joined()
        }
        return [
            part("The store. Run this as a role that owns the tables, and that nobody uses otherwise.", made),
            part("Leaves room for updates in place; not needed.", tuning),
            part("What everyone who uses the store may do.", granted),
            part("Everyone has only the account that is named like the role.", separated),
            login,
        ].joined(separator: "\n")
    }
}

extension StoreLocation {
    /// An SQL script with which a server's operator creates the schema, the tables, the grants and the row security of a
    /// new store, so that its users need no right to create anything.
    ///
    /// - Parameter url: names the schema by its workspace; the server isn't contacted.
    public static func postgresScript(for url: String) throws(ServerAddressError) -> String {
        do throws(PostgresError) {
            let tables = ServerTables(schema: try ServerAddress(url).schema)
            return tables.script(id: .random(), instance: .random())
        } catch {
            throw ServerAddressError(error) ?? .malformed
        }
    }
}
