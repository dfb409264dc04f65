import ProfileKit
import ProfileKitTesting
import SQLiteKit
import Testing

@Suite(.temporaryStore) struct `A commit that was said to have failed` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `counts when it is found in the file`() throws {
        let store = try temporary.unlock()
        let commit = try CommitFault.$injected.withValue(.afterCommit) {
            try store.edit { $0.username = "new" }
        }
        #expect(commit.revision == 2)
        #expect(try store.profile.username == "new")
        #expect(try temporary.unlock().committed.revision == 2)
        #expect(try store.edit { $0.username = "newer" }.revision == 3, "the store goes on")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `is an error when it isn't, and nothing was changed`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { $0.username = "draft" }
        let before = try store.summary
        let error = CommitFault.$injected.withValue(.insteadOfCommit) {
            #expect(throws: ProfileError.self) { try store.commit(try store.draft()) }
        }
        #expect(error?.code == .io)
        #expect(error?.message.contains("not known") == false)
        #expect((error?.cause as? SQLiteError)?.outcomeIsUnknown == false)
        #expect(try store.summary == before)
        #expect(try store.commit(try store.draft()).revision == 2, "the store goes on")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `of hikes and drafts is looked for too`() throws {
        let store = try temporary.unlock()
        let hike = ImportedHike(sourceID: 7, hike: Hike(header: HikeHeader(id: 7, name: "Elk Loop", distance: 5)))
        let (first, second) = try CommitFault.$injected.withValue(.afterCommit) {
            try store.updateDraft { $0.username = "draft" }
            return (try store.importHikes([hike]), try store.importHikes([hike]))
        }
        #expect(first.imported == [7])
        #expect(second.skipped == 1, "nothing was to be written")
        #expect(try store.hike(7).name == "Elk Loop")
        CommitFault.$injected.withValue(.insteadOfCommit) {
            #expect(code { try store.discard() } == .io)
        }
        #expect(try store.savedDraft?.username == "draft")
    }

    @Test func `stays unknown when the file is gone`() throws {
        let store = try temporary.unlock()
        let error = CommitFault.$injected.withValue(.insteadOfCommit) {
            #expect(throws: ProfileError.self) {
                try store.edit { profile in
                    profile.username = "new"
                    try remove(temporary.gate.path)
                }
            }
        }
        #expect(error?.code == .io)
        #expect(error?.message.contains("whether it counts is not known") == true)
    }
}
