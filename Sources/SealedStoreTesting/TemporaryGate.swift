public import SealedStore

/// A store of your own in a temporary folder, which is deleted with the last reference to this, its gate, or a store that
/// the gate opened.
///
/// It has one account, `main`, with the passcode ``passcode``. Key derivation is made cheap, so it protects nothing.
///
///     let temporary = try TemporaryGate<TravelStore>()
///     try temporary.unlock().edit { $0.visa = "Nepal" }
///     #expect(try temporary.unlock().document.visa == "Nepal")
public final class TemporaryGate<Store: GatedStore>: Sendable {
    /// The folder that contains the store and its state and runtime folders.
    public var folder: String { owned.path }
    private let owned: StoreFolder
    /// The clock of the gate and its stores.
    public let clock: ManualClock
    /// The gate of the account.
    public let gate: SealedGate<Store>
    /// The account's recovery code.
    public let recoveryCode: RecoveryCode

    private let typedPasscode: String
    private let typedPassword: String?

    /// The passcode of the account, unless another one is given.
    public static var passcode: String { "739158" }

    /// Creates the store, in a folder that only this user can access.
    ///
    /// - Parameters:
    ///   - name: of the store's file.
    ///   - firstRecords: as ``NewAccount/firstRecords``.
    /// - Throws: ``StoreError``, leaving nothing behind.
    public init(
        _ name: String = "test.sealed", password: String? = nil, format: CodeFormat = .sixDigits,
        passcode: String = passcode, firstRecords: (@Sendable (inout RecordTransaction, WallTime) throws -> Void)? = nil
    ) throws {
        let folder = try StoreFolder("sealed-test")
        (owned, clock) = (folder, ManualClock())
        (typedPasscode, typedPassword) = (passcode, password)
        var account = try NewAccount(
            passcode: Secret(passcode), format: format, password: password.map { try Secret($0) })
        account.firstRecords = firstRecords
        (gate, recoveryCode) = try SealedGate<Store>.create(
            account, at: "\(folder.path)/\(name)", configuration: folder.configuration(clock: clock))
    }

    /// Unlocks the gate. Each call opens the file again, as another process would.
    ///
    /// - Throws: ``StoreError`` as the gate does.
    public func unlock() throws -> Store {
        try gate.unlock(
            withAll: GateSecrets(passcode: Secret(typedPasscode), password: typedPassword.map { try Secret($0) }))
    }
}

extension GateConfiguration {
    /// A configuration with all folders inside `folder`, sessions kept in a file, and cheap key derivation.
    public static func forTests(folder: String, clock: any MachineClock) -> GateConfiguration {
        var configuration = GateConfiguration(environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder])
        configuration.cost = .forTests
        configuration.sessionStorage = .file
        configuration.clock = clock
        // So that a test whose attempt stands still doesn't stop all others.
        configuration.derivationTurns = DerivationTurns()
        // A store that a test releases is then closed at once. A store whose changes are being read is watched anyway.
        configuration.watchesStores = false
        return configuration
    }
}

extension KeyDerivation.Cost {
    /// The lowest cost that there is, which protects nothing.
    public static var forTests: Self { Self(operations: 1, memory: leastMemory) }
}
