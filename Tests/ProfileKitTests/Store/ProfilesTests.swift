import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `The stream of profiles` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `yields the profile now, and after each commit of this process`() async throws {
        let store = try temporary.unlock()
        var profiles = store.profiles.makeAsyncIterator()
        #expect(try await profiles.next()?.seasonalPhoto == .winter)
        try await store.edit { $0.seasonalPhoto = .spring }
        #expect(try await profiles.next()?.seasonalPhoto == .spring)
    }

    @Test func `yields the commits of another opening of the store`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        try await other.edit { $0.username = "other" }
        #expect(try await profiles.next()?.username == "other")
    }

    @Test func `skips no commit, however many there were since it was read`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        for round in 1...200 {
            let writer = round.isMultiple(of: 3) ? store : other
            try await writer.edit { $0.username = "round \(round)" }
        }
        for round in 1...200 { #expect(try await profiles.next()?.username == "round \(round)") }
        try await other.edit { $0.username = "the last" }
        #expect(try await profiles.next()?.username == "the last")
    }

    @Test func `yields no commit of a closed store, though it was read with the one before`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        for round in 1...3 { try await other.edit { $0.username = "round \(round)" } }
        #expect(try await profiles.next()?.username == "round 1")
        store.close()
        let error = await #expect(throws: StoreError.self) { try await profiles.next() }
        #expect(error?.code == .locked)
    }

    @Test func `starts with the current profile, whatever came before`() async throws {
        let store = try temporary.unlock()
        for season in [SeasonalPhoto.spring, .summer] { try await store.edit { $0.seasonalPhoto = season } }
        var profiles = store.profiles.makeAsyncIterator()
        #expect(try await profiles.next()?.seasonalPhoto == .summer)
    }

    @Test func `never yields drafts`() async throws {
        let store = try temporary.unlock()
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        var draft = try await store.draft()
        draft.username = "draft"
        try await store.save(&draft)
        try await store.edit { $0.seasonalPhoto = .summer }
        let next = try #require(try await profiles.next())
        #expect(next.username == "g_kumar")
        #expect(next.seasonalPhoto == .summer)
    }

    @Test func `ends with an error when another process locks`() async throws {
        try temporary.unlock().beginSession()
        let store = try #require(try temporary.gate.resume())
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        try temporary.gate.lock()
        let error = await #expect(throws: StoreError.self) { try await profiles.next() }
        #expect(error?.code == .locked)
    }

    @Test func `ends with an error when the store is closed`() async throws {
        let store = try temporary.unlock()
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        store.close()
        let error = await #expect(throws: StoreError.self) { try await profiles.next() }
        #expect(error?.code == .locked)
    }
}

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
