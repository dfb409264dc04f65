internal import PostgresKit
internal import SealedStore
internal import Synchronization
internal import SystemKit

/// The connections of one store: each serves one transaction at a time, and is kept here in between.
final class ServerPool: Sendable {
    let address: ServerAddress
    let tables: ServerTables
    private let idle = Mutex<[PostgresConnection]>([])

    private static let mostIdle = 4
    /// How long a statement waits for another transaction on the account.
    static let lockTimeout = "10s"
    /// How long the server lets a client be idle within a transaction.
    static let idleTimeout = "30s"

    private let patience: Duration

    /// - Parameter patience: the timeout for an answer, longer than the server's lock timeout.
    init(_ address: ServerAddress, patience: Duration = .seconds(30)) {
        (self.address, self.patience) = (address, patience)
        tables = ServerTables(schema: address.schema)
    }

    /// Returns a connection, and whether it was idle here, in which case it may have been lost unnoticed.
    func take() throws(PostgresError) -> (connection: PostgresConnection, wasIdle: Bool) {
        while let waiting = idle.withLock({ $0.popLast() }) {
            if waiting.isAlive { return (waiting, true) }
        }
        return (try connect(), false)
    }

    func putBack(_ connection: PostgresConnection) {
        guard connection.isAlive else { return }
        idle.withLock { idle in
            if idle.count < Self.mostIdle { idle.append(connection) }
        }
    }

    /// Opens a new connection on which commits are acknowledged only when durable, and nothing waits forever.
    func connect() throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(
            to: address, patience: patience, longWaitHandler: { LongWait.announce() })
        let answers = try connection.run([
            .once("SHOW synchronous_commit"), .once("SET lock_timeout = '\(Self.lockTimeout)'"),
            .once("SET idle_in_transaction_session_timeout = '\(Self.idleTimeout)'"), .once("SHOW lock_timeout"),
            .once("SHOW idle_in_transaction_session_timeout"),
        ])
        guard try answers[3].text(0, 0) == Self.lockTimeout, try answers[4].text(0, 0) == Self.idleTimeout else {
            throw PostgresError(.unexpectedAnswer, "the server did not accept the time limits of this connection")
        }
        if !Self.isDurable(try answers[0].text(0, 0)) {
            let answers = try connection.run([.once("SET synchronous_commit = 'on'"), .once("SHOW synchronous_commit")])
            guard Self.isDurable(try answers[1].text(0, 0)) else {
                throw PostgresError(.unexpectedAnswer, "the server acknowledges commits before they are durable")
            }
        }
        return connection
    }

    /// Whether an acknowledged commit is durable: on this server, or also applied on its standbys.
    private static func isDurable(_ synchronousCommit: String) -> Bool {
        ["on", "remote_apply"].contains(synchronousCommit)
    }
}
