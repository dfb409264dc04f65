internal import Sealing
internal import SystemKit

/// The gate in front of an account's store: the only way to a ``ProfileStore``.
///
/// A gate has one stage (a passcode) or two (a password, then a code). Opening it costs an attempt on the ladder of
/// ``AttemptLimiter``, counted before anything is derived.
public struct Gate: Sendable {
    /// The store's file, from the root: where the process goes afterwards doesn't matter.
    public let path: String
    public let account: AccountID
    public let configuration: Configuration
    let file: IdleFile

    /// The gate of an account that exists.
    ///
    /// - Throws: ``ProfileError`` with `noStore` when the store or the account doesn't exist, `damaged`, `newerStore`
    ///   or `io`.
    public init(at path: String, account: AccountID = .main, configuration: Configuration = Configuration()) throws {
        self = try translatingErrors(at: path) {
            try Gate(unchecked: path, account: account, configuration: configuration)
        }
        try translatingErrors(at: path) {
            try file.use { file in
                guard try GateRecord.epoch(of: account, in: file.connection) != nil else {
                    throw Self.noAccount(account)
                }
            }
        }
    }

    /// Only for gates whose account was just read or made.
    ///
    /// - Throws: ``SystemError`` for a relative path when the folder that it begins in is gone.
    init(
        unchecked path: String, account: AccountID, configuration: Configuration, file: IdleFile? = nil
    ) throws(SystemError) {
        let path = try PrivateFolder.absolute(path)
        self.path = path
        self.account = account
        self.configuration = try configuration.fromRoot()
        self.file = file ?? IdleFile(path: path)
    }

    /// The gates of a store's accounts, in the order of their ids, which stand open in the store.
    ///
    /// - Throws: ``ProfileError`` as ``init(at:account:configuration:)``.
    public static func all(at path: String, configuration: Configuration = Configuration()) throws -> [Gate] {
        try translatingErrors(at: path) {
            let path = try PrivateFolder.absolute(path)
            let file = IdleFile(path: path)
            return try file.use { try GateRecord.accounts(in: $0) }.map { account in
                try Gate(unchecked: path, account: account, configuration: configuration, file: file)
            }
        }
    }

    /// What each stage asks for, in order.
    public func stages() throws -> [CodeFormat] {
        try translatingErrors(at: path) {
            try file.use { file in
                guard let record = try GateRecord.load(account, from: file) else { throw Self.noAccount(account) }
                return record.stages.map(\.format)
            }
        }
    }

    /// Whether the account's keypads are drawn in a new order each time.
    public var shufflesKeypad: Bool {
        get throws {
            try translatingErrors(at: path) {
                try file.use { file in
                    guard let record = try GateRecord.load(account, from: file) else { throw Self.noAccount(account) }
                    return record.shuffle
                }
            }
        }
    }

    /// Begins at the first stage.
    public func enter() -> Door {
        Door(first: self)
    }

    /// Opens a gate of one stage.
    ///
    /// The work is done off the calling task. The store is open until it is closed, or until the passcode changes;
    /// no session begins (see ``ProfileStore/beginSession(lasting:idle:)``).
    ///
    /// - Throws: ``ProfileError`` with `wrongPasscode`, `throttled`, `invalidValue` for a secret of the wrong shape
    ///   (which doesn't count), `noDeviceSecret`, `damaged`, `noStore`, `busy`, `io`; `CancellationError` as
    ///   ``Door/open(with:)`` says.
    public func unlock(with passcode: consuming Secret) async throws -> ProfileStore {
        try await enter().open(with: passcode).store()
    }

    /// The same, on the calling thread.
    public func unlockBlocking(with passcode: consuming Secret) throws -> ProfileStore {
        try enter().openBlocking(with: passcode).store()
    }

    /// The account that is named isn't there.
    public static func noAccount(_ account: AccountID) -> ProfileError {
        ProfileError(
            .noStore, "There is no such ID: the store has no account '\(account)'",
            hint: "See its accounts with: profile account list")
    }
}
