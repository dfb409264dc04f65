import Glibc
import TestSupport
import Testing

@testable import PostgresKit
@testable import PostgresStore
@testable import SealedStore

/// PgBouncer in front of the server.
@Suite(.enabled(if: PostgresServer.isInstalled && Pooler.isInstalled, "pgbouncer was not found"))
struct PoolerTests {
    private func makeAccount(in engine: ServerEngine) throws {
        let gate = GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3])
        try engine.transaction(.writing, of: .main) { try $0.putGate(gate, of: .main) }
    }

    private func read(_ engine: ServerEngine) throws {
        try engine.transaction(.reading, of: .main) { _ = try $0.heads(of: .main, kinds: []) }
    }

    /// Two clients of their own, as two processes would be.
    private func clients(of pooler: Pooler, _ workspace: String) throws -> [ServerEngine] {
        try (0..<2).map { _ in try serverEngine(at: pooler.url(workspace: workspace), patience: .seconds(20)) }
    }

    /// The process number of the server's session that the pooler hands out.
    private func session(of pooler: Pooler) throws -> Int {
        try PostgresConnection(to: ServerAddress(pooler.url(workspace: "shared-sessions")))
            .run(.once("SELECT pg_backend_pid()::bigint")).integer(0, 0)
    }

    @Test func `a pooler that keeps a session for each client is served as a server is`() throws {
        let pooler = try Pooler(mode: "session", size: 8)
        let engines = try clients(of: pooler, "pooled")
        try makeAccount(in: engines[0])
        for engine in engines + engines { try read(engine) }
        try engines[1].transaction(.writing, of: .main) { try $0.putLock(7, of: .main) }
        #expect(try engines[0].look { try $0.heads(of: .main, kinds: [])?.lock } == 7)
    }

    @Test func `a pooler that gives a session to several clients is named as the cause, not damage`() throws {
        let pooler = try Pooler(mode: "transaction", size: 1)
        try makeAccount(in: serverEngine("shared-sessions"))
        let engines = try clients(of: pooler, "shared-sessions")
        try read(engines[0])
        // The other client has prepared the same statements (42P05).
        let there = #expect(throws: EngineError.self) { try read(engines[1]) }
        #expect(there?.code == .server(.noSessions))
        #expect((there?.cause as? PostgresError)?.sqlState == "42P05")
        // The session with this client's statements is gone (26000).
        let backend = try session(of: pooler)
        let killer = try serverEngine("shared-sessions").pool.connect()
        _ = try killer.run(.once("SELECT pg_terminate_backend(\(backend))"))
        // Until the pooler has noticed, it would end this client's connection too, which is replaced silently.
        let deadline = ContinuousClock.now + .seconds(20)
        while (try? session(of: pooler)) ?? backend == backend, ContinuousClock.now < deadline { usleep(1000) }
        var codes: [EngineError.Code] = []
        for _ in 0..<4 {
            do { try read(engines[0]) } catch let error as EngineError { codes.append(error.code) }
        }
        #expect(codes.contains(.server(.noSessions)))
        #expect(!codes.contains(.damaged))
    }

    @Test func `a statement is named by a hash of its text`() {
        #expect(PostgresConnection.name(of: "") == "profile_cbf29ce484222325")
        #expect(PostgresConnection.name(of: "SELECT 1") != PostgresConnection.name(of: "SELECT 2"))
    }
}

/// A PgBouncer before the tests' server, with a socket in a folder of its own.
private final class Pooler {
    private static let places: [String] = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]
    private static let path = places.first { access($0, X_OK) == 0 }
    static var isInstalled: Bool { path != nil }

    private let folder: String
    private let running: RunningProgram

    init(mode: String, size: Int) throws {
        let server = try #require(PostgresServer.shared)
        folder = "\(server.folder)-\(mode)"
        let name = PostgresServer.otherUser
        let user = getuid() == 0 ? "setpriv --reuid=\(name) --regid=$(id -g \(name)) --clear-groups" : ""
        let script = """
            rm -rf "$0" && mkdir -m 0777 "$0" && cd "$0" || exit 1
            printf '[databases]\\npostgres = host=%s user=postgres pool_size=%s\\n[pgbouncer]\\n' "$1" "$3" >ini
            printf 'pool_mode=%s\\nunix_socket_dir=%s\\nauth_type=any\\nunix_socket_mode=0777\\n' "$2" "$0" >>ini
            printf 'listen_port=5432\\nlogfile=\\nignore_startup_parameters=extra_float_digits\\n' >>ini
            exec \(user) \(Self.path ?? "") -q ini
            """
        running = try Program(path: "/bin/sh", environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
            .start("-c", script, folder, server.folder, mode, "\(size)")
        let deadline = ContinuousClock.now + .seconds(20)
        while access("\(folder)/.s.PGSQL.5432", R_OK) != 0, ContinuousClock.now < deadline { usleep(1000) }
    }

    deinit {
        running.kill()
        _ = try? running.wait()
        for name in ["ini", ".s.PGSQL.5432"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    func url(workspace: String) -> String {
        "postgresql://postgres@/postgres?host=\(folder)&workspace=\(workspace)"
    }
}
