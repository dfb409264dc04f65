import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `A draft` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Saves a draft that changes one field.
    private func save(_ store: TripStore, _ change: (inout Draft<Trip>) -> Void) throws -> Draft<Trip> {
        var draft = try store.draft()
        change(&draft)
        try store.save(&draft)
        return draft
    }

    @Test func `is written only when it is saved`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.place = "draft"
        #expect(try store.savedDraft == nil)
        try store.save(&draft)
        #expect(try store.savedDraft?.place == "draft")
        #expect(try temporary.gate.status.hasDraft)
    }

    @Test func `changes nothing that a reader sees`() throws {
        let store = try temporary.unlock()
        let before = try store.committed
        _ = try save(store) { $0.place = "draft" }
        #expect(try temporary.unlock().committed == before)
    }

    @Test func `survives a lock and the end of its process`() throws {
        let draft = try save(try temporary.unlock()) { $0.days = 3 }
        try temporary.unlock().beginSession()
        try temporary.gate.lock()
        #expect(try temporary.unlock().savedDraft == draft)
    }

    @Test func `is published as a whole by one commit, and then deleted`() throws {
        let store = try temporary.unlock()
        let draft = try save(store) { draft in
            draft.days = 3
            draft.isBooked = true
        }
        let commit = try store.commit(draft)
        #expect(commit.revision == 2)
        #expect(commit.changes.map(\.field) == ["isBooked", "days"])
        #expect(try store.document == draft.model)
        #expect(try store.savedDraft == nil)
    }

    @Test func `cannot be committed twice`() throws {
        let store = try temporary.unlock()
        let draft = try save(store) { $0.days = 3 }
        try store.commit(draft)
        #expect(code { try store.commit(draft) } == .conflict)
        #expect(try store.committed.revision == 2)
    }

    @Test func `can be saved again after a save without changes`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        for days in [9, 1, 3] {
            draft.days = days
            try store.save(&draft)
            #expect((draft.saveNumber == 0) == (days == 1))
        }
        #expect(try store.savedDraft == draft)
    }

    @Test func `can be committed without having been saved`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.days = 9
        #expect(try store.commit(draft).revision == 2)
    }

    @Test func `is merged with what was committed meanwhile`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { $0.days = 3 }
        try theirs.edit { $0.place = "theirs" }
        let commit = try mine.commit(draft)
        #expect(commit.model.place == "theirs")
        #expect(commit.model.days == 3)
        #expect(commit.changes.map(\.field) == ["days"])
    }

    @Test func `conflicts when both changed a field, shows all three values, and writes nothing`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { $0.days = 3 }
        try theirs.edit { $0.days = 6 }
        let conflict = #expect(throws: DraftConflict.self) { try mine.commit(draft) }
        let field = try #require(conflict?.fields.first)
        #expect(conflict?.fields.count == 1)
        #expect(field.base == AnyFieldValue(1))
        #expect(field.mine == AnyFieldValue(3))
        #expect(field.theirs == AnyFieldValue(6))
        #expect(try mine.committed.revision == 2)
        #expect(try mine.savedDraft == draft)
    }

    @Test(arguments: [(ConflictSide.mine, 3), (.theirs, 6)])
    func `lets the conflict be resolved for either side`(side: ConflictSide, days: Int) throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { draft in
            draft.days = 3
            draft.isBooked = true
        }
        try theirs.edit { $0.days = 6 }
        let commit = try mine.commit(draft, deciding: .all(side))
        #expect(commit.model.days == days)
        #expect(commit.model.isBooked)
        #expect(try mine.savedDraft == nil)
    }

    @Test func `lets conflicts be resolved field by field, and only for the values that were seen`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { ($0.days, $0.place) = (3, "mine") }
        try theirs.edit { ($0.days, $0.place) = (6, "theirs") }
        let seen = try #require(#expect(throws: DraftConflict.self) { try mine.commit(draft) })
        #expect(Set(seen.fields.map(\.field)) == ["days", "place"])
        var decisions = ConflictDecisions(["place": .mine], seen: seen)
        #expect(!decisions.isComplete)
        #expect(throws: DraftConflict.self) { try mine.commit(draft, deciding: decisions) }
        decisions.fields["days"] = .theirs
        #expect(decisions.isComplete)
        // They commit again, so the resolved field has other values by now.
        try theirs.edit { $0.days = 9 }
        let newer = try #require(#expect(throws: DraftConflict.self) { try mine.commit(draft, deciding: decisions) })
        #expect(try theirs.document.place == "theirs")
        let commit = try mine.commit(
            draft, deciding: ConflictDecisions(["place": .mine, "days": .theirs], seen: newer))
        #expect(commit.model.place == "mine")
        #expect(commit.model.days == 9)
    }

    @Test func `follows others' commits except in fields that both changed`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { $0.place = "mine" }
        #expect(draft.following(try mine.committed) == draft)
        try theirs.edit { $0.days = 6 }
        var followed = draft.following(try theirs.committed)
        #expect(followed.days == 6)
        #expect(followed.changes.map(\.field) == ["place"])
        #expect(followed.baseRevision == (try theirs.committed).revision)
        // The draft's base value is a change by now.
        followed.days = 1
        try theirs.edit { $0.place = "theirs" }
        let torn = followed.following(try theirs.committed)
        #expect(torn.place == "mine")
        #expect(torn.baseRevision == followed.baseRevision)
        #expect(torn.merged(onto: try theirs.document).conflicts.map(\.field) == ["place"])
        var saved = draft
        saved.adopt(torn)
        try mine.save(&saved)
        let commit = try mine.commit(saved, deciding: .all(.mine))
        #expect(commit.model.days == 1)
        #expect(commit.model.place == "mine")
    }

    @Test func `is not saved over a newer save`() throws {
        let (one, other) = (try temporary.unlock(), try temporary.unlock())
        var (early, late) = (try one.draft(), try other.draft())
        late.place = "late"
        try other.save(&late)
        early.place = "early"
        #expect(code { try one.save(&early) } == .conflict)
        #expect(code { try one.commit(early) } == .conflict)
        #expect(try one.savedDraft?.place == "late")
    }

    @Test func `is discarded without a trace`() throws {
        let store = try temporary.unlock()
        _ = try save(store) { $0.place = "draft" }
        try store.discard()
        #expect(try store.savedDraft == nil)
        #expect(try store.committed.revision == 1)
        #expect(code { try store.discard() } == .notFound)
    }

    @Test func `is not discarded once it was saved again elsewhere`() async throws {
        let (one, other) = (try temporary.unlock(), try temporary.unlock())
        let early = try save(one) { $0.place = "early" }
        let late = try save(other) { $0.place = "late" }
        #expect(code { try one.discard(early) } == .conflict)
        await #expect(throws: StoreError.self) { try await offloading { try one.discard(early) } }
        #expect(try one.savedDraft == late)
        try one.discard(late)
        #expect(try one.savedDraft == nil)
        #expect(code { try one.discard(late) } == .conflict)
        #expect(code { try one.discard(one.draft()) } == .notFound)
    }

    @Test func `is kept but not committed with values that break the rules`() throws {
        let store = try temporary.unlock()
        let draft = try save(store) { $0.place = "" }
        #expect(code { try store.commit(draft) } == .invalidValue)
        #expect(try store.savedDraft == draft)
        #expect(try store.document.place == "nowhere")
    }

    @Test func `is continued by an update, and not started by one that changes nothing`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { _ in }
        #expect(try store.savedDraft == nil)
        try store.updateDraft { $0.place = "one" }
        try store.updateDraft { $0.days = 9 }
        #expect(try store.savedDraft?.place == "one")
        #expect(try store.savedDraft?.days == 9)
        #expect(code { try store.updateDraft { $0.place = "" } } == .invalidValue)
        #expect(try store.savedDraft?.place == "one")
    }
}
