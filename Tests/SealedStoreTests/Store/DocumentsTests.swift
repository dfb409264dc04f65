import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `The stream of documents` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `yields the document now, and after each commit of this process`() async throws {
        let store = try temporary.unlock()
        var trips = store.documents.makeAsyncIterator()
        #expect(try await trips.next()?.days == 1)
        try await store.edit { $0.days = 3 }
        #expect(try await trips.next()?.days == 3)
    }

    @Test func `yields the commits of another opening of the store`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        try await other.edit { $0.place = "other" }
        #expect(try await trips.next()?.place == "other")
    }

    @Test func `skips no commit, however many there were since it was read`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        for round in 1...200 {
            let writer = round.isMultiple(of: 3) ? store : other
            try await writer.edit { $0.place = "round \(round)" }
        }
        for round in 1...200 { #expect(try await trips.next()?.place == "round \(round)") }
        try await other.edit { $0.place = "the last" }
        #expect(try await trips.next()?.place == "the last")
    }

    @Test func `yields no commit of a closed store, though it was read with the one before`() async throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        for round in 1...3 { try await other.edit { $0.place = "round \(round)" } }
        #expect(try await trips.next()?.place == "round 1")
        store.close()
        let error = await #expect(throws: StoreError.self) { try await trips.next() }
        #expect(error?.code == .locked)
    }

    @Test func `starts with the current document, whatever came before`() async throws {
        let store = try temporary.unlock()
        for days in [3, 6] { try await store.edit { $0.days = days } }
        var trips = store.documents.makeAsyncIterator()
        #expect(try await trips.next()?.days == 6)
    }

    @Test func `never yields drafts`() async throws {
        let store = try temporary.unlock()
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        var draft = try await store.draft()
        draft.place = "draft"
        try await store.save(&draft)
        try await store.edit { $0.days = 6 }
        let next = try #require(try await trips.next())
        #expect(next.place == "nowhere")
        #expect(next.days == 6)
    }

    @Test func `ends with an error when another process locks`() async throws {
        try temporary.unlock().beginSession()
        let store = try #require(try temporary.gate.resume())
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        try temporary.gate.lock()
        let error = await #expect(throws: StoreError.self) { try await trips.next() }
        #expect(error?.code == .locked)
    }

    @Test func `ends with an error when the store is closed`() async throws {
        let store = try temporary.unlock()
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        store.close()
        let error = await #expect(throws: StoreError.self) { try await trips.next() }
        #expect(error?.code == .locked)
    }
}
