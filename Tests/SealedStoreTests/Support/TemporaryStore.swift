import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// Gives each test case a store of its own, as ``TemporaryStore/current``.
struct TemporaryStoreTrait: TestTrait, SuiteTrait, TestScoping {
    @TaskLocal static var store: TemporaryStore!
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await TemporaryStore().asCurrent(function)
    }
}

extension Trait where Self == TemporaryStoreTrait {
    static var temporaryStore: Self { Self() }
}

extension TemporaryStore {
    /// The store of the running test.
    static var current: TemporaryStore! { TemporaryStoreTrait.store }

    func asCurrent(_ body: () async throws -> Void) async throws {
        try await TemporaryStoreTrait.$store.withValue(self) { try await body() }
    }

    /// Tries a passcode and returns the code of the refusal; `nil` when the gate opened.
    func attempt(_ passcode: String) -> StoreError.Code? {
        code { _ = try gate.unlock(with: Secret(passcode)) }
    }

    /// The ids of the store's accounts.
    var accounts: [AccountID] {
        get throws { try Gate.all(at: .file(gate.path), configuration: gate.configuration).map(\.account) }
    }

    /// The consecutive failures in the gate's status.
    var failures: Int? { get throws { try gate.status.failures } }

    /// The folder of the account's device secret and gate state.
    var stateFolder: String {
        get throws {
            let stores = "\(folder)/.local/state/trips"
            let store = "\(stores)/\(try #require(try contents(of: stores).first))"
            return "\(store)/\(try #require(try contents(of: store).first))/main"
        }
    }
}

/// The code of the ``StoreError`` that a body throws; `nil` when it throws none.
func code(of body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StoreError)?.code
    }
}

extension StoreFormat {
    static let current = StoreFormat(of: TripStore.schema.engineSchema)
}

extension SQLiteEngine {
    convenience init(opening path: String, format: StoreFormat = .current) throws {
        try self.init(opening: path, TripStore.schema.engineSchema, format: format)
    }

    /// Queries the database directly.
    func ask<Result: Sendable>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try look { backend in try body(try #require(backend as? SQLiteBackend).connection) }
    }
}
