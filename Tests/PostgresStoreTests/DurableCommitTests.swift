import PostgresKit
import TestSupport
import Testing

@testable import PostgresStore

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
        let error = #expect(throws: PostgresError.self) { try pool.connect() }
        #expect(proxy.isSpent)
        #expect(error?.kind == .unexpectedAnswer)
        #expect(throws: Never.self) { try pool.connect() }
    }
}
