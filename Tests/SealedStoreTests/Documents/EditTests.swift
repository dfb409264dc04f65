import Dispatch
import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `A direct edit` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `makes one new revision with its changes`() throws {
        let store = try temporary.unlock()
        let commit = try store.edit { $0.days = 3 }
        #expect(commit.revision == 2)
        #expect(commit.changes.map(\.field) == ["days"])
        #expect(try temporary.unlock().document.days == 3)
    }

    @Test func `makes no revision when it changes nothing`() throws {
        let store = try temporary.unlock()
        let commit = try store.edit { $0.days = 1 }
        #expect(commit.revision == 1)
        #expect(commit.changes.isEmpty)
        #expect(try store.committed.revision == 1)
    }

    @Test func `names every value that breaks a rule, and changes nothing`() throws {
        let store = try temporary.unlock()
        let error = #expect(throws: StoreError.self) {
            try store.edit { trip in
                trip.place = ""
                trip.days = 0
            }
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.problems.map(\.field) == ["place", "days"])
        #expect(try store.committed.revision == 1)
        #expect(try store.document.days == 1)
    }

    @Test func `changes nothing when its body throws`() throws {
        struct Stop: Error {}
        let store = try temporary.unlock()
        #expect(throws: Stop.self) {
            try store.edit { trip in
                trip.days = 6
                throw Stop()
            }
        }
        #expect(try store.committed.revision == 1)
    }

    @Test func `does not change the draft`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.days = 3
        try store.save(&draft)
        try store.edit { $0.place = "other" }
        #expect(try store.savedDraft == draft)
    }

    @Test func `is never lost when eight openings of the store edit at once`() throws {
        let stores = try (0..<8).map { _ in try temporary.unlock() }
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for round in 0..<10 {
                do {
                    try stores[index].edit { $0.place = "writer \(index) in round \(round)" }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try stores[0].committed.revision == 81)
    }
}
