internal import PostgresKit

/// Why the URL of a server is refused. It repeats nothing of what may be secret.
public struct ServerAddressError: Error, Hashable, Sendable {
    public let problem: Problem

    /// The list may grow.
    public enum Problem: Hashable, Sendable {
        /// It isn't of a form that libpq reads.
        case malformed
        /// It holds a password, which everyone who sees the arguments could read.
        case password
        /// The name of the workspace isn't 1 to 55 of `a-z`, `0-9` and `-`.
        case workspace
        /// What goes to another machine could be read or changed on the way: the setting of `sslmode` is given.
        case weakTransport(mode: String)
    }

    static let malformed = ServerAddressError(.malformed)

    private init(_ problem: Problem) {
        self.problem = problem
    }

    /// - Returns: `nil` for an error of another kind.
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
