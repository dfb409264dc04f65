import Dispatch
import PostgresKit
import Synchronization
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

    @Test func `one connection listens for a whole process`() throws {
        let (engine, alarm) = (try engine("one-hub"), Alarm())
        let places = try (0..<50).map { _ in try engine.watch(.main) { alarm.ring() } }
        for _ in places { #expect(alarm.rang()) }
        let listeners = try engine.pool.connect().run(
            .once(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND query LIKE '%profile_one-hub%watched_until = now()%'
                """))
        #expect(try listeners.integer(0, 0) == 1)
        withExtendedLifetime(places) {}
    }

    @Test func `a listener that lost its connection checks for changes once it has another`() throws {
        let (engine, alarm) = (try engine("lost-hub"), Alarm())
        let place = try engine.watch(.main) { alarm.ring() }
        #expect(alarm.rang())
        let killed = try engine.pool.connect().run(
            .once(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND query LIKE '%profile_lost-hub%watched_until = now()%'
                """))
        #expect(killed.count == 1)
        #expect(alarm.rang())
        try touch(engine)
        #expect(alarm.rang())
        withExtendedLifetime(place) {}
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
