import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `An undo` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// A store at revision 3: 1, 3 and 6 days.
    private func store() throws -> TripStore {
        let store = try temporary.unlock()
        for days in [3, 6] { try store.edit { $0.days = days } }
        return store
    }

    @Test func `reverts the last commit, in a new revision`() throws {
        let store = try store()
        let commit = try store.undo()
        #expect(commit.revision == 4)
        #expect(commit.model.days == 3)
        #expect(commit.changes.map(\.from) == [AnyFieldValue(6)])
        #expect(commit.changes.map(\.to) == [AnyFieldValue(3)])
        #expect(try store.committed.revision == 4)
        #expect(try store.document == commit.model)
        #expect(try store.history(limit: 1).first?.changes == commit.changes)
    }

    @Test func `of an undo restores the state before it`() throws {
        let store = try store()
        try store.undo()
        #expect(try store.undo().model.days == 6)
        #expect(try store.undo().model.days == 3)
        #expect(try store.committed.revision == 6)
    }

    @Test func `goes back to any named revision`() throws {
        let store = try store()
        #expect(try store.undo(to: 1).model.days == 1)
        #expect(try store.undo(to: 3).model.days == 6)
        #expect(try store.committed.revision == 5)
    }

    @Test func `makes no revision when the profile is already the same`() throws {
        let store = try store()
        let commit = try store.undo(to: 3)
        #expect(commit.revision == 3)
        #expect(commit.changes.isEmpty)
        #expect(try store.history().count == 3)
    }

    @Test(arguments: [4, 0, -1, Int.max, Int.min])
    func `reports an unknown revision as not found, and changes nothing`(revision: Int) throws {
        let store = try store()
        #expect(code { try store.undo(to: revision) } == .notFound)
        #expect(try store.committed.revision == 3)
    }

    @Test func `is not found when nothing was committed`() throws {
        let store = try temporary.unlock()
        #expect(code { try store.undo() } == .notFound)
        #expect(try store.committed.revision == 1)
    }

    @Test func `does not change the draft`() throws {
        let store = try store()
        var draft = try store.draft()
        draft.place = "draft"
        try store.save(&draft)
        try store.undo()
        #expect(try store.savedDraft == draft)
        #expect(try store.document.place == "nowhere")
    }
}
