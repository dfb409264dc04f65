import Dispatch
import Glibc
import PostgresKit
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// Whatever happens to the connection or the server, an engine's report of a commit is true.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct LostServerTests {
    static let isLong = getenv("PROFILE_TORTURE") != nil
    private static let kind = EngineModel.singletons[0]

    /// An engine's report of a commit.
    private enum Verdict { case done, notDone, notKnown }

    private final class Tally: Sendable {
        let done = Atomic<Int>(0)
        let notKnown = Atomic<Int>(0)
    }

    private func count(in engine: ServerEngine) throws -> Verdict {
        do {
            _ = try engine.transaction(
                .writing, of: .main,
                { backend in
                    let heads = try #require(try backend.heads(of: .main, kinds: [Self.kind]))
                    let number = (heads.singletons[Self.kind.name]?.number ?? 0) + 1
                    let row = RecordRow(number: number, revision: number, boxes: [[UInt8](repeating: 5, count: 300)])
                    try backend.put(row, Self.kind, of: .main)
                    try backend.put(row, EngineModel.log, of: .main)
                    try backend.putManifest(SealedManifest(generation: number, box: [1]), of: .main)
                }, settling: { _, _ in nil })
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
        try engine.transaction(.reading, of: .main) { backend in
            try backend.heads(of: .main, kinds: [Self.kind])?.singletons[Self.kind.name]?.number ?? 0
        }
    }

    private func makeAccount(in engine: ServerEngine) throws {
        let gate = GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3])
        try engine.transaction(.writing, of: .main) { try $0.putGate(gate, of: .main) }
    }

    @Test func `a connection that is cut at any byte of a commit gives no wrong verdict`() throws {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared))
        defer { proxy.close() }
        let truth = try serverEngine("cut")
        try makeAccount(in: truth)
        let engine = try serverEngine(at: proxy.url(workspace: "cut"))
        var source = SeededSource(seed: 33)
        var (wrong, unknown, spent, doneThoughCut) = (0, 0, 0, 0)
        for _ in 0..<(Self.isLong ? 5_000 : 200) {
            let before = try number(in: truth)
            proxy.set(
                Bool.random(using: &source)
                    ? .cutToServer(after: Int.random(in: 0...2_600, using: &source))
                    : .cutToClient(after: Int.random(in: 0...700, using: &source)))
            let verdict = try count(in: engine)
            let isSpent = proxy.isSpent
            proxy.set(nil)
            let gained = try number(in: truth) - before
            spent += isSpent ? 1 : 0
            switch verdict {
            case .done:
                wrong += gained == 1 ? 0 : 1
                doneThoughCut += isSpent ? 1 : 0
            case .notDone: wrong += gained == 0 ? 0 : 1
            case .notKnown: unknown += 1
            }
        }
        #expect(wrong == 0)
        #expect(unknown == 0)
        // Cuts did happen, some of them after the commit.
        #expect(spent > 100 && doneThoughCut > 0, "\(spent) cuts, \(doneThoughCut) of them after the commit")
        ReliabilityFigure.record(
            "R33", "a connection that is cut at any byte of a commit gives no wrong verdict",
            figure: "\(Self.isLong ? 5_000 : 200) commits, \(spent) cut, \(wrong) wrong verdicts, \(unknown) unknown",
            control: "an engine that checks without the lock: wrong")
    }

    @Test func `an error of the search for a commit's outcome isn't taken for one of the commit`() throws {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared))
        defer { proxy.close() }
        let truth = try serverEngine("searched")
        try makeAccount(in: truth)
        let engine = try serverEngine(at: proxy.url(workspace: "searched"))
        // A busy server may refuse a connection, which would end the transaction otherwise.
        let other = try truth.pool.connect()
        let error = #expect(throws: EngineError.self) {
            _ = try engine.transaction(
                .writing, of: .main,
                { backend in
                    _ = try backend.heads(of: .main, kinds: [Self.kind])
                    try backend.putManifest(SealedManifest(generation: 2, box: [1]), of: .main)
                    // The search refuses the store of a newer program.
                    let store = truth.pool.tables.name("store")
                    _ = try other.run(.once("UPDATE \(store) SET format = 99"))
                    proxy.set(.cutToClient(after: 0))
                }, settling: { _, _ in nil })
        }
        #expect(proxy.isSpent)
        #expect(error?.code == .outcomeUnknown)
        #expect(error?.isCommitFailure == true)
    }

    @Test func `a restored store whose commit isn't answered, or not so that it is understood, may be there`() throws {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared))
        defer { proxy.close() }
        let source = MemoryEngine()
        let gate = GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3])
        try source.transaction(.writing, of: .main) { try $0.putGate(gate, of: .main) }
        let opener = ServerOpener(address: try .init(proxy.url(workspace: "unanswered")))
        let error = #expect(throws: EngineError.self) {
            // Only the rows and the commit are sent after this.
            try opener.receive(ReadEngine(source) { proxy.set(.cutToClient(after: 0)) }, .forParity)
        }
        #expect(proxy.isSpent && error?.code == .outcomeUnknown)
        // An answer that isn't understood is hard to cause on purpose.
        #expect(PostgresError(.unexpectedAnswer, "").leavesCommitUnknown)
        #expect(!PostgresError(.refused(sqlState: "42P06"), "").leavesCommitUnknown)
    }

    @Test func `a restored store isn't put into one that another process has created since it was looked for`() throws {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared))
        defer { proxy.close() }
        proxy.set(.delayToServer(containing: Array("CREATE SCHEMA".utf8)))
        let opener = ServerOpener(address: try .init(proxy.url(workspace: "raced")))
        let created = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            while !proxy.isSpent { usleep(1000) }
            _ = try? serverEngine("raced")
            proxy.release()
            created.signal()
        }
        let error = #expect(throws: StoreError.self) { try opener.receive(MemoryEngine(), .forParity) }
        created.wait()
        #expect(error?.code == .exists)
        #expect(try serverEngine("raced").accountIDs().isEmpty)
    }

    /// Calls something when all has been read of it.
    private final class ReadEngine: PassingEngine, @unchecked Sendable {
        private let whenRead: @Sendable () -> Void

        init(_ base: any RecordEngine, whenRead: @escaping @Sendable () -> Void) {
            self.whenRead = whenRead
            super.init(base)
        }

        override func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
            defer { whenRead() }
            return try super.look(body)
        }
    }

    /// Cuts the client off while the server has not processed its commit yet.
    private func verdictOfHeldCommit(
        _ workspace: String, _ rewording: SocketProxy.Rewording? = nil
    ) throws -> (verdict: Verdict, gained: Int) {
        let proxy = try SocketProxy(before: #require(PostgresServer.shared), rewording: rewording)
        defer { proxy.close() }
        let truth = try serverEngine(workspace)
        try makeAccount(in: truth)
        let engine = try serverEngine(at: proxy.url(workspace: workspace))
        // Prepared beforehand, so that only the commit is held.
        for _ in 0..<2 { _ = try count(in: engine) }
        let before = try number(in: truth)
        // The rows are sent with the commit.
        proxy.set(.holdFromServer(containing: [UInt8](repeating: 5, count: 64)))
        let isOver = Atomic<Bool>(false)
        let released = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            // As soon as the check waits for the lock, the server may continue.
            let looker = try? truth.pool.connect()
            while !isOver.load(ordering: .sequentiallyConsistent) {
                let waiting = try? looker?.run(
                    .once(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE wait_event_type = 'Lock' AND query LIKE '%profile_\(workspace)%'
                        """)
                ).integer(0, 0)
                if waiting ?? 0 > 0 { break }
                usleep(1000)
            }
            proxy.release()
            released.signal()
        }
        let verdict = try count(in: engine)
        #expect(proxy.isSpent)
        isOver.store(true, ordering: .sequentiallyConsistent)
        released.wait()
        // A separate writer waits until the held one is done, unless that takes no lock.
        try truth.transaction(.writing, of: .main) { try $0.putLock(1, of: .main) }
        let deadline = ContinuousClock.now + .seconds(20)
        while try number(in: truth) == before, ContinuousClock.now < deadline { usleep(1000) }
        return (verdict, try number(in: truth) - before)
    }

    @Test func `a commit that the server has not processed yet is waited for`() throws {
        let (verdict, gained) = try verdictOfHeldCommit("held")
        #expect(gained == 1)
        #expect(verdict == .done)
    }

    @Test func `an engine that checks without the lock is detected`() throws {
        let (verdict, gained) = try verdictOfHeldCommit("unheld", .withoutLocks)
        #expect(gained == 1)
        #expect(verdict == .notDone)
    }

    @Test func `a killed client loses nothing that was acknowledged, and blocks nobody`() throws {
        let server = try #require(PostgresServer.shared)
        let url = server.url(workspace: "killed")
        let bench = Program(path: Program.built("Benchmarks"), environment: ["PATH": "/usr/bin:/bin"])
        #expect(try bench.run("server", url, "accounts", "1").exitCode == 0)
        let truth = try serverEngine(at: url)
        let (account, history) = (try AccountID("a0"), RecordKind("history", .log))
        func commits() throws -> Int { try truth.look { try $0.count(history, of: account) } }
        var source = SeededSource(seed: 20)
        for _ in 0..<(Self.isLong ? 500 : 12) {
            let before = try commits()
            let client = try bench.start("server", url, "acknowledge")
            _ = try client.nextLine(timeout: .seconds(30))
            usleep(.random(in: 0...20_000, using: &source))
            client.kill()
            let acknowledged = try client.wait().output.split(separator: "\n").count
            // The next writer waits until the killed one's transaction has ended.
            try truth.transaction(.writing, of: account) { try $0.putLock(1, of: account) }
            // There may be one more than it could report.
            #expect((acknowledged...acknowledged + 1).contains(try commits() - before))
        }
        ReliabilityFigure.record(
            "R33", "a client that is killed loses nothing acknowledged on a server, and blocks nobody",
            figure: "\(Self.isLong ? 500 : 12) kills: 0 lost")
    }

    @Test func `a server that is stopped immediately loses nothing that was acknowledged`() throws {
        let server = try PostgresServer()
        let engine = try serverEngine(at: server.url(workspace: "crash"))
        try makeAccount(in: engine)
        let isOver = Atomic<Bool>(false)
        let tally = Tally()
        let writer = DispatchQueue(label: "writer")
        let ended = DispatchSemaphore(value: 0)
        writer.async {
            while !isOver.load(ordering: .sequentiallyConsistent) {
                switch try? count(in: engine) {
                case .done: tally.done.add(1, ordering: .relaxed)
                case .notDone: break
                case .notKnown, nil: tally.notKnown.add(1, ordering: .relaxed)
                }
            }
            ended.signal()
        }
        for _ in 0..<(Self.isLong ? 40 : 4) {
            let before = tally.done.load(ordering: .relaxed)
            while tally.done.load(ordering: .relaxed) < before + 20 { usleep(1000) }
            try server.crash()
        }
        isOver.store(true, ordering: .sequentiallyConsistent)
        ended.wait()
        let found = try number(in: engine)
        let (acknowledged, unknown) = (tally.done.load(ordering: .relaxed), tally.notKnown.load(ordering: .relaxed))
        #expect((acknowledged...acknowledged + unknown).contains(found))
        #expect(unknown == 0)
    }
}
