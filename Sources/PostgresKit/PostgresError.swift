/// A call to a server that failed: what kind of failure it is, and its words, never a bound value.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed. The list may grow.
    public enum Kind: Hashable, Sendable {
        /// libpq is not installed, or lacks something that is needed.
        case libraryMissing
        /// The address is none, or names what it may not.
        case address(ServerAddress.Problem)
        /// No connection came to stand, or it was lost, or no answer came in time.
        case connection
        /// The server refused a statement, by its SQLSTATE: five characters.
        case refused(sqlState: String)
        /// The server answered with something that the statement doesn't give.
        case unexpectedAnswer
    }

    public let kind: Kind
    public let message: String
    /// The text of the statement, with its placeholders; empty where there was none.
    public let sql: String

    public init(_ kind: Kind, _ message: String, sql: String = "") {
        (self.kind, self.message, self.sql) = (kind, message, sql)
    }

    /// The SQLSTATE, where the server gave one.
    public var sqlState: String? {
        guard case .refused(let state) = kind else { return nil }
        return state
    }

    /// Whether the server can't be asked any more by this connection, so that the outcome of what was sent isn't known.
    public var isLoss: Bool {
        // A server that stops, and one that gave the connection up, say so before they close it.
        kind == .connection || sqlState.map { $0.hasPrefix("57P") || $0.hasPrefix("08") || $0 == "40003" } ?? false
    }

    /// Another transaction was in the way: a lock wasn't given in time, or the two can't both stand.
    public var isBusy: Bool {
        ["55P03", "40001", "40P01", "57014"].contains(sqlState ?? "")
    }

    /// A schema or a table that isn't there.
    public var isMissing: Bool { ["3F000", "42P01", "3D000"].contains(sqlState ?? "") }

    /// Something that was made at the same moment by someone else.
    public var isRace: Bool { ["23505", "42P06", "42P07", "42710", "40001", "40P01"].contains(sqlState ?? "") }

    public var description: String {
        let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return sql.isEmpty ? "\(message)\(state)" : "\(message)\(state) in: \(sql)"
    }
}
