/// An error of a storage engine, independent of which engine it is.
public struct EngineError: Error, Sendable {
    /// The kind of error. More cases may be added.
    public enum Code: Hashable, Sendable {
        /// Another process held the store for too long.
        case busy
        /// The disk is full, or a quota or size limit is reached.
        case full
        /// The store or its folder isn't writable.
        case readOnly
        /// The store can't be opened.
        case cannotOpen
        /// The disk reported an error.
        case io
        case outOfMemory
        /// The store's contents aren't what the engine wrote.
        case damaged
        /// The commit failed, and it isn't known whether the transaction took effect.
        case outcomeUnknown
        /// The server can't be reached; nothing was changed.
        case unreachable
        /// The server answers, and can't be used for this reason; nothing was changed.
        case server(ServerProblem)
        /// The store was moved, replaced or removed while it was open, so nobody would see what is written to it.
        case moved
        /// A change was begun from within another change of the same store.
        case nested
        /// A record exceeds the size limit; nothing was changed.
        case tooLarge
        /// The engine was asked for something that it can't do, which is a bug in this package.
        case misuse
    }

    /// Why a server that answers can't be used. More cases may be added.
    public enum ServerProblem: Hashable, Sendable {
        /// The server refuses the user, or the password.
        case login
        /// The server's certificate can't be verified, or there is no encryption that both sides accept.
        case certificate
        /// The server has no such database.
        case noDatabase
        /// The user lacks a right that is needed.
        case noRight
        /// The server is a standby, or is kept read-only.
        case readOnly
        /// The server, or a pooler in front of it, doesn't keep what a client has set up on its connection.
        case noSessions
        /// The server acknowledges commits before they are durable.
        case earlyAcknowledgement
    }

    /// The kind of error.
    public let code: Code
    /// The diagnosis in the engine's own terms, such as SQLite's message, without any bound value: for logs, and to add
    /// to what a program says about the code. Nothing depends on its text.
    public let detail: String
    /// Whether the commit failed. The body's changes are undone, unless the code is `outcomeUnknown`.
    public let isCommitFailure: Bool
    /// The engine's own error, if there is one.
    public let cause: (any Error)?

    public init(_ code: Code, _ detail: String, isCommitFailure: Bool = false, cause: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.isCommitFailure = isCommitFailure
        self.cause = cause
    }
}

extension EngineError {
    /// The error of a body that uses its own store, other than through what it is passed.
    package static let nested = EngineError(.nested, "a call from within a body of the same store")
}

extension EngineError: CustomStringConvertible {
    /// The engine's diagnosis.
    public var description: String { detail }
}
