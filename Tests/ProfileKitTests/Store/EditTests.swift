import Dispatch
import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `A direct edit` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `makes one new revision with its changes`() throws {
        let store = try temporary.unlock()
        let commit = try store.edit { $0.seasonalPhoto = .spring }
        #expect(commit.revision == 2)
        #expect(commit.changes.map(\.field) == ["seasonalPhoto"])
        #expect(try temporary.unlock().profile.seasonalPhoto == .spring)
    }

    @Test func `makes no revision when it changes nothing`() throws {
        let store = try temporary.unlock()
        let commit = try store.edit { $0.seasonalPhoto = .winter }
        #expect(commit.revision == 1)
        #expect(commit.changes.isEmpty)
        #expect(try store.committed.revision == 1)
    }

    @Test func `names every value that breaks a rule, and changes nothing`() throws {
        let store = try temporary.unlock()
        let error = #expect(throws: StoreError.self) {
            try store.edit { profile in
                profile.username = ""
                profile.goalDate = Day(year: 2040, month: 1, day: 1)
                profile.seasonalPhoto = .summer
            }
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.problems.map(\.field) == ["username", "goalDate"])
        #expect(try store.committed.revision == 1)
        #expect(try store.profile.seasonalPhoto == .winter)
    }

    @Test func `changes nothing when its body throws`() throws {
        struct Stop: Error {}
        let store = try temporary.unlock()
        #expect(throws: Stop.self) {
            try store.edit { profile in
                profile.seasonalPhoto = .summer
                throw Stop()
            }
        }
        #expect(try store.committed.revision == 1)
    }

    @Test func `does not change the draft`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.seasonalPhoto = .spring
        try store.save(&draft)
        try store.edit { $0.username = "other" }
        #expect(try store.savedDraft == draft)
    }

    @Test func `is never lost when eight openings of the store edit at once`() throws {
        let stores = try (0..<8).map { _ in try temporary.unlock() }
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for round in 0..<10 {
                do {
                    try stores[index].edit { $0.username = "writer \(index) in round \(round)" }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try stores[0].committed.revision == 81)
    }
}
