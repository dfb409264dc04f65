internal import PostgresKit
public import SealedStore

extension StoreLocation {
    /// A store on a server that speaks PostgreSQL's protocol. The server never holds a key.
    ///
    ///     let gate = try Gate(at: .postgres("postgresql://db.example/hikes"))
    ///
    /// The URL is one that libpq reads, without a password: that comes from `PGPASSFILE`, a service, a client certificate,
    /// or the socket's peer. Its `workspace=NAME` stands for the schema `profile_NAME` instead of `profile`. To another
    /// machine it always speaks with `sslmode=verify-full`.
    ///
    /// - Throws: ``StoreError`` with `misuse` for a URL that is none or holds a password.
    public static func postgres(_ url: String) throws(StoreError) -> StoreLocation {
        do throws(PostgresError) {
            return StoreLocation(ServerOpener(address: try ServerAddress(url)))
        } catch {
            throw StoreError(error)
        }
    }

    /// Whether a text is the URL of a server, and not a file's path.
    public static func isServer(_ text: String) -> Bool { ServerAddress.isOne(text) }
}

struct ServerOpener: EngineOpener {
    let address: ServerAddress

    var name: String { address.description }

    func open(_ schema: StoreSchema) throws -> any RecordEngine {
        try translating { () throws(PostgresError) in
            let pool = ServerPool(address)
            let connection = try pool.connect()
            let identity = try StoreIdentity.found(by: connection, in: pool.tables)
            pool.putBack(connection)
            return ServerEngine(pool, identity, schema: schema)
        }
    }

    func create(_ schema: StoreSchema) throws -> any RecordEngine {
        try create(schema, StoreIdentity(id: .random(), instance: .random()))
    }

    /// - Parameter identity: of the store, where none is there yet.
    func create(_ schema: StoreSchema, _ identity: StoreIdentity) throws -> any RecordEngine {
        try translating { () throws(PostgresError) in
            let pool = ServerPool(address)
            let connection = try pool.connect()
            try Self.make(identity, by: connection, in: pool.tables)
            let found = try StoreIdentity.found(by: connection, in: pool.tables)
            pool.putBack(connection)
            return ServerEngine(pool, found, schema: schema)
        }
    }

    private static func make(
        _ identity: StoreIdentity, by connection: PostgresConnection, in tables: ServerTables
    ) throws(PostgresError) {
        // Whoever may use the store need not be allowed to make it.
        do throws(PostgresError) {
            _ = try StoreIdentity.found(by: connection, in: tables)
            return
        } catch {
            guard error.isMissing else { throw error }
        }
        var attempts = 0
        while true {
            do throws(PostgresError) {
                _ = try connection.run(tables.creation(id: identity.id, instance: identity.instance.bytes))
                return
            } catch {
                try? connection.post([ServerTables.rollback])
                attempts += 1
                // Someone else makes the same just now.
                guard error.isRace, attempts < 50 else { throw error }
            }
        }
    }

    private func translating(
        _ body: () throws(PostgresError) -> ServerEngine
    ) throws(StoreError) -> ServerEngine {
        do throws(PostgresError) { return try body() } catch { throw StoreError(error) }
    }
}
