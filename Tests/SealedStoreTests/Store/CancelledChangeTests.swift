import SealedStoreTesting
import Synchronization
import Testing

@testable import SealedStore

/// A change in its asynchronous form, and what it is made to.
enum CancelledChange: CaseIterable, Sendable {
    case edit, undo, updateDraft, save, commit, discard, discardThis, addNotes

    func run(_ store: TripStore, _ draft: Draft<Trip>) async throws {
        switch self {
        case .edit: try await store.edit { $0.place = "bo" }
        case .undo: try await offloading { try store.undo() }
        case .updateDraft: try await offloading { try store.updateDraft { $0.place = "bo" } }
        case .save:
            var draft = draft
            draft.place = "bo"
            try await store.save(&draft)
        case .commit: try await store.commit(draft)
        case .discard: try await offloading { try store.discard() }
        case .discardThis: try await offloading { try store.discard(draft) }
        case .addNotes: try await offloading { try store.addNotes(1...2) }
        }
    }
}

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A cancelled change` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Makes something to undo, and saves a draft.
    private func saveDraft() throws -> Draft<Trip> {
        let store = try temporary.unlock()
        try store.edit { $0.place = "ada" }
        return try store.updateDraft { $0.days = 3 }
    }

    private var generation: Int { get throws { try temporary.unlock().opened.read { $0.generation } } }

    private func gate(_ clock: InterruptingClock) throws -> Gate {
        clock.interrupt.withLock { $0 = {} }
        var configuration = temporary.gate.configuration
        configuration.clock = clock
        return try Gate(at: .file(temporary.gate.path), configuration: configuration)
    }

    private func run(
        _ change: CancelledChange, on store: TripStore, _ draft: Draft<Trip>, cancelledBy clock: InterruptingClock
    ) -> Task<Void, any Error> {
        clock.interrupt.withLock { $0 = nil }
        let task = Task { try await change.run(store, draft) }
        clock.interrupt.withLock { $0 = { task.cancel() } }
        return task
    }

    @Test(arguments: CancelledChange.allCases)
    func `isn't made if it is cancelled before its transaction began`(change: CancelledChange) async throws {
        let draft = try saveDraft()
        try temporary.unlock().beginSession()
        // The clock is read for the session, as soon as no other process can write.
        let clock = InterruptingClock(temporary.clock)
        let store = try #require(try gate(clock).resume(extending: false))
        let before = try generation
        let task = run(change, on: store, draft, cancelledBy: clock)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try generation == before)
    }

    /// Of those that read the clock in their transaction.
    @Test(arguments: [CancelledChange.edit, .undo, .updateDraft, .save, .commit])
    func `is made if it is cancelled after its transaction began`(change: CancelledChange) async throws {
        let draft = try saveDraft()
        // Without a session, it is read for the time of the change.
        let clock = InterruptingClock(temporary.clock)
        let store = try await gate(clock).unlock(with: Secret(TemporaryStore.passcode))
        let before = try generation
        let task = run(change, on: store, draft, cancelledBy: clock)
        try await task.value
        #expect(task.isCancelled)
        #expect(try generation == before + 1)
    }
}
