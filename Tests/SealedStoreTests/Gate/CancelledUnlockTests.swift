import Glibc
import SealedStoreTesting
import Synchronization
import SystemKit
import Testing

@testable import SealedStore

/// What cancelling leaves behind, at each stage.
@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A cancelled unlock` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test(arguments: [TemporaryStore.passcode, "111112"])
    func `tries nothing when it is cancelled before it began`(passcode: String) async throws {
        let gate = temporary.gate
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await gate.unlock(with: Secret(passcode))
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try temporary.failures == 0)
    }

    @Test(arguments: [TemporaryStore.passcode, "111112"])
    func `tries nothing and waits for nobody when it is cancelled while others hold the lock`(passcode: String)
        async throws
    {
        let gate = temporary.gate
        let turn = try PrivateFolder.open(try temporary.stateFolder)
        #expect(try turn.lockExclusively(within: .seconds(200)))
        let task = Task { try await gate.unlock(with: Secret(passcode)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        withExtendedLifetime(turn) {}
        #expect(try temporary.failures == 0)
    }

    @Test
    func `returns no store when it is cancelled while trying, but a right passcode clears the count`() async throws {
        #expect(temporary.attempt("111112") == .wrongPasscode)
        let task = try unlockCancelledWhenCharged(with: TemporaryStore.passcode)
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try temporary.failures == 0)
    }

    @Test func `has used an attempt when it is cancelled while trying a wrong passcode`() async throws {
        let task = try unlockCancelledWhenCharged(with: "111112")
        let error = await #expect(throws: StoreError.self) { _ = try await task.value }
        #expect(error?.code == .wrongPasscode)
        #expect(try temporary.failures == 1)
    }

    private func unlockCancelledWhenCharged(with passcode: String) throws -> Task<TripStore, any Error> {
        let clock = InterruptingClock(temporary.clock, onlyWhenCharged: true)
        var configuration = temporary.gate.configuration
        configuration.clock = clock
        let gate = try Gate(at: .file(temporary.gate.path), configuration: configuration)
        let task = Task { try await gate.unlock(with: Secret(passcode)) }
        clock.interrupt.withLock { $0 = { task.cancel() } }
        return task
    }
}
