internal import PostgresKit
public import SealedStore

extension StoreLocation {
    /// A store on a server that speaks PostgreSQL's protocol. The server never holds a key.
    ///
    ///     let gate = try Gate(at: .postgres("postgresql://db.example/hikes"))
    ///
    /// The URL is one that libpq accepts, without a password, which comes from `PGPASSFILE`, a service, a client
    /// certificate, or the socket's peer credentials. With `workspace=NAME`, the schema is `profile_NAME` instead of
    /// `profile`. Connections to another machine always use `sslmode=verify-full`.
    ///
    /// Opening the store throws the same error if libpq, a service file or the environment adds something that the URL
    /// must not contain.
    public static func postgres(_ url: String) throws(ServerAddressError) -> StoreLocation {
        do throws(PostgresError) {
            return StoreLocation(ServerOpener(address: try ServerAddress(url)))
        } catch {
            throw ServerAddressError(error) ?? .malformed
        }
    }

    /// Whether a text is a server's URL rather than a file's path.
    public static func isServer(_ text: String) -> Bool { ServerAddress.isOne(text) }

    /// The version of libpq, such as 150003 for 15.3; `nil` if it isn't installed.
    public static var postgresLibraryVersion: Int? { ClientLibrary.version }
}

struct ServerOpener: EngineOpener {
    let address: ServerAddress

    var name: String { address.description }

    func open(_ schema: EngineSchema) throws -> any RecordEngine {
        let pool = ServerPool.shared(address)
        let identity = try translating { () throws(PostgresError) in
            try pool.lend { (connection) throws(PostgresError) in
                try StoreIdentity.found(by: connection, in: pool.tables)
            }
        }
        return try engine(pool, identity, schema)
    }

    func create(_ schema: EngineSchema) throws -> any RecordEngine {
        try create(schema, StoreIdentity(id: .random(), instance: .random()))
    }

    /// - Parameter identity: the identity of a store that is created.
    func create(_ schema: EngineSchema, _ identity: StoreIdentity) throws -> any RecordEngine {
        let pool = ServerPool.shared(address)
        let found = try translating { () throws(PostgresError) in
            try pool.lend { (connection) throws(PostgresError) in
                try Self.make(identity, by: connection, in: pool.tables)
                return try StoreIdentity.found(by: connection, in: pool.tables)
            }
        }
        return try engine(pool, found, schema)
    }

    private func engine(_ pool: ServerPool, _ identity: StoreIdentity, _ schema: EngineSchema) throws -> ServerEngine {
        try ServerTables.refuseNewer(identity.format)
        return ServerEngine(pool, identity, schema: schema)
    }

    func receive(_ source: any RecordEngine, _ schema: EngineSchema) throws {
        let pool = ServerPool(address)
        let identity = StoreIdentity(id: source.id, instance: source.instance)
        let backend: PostgresBackend
        do throws(PostgresError) {
            let connection = try pool.connect()
            guard try !Self.isThere(by: connection, in: pool.tables) else {
                throw PostgresError(.refused(sqlState: "42P06"), "")
            }
            // Tables and rows are committed together, or not at all.
            let making = pool.tables.creation(id: identity.id, instance: identity.instance.bytes).dropLast()
            let answers = try connection.run(Array(making))
            // Another store may have been created since, and committed while this one waited for it.
            guard answers.last?.changes == 1 else { throw PostgresError(.refused(sqlState: "42P06"), "") }
            backend = PostgresBackend(
                on: connection, tables: pool.tables, singletons: schema.singletons, mode: .writing, hasBegun: true)
        } catch {
            throw error.isRace ? StoreError(.fileExists(path: name)) : Self.translated(error)
        }
        try source.look { try StoreTransfer(of: schema).copyAll(from: $0, to: backend) }
        do throws(PostgresError) { try backend.commit() } catch {
            let code = error.leavesCommitUnknown ? .outcomeUnknown : EngineError(error).code
            throw EngineError(code, error.message, cause: error)
        }
        Self.tune(backend.connection, pool.tables)
    }

    private static func isThere(
        by connection: PostgresConnection, in tables: ServerTables
    ) throws(PostgresError) -> Bool {
        do throws(PostgresError) {
            _ = try StoreIdentity.found(by: connection, in: tables)
            return true
        } catch {
            guard error.isMissing else { throw error }
            return false
        }
    }

    private static func make(
        _ identity: StoreIdentity, by connection: PostgresConnection, in tables: ServerTables
    ) throws(PostgresError) {
        // Using the store doesn't require the right to create it.
        guard try !isThere(by: connection, in: tables) else { return }
        var attempts = 0
        while true {
            do throws(PostgresError) {
                _ = try connection.run(tables.creation(id: identity.id, instance: identity.instance.bytes))
                return tune(connection, tables)
            } catch {
                try? connection.post([ServerTables.rollback])
                attempts += 1
                // Another process is creating the same store.
                guard error.isRace, attempts < 50 else { throw error }
            }
        }
    }

    private static func tune(_ connection: PostgresConnection, _ tables: ServerTables) {
        for statement in tables.tuning { _ = try? connection.run(.once(statement)) }
    }

    private func translating<Result>(_ body: () throws(PostgresError) -> Result) throws -> Result {
        do throws(PostgresError) { return try body() } catch { throw Self.translated(error) }
    }

    private static func translated(_ error: PostgresError) -> any Error {
        ServerAddressError(error) ?? StoreError(error)
    }
}
