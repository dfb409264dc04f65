internal import Glibc
internal import PostgresKit
internal import SealedStore
internal import Synchronization

/// A store on a server, in one schema of one database.
final class ServerEngine: RecordEngine {
    let pool: ServerPool
    let id: StoreID
    let instance: InstanceID
    private let schema: EngineSchema
    /// How long to look for the outcome of a commit that wasn't answered.
    private let settlingPatience: Duration
    /// The threads that are running a body that writes, which must not begin another one.
    private let writingThreads = Mutex<Set<UInt>>([])

    init(
        _ pool: ServerPool, _ identity: StoreIdentity, schema: EngineSchema, settlingPatience: Duration = .seconds(45)
    ) {
        (self.pool, self.schema, id, instance) = (pool, schema, identity.id, identity.instance)
        self.settlingPatience = settlingPatience
    }

    var name: String { pool.address.description }

    /// If the schema was dropped or replaced, its records no longer open.
    var isCurrent: Bool { true }

    // MARK: Transactions

    func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try lending(begin(.looking), body)
    }

    func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        guard access == .writing else { return EngineOutcome(try lending(begin(.reading), body)) }
        let thread = UInt(pthread_self())
        guard writingThreads.withLock({ $0.insert(thread).inserted }) else {
            throw EngineError.nested
        }
        defer { _ = writingThreads.withLock { $0.remove(thread) } }
        let backend = try begin(.writing)
        let result = try lending(backend, endsWithBody: false, body)
        let trace = backend.trace
        do throws(PostgresError) {
            try backend.commit()
            pool.putBack(backend.connection)
            return EngineOutcome(result)
        } catch {
            // A refusal is an answer: the transaction didn't take effect.
            guard error.leavesCommitUnknown else {
                finish(backend)
                throw EngineError(error, isCommitFailure: true)
            }
            pool.putBack(backend.connection)
            let verdict = trace.flatMap { trace in
                settle(backend.writer, trace) { try settling(result, $0) }
            }
            guard let isCommitted = verdict else {
                throw EngineError(.outcomeUnknown, error.message, isCommitFailure: true, cause: error)
            }
            let reported = EngineError(.unreachable, error.message, isCommitFailure: true, cause: error)
            guard isCommitted else { throw reported }
            return EngineOutcome(result, reportedFailure: reported)
        }
    }

    private func begin(_ mode: PostgresBackend.Mode) throws -> PostgresBackend {
        do throws(PostgresError) {
            let (connection, wasIdle) = try pool.take()
            let another = { [pool] () throws(PostgresError) in try pool.connect(inPlaceOf: connection) }
            return backend(on: connection, mode, reconnect: wasIdle ? another : nil)
        } catch {
            throw EngineError(error)
        }
    }

    private func backend(
        on connection: PostgresConnection, _ mode: PostgresBackend.Mode,
        reconnect: (() throws(PostgresError) -> PostgresConnection)? = nil
    ) -> PostgresBackend {
        PostgresBackend(
            on: connection, tables: pool.tables, singletons: schema.singletons, mode: mode, reconnect: reconnect)
    }

    private func lending<Result>(
        _ backend: PostgresBackend, endsWithBody: Bool = true, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result {
        do {
            let result = try body(backend)
            if endsWithBody { finish(backend) }
            return result
        } catch {
            finish(backend)
            throw error
        }
    }

    private func finish(_ backend: PostgresBackend) {
        backend.finish()
        pool.putBack(backend.connection)
    }

    // MARK: Outcome of lost commits

    /// Determines the outcome of a transaction whose commit wasn't answered, by its name in the row that it wrote;
    /// `nil` if it can't be determined.
    ///
    /// The search takes the account's lock like any writer: the server may still be committing, and a read that doesn't
    /// wait would not see it. What is found may still be lost with the server, if the commit didn't wait for a standby
    /// as it should have. So the search writes and commits too: when that is answered, all earlier commits are safe.
    private func settle(
        _ writer: [UInt8], _ trace: PostgresBackend.Trace, asking: (any RecordBackend) throws -> Bool?
    ) -> Bool? {
        let deadline = ContinuousClock.now.advanced(by: settlingPatience)
        repeat {
            // The server may be restarting, or another one be taking over.
            guard let connection = try? pool.connect() else {
                usleep(50_000)
                continue
            }
            let looking = backend(on: connection, .writing)
            do {
                let found = try looking.writers(of: trace.account)
                let verdict = try trace.verdict(on: writer, finding: found) ?? asking(looking)
                if verdict == true { try looking.confirm(trace.account) }
                finish(looking)
                return verdict
            } catch let error as EngineError where Self.mayPass.contains(error.code) {
                usleep(50_000)
            } catch {
                // An error of the search says nothing about the commit.
                finish(looking)
                return nil
            }
        } while ContinuousClock.now < deadline
        return nil
    }

    /// The errors of a search that a later one may not have.
    private static let mayPass: [EngineError.Code] = [.unreachable, .busy, .outcomeUnknown, .server(.readOnly)]

    // MARK: Changes by other processes

    func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
        try pool.hub { try ServerHub($0, listens: true) }.watch(account, wake)
    }

    /// Does nothing: the server tells only of commits.
    func wakeWatches(of account: AccountID) {}

    /// Does nothing: logs, archives and standbys are under the control of the server's operator.
    func scrub() throws {}

    func checks() throws -> [StoreCheck] {
        let found: StoreIdentity
        do throws(PostgresError) {
            found = try pool.lend { (connection) throws(PostgresError) in
                try StoreIdentity.found(by: connection, in: pool.tables)
            }
        } catch {
            throw EngineError(error)
        }
        return [
            try StoreCheck("header") {
                guard (found.id, found.instance) == (id, instance) else { throw CheckFinding.header }
                guard found.format == ServerTables.format else { throw CheckFinding.format(found.format) }
            }
        ]
    }

    func copy(toEmptyFile path: String) throws { try schema.copy(self, toEmptyFile: path) }

    func copy(_ account: AccountID, toEmptyFile path: String) throws {
        try schema.copy(self, only: account, toEmptyFile: path)
    }
}

/// The identity of the store in a schema.
struct StoreIdentity: Hashable {
    let id: StoreID
    let instance: InstanceID
    /// The version of the tables, which may be newer than ``ServerTables/format``.
    var format = ServerTables.format

    /// - Throws: ``PostgresError``, for a missing schema or table if there is no store.
    static func found(by connection: PostgresConnection, in tables: ServerTables) throws(PostgresError) -> StoreIdentity
    {
        let rows = try connection.run(tables.identity)
        guard rows.count == 1 else { throw PostgresError(.unexpectedAnswer, "the store has no identity") }
        let (id, instance) = (try rows.bytes(0, 0), try rows.bytes(0, 1))
        guard id.count == StoreID.length, instance.isEmpty || instance.count == StoreID.length else {
            throw PostgresError(.unexpectedAnswer, "the store's identity has the wrong length")
        }
        return StoreIdentity(
            id: StoreID(bytes: id), instance: InstanceID(bytes: instance), format: try rows.integer(0, 2))
    }
}
