internal import PostgresKit
internal import SealedStore
internal import Synchronization

/// The connections of one store: each is one transaction's for as long as that lasts, and waits here for the next.
final class ServerPool: Sendable {
    let address: ServerAddress
    let tables: ServerTables
    private let idle = Mutex<[PostgresConnection]>([])

    private static let mostIdle = 4
    /// How long a statement waits for another transaction on the account.
    static let lockTimeout = "10s"
    /// How long the server lets a client think in the middle of a transaction.
    static let idleTimeout = "30s"

    private let patience: Duration

    /// - Parameter patience: how long an answer may take. A lock that is waited for is given or refused within that.
    init(_ address: ServerAddress, patience: Duration = .seconds(30)) {
        (self.address, self.patience) = (address, patience)
        tables = ServerTables(schema: address.schema)
    }

    /// A connection, and whether it waited here, so that it may have been lost unnoticed.
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

    /// A new connection that acknowledges nothing before it is durable, and waits for nobody for ever.
    func connect() throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(to: address, patience: patience)
        let answers = try connection.run([
            .once("SHOW synchronous_commit"), .once("SET lock_timeout = '\(Self.lockTimeout)'"),
            .once("SET idle_in_transaction_session_timeout = '\(Self.idleTimeout)'"), .once("SHOW lock_timeout"),
            .once("SHOW idle_in_transaction_session_timeout"),
        ])
        guard try answers[3].text(0, 0) == Self.lockTimeout, try answers[4].text(0, 0) == Self.idleTimeout else {
            throw PostgresError(.unexpectedAnswer, "the server doesn't keep its time limits")
        }
        if !Self.isDurable(try answers[0].text(0, 0)) {
            let answers = try connection.run([.once("SET synchronous_commit = 'on'"), .once("SHOW synchronous_commit")])
            guard Self.isDurable(try answers[1].text(0, 0)) else {
                throw PostgresError(.unexpectedAnswer, "the server acknowledges commits before they are durable")
            }
        }
        return connection
    }

    /// Whether a commit that is acknowledged stays: here, or here and on the standbys.
    private static func isDurable(_ synchronousCommit: String) -> Bool {
        ["on", "remote_apply"].contains(synchronousCommit)
    }
}
