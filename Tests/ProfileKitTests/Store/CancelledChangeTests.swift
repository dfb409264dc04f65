import ProfileKit
import ProfileKitTesting
import Synchronization
import Testing

/// A change off the caller's executor, and what it is made to.
enum CancelledChange: CaseIterable, Sendable {
    case edit, undo, updateDraft, save, commit, discard, discardThis, addHike

    func run(_ store: ProfileStore, _ draft: Draft<Profile>) async throws {
        switch self {
        case .edit: try await store.edit { $0.username = "bo" }
        case .undo: try await offloading { try store.undo() }
        case .updateDraft: try await offloading { try store.updateDraft { $0.username = "bo" } }
        case .save:
            var draft = draft
            draft.username = "bo"
            try await store.save(&draft)
        case .commit: try await store.commit(draft)
        case .discard: try await offloading { try store.discard() }
        case .discardThis: try await offloading { try store.discard(draft) }
        case .addHike: try await offloading { try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 4)) }
        }
    }
}

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A cancelled change` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Makes something to undo, and saves a draft.
    private func saveDraft() throws -> Draft<Profile> {
        let store = try temporary.unlock()
        try store.edit { $0.username = "ada" }
        return try store.updateDraft { $0.seasonalPhoto = .spring }
    }

    private var generation: Int { get throws { try temporary.unlock().opened.read { $0.generation } } }

    private func gate(_ clock: InterruptingClock) throws -> Gate {
        clock.interrupt.withLock { $0 = {} }
        var configuration = temporary.gate.configuration
        configuration.clock = clock
        return try Gate(at: .file(temporary.gate.path), configuration: configuration)
    }

    private func run(
        _ change: CancelledChange, on store: ProfileStore, _ draft: Draft<Profile>, cancelledBy clock: InterruptingClock
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
