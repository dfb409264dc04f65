import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `An undo` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// A store at revision 3: winter, spring, summer.
    private func store() throws -> ProfileStore {
        let store = try temporary.unlock()
        for season in [SeasonalPhoto.spring, .summer] { try store.edit { $0.seasonalPhoto = season } }
        return store
    }

    @Test func `reverts the last commit, in a new revision`() throws {
        let store = try store()
        let commit = try store.undo()
        #expect(commit.revision == 4)
        #expect(commit.profile.seasonalPhoto == .spring)
        #expect(commit.changes.map(\.from) == [AnyFieldValue(SeasonalPhoto.summer)])
        #expect(commit.changes.map(\.to) == [AnyFieldValue(SeasonalPhoto.spring)])
        #expect(try store.committed.revision == 4)
        #expect(try store.profile == commit.profile)
        #expect(try store.history(limit: 1).first?.changes == commit.changes)
    }

    @Test func `of an undo restores the state before it`() throws {
        let store = try store()
        try store.undo()
        #expect(try store.undo().profile.seasonalPhoto == .summer)
        #expect(try store.undo().profile.seasonalPhoto == .spring)
        #expect(try store.committed.revision == 6)
    }

    @Test func `goes back to any named revision`() throws {
        let store = try store()
        #expect(try store.undo(to: 1).profile.seasonalPhoto == .winter)
        #expect(try store.undo(to: 3).profile.seasonalPhoto == .summer)
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
        draft.username = "draft"
        try store.save(&draft)
        try store.undo()
        #expect(try store.savedDraft == draft)
        #expect(try store.profile.username == "g_kumar")
    }

    @Test func `restores a goal date that can't be chosen any more`() throws {
        let store = try temporary.unlock()
        let old = try store.profile.goalDate
        temporary.clock.advance(by: .seconds(5 * 366 * 86_400))
        let today = store.today
        try store.edit { $0.goalDate = today }
        #expect(code { try store.edit { $0.goalDate = old } } == .invalidValue)
        #expect(try store.undo().profile.goalDate == old)
        #expect(try store.profile.goalDate == old)
    }
}
