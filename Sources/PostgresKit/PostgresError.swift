/// A failed call to a server: the kind of failure and the message, never a bound value.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure. More cases may be added.
    public enum Kind: Hashable, Sendable {
        /// libpq isn't installed, or lacks a function that is needed.
        case libraryMissing
        /// The address is invalid, or contains what it must not.
        case address(ServerAddress.Problem)
        /// The connection failed or was lost, or an answer didn't come in time.
        case connection
        /// The server refused a statement, with an SQLSTATE of five characters.
        case refused(sqlState: String)
        /// The server's certificate can't be verified, or there is no encryption that both sides accept.
        case transport
        /// The server, or a pooler in front of it, doesn't do what is needed.
        case unsuitable(Requirement)
        /// The server warned while it committed.
        case warned
        /// The server's answer doesn't match the statement.
        case unexpectedAnswer
    }

    /// The requirements for a server.
    public enum Requirement: Hashable, Sendable {
        /// Keep what a client has set up on its connection.
        case session
        /// Acknowledge commits when they are durable.
        case durableCommits
    }

    public let kind: Kind
    public let message: String
    /// The text of the statement, with its placeholders; empty if there was none.
    public let sql: String

    public init(_ kind: Kind, _ message: String, sql: String = "") {
        (self.kind, self.message, self.sql) = (kind, message, sql)
    }

    /// The SQLSTATE, if the server sent one.
    public var sqlState: String? {
        guard case .refused(let state) = kind else { return nil }
        return state
    }

    /// Whether the connection can't be used any more, so that the outcome of what was sent isn't known.
    public var isLoss: Bool {
        // A server that stops, or gives up the connection, says so before closing it.
        kind == .connection || sqlState.map { $0.hasPrefix("57P") || $0.hasPrefix("08") || $0 == "40003" } ?? false
    }

    /// Another transaction was in the way: a lock wasn't acquired in time, or the two conflict.
    public var isBusy: Bool {
        ["55P03", "40001", "40P01", "57014"].contains(sqlState ?? "")
    }

    /// A schema or a table doesn't exist.
    public var isMissing: Bool { ["3F000", "42P01"].contains(sqlState ?? "") }

    /// Another session created the same object concurrently.
    public var isRace: Bool { ["23505", "42P06", "42P07", "42710", "40001", "40P01"].contains(sqlState ?? "") }

    public var description: String {
        let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return sql.isEmpty ? "\(message)\(state)" : "\(message)\(state) in: \(sql)"
    }
}
