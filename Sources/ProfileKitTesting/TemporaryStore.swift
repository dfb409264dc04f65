public import ProfileKit
public import SealedStoreTesting
internal import Sealing
public import Testing

@_exported public import class SealedStoreTesting.ManualClock

/// A store in a temporary folder, which is deleted with the last reference to this, its gate, or a store that the gate
/// opened.
///
/// It has one account, `main`, with the passcode ``passcode``. Key derivation is made cheap, so it protects nothing.
public final class TemporaryStore: Sendable {
    /// The folder that contains the store and its state and runtime folders.
    public var folder: String { owned.path }
    private let owned: StoreFolder
    /// The clock of the gate and its stores.
    public let clock = ManualClock()
    /// The gate of the account.
    public let gate: Gate
    /// The account's recovery code.
    public let recoveryCode: RecoveryCode

    private let passcode: String
    private let password: String?

    /// The passcode of the account, unless another one is given.
    public static let passcode = "739158"

    /// The store of the running test; see ``Testing/Trait/temporaryStore``. There is none in a test without the trait,
    /// nor in a detached task.
    @TaskLocal public static var current: TemporaryStore!

    /// Creates the store, in a folder that only this user can access.
    ///
    /// - Throws: ``StoreError``, leaving nothing behind.
    public init(password: String? = nil, format: CodeFormat = .sixDigits, passcode: String = passcode) throws {
        owned = try StoreFolder("profile-test")
        (self.passcode, self.password) = (passcode, password)
        let account = try NewAccount(
            passcode: Secret(passcode), format: format, password: password.map { try Secret($0) })
        (gate, recoveryCode) = try Gate.create(
            account.named("g_kumar"), at: "\(owned.path)/test.profile",
            configuration: owned.configuration(clock: clock))
    }

    /// A configuration with all folders inside `folder`, sessions kept in a file, and cheap key derivation.
    public static func configuration(folder: String, clock: any MachineClock) -> Gate.Configuration {
        .forTests(folder: folder, clock: clock)
    }

    /// Unlocks the gate. Each call opens the file again, as another process would.
    ///
    /// - Throws: ``StoreError`` as the gate does.
    public func unlock() throws -> ProfileStore {
        guard let password, case .next(let door) = try gate.enter().open(with: Secret(password)) else {
            return try gate.unlock(with: Secret(passcode))
        }
        return try door.open(with: Secret(passcode)).store()
    }
}

/// Gives each test case its own store, as ``TemporaryStore/current``.
public struct TemporaryStoreTrait: TestTrait, SuiteTrait, TestScoping {
    /// Each test of a suite gets its own.
    public var isRecursive: Bool { true }

    /// - Throws: what the test throws; ``StoreError`` if there is no room for a store.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await TemporaryStore.$current.withValue(try TemporaryStore()) { try await function() }
    }
}

extension Trait where Self == TemporaryStoreTrait {
    /// A store for the test: `@Test(.temporaryStore) func … { let store = try TemporaryStore.current.unlock() }`.
    public static var temporaryStore: Self { Self() }
}
