import Dispatch
import Glibc
import PostgresKit
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// A primary whose commits wait for a standby: what was acknowledged is still there when the standby takes over.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"), .serialized)
struct StandbyTests {
    private static let kind = EngineModel.singletons[0]

    /// What happens to a commit that waits for the standby, which is away.
    enum Disturbance: CaseIterable {
        case none, restart, cancel, terminate
    }

    private enum Verdict { case done, notDone, notKnown }

    /// A primary with a standby that it waits for, and an account with one commit.
    private final class Servers {
        let primary: PostgresServer
        let standby: PostgresServer

        init() throws {
            primary = try PostgresServer(settings: ["synchronous_standby_names=walreceiver"])
            standby = try PostgresServer(following: primary)
        }

        /// Waits for a commit that waits for the standby, and returns its backend.
        func waitingBackend() throws -> Int {
            let connection = try connect(to: primary)
            while true {
                let found = try connection.run(
                    .once("SELECT pid::bigint FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))
                if !found.isEmpty { return try found.integer(0, 0) }
                usleep(1000)
            }
        }

        func disturb(_ disturbance: Disturbance) throws {
            let backend = try waitingBackend()
            switch disturbance {
            case .none: break
            case .restart: try primary.crash()
            case .cancel: try run("SELECT pg_cancel_backend(\(backend))", on: primary)
            case .terminate: try run("SELECT pg_terminate_backend(\(backend))", on: primary)
            }
        }

        /// Waits until the standby shows what it has acknowledged, which may be a moment later.
        func waitUntilShown() throws {
            let written = try connect(to: primary).run(.once("SELECT (pg_current_wal_lsn() - '0/0')::bigint"))
            let connection = try connect(to: standby)
            let replayed = "SELECT (pg_last_wal_replay_lsn() - '0/0')::bigint"
            while try connection.run(.once(replayed)).integer(0, 0) < written.integer(0, 0) { usleep(1000) }
        }

        /// Lets the standby take over.
        func failOver() throws {
            try primary.stop()
            try standby.start()
            try promote()
        }

        func promote() throws { try run("SELECT pg_promote()", on: standby) }

        private func connect(to server: PostgresServer) throws -> PostgresConnection {
            try PostgresConnection(to: ServerAddress(server.url(workspace: "standby")))
        }

        private func run(_ statement: String, on server: PostgresServer) throws {
            _ = try connect(to: server).run(.once(statement))
        }
    }

    private func engine(at url: String) throws -> ServerEngine {
        try serverEngine(at: url, patience: .seconds(2), settlingPatience: .seconds(4))
    }

    private func makeAccount(in engine: ServerEngine) throws {
        let gate = GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3])
        try engine.transaction(.writing, of: .main) { try $0.putGate(gate, of: .main) }
    }

    private func count(in engine: ServerEngine) throws -> Verdict {
        do {
            try engine.transaction(.writing, of: .main) { backend in
                let number = try (backend.heads(of: .main, kinds: [Self.kind])?.manifest?.generation ?? 0) + 1
                try backend.putManifest(SealedManifest(generation: number, box: [1]), of: .main)
            }
            return .done
        } catch let error as EngineError {
            switch error.code {
            case .unreachable: return .notDone
            case .outcomeUnknown: return .notKnown
            default: throw error
            }
        }
    }

    private func number(in engine: ServerEngine) throws -> Int {
        try engine.look { try $0.heads(of: .main, kinds: [])?.manifest?.generation ?? 0 }
    }

    /// Commits once, and once more while the standby is away.
    ///
    /// - Parameter disturb: called when the second commit waits.
    /// - Returns: the verdict on that commit.
    private func secondCommit(
        on servers: Servers, by engine: ServerEngine, disturb: () throws -> Void
    ) throws -> Verdict {
        try makeAccount(in: engine)
        #expect(try count(in: engine) == .done)
        try servers.standby.stop()
        nonisolated(unsafe) var verdict: Result<Verdict, any Error>?
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            verdict = Result { try count(in: engine) }
            ended.signal()
        }
        try disturb()
        ended.wait()
        return try #require(verdict).get()
    }

    @Test(arguments: Disturbance.allCases) func `a commit that the standby lacks is not acknowledged`(
        _ disturbance: Disturbance
    ) throws {
        let servers = try Servers()
        let engine = try engine(at: servers.primary.url(workspace: "standby"))
        let verdict = try secondCommit(on: servers, by: engine) { try servers.disturb(disturbance) }
        #expect(verdict == .notKnown)
        try servers.failOver()
        #expect(try number(in: self.engine(at: servers.standby.url(workspace: "standby"))) == 1)
        ReliabilityFigure.record(
            "R33", "a commit that a standby lacks is not acknowledged (\(disturbance))",
            figure: "not known; after the standby took over, nothing acknowledged is missing",
            control: "an engine that settles by reading, or hears no warning: acknowledged, and lost")
    }

    @Test func `a commit that was cancelled while it waited is acknowledged once the standby has it`() throws {
        let servers = try Servers()
        let engine = try engine(at: servers.primary.url(workspace: "standby"))
        let verdict = try secondCommit(on: servers, by: engine) {
            try servers.disturb(.cancel)
            // The search for the outcome waits, too.
            _ = try servers.waitingBackend()
            try servers.standby.start()
        }
        #expect(verdict == .done)
        try servers.primary.stop()
        try servers.promote()
        #expect(try number(in: self.engine(at: servers.standby.url(workspace: "standby"))) == 2)
    }

    @Test func `a commit that was given up takes effect when the standby is back, and the next one too`() throws {
        let servers = try Servers()
        let engine = try engine(at: servers.primary.url(workspace: "standby"))
        #expect(try secondCommit(on: servers, by: engine) { try servers.disturb(.none) } == .notKnown)
        try servers.standby.start()
        var verdict = try count(in: engine)
        while verdict == .notDone { verdict = try count(in: engine) }
        #expect(verdict == .done)
        #expect(try number(in: engine) == 3)
    }

    @Test func `a standby is read, and refuses to be written as read-only`() throws {
        let servers = try Servers()
        try makeAccount(in: engine(at: servers.primary.url(workspace: "standby")))
        // Until then, opening the store would make its tables.
        try servers.waitUntilShown()
        let engine = try engine(at: servers.standby.url(workspace: "standby"))
        #expect(try engine.look { try $0.heads(of: .main, kinds: []) } != nil)
        let error = #expect(throws: EngineError.self) { try count(in: engine) }
        #expect(error?.code == .server(.readOnly))
    }

    // MARK: Controls

    @Test func `an engine that settles without a commit of its own is detected`() throws {
        let servers = try Servers()
        let proxy = try SocketProxy(before: servers.primary)
        defer { proxy.close() }
        let engine = try engine(at: proxy.url(workspace: "standby"))
        let verdict = try secondCommit(on: servers, by: engine) {
            _ = try servers.waitingBackend()
            proxy.set(.changeToServer(from: Array("COMMIT\0".utf8), to: Array("ABORT \0".utf8)))
            try servers.disturb(.restart)
        }
        #expect(proxy.isSpent && verdict == .done)
        try servers.failOver()
        #expect(try number(in: self.engine(at: servers.standby.url(workspace: "standby"))) == 1)
    }

    @Test func `an engine that hears no warning is detected`() throws {
        let servers = try Servers()
        let proxy = try SocketProxy(
            before: servers.primary,
            rewording: .init("client_min_messages = 'warning'", "client_min_messages = 'error'  "))
        defer { proxy.close() }
        let engine = try engine(at: proxy.url(workspace: "standby"))
        #expect(try secondCommit(on: servers, by: engine) { try servers.disturb(.cancel) } == .done)
        try servers.failOver()
        #expect(try number(in: self.engine(at: servers.standby.url(workspace: "standby"))) == 1)
    }
}
