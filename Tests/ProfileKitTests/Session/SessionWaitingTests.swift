import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `Waiting for a session` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// The gate as another process has it.
    private func elsewhere() throws -> Gate {
        try Gate(at: temporary.gate.path, configuration: temporary.gate.configuration)
    }

    @Test func `ends at once where there is one`() async throws {
        let session = try temporary.unlock().beginSession()
        #expect(try await temporary.gate.nextSession().deadline == session.deadline)
    }

    @Test func `ends when somebody unlocks elsewhere, and the store can be opened by it`() async throws {
        let gate = temporary.gate
        async let session = gate.nextSession()
        _ = try elsewhere().unlockBlocking(with: Secret(TemporaryStore.passcode)).beginSession()
        _ = try await session
        #expect(try gate.resume() != nil)
    }

    @Test func `goes on through other changes, such as an edit and a lock`() async throws {
        let gate = temporary.gate
        try temporary.unlock().beginSession()
        try gate.lock()
        let waiting = Task { try await gate.nextSession() }
        let other = try elsewhere().unlockBlocking(with: Secret(TemporaryStore.passcode))
        for number in 0..<5 { try await other.edit { $0.username = "hiker \(number)" } }
        let begun = try other.beginSession()
        #expect(try await waiting.value.deadline == begun.deadline)
    }

    @Test func `ends with its task`() async throws {
        let gate = temporary.gate
        let waiting = Task { try await gate.nextSession() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `is an error where the store is gone`() async throws {
        let gone = try elsewhere()
        for file in ["", "-wal", "-shm"] { try? remove(gone.path + file) }
        let error = await #expect(throws: StoreError.self) { try await gone.nextSession() }
        #expect(error?.code == .noStore)
    }
}
