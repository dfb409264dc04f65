import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `The changes of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `start with everything, and then report what changed together with the store's state`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var changes = store.changes.makeAsyncIterator()
        #expect(try await changes.next()?.kinds == [.profile, .draft, .hikes])

        try await other.edit { $0.username = "other" }
        let edit = try #require(try await changes.next())
        #expect(edit.kinds == [.profile])
        #expect(edit.summary.committed.profile.username == "other")

        try other.updateDraft { $0.username = "draft" }
        let draft = try #require(try await changes.next())
        #expect(draft.kinds == [.draft])
        #expect(draft.summary.draft?.username == "draft")

        try other.importHikes([
            ImportedHike(sourceID: 7, hike: Hike(header: HikeHeader(id: 7, name: "A", distance: 1)))
        ])
        let hikes = try #require(try await changes.next())
        #expect(hikes.kinds == [.hikes])
        #expect(hikes.summary.hikes.totals.hikes == 1)

        try other.discard()
        #expect(try await changes.next()?.kinds == [.draft])

        try other.removeHike(7)
        #expect(try await changes.next()?.kinds == [.hikes])
        try other.purgeHikes([7])
        #expect(try await changes.next()?.kinds == [.hikes])
    }

    @Test func `are merged when they come faster than they are read`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var changes = store.changes.makeAsyncIterator()
        _ = try await changes.next()
        for round in 1...50 { try await other.edit { $0.username = "round \(round)" } }
        try other.updateDraft { $0.username = "draft" }
        let change = try #require(try await changes.next())
        #expect(change.kinds == [.profile, .draft])
        #expect(change.summary.committed.profile.username == "round 50")
    }

    @Test func `end with an error when the account is locked`() async throws {
        let store = try temporary.unlock()
        var changes = store.changes.makeAsyncIterator()
        _ = try await changes.next()
        try temporary.gate.lock()
        let error = await #expect(throws: StoreError.self) { try await changes.next() }
        #expect(error?.code == .locked)
    }
}
