import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `A draft` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Saves a draft that changes one field.
    private func save(_ store: ProfileStore, _ change: (inout ProfileDraft) -> Void) throws -> ProfileDraft {
        var draft = try store.draft()
        change(&draft)
        try store.save(&draft)
        return draft
    }

    @Test func `is written only when it is saved`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.username = "draft"
        #expect(try store.savedDraft == nil)
        try store.save(&draft)
        #expect(try store.savedDraft?.username == "draft")
        #expect(try temporary.gate.status.hasDraft)
    }

    @Test func `changes nothing that a reader sees`() throws {
        let store = try temporary.unlock()
        let before = try store.summary
        _ = try save(store) { $0.username = "draft" }
        let after = try temporary.unlock().summary
        #expect(after.committed == before.committed)
        #expect(after.hikes == before.hikes)
    }

    @Test func `survives a lock and the end of its process`() throws {
        let draft = try save(try temporary.unlock()) { $0.seasonalPhoto = .spring }
        try temporary.unlock().beginSession()
        try temporary.gate.lock()
        #expect(try temporary.unlock().savedDraft == draft)
    }

    @Test func `is published as a whole by one commit, and then deleted`() throws {
        let store = try temporary.unlock()
        let draft = try save(store) { draft in
            draft.seasonalPhoto = .spring
            draft.prefersNotifications = false
        }
        let commit = try store.commit(draft)
        #expect(commit.revision == 2)
        #expect(commit.changes.map(\.field) == ["prefersNotifications", "seasonalPhoto"])
        #expect(try store.profile == draft.profile)
        #expect(try store.savedDraft == nil)
    }

    @Test func `cannot be committed twice`() throws {
        let store = try temporary.unlock()
        let draft = try save(store) { $0.seasonalPhoto = .spring }
        try store.commit(draft)
        #expect(code { try store.commit(draft) } == .conflict)
        #expect(try store.committed.revision == 2)
    }

    @Test func `can be saved again after a save without changes`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        for season in [SeasonalPhoto.autumn, .winter, .spring] {
            draft.seasonalPhoto = season
            try store.save(&draft)
            #expect((draft.saveNumber == 0) == (season == .winter))
        }
        #expect(try store.savedDraft == draft)
    }

    @Test func `can be committed without having been saved`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.seasonalPhoto = .autumn
        #expect(try store.commit(draft).revision == 2)
    }

    @Test func `is merged with what was committed meanwhile`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { $0.seasonalPhoto = .spring }
        try theirs.edit { $0.username = "theirs" }
        let commit = try mine.commit(draft)
        #expect(commit.profile.username == "theirs")
        #expect(commit.profile.seasonalPhoto == .spring)
        #expect(commit.changes.map(\.field) == ["seasonalPhoto"])
    }

    @Test func `conflicts when both changed a field, shows all three values, and writes nothing`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { $0.seasonalPhoto = .spring }
        try theirs.edit { $0.seasonalPhoto = .summer }
        let conflict = #expect(throws: DraftConflict.self) { try mine.commit(draft) }
        let field = try #require(conflict?.fields.first)
        #expect(conflict?.fields.count == 1)
        #expect(field.base == AnyFieldValue(SeasonalPhoto.winter))
        #expect(field.mine == AnyFieldValue(SeasonalPhoto.spring))
        #expect(field.theirs == AnyFieldValue(SeasonalPhoto.summer))
        #expect(try mine.committed.revision == 2)
        #expect(try mine.savedDraft == draft)
    }

    @Test(arguments: [(ConflictSide.mine, SeasonalPhoto.spring), (.theirs, .summer)])
    func `lets the conflict be resolved for either side`(side: ConflictSide, season: SeasonalPhoto) throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { draft in
            draft.seasonalPhoto = .spring
            draft.prefersNotifications = false
        }
        try theirs.edit { $0.seasonalPhoto = .summer }
        let commit = try mine.commit(draft, deciding: .all(side))
        #expect(commit.profile.seasonalPhoto == season)
        #expect(!commit.profile.prefersNotifications)
        #expect(try mine.savedDraft == nil)
    }

    @Test func `lets conflicts be resolved field by field, and only for the values that were seen`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { ($0.seasonalPhoto, $0.username) = (.spring, "mine") }
        try theirs.edit { ($0.seasonalPhoto, $0.username) = (.summer, "theirs") }
        let seen = try #require(#expect(throws: DraftConflict.self) { try mine.commit(draft) })
        #expect(Set(seen.fields.map(\.field)) == ["seasonalPhoto", "username"])
        var decisions = ConflictDecisions(["username": .mine], seen: seen)
        #expect(!decisions.isComplete)
        #expect(throws: DraftConflict.self) { try mine.commit(draft, deciding: decisions) }
        decisions.fields["seasonalPhoto"] = .theirs
        #expect(decisions.isComplete)
        // They commit again, so the resolved field has other values by now.
        try theirs.edit { $0.seasonalPhoto = .autumn }
        let newer = try #require(#expect(throws: DraftConflict.self) { try mine.commit(draft, deciding: decisions) })
        #expect(try theirs.profile.username == "theirs")
        let commit = try mine.commit(
            draft, deciding: ConflictDecisions(["username": .mine, "seasonalPhoto": .theirs], seen: newer))
        #expect(commit.profile.username == "mine")
        #expect(commit.profile.seasonalPhoto == .autumn)
    }

    @Test func `follows others' commits except in fields that both changed`() throws {
        let (mine, theirs) = (try temporary.unlock(), try temporary.unlock())
        let draft = try save(mine) { $0.username = "mine" }
        #expect(draft.following(try mine.committed) == draft)
        try theirs.edit { $0.seasonalPhoto = .summer }
        var followed = draft.following(try theirs.committed)
        #expect(followed.seasonalPhoto == .summer)
        #expect(followed.changes.map(\.field) == ["username"])
        #expect(followed.baseRevision == (try theirs.committed).revision)
        // The draft's base value is a change by now.
        followed.seasonalPhoto = .winter
        try theirs.edit { $0.username = "theirs" }
        let torn = followed.following(try theirs.committed)
        #expect(torn.username == "mine")
        #expect(torn.baseRevision == followed.baseRevision)
        #expect(torn.merged(onto: try theirs.profile).conflicts.map(\.field) == ["username"])
        var saved = draft
        saved.adopt(torn)
        try mine.save(&saved)
        let commit = try mine.commit(saved, deciding: .all(.mine))
        #expect(commit.profile.seasonalPhoto == .winter)
        #expect(commit.profile.username == "mine")
    }

    @Test func `is not saved over a newer save`() throws {
        let (one, other) = (try temporary.unlock(), try temporary.unlock())
        var (early, late) = (try one.draft(), try other.draft())
        late.username = "late"
        try other.save(&late)
        early.username = "early"
        #expect(code { try one.save(&early) } == .conflict)
        #expect(code { try one.commit(early) } == .conflict)
        #expect(try one.savedDraft?.username == "late")
    }

    @Test func `is discarded without a trace`() throws {
        let store = try temporary.unlock()
        _ = try save(store) { $0.username = "draft" }
        try store.discard()
        #expect(try store.savedDraft == nil)
        #expect(try store.committed.revision == 1)
        #expect(code { try store.discard() } == .notFound)
    }

    @Test func `is not discarded once it was saved again elsewhere`() async throws {
        let (one, other) = (try temporary.unlock(), try temporary.unlock())
        let early = try save(one) { $0.username = "early" }
        let late = try save(other) { $0.username = "late" }
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
        let draft = try save(store) { $0.username = "" }
        #expect(code { try store.commit(draft) } == .invalidValue)
        #expect(try store.savedDraft == draft)
        #expect(try store.profile.username == "g_kumar")
    }

    @Test func `is continued by an update, and not started by one that changes nothing`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { _ in }
        #expect(try store.savedDraft == nil)
        try store.updateDraft { $0.username = "one" }
        try store.updateDraft { $0.seasonalPhoto = .autumn }
        #expect(try store.savedDraft?.username == "one")
        #expect(try store.savedDraft?.seasonalPhoto == .autumn)
        #expect(code { try store.updateDraft { $0.username = "" } } == .invalidValue)
        #expect(try store.savedDraft?.username == "one")
    }
}
