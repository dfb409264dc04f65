internal import PostgresKit
internal import SealedStore

extension EngineError {
    /// Translates a server's refusal for the layers above. If it came before a commit, nothing was changed.
    init(_ error: PostgresError, isCommitFailure: Bool = false) {
        let code: Code =
            if error.isLoss {
                .unreachable
            } else if error.isBusy {
                .busy
            } else {
                switch error.kind {
                case .libraryMissing, .connection: .unreachable
                case .transport: .server(.certificate)
                case .unsuitable(.session): .server(.noSessions)
                case .unsuitable(.durableCommits): .server(.earlyAcknowledgement)
                case .address: .misuse
                case .warned: .outcomeUnknown
                case .unexpectedAnswer: .damaged
                case .refused(let state): Self.code(ofState: state)
                }
            }
        self.init(code, error.message, isCommitFailure: isCommitFailure, cause: error)
    }

    /// The code of the SQLSTATE's class, unless the state itself has a special meaning.
    private static func code(ofState state: String) -> Code {
        switch (state.prefix(2), state) {
        case (_, "53100"): .full
        case (_, "53200"): .outOfMemory
        // Too many connections, or none allowed at present.
        case (_, "53300"), (_, "55000"): .unreachable
        case (_, "25006"): .server(.readOnly)
        case (_, "42501"): .server(.noRight)
        case ("28", _): .server(.login)
        case ("3D", _): .server(.noDatabase)
        // A prepared statement is there that this connection didn't prepare, or one that it prepared isn't.
        case (_, "42P05"), ("26", _): .server(.noSessions)
        case ("3F", _): .cannotOpen
        // Violated constraints, tables that are missing, and pages that the server itself finds damaged.
        case ("23", _), ("22", _), ("XX", _), ("42", _): .damaged
        default: .io
        }
    }
}

extension StoreError {
    /// Creates the error for a failure to open a store on a server.
    init(_ error: PostgresError) {
        let reason: Reason =
            if error.isMissing {
                .noStore
            } else {
                .engine(EngineError(error).code, detail: error.message, isCommitFailure: false)
            }
        self.init(reason, cause: error)
    }
}

/// Why a server's URL is refused. It repeats nothing that may be secret.
public struct ServerAddressError: Error, Hashable, Sendable {
    /// The problem with the URL.
    public let problem: Problem

    /// What is wrong with a server's URL. More cases may be added.
    public enum Problem: Hashable, Sendable {
        /// The text isn't a URL that libpq accepts.
        case malformed
        /// The URL contains a password, which anyone who sees the arguments could read.
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

extension PostgresError {
    /// Whether a commit that ended with this error may have taken effect, and whether it is as safe as the server
    /// promises: its answer didn't come, wasn't understood, or came with a warning, such as that a standby doesn't have
    /// it.
    var leavesCommitUnknown: Bool { isLoss || kind == .unexpectedAnswer || kind == .warned }
}
