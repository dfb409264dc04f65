/// Why an engine refused, whatever engine it is.
public struct EngineError: Error, Sendable {
    /// What kind of refusal it is. The list may grow.
    public enum Code: Hashable, Sendable {
        /// Another process held the store for too long.
        case busy
        /// The disk, the quota or the size limit is reached.
        case full
        /// The store or its folder may not be written.
        case readOnly
        /// The store can't be opened.
        case cannotOpen
        /// The disk failed.
        case io
        case outOfMemory
        /// The store isn't what the engine wrote.
        case damaged
        /// The commit failed, and whether the transaction counts is not known.
        case outcomeUnknown
        /// The server can't be reached; nothing was changed.
        case unreachable
        /// The store was moved, replaced or removed while it was open: what is written there is seen by nobody.
        case moved
        /// A change was asked for from within another change of the same store.
        case nested
        /// A record is larger than any may be; nothing was changed.
        case tooLarge
        /// The engine was asked for something that it can't do: a mistake in this package.
        case misuse
    }

    public let code: Code
    /// The engine's own words, without any bound value.
    public let detail: String
    /// Whether it was the commit that failed. What the body did is undone, unless the code is `outcomeUnknown`.
    public let isOfCommit: Bool
    public let cause: (any Error)?

    public init(_ code: Code, _ detail: String, isOfCommit: Bool = false, cause: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.isOfCommit = isOfCommit
        self.cause = cause
    }
}

extension EngineError: CustomStringConvertible {
    /// The engine's own words.
    public var description: String { detail }
}
