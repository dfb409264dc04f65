public import Testing

/// Gives each test case its own store, as ``TemporaryStore/current``.
public struct TemporaryStoreTrait: TestTrait, SuiteTrait, TestScoping {
    /// Each test of a suite gets its own.
    public var isRecursive: Bool { true }

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
