import PostgresKit
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// A server may be set up to acknowledge commits before they are durable, for everyone or for one role.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct DurableCommitTests {
    /// A role whose commits are acknowledged early.
    private func makeRole(_ name: String) throws {
        _ = try PostgresConnection(to: ServerAddress(#require(PostgresServer.shared).url(workspace: "durable"))).run([
            .once("CREATE ROLE \(name) LOGIN SUPERUSER"), .once("ALTER ROLE \(name) SET synchronous_commit = off"),
        ])
    }

    private func pool(at url: String, as role: String) throws -> ServerPool {
        ServerPool(try ServerAddress(url.replacing("//postgres@", with: "//\(role)@")))
    }

    private static let setting = PostgresQuery.once("SHOW synchronous_commit")

    @Test func `commits are made durable where the server's own setting is off`() throws {
        try makeRole("hasty")
        let url = try #require(PostgresServer.shared).url(workspace: "durable")
        let plain = try PostgresConnection(to: ServerAddress(url.replacing("//postgres@", with: "//hasty@")))
        #expect(try plain.run(Self.setting).text(0, 0) == "off")
        #expect(try pool(at: url, as: "hasty").connect().run(Self.setting).text(0, 0) == "on")
    }

    @Test func `a server that keeps it off is refused`() throws {
        try makeRole("stubborn")
        let proxy = try SocketProxy(before: #require(PostgresServer.shared))
        defer { proxy.close() }
        let pool = try pool(at: proxy.url(workspace: "durable"), as: "stubborn")
        // As a proxy would that doesn't let clients change settings.
        proxy.set(
            .changeToServer(from: Array("synchronous_commit = 'on'".utf8), to: Array("synchronous_commit = off ".utf8)))
        var error: PostgresError?
        // A busy server may refuse a connection before the setting is sent.
        for _ in 1...10 where !proxy.isSpent { error = #expect(throws: PostgresError.self) { try pool.connect() } }
        #expect(proxy.isSpent)
        #expect(error?.kind == .unsuitable(.durableCommits))
        #expect(throws: Never.self) { try pool.connect() }
    }

    @Test(arguments: [("10s", 10_000), ("10000ms", 10_000), ("10000", 10_000), ("2min", 120_000), ("1h", 3_600_000)])
    func `a server may show a duration in any unit`(_ text: String, _ milliseconds: Int) {
        #expect(ServerDuration.parse(text) == .milliseconds(milliseconds))
        #expect(ServerDuration.parse("soon") == nil && ServerDuration.parse("") == nil)
    }

    @Test func `a store is made on a server that knows no fill factor`() throws {
        // Wherever the statement says it, as such a server would see it.
        let proxy = try SocketProxy(
            before: #require(PostgresServer.shared), rewording: .init("fillfactor", "no_such_on"))
        defer { proxy.close() }
        let engine = try serverEngine(at: proxy.url(workspace: "unfilled"))
        #expect(try engine.accountIDs().isEmpty)
        let settings = try engine.pool.connect().run(
            .once(
                "SELECT 1 FROM pg_class WHERE relname = 'account' AND relnamespace = '\"profile_unfilled\"'::regnamespace AND reloptions IS NULL"
            ))
        #expect(settings.count == 1)
    }
}
