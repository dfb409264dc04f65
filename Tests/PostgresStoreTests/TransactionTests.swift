import Dispatch
import PostgresKit
import Synchronization
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// The transactions of an engine on a server.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct ServerTransactionTests {
    private let kind = EngineModel.singletons[0]

    private func makeAccount(in engine: ServerEngine, _ account: AccountID = .main) throws {
        try engine.transaction(.writing, of: account) { backend in
            try backend.putGate(
                GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3]), of: account)
        }
    }

    /// Increments a number in an account.
    private func count(in engine: ServerEngine, _ account: AccountID = .main) throws {
        try engine.transaction(.writing, of: account) { backend in
            let heads = try #require(try backend.heads(of: account, kinds: [kind]))
            let number = (heads.singletons[kind.name]?.number ?? 0) + 1
            try backend.put(RecordRow(number: number, revision: number, boxes: [[1]]), kind, of: account)
            try backend.putManifest(SealedManifest(generation: number, box: [1]), of: account)
        }
    }

    private func number(in engine: ServerEngine) throws -> Int {
        try engine.transaction(.reading, of: .main) { backend in
            try backend.heads(of: .main, kinds: [kind])?.singletons[kind.name]?.number ?? 0
        }
    }

    @Test func `accounts are listed in the order of their bytes, whatever the order on the server`() throws {
        let engine = try serverEngine("sorted")
        for account in ["aa", "a-b", "ab"] { try makeAccount(in: engine, AccountID(account)) }
        let table = engine.pool.tables.name("account")
        let collation = engine.pool.tables.name("other")
        let answers = try engine.pool.connect().run([
            // As many languages do, it looks at a hyphen last.
            .once("CREATE COLLATION \(collation) (provider = icu, locale = 'und-u-ka-shifted')"),
            .once("ALTER TABLE \(table) ALTER COLUMN id TYPE text COLLATE \(collation)"),
            .once("SELECT id FROM \(table) ORDER BY id"),
        ])
        #expect(try (0..<3).map { try answers[2].text($0, 0) } == ["aa", "a-b", "ab"])
        #expect(try engine.look { try $0.accounts() } == ["a-b", "aa", "ab"])
    }

    @Test func `a commit takes two round trips, and a read takes one`() throws {
        let engine = try serverEngine("trips")
        try makeAccount(in: engine)
        try count(in: engine)
        #expect(engine.isCurrent)
        let connection = try engine.pool.take().connection
        engine.pool.putBack(connection)
        let before = connection.roundTrips
        try count(in: engine)
        #expect(connection.roundTrips - before == 2)
        #expect(try number(in: engine) == 2)
        #expect(connection.roundTrips - before == 3)
        // The session and the gate's marker came with the same answer.
        try engine.transaction(.reading, of: .main) { backend in
            _ = try backend.heads(of: .main, kinds: [])
            _ = try backend.sessions(of: .main)
            _ = try backend.heads(of: .main, kinds: [kind])
        }
        #expect(connection.roundTrips - before == 4)
    }

    @Test func `a failed transaction returns its connection in a usable state`() throws {
        struct Stop: Error {}
        let engine = try serverEngine("stopped")
        try makeAccount(in: engine)
        let connection = try engine.pool.take().connection
        engine.pool.putBack(connection)
        for access in [EngineAccess.reading, .writing] {
            #expect(throws: Stop.self) { try engine.transaction(access, of: .main) { _ in throw Stop() } }
            let next = try engine.pool.take().connection
            engine.pool.putBack(next)
            #expect(next === connection)
        }
        try count(in: engine)
        #expect(try number(in: engine) == 1)
    }

    /// The numbers of lost changes and of failures.
    private func lostCounts(_ engine: ServerEngine, writers: Int, each: Int) throws -> Int {
        try makeAccount(in: engine)
        let failures = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: writers) { _ in
            for _ in 0..<each where (try? count(in: engine)) == nil { failures.add(1, ordering: .relaxed) }
        }
        return try writers * each - number(in: engine) + failures.load(ordering: .relaxed)
    }

    @Test func `writers of an account take turns, so that no change is lost`() throws {
        #expect(try lostCounts(serverEngine("turns"), writers: 4, each: 50) == 0)
    }

    @Test func `an engine that does not lock is detected`() throws {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared), rewording: .withoutLocks)
        defer { proxy.close() }
        let engines = try (0..<2).map { _ in try serverEngine(at: proxy.url(workspace: "no-turns")) }
        try makeAccount(in: engines[0])
        // Another transaction writes in the middle of this one, and doesn't have to wait.
        let error = #expect(throws: EngineError.self) {
            try engines[0].transaction(.writing, of: .main) { backend in
                _ = try backend.heads(of: .main, kinds: [kind])
                try count(in: engines[1])
                try backend.putManifest(SealedManifest(generation: 7, box: [1]), of: .main)
            }
        }
        #expect(error?.code == .damaged)
        #expect(try number(in: engines[0]) == 1)
    }

    @Test func `a reader sees one snapshot while others continue to write`() throws {
        let engine = try serverEngine("moment")
        try makeAccount(in: engine)
        try count(in: engine)
        try engine.transaction(.reading, of: .main) { backend in
            _ = try backend.heads(of: .main, kinds: [])
            try count(in: engine)
            #expect(try backend.row(kind, 1, of: .main, extent: .whole)?.number == 1)
            #expect(try backend.row(kind, 2, of: .main, extent: .whole) == nil)
        }
        #expect(try number(in: engine) == 2)
    }

    @Test func `a transaction that is rolled back leaves nothing, however much was already sent`() throws {
        let engine = try serverEngine("undo")
        try makeAccount(in: engine)
        try count(in: engine)
        #expect(throws: ThrownAway.self) {
            try engine.transaction(.writing, of: .main) { backend in
                for number in 1...12 {
                    let row = RecordRow(number: number, revision: 1, boxes: [[UInt8](repeating: 1, count: 1 << 20)])
                    try backend.put(row, EngineModel.log, of: .main)
                }
                #expect(try backend.count(EngineModel.log, of: .main) == 12)
                throw ThrownAway()
            }
        }
        let left = try engine.transaction(.reading, of: .main) { try $0.count(EngineModel.log, of: .main) }
        #expect(left == 0)
    }

    @Test func `a change from within a change is refused at once`() throws {
        let engine = try serverEngine("nested")
        try makeAccount(in: engine)
        try engine.transaction(.writing, of: .main) { _ in
            let error = #expect(throws: EngineError.self) { try count(in: engine) }
            #expect(error?.code == .nested)
        }
    }

    @Test func `a lost idle connection is replaced silently`() throws {
        let engine = try serverEngine("idle")
        try makeAccount(in: engine)
        try count(in: engine)
        let other = try engine.pool.connect()
        _ = try other.run(
            .once(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND query LIKE '%profile_idle%'
                """))
        try count(in: engine)
        #expect(try number(in: engine) == 2)
    }

    @Test func `a connection that is lost before the commit changes nothing, and that is reported`() throws {
        let engine = try serverEngine("lost-before")
        try makeAccount(in: engine)
        try count(in: engine)
        let error = #expect(throws: EngineError.self) {
            try engine.transaction(.writing, of: .main) { backend in
                _ = try backend.heads(of: .main, kinds: [])
                let other = try engine.pool.connect()
                _ = try other.run(
                    .once(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_locks
                        WHERE relation = '"profile_lost-before".account'::regclass
                        """))
                _ = try backend.count(EngineModel.log, of: .main)
            }
        }
        #expect(error?.code == .unreachable)
        #expect(error?.isCommitFailure == false)
        #expect(try number(in: engine) == 1)
    }

    @Test func `another writer that doesn't end is waited for ten seconds, and then busy is reported`() throws {
        let engine = try serverEngine("busy")
        try makeAccount(in: engine)
        let other = try engine.pool.connect()
        _ = try other.run([ServerTables.writing, engine.pool.tables.account(.main, isLocked: true)])
        let begin = ContinuousClock.now
        let error = #expect(throws: EngineError.self) { try count(in: engine) }
        #expect(error?.code == .busy)
        #expect(begin.duration(to: .now) >= .seconds(9.5))
    }

    @Test func `many clients create the same store at once, and all open the same one`() throws {
        let url = try #require(PostgresServer.shared).url(workspace: "first-open")
        let ids = Mutex<[[UInt8]]>([])
        DispatchQueue.concurrentPerform(iterations: 24) { _ in
            if let id = try? serverEngine(at: url).id.bytes { ids.withLock { $0.append(id) } }
        }
        #expect(ids.withLock { $0.count } == 24)
        #expect(Set(ids.withLock { $0 }).count == 1)
    }

    @Test func `a missing store is reported as no store`() throws {
        let location = try StoreLocation.postgres(#require(PostgresServer.shared).url(workspace: "nowhere"))
        let error = #expect(throws: StoreError.self) { _ = try location.opener.open(.forParity) }
        #expect(error?.code == .noStore)
    }

    @Test func `a missing server is unreachable`() throws {
        let location = try StoreLocation.postgres("postgresql:///hikes?host=/nowhere")
        let error = #expect(throws: StoreError.self) { _ = try location.opener.open(.forParity) }
        #expect(error?.code == .unreachable)
    }
}
