import Glibc
import PostgresKit
import ProfileKit
import ProfileKitTesting
import Sealing
import TestSupport
import Testing

@testable import PostgresStore

/// A standby that lacks the last commits takes over from a primary that doesn't wait for it.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct FailoverTests {
    private func run(_ statement: String, on server: PostgresServer) throws -> PostgresRows {
        try PostgresConnection(to: ServerAddress(server.url(workspace: "failover"))).run(.once(statement))
    }

    @Test func `an open store notices that the server has lost its last commits`() throws {
        let primary = try PostgresServer()
        let standby = try PostgresServer(following: primary)
        let folder = try TemporaryFolder()
        var configuration = TemporaryStore.configuration(folder: folder.path, clock: ManualClock())
        configuration.sessionStorage = SessionStorage.none
        configuration.watchesStores = false
        let location = try StoreLocation.postgres(primary.url(workspace: "failover", or: standby))
        let made = try Gate.create(
            NewAccount(secrets: .init(passcode: Secret(TemporaryStore.passcode)), formats: [.sixDigits]), at: location,
            configuration: configuration)
        func open() throws -> ProfileStore { try made.gate.unlock(with: Secret(TemporaryStore.passcode)) }
        let (store, other) = (try open(), try open())
        try store.edit { $0.username = "kept" }
        #expect(try other.profile.username == "kept")
        let isBehind = "SELECT 1 FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"
        while try run(isBehind, on: primary).isEmpty { usleep(1000) }

        try standby.stop()
        try store.edit { $0.username = "lost" }
        try primary.stop()
        try standby.start()
        _ = try run("SELECT pg_promote()", on: standby)

        for use in [
            { _ = try store.profile }, { try store.edit { $0.username = "over it" } }, { _ = try store.draft() },
        ] {
            let error = #expect(throws: StoreError.self) { try use() }
            #expect(error?.reason == .older(.using))
            #expect(error?.code == .damaged)
        }
        // Another machine never saw that commit, and makes one with the same generation.
        try other.edit { $0.username = "another" }
        let error = #expect(throws: StoreError.self) { _ = try store.profile }
        #expect(error?.reason == .older(.using))
        // Once more commits are there, only a new opening could tell, and this one does.
        #expect(try other.profile.username == "another")
        ReliabilityFigure.record(
            "R33", "an open store notices the commits that a failover lost, before it reads or writes",
            figure: "fewer generations, and the same generation with other content",
            control: "a store that remembers nothing: commits over it")
    }
}
