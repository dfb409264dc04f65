internal import Sealing
internal import SystemKit

/// The gate in front of an account's store, and the only way into it.
///
///     typealias Gate = SealedGate<TravelStore>
///     let gate = try await Gate.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) { print($0) }
///     let store = try await gate.unlock(with: Secret("739158"))
///
/// A gate has one stage (a passcode) or two (a password, then a code). Each attempt to open it is counted on the ladder
/// of ``AttemptLimiter`` before any key is derived.
public struct SealedGate<Store: GatedStore>: Sendable {
    let core: GateContext

    public typealias Configuration = GateConfiguration
    public typealias Secrets = GateSecrets
    public typealias StageName = GateStage
    public typealias ChangeWarning = GateChangeWarning

    init(_ core: GateContext) {
        self.core = core
    }

    /// The store's file as an absolute path, so that the current directory may change; the name of a store that isn't a
    /// file.
    public var path: String { core.location.name }
    /// The account that the gate opens.
    public var account: AccountID { core.account }
    /// What the gate needs from its environment.
    public var configuration: Configuration { core.configuration }

    /// Finds the gate of an existing account, even if the store can't be written.
    ///
    /// On a read-only file system and on a full disk, everything that only reads works: a session opens the store, and
    /// a secret does if the attempt can be counted in the state folder. Where permissions are missing instead,
    /// everything but this needs a store that can be written.
    ///
    /// - Throws: ``StoreError`` with `noStore` if the store or the account doesn't exist, `foreign` for another
    ///   application's database, `damaged` (with the reason ``StoreError/Damage/notAStore`` for a file that isn't a
    ///   database), `newerStore` or `io`.
    public init(
        at location: StoreLocation, account: AccountID = .main, configuration: Configuration = Configuration()
    ) throws {
        core = try GateContext(location, account: account, configuration: configuration, schema: Store.schema)
        try core.useForReading { engine in
            guard try engine.look({ try $0.heads(of: account, kinds: []) }) != nil else {
                throw StoreError(.noAccount(account))
            }
        }
    }

    /// The gates of a store's accounts, ordered by id. The ids are readable in the store without a secret.
    ///
    /// - Parameter limit: how many gates are wanted at most, for a store on a server that may have very many.
    /// - Throws: the same errors as ``init(at:account:configuration:)``.
    public static func all(
        at location: StoreLocation, atMost limit: Int? = nil, configuration: Configuration = Configuration()
    ) throws -> [SealedGate] {
        let core = try GateContext(location, account: .main, configuration: configuration, schema: Store.schema)
        return try core.useForReading { try $0.accountIDs(atMost: limit.map { max($0, 0) }) }.map {
            SealedGate(core.with($0))
        }
    }

    /// The format of each stage's secret, in order, as ``GateStatus/stages``.
    ///
    /// - Throws: ``StoreError`` as ``status`` does, and `damaged` if the gate's record can't be read.
    public func stages() throws -> [CodeFormat] {
        try core.record { $0.stages.map(\.format) }
    }

    /// The cost of deriving a key from each stage's secret, in order.
    ///
    /// It is lower than the requested cost if the system refused the memory when the secret was set.
    ///
    /// - Throws: ``StoreError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public func costs() throws -> [KeyDerivation.Cost] {
        try core.record { $0.stages.map(\.cost) }
    }

    /// Returns the door of the first stage.
    ///
    /// - Parameter refusingOlder: whether the doors refuse another copy of the store than the one last used at this
    ///   path, and the last one a store that is older than the last one seen. Only a check of the store's health needs
    ///   to open those.
    public func enter(refusingOlder: Bool = true) -> Door {
        Door(first: self, refusingOlder: refusingOlder)
    }

    /// Opens a gate of one stage.
    ///
    /// The store stays open until it is closed, the account is locked or a secret changes. No session begins (see
    /// ``GatedStore/beginSession(duration:idleLimit:)``).
    ///
    /// - Throws: ``StoreError`` with `wrongPasscode`, `throttled`, `invalidValue` for a secret of the wrong shape
    ///   (which isn't counted), `locked` for a gate of two stages, `noDeviceSecret`, `damaged`, `noStore`,
    ///   `newerStore`, `busy`, `io`, `failure` if the memory for the key is refused.
    public func unlock(with passcode: consuming Secret) throws -> Store {
        try requireOneStage()
        return try enter().open(with: passcode).store()
    }

    /// Refuses a gate of two stages before the secret is tried as its password, and counted as a wrong one.
    func requireOneStage() throws {
        guard try stages().count == 1 else { throw StoreError(.anotherDoor, at: core.name) }
    }

    /// Opens a gate of one or two stages.
    ///
    /// - Throws: ``StoreError`` as `unlock(with:)`; `locked` if a secret is missing.
    public func unlock(withAll secrets: Secrets) throws -> Store {
        var door = enter()
        for format in try stages() {
            switch try door.open(with: try secrets.secret(of: format).secret.duplicate()) {
            case .open(let store): return store
            case .next(let next): door = next
            }
        }
        throw StoreError(.anotherDoor, at: core.name)
    }
}

extension GatedStore {
    /// The gate through which the store was opened.
    public var gate: SealedGate<Self> { SealedGate(opened.core) }
}

extension SealedGate {
    /// The text that its owner chose to leave readable, which requires no unlock; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if the text isn't the one its owner set last, `noDeviceSecret` if that
    ///   can't be verified.
    package func readableText() throws -> String? { try core.readableText() }
}
