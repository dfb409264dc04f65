import Glibc
import PostgresKit
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// A server that answers with data that nobody wrote: a specific error, never a trap, and never an endless wait.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct HostileServerTests {
    private static let kinds = EngineModel.singletons
    private static let gate = GateRow(
        epoch: 1, shuffle: false,
        stages: [StageRow(format: "digits:6", epoch: 1, operations: 1, memory: 1, salt: [1], envelope: [1])],
        recovery: [1], deviceCheck: [2], mac: [3])

    /// Replaces a table by a view in which one column differs.
    struct FalseView: Sendable, CustomTestStringConvertible {
        let table: String
        let column: String
        let value: String

        init(_ table: String, _ column: String, _ value: String) {
            (self.table, self.column, self.value) = (table, column, value)
        }

        var testDescription: String { "\(table).\(column) is \(value)" }

        func statements(in schema: String, columns: [String]) -> [PostgresQuery] {
            let list = columns.map { $0 == column ? "\(value) AS \($0)" : $0 }.joined(separator: ", ")
            return [
                .once("ALTER TABLE \"\(schema)\".\(table) RENAME TO \(table)_true"),
                .once("CREATE VIEW \"\(schema)\".\(table) AS SELECT \(list) FROM \"\(schema)\".\(table)_true"),
            ]
        }
    }

    static let lies = [
        FalseView("account", "epoch", "'1'::text"), FalseView("account", "epoch", "NULL::bigint"),
        FalseView("account", "epoch", "1::real"),
        FalseView("account", "lock", "true"), FalseView("account", "generation", "'x'::bytea"),
        FalseView("account", "generation", "NULL::bigint"), FalseView("account", "manifest", "'text'::text"),
        FalseView("account", "manifest", "NULL::bytea"), FalseView("account", "card", "7::bigint"),
        FalseView("account", "writer", "NULL::bytea"), FalseView("account", "writer", "'{}'::json"),
        FalseView("record", "number", "number::numeric"), FalseView("record", "number", "number::text"),
        FalseView("record", "revision", "revision::text"),
        FalseView("record", "kind", "convert_to(kind, 'UTF8')"), FalseView("record", "fingerprint", "'a'::text"),
        FalseView("record", "boxes", "ARRAY['a', 'b', 'c']"), FalseView("record", "boxes", "ARRAY[1, 2, 3]"),
        FalseView("record", "mac", "'mac'::text"), FalseView("session", "id", "'id'::text"),
        FalseView("session", "id", "NULL::bytea"),
        FalseView("session", "deadline", "now()"), FalseView("session", "idle", "NULL::bigint"),
        FalseView("session", "boot", "1"),
        FalseView("device", "shuffle", "'no'::text"), FalseView("device", "mac", "NULL::bytea"),
        FalseView("stage", "operations", "operations::numeric"), FalseView("stage", "format", "NULL::text"),
        FalseView("stage", "salt", "'salt'::text"), FalseView("store", "id", "'\\x01'::bytea"),
        FalseView("store", "id", "NULL::bytea"), FalseView("store", "instance", "'\\x0102'::bytea"),
        FalseView("store", "format", "'2'::text"),
        FalseView("store", "format", "99"),
    ]

    /// An engine on a store with an account, two singletons, a log and a session.
    private func engine(_ workspace: String) throws -> ServerEngine {
        let engine = try serverEngine(workspace)
        try engine.transaction(.writing, of: .main) { backend in
            try backend.putGate(Self.gate, of: .main)
            for kind in Self.kinds { try backend.put(RecordRow(number: 1, revision: 1, boxes: [[1]]), kind, of: .main) }
            for number in 1...40 {
                let row = RecordRow(number: number, revision: number, boxes: [[1]])
                try backend.put(row, EngineModel.log, of: .main)
            }
            let session = SessionRow(id: [1], boot: [1], deadlineNanoseconds: 1, idleNanoseconds: 1, envelope: [1])
            try backend.putSession(session, of: .main)
        }
        return engine
    }

    /// Reads everything.
    private func readAll(of engine: ServerEngine) throws {
        try engine.transaction(.reading, of: .main) { backend in
            _ = try backend.heads(of: .main, kinds: Self.kinds)
            _ = try backend.gate(of: .main)
            _ = try backend.sessions(of: .main)
            try backend.rows(EngineModel.log, in: RecordRange(), of: .main) { _ in true }
        }
    }

    @Test(arguments: Array(lies.enumerated()))
    func `a missing value, or one of another type, is a specific error`(_ number: Int, _ view: FalseView) throws {
        let workspace = "lie-\(number)"
        try lie(view, in: workspace)
        do {
            // With new connections, which have no earlier state.
            try readAll(of: serverEngine(workspace))
            Issue.record("nothing was noticed")
        } catch let error as EngineError {
            #expect(error.code == .damaged)
        } catch let error as StoreError {
            #expect(error.code == (view.value == "99" ? .newerStore : .damaged))
        }
    }

    /// Replaces a table of a store that is in order by a view.
    private func lie(_ view: FalseView, in workspace: String) throws {
        let engine = try engine(workspace)
        try readAll(of: engine)
        let schema = engine.pool.tables.schema
        let connection = try engine.pool.connect()
        let found = try connection.run(
            PostgresQuery(
                "SELECT column_name::text FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2",
                [.text(schema), .text(view.table)]))
        let columns = try (0..<found.count).map { "\"\(try found.text($0, 0))\"" }
        let quoted = FalseView(view.table, "\"\(view.column)\"", view.value)
        _ = try connection.run(quoted.statements(in: schema, columns: columns))
    }

    @Test func `a store that a newer program has changed is refused, even by those that have it open`() throws {
        let engine = try engine("newer")
        let tables = engine.pool.tables
        _ = try engine.pool.connect().run(.once("UPDATE \(tables.name("store")) SET format = 99"))
        for use in [{ _ = try serverEngine("newer") }, { try readAll(of: engine) }] {
            let error = #expect(throws: StoreError.self) { try use() }
            #expect(error?.code == .newerStore)
        }
    }

    @Test(arguments: ["record", "session", "stage", "device"])
    func `a missing table is damage`(_ table: String) throws {
        let engine = try engine("without-\(table)")
        _ = try engine.pool.connect().run(.once("DROP TABLE \(engine.pool.tables.name(table))"))
        let error = #expect(throws: EngineError.self) { try readAll(of: engine) }
        #expect(error?.code == .damaged)
    }

    private func replaceRecords(of engine: ServerEngine, by query: String) throws {
        let schema = "\"\(engine.pool.tables.schema)\""
        _ = try engine.pool.connect().run([
            .once("ALTER TABLE \(schema).record RENAME TO record_true"),
            .once("CREATE VIEW \(schema).record AS \(query.replacing("$", with: "\(schema).record_true"))"),
        ])
    }

    @Test func `duplicate rows, or rows out of their range, are an error`() throws {
        let engine = try engine("twice")
        try replaceRecords(of: engine, by: "SELECT * FROM $ UNION ALL SELECT * FROM $")
        let error = #expect(throws: EngineError.self) { try readAll(of: engine) }
        #expect(error?.code == .damaged)
    }

    @Test func `a value of hundreds of megabytes is an error`() throws {
        let engine = try engine("huge")
        try replaceRecords(
            of: engine,
            by: """
                SELECT account, kind, number, revision, fingerprint, readable, mac,
                ARRAY[convert_to(repeat('x', \(PostgresRows.longest + 1)), 'UTF8')] AS boxes FROM $ WHERE number = 1
                """)
        let error = #expect(throws: EngineError.self) {
            _ = try engine.look { try $0.row(EngineModel.log, 1, of: .main, extent: .whole) }
        }
        #expect([.damaged, .unreachable].contains(error?.code))
    }

    @Test func `bytes that are changed in transit cause an error or another value, and never a hang`() throws {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared))
        defer { proxy.close() }
        let workspace = "changed"
        _ = try engine(workspace)
        let pool = try ServerPool(ServerAddress(proxy.url(workspace: workspace)), patience: .milliseconds(300))
        var source = SeededSource(seed: 34)
        var errors = 0
        for _ in 0..<(getenv("PROFILE_TORTURE") == nil ? 60 : 3_000) {
            // The connection starts again each time, so its greeting is hit as well as its answers.
            proxy.set(
                .changeToClient(
                    at: Int.random(in: 0..<4_000, using: &source), by: .random(in: 1 ... .max, using: &source)))
            do {
                let connection = try pool.connect()
                let identity = try StoreIdentity.found(by: connection, in: pool.tables)
                pool.putBack(connection)
                try readAll(of: ServerEngine(pool, identity, schema: .forParity))
            } catch is EngineError { errors += 1 } catch is StoreError { errors += 1 } catch is PostgresError {
                errors += 1
            }
        }
        #expect(errors > 5)
    }

    @Test func `a server that accepts connections and never answers is unreachable`() throws {
        let server = try SilentServer()
        defer { withExtendedLifetime(server) {} }
        let address = try ServerAddress("postgresql:///x?host=\(server.folder)")
        let error = #expect(throws: PostgresError.self) {
            try PostgresConnection(to: address, connectingWithin: .milliseconds(200))
        }
        #expect(error?.isLoss == true)
    }

    /// Listens, and never accepts a connection.
    private final class SilentServer {
        let folder: String
        private let listener: Int32

        init() throws {
            folder = "/tmp/silent-\(UInt32.random(in: 0 ... .max))"
            listener = try SocketProxy.listener(in: folder)
        }

        deinit {
            close(listener)
            unlink("\(folder)/.s.PGSQL.5432")
            rmdir(folder)
        }
    }
}
