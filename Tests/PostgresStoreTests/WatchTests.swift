import Dispatch
import Glibc
import PostgresKit
import Synchronization
import SystemKit
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// The watchers of an account are notified when it changes.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct ServerWatchTests {
    private static let gate = GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3])

    /// Counts wake-ups, and waits for them.
    private final class Alarm: Sendable {
        private let wakes = DispatchSemaphore(value: 0)

        func ring() { wakes.signal() }

        /// Whether it rang within a time that is long for any machine.
        func rang(within seconds: Double = 20) -> Bool { wakes.wait(timeout: .now() + seconds) == .success }
    }

    private func touch(_ engine: ServerEngine, _ account: AccountID = .main) throws {
        try engine.transaction(.writing, of: account) { try $0.putLock(.random(in: 0...(.max)), of: account) }
    }

    private func engine(_ workspace: String) throws -> ServerEngine {
        let engine = try serverEngine(workspace)
        for name in ["main", "other"] {
            let account = try AccountID(name)
            try engine.transaction(.writing, of: account) { try $0.putGate(Self.gate, of: account) }
        }
        return engine
    }

    @Test func `a commit on any connection wakes the watchers of its account, and no others`() throws {
        let (engine, alarm, other) = (try engine("watch"), Alarm(), Alarm())
        let places = [
            try engine.watch(.main) { alarm.ring() }, try engine.watch(AccountID("other")) { other.ring() },
        ]
        // Every watcher is woken once at the start.
        #expect(alarm.rang() && other.rang())
        for _ in 0..<5 {
            try touch(serverEngine("watch"))
            #expect(alarm.rang())
        }
        #expect(!other.rang(within: 0))
        withExtendedLifetime(places) {}
    }

    @Test func `an engine that wakes nobody is detected`() throws {
        let (engine, alarm, other) = (try engine("mute"), Alarm(), Alarm())
        let places = [
            try engine.watch(.main) { alarm.ring() }, try engine.watch(AccountID("other")) { other.ring() },
        ]
        #expect(alarm.rang() && other.rang())
        // It notifies on a channel where nobody listens.
        let proxy = try SocketProxy(
            before: #require(PostgresServer.shared), rewording: .init("NOTIFY \"profile_mute", "NOTIFY \"profile_mutt"))
        defer { proxy.close() }
        try touch(serverEngine(at: proxy.url(workspace: "mute")))
        // Notifications keep the order of commits: when the later one is here, the earlier one would be.
        try touch(engine, AccountID("other"))
        #expect(other.rang())
        #expect(!alarm.rang(within: 0))
        withExtendedLifetime(places) {}
    }

    /// The backends of this process's connections to a store, which bear a name that only they have.
    private func backends(_ name: String) throws -> [Int] {
        let rows = try PostgresConnection(to: ServerAddress(#require(PostgresServer.shared).url(workspace: "looker")))
            .run(.once("SELECT pid::bigint FROM pg_stat_activity WHERE application_name = '\(name)'"))
        return try (0..<rows.count).map { try rows.integer($0, 0) }
    }

    private func named(_ name: String) throws -> ServerEngine {
        _ = try engine(name)
        let url = try #require(PostgresServer.shared).url(workspace: name) + "&application_name=\(name)"
        return try #require(ServerOpener(address: ServerAddress(url)).open(.forParity) as? ServerEngine)
    }

    @Test func `one connection is enough for a process that opens a store several times, reads and watches`() throws {
        // A thread that has waited for the hub for a second, as on a busy machine, opens a connection of its own.
        #expect(try (1...3).contains { try connections(ofAWatcherNamed: "one-hub-\($0)") == 1 })
    }

    /// The number of connections of a process that has a store open twice, reads, writes and watches.
    private func connections(ofAWatcherNamed name: String) throws -> Int {
        let (engine, alarm) = (try named(name), Alarm())
        let address = engine.pool.address
        let again = try #require(ServerOpener(address: address).open(.forParity) as? ServerEngine)
        // The first is woken when changes are noticed; those that come later needn't be.
        let first = try engine.watch(.main) { alarm.ring() }
        #expect(alarm.rang())
        let places = [first] + (try (0..<49).map { _ in try engine.watch(.main) { alarm.ring() } })
        for _ in 0..<20 {
            for engine in [engine, again] {
                _ = try engine.transaction(.reading, of: .main) { try $0.heads(of: .main, kinds: []) }
            }
            // A commit on the connection that listens wakes its own watchers, too.
            try touch(engine)
            for _ in places { #expect(alarm.rang()) }
        }
        // The server may still show one that was closed a moment ago.
        let deadline = ContinuousClock.now.advanced(by: .seconds(5))
        while try backends(name).count > 1, ContinuousClock.now < deadline { usleep(1_000) }
        defer { withExtendedLifetime(places) {} }
        return try backends(name).count
    }

    @Test func `one connection is enough for a process that begins to watch while a transaction uses it`() throws {
        let (engine, alarm) = (try named("busy-hub"), Alarm())
        // The server may take a while to say how many there are.
        let hub = try ServerHub(engine.pool, listens: true, patience: .seconds(60))
        let place = try engine.transaction(.reading, of: .main) { _ -> any EngineWatch in
            let place = hub.watch(.main) { alarm.ring() }
            // The hub looks for a connection meanwhile, and would show the server one of its own.
            for _ in 0..<10 {
                let count = try backends("busy-hub").count
                #expect(count == 1)
            }
            return place
        }
        #expect(alarm.rang())
        #expect(try backends("busy-hub").count == 1)
        withExtendedLifetime(place) {}
    }

    @Test func `a listener that lost its connection says so, and checks for changes once it has another`() throws {
        let (engine, alarm) = (try named("lost-hub"), Alarm())
        let place = try engine.watch(.main) { alarm.ring() }
        #expect(alarm.rang())
        let killer = try self.engine("lost-hub").pool.connect()
        for backend in try backends("lost-hub") {
            _ = try killer.run(.once("SELECT pg_terminate_backend(\(backend))"))
        }
        // Once for the loss, and once for the new connection.
        #expect(alarm.rang() && alarm.rang())
        try touch(engine)
        #expect(alarm.rang())
        withExtendedLifetime(place) {}
    }

    /// Where a transaction finds that its connection is lost.
    enum Loss: CaseIterable {
        case atItsEnd, asItBegins
    }

    @Test(arguments: Loss.allCases)
    func `a listener that a transaction loses is replaced, whatever has its descriptor's number by then`(
        loss: Loss
    ) throws {
        let (engine, alarm) = (try named("reused-hub"), Alarm())
        let killer = try self.engine("lost-hub").pool.connect()
        let quiet = Mutex<[EventCounter]>([])
        let place = try engine.watch(.main) {
            defer { alarm.ring() }
            guard quiet.withLock(\.isEmpty), let connection = try? engine.pool.take().connection else { return }
            // On the hub's thread, which has just lent the connection, and will wait for its descriptor.
            let number = connection.descriptor
            _ = try? killer.run(
                .once("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reused-hub'"))
            #expect(throws: PostgresError.self) { try connection.run(.once("SELECT 1")) }
            quiet.withLock { quiet in
                repeat {
                    if let counter = try? EventCounter() { quiet.append(counter) }
                } while quiet.last?.descriptor != number && quiet.count < 100
            }
            let kept = loss == .asItBegins ? try? engine.pool.connect(inPlaceOf: connection) : connection
            if let kept { engine.pool.putBack(kept) }
        }
        #expect(alarm.rang())
        // Once for the loss, and once for the new connection.
        #expect(alarm.rang() && alarm.rang())
        try touch(self.engine("reused-hub"))
        #expect(alarm.rang())
        withExtendedLifetime(place) {}
    }

    @Test func `a hub that ends late takes nothing from the one that follows it`() throws {
        let pool = try engine("two-hubs").pool
        let (early, late) = (try EventCounter(), try EventCounter())
        func isIdle(_ state: ServerPool.Listener, _ connection: PostgresConnection) -> Bool {
            if case .idle(let found) = state { found === connection } else { false }
        }
        pool.begin(early)
        let first = try #require(try pool.takeListener(for: early, connecting: true))
        pool.lendListener(first)
        #expect(isIdle(pool.retakeListener(for: early), first))
        // The next one begins while the first one has its connection.
        pool.begin(late)
        let second = try #require(try pool.takeListener(for: late, connecting: true))
        #expect(second !== first)
        pool.lendListener(second)
        pool.lendListener(first)
        guard case .lost = pool.retakeListener(for: early) else {
            Issue.record("the first hub has a connection again")
            return
        }
        #expect(try pool.takeListener(for: early, connecting: true) == nil)
        pool.endListening(early)
        pool.end(early)
        #expect(isIdle(pool.retakeListener(for: late), second))
        pool.endListening(late)
    }

    @Test func `when LISTEN is refused, changes are found by polling`() throws {
        let (engine, alarm) = (try engine("polling"), Alarm())
        let hub = try ServerHub(engine.pool, listens: false)
        let place = hub.watch(.main) { alarm.ring() }
        #expect(alarm.rang())
        for _ in 0..<3 {
            try touch(engine)
            #expect(alarm.rang())
        }
        withExtendedLifetime(place) {}
    }

    @Test func `a user who may only read is told of changes by polling`() throws {
        let engine = try engine("only-reads")
        let schema = "\"profile_only-reads\""
        _ = try engine.pool.connect().run([
            .once("CREATE ROLE reader LOGIN"), .once("GRANT USAGE ON SCHEMA \(schema) TO reader"),
            .once("GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO reader"),
        ])
        let url = try #require(PostgresServer.shared).url(workspace: "only-reads")
        let reader = try ServerOpener(address: .init(url.replacing("//postgres@", with: "//reader@"))).open(.forParity)
        let alarm = Alarm()
        let place = try reader.watch(.main) { alarm.ring() }
        #expect(alarm.rang())
        try touch(engine)
        #expect(alarm.rang())
        withExtendedLifetime(place) {}
    }

    @Test func `the pauses between attempts to reach a server grow, and differ`() {
        var backoff = Backoff()
        let pauses = (0..<8).map { _ in backoff.next() }
        #expect(pauses[0] <= .milliseconds(500) && pauses[7] >= .seconds(7.5) && pauses[7] <= .seconds(15))
        #expect(Set(pauses).count == 8)
        #expect(pauses.prefix(5).reduce(.zero, +) >= .seconds(7))
        backoff.reset()
        #expect(backoff.next() <= .milliseconds(500))
    }

    @Test func `a writer sends no notification while nobody watches`() throws {
        let engine = try engine("quiet")
        let listener = try engine.pool.connect()
        _ = try listener.run(engine.pool.tables.listening)
        try touch(engine)
        _ = try listener.run(.once("SELECT 1"))
        #expect(try listener.takeNotifications().isEmpty)
        _ = try listener.run(engine.pool.tables.watch(.main))
        try touch(engine)
        _ = try listener.run(.once("SELECT 1"))
        #expect(try listener.takeNotifications().map(\.payload) == ["main"])
    }
}
