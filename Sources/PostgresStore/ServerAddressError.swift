internal import PostgresKit

/// Why a server's URL is refused. It repeats nothing that may be secret.
public struct ServerAddressError: Error, Hashable, Sendable {
    public let problem: Problem

    /// More cases may be added.
    public enum Problem: Hashable, Sendable {
        /// It isn't a URL that libpq accepts.
        case malformed
        /// It contains a password, which anyone who sees the arguments could read.
        case password
        /// The workspace's name isn't 1 to 55 characters from `a-z`, `0-9` and `-`.
        case workspace
        /// Data sent to another machine could be read or changed in transit; includes the setting of `sslmode`.
        case weakTransport(mode: String)
    }

    static let malformed = ServerAddressError(.malformed)

    private init(_ problem: Problem) {
        self.problem = problem
    }

    /// - Returns: `nil` for any other kind of error.
    init?(_ error: PostgresError) {
        guard case .address(let problem) = error.kind else { return nil }
        self.problem =
            switch problem {
            case .malformed: .malformed
            case .password: .password
            case .workspace: .workspace
            case .weakTransport(let mode): .weakTransport(mode: mode)
            }
    }
}
