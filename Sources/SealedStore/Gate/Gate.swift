internal import Sealing
internal import SystemKit

/// The gate in front of an account's store: the only way to it.
///
///     typealias Gate = SealedGate<TravelStore>
///     let gate = try await Gate.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) { print($0) }
///     let store = try await gate.unlock(with: Secret("739158"))
///
/// A gate has one stage (a passcode) or two (a password, then a code). Opening it costs an attempt on the ladder of
/// ``AttemptLimiter``, counted before anything is derived.
public struct SealedGate<Store: GatedStore>: Sendable {
    let core: GateCore

    public typealias Configuration = GateConfiguration
    public typealias Secrets = GateSecrets
    public typealias StageName = GateStage
    public typealias ChangeRemark = GateChangeRemark

    init(_ core: GateCore) {
        self.core = core
    }

    /// The store's file, from the root: where the process goes afterwards doesn't matter. Of a store that is no file, its
    /// name.
    public var path: String { core.location.name }
    public var account: AccountID { core.account }
    public var configuration: Configuration { core.configuration }

    /// The gate of an account that exists.
    ///
    /// - Throws: ``StoreError`` with `noStore` when the store or the account doesn't exist, `damaged`, `newerStore`
    ///   or `io`.
    public init(at path: String, account: AccountID = .main, configuration: Configuration = Configuration()) throws {
        try self.init(at: .file(path), account: account, configuration: configuration)
    }

    /// The same, wherever the store is.
    public init(
        at location: StoreLocation, account: AccountID = .main, configuration: Configuration = Configuration()
    ) throws {
        core = try GateCore(location, account: account, configuration: configuration, schema: Store.schema)
        try core.use { engine in
            guard try engine.look({ try $0.heads(of: account, kinds: []) }) != nil else {
                throw StoreError(.noAccount(account))
            }
        }
    }

    /// The gates of a store's accounts, in the order of their ids, which stand open in the store.
    ///
    /// - Throws: ``StoreError`` as ``init(at:account:configuration:)-(String,_,_)``.
    public static func all(at path: String, configuration: Configuration = Configuration()) throws -> [SealedGate] {
        try all(at: .file(path), configuration: configuration)
    }

    /// The same, wherever the store is.
    public static func all(
        at location: StoreLocation, configuration: Configuration = Configuration()
    ) throws -> [SealedGate] {
        let core = try GateCore(location, account: .main, configuration: configuration, schema: Store.schema)
        return try core.use { try $0.accountIDs() }.map { SealedGate(core.with($0)) }
    }

    /// What each stage asks for, in order.
    public func stages() throws -> [CodeFormat] {
        try core.record { $0.stages.map(\.format) }
    }

    /// Whether the account's keypads are drawn in a new order each time.
    public var shufflesKeypad: Bool {
        get throws { try core.record { $0.shuffle } }
    }

    /// The work that each stage's secret takes to derive, in order.
    ///
    /// It is lower than what was asked for where the system refused the memory when the secret was set.
    ///
    /// - Throws: ``StoreError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public func costs() throws -> [KeyDerivation.Cost] {
        try core.record { $0.stages.map(\.cost) }
    }

    /// Begins at the first stage.
    public func enter() -> Door {
        Door(first: self)
    }

    /// Opens a gate of one stage.
    ///
    /// The work is done off the calling task. The store is open until it is closed, or until the passcode changes;
    /// no session begins (see ``GatedStore/beginSession(lasting:idle:)``).
    ///
    /// - Throws: ``StoreError`` with `wrongPasscode`, `throttled`, `invalidValue` for a secret of the wrong shape
    ///   (which doesn't count), `noDeviceSecret`, `damaged`, `noStore`, `busy`, `io`; `CancellationError` as
    ///   ``Door/open(with:)`` says.
    public func unlock(with passcode: consuming Secret) async throws -> Store {
        try await enter().open(with: passcode).store()
    }

    /// The same, on the calling thread.
    public func unlockBlocking(with passcode: consuming Secret) throws -> Store {
        try enter().openBlocking(with: passcode).store()
    }
}
