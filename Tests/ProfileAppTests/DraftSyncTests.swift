import ProfileKit
import Testing

@testable import ProfileApp
@testable import SealedStore

/// The edited draft beside the store's, without a screen.
@Suite struct `The edited draft` {
    private let committed = CommittedProfile(revision: 3, profile: Sample.profile)
    private let name = Profile.fields[0]

    private func stored(_ number: Int, _ username: String) -> ProfileDraft {
        var draft = Sample.draft { $0.username = username }
        draft.saveNumber = number
        return draft
    }

    private func fresh() -> DraftSync { DraftSync(Sample.draft(), over: committed) }

    @Test func `is saved with every change, and is saved once the last save is`() {
        var sync = fresh()
        #expect(sync.isSaved && !sync.isDiscardable)
        #expect(sync.set(AnyFieldValue("a"), of: name)?.username == "a")
        #expect(sync.set(AnyFieldValue("a"), of: name) == nil)
        #expect(sync.set(AnyFieldValue("ab"), of: name)?.username == "ab")
        #expect(sync.pendingSaves == 2 && !sync.isSaved)
        sync.didSave(stored(1, "a"))
        #expect(!sync.isSaved && sync.draft.username == "ab")
        sync.didSave(stored(2, "ab"))
        #expect(sync.isSaved && sync.hasSavedDraft && sync.isDiscardable)
    }

    @Test func `is not saved after a failure, until a later save succeeds`() {
        var sync = fresh()
        _ = sync.set(AnyFieldValue("a"), of: name)
        sync.saveFailed()
        #expect(sync.hasUnsavedChanges && !sync.isSaved && sync.pendingSaves == 0)
        _ = sync.save()
        sync.didSave(stored(1, "a"))
        #expect(sync.isSaved)
    }

    @Test func `is read again when news of another save comes, and only then`() {
        var sync = fresh()
        _ = sync.set(AnyFieldValue("a"), of: name)
        // While a save is running, the news may be of it.
        #expect(sync.noticeSaved(stored(9, "theirs")) == false)
        sync.didSave(stored(5, "a"))
        // News older than the save.
        #expect(sync.noticeSaved(stored(4, "older")) == false)
        #expect(sync.noticeSaved(stored(5, "a")) == false)
        #expect(sync.noticeSaved(stored(6, "theirs")) == true)
        #expect(sync.noticeSaved(stored(7, "theirs")) == false)
        #expect(sync.compare(with: stored(6, "theirs"), committed) == .adopted)
        #expect(sync.draft.username == "theirs" && sync.isSaved && sync.elsewhere == nil)
    }

    @Test func `waits with saving while it isn't known whose draft the store has`() {
        var sync = fresh()
        #expect(sync.noticeSaved(stored(6, "theirs")) == true)
        #expect(sync.set(AnyFieldValue("mine"), of: name) == nil)
        #expect(sync.hasUnsavedChanges)
        #expect(sync.compare(with: stored(6, "theirs"), committed) == .conflicting)
        #expect(sync.wasReplacedElsewhere && sync.draft.username == "mine")
        #expect(sync.set(AnyFieldValue("still mine"), of: name) == nil)
        #expect(sync.overwrite().username == "still mine")
        sync.didSave(stored(8, "still mine"))
        #expect(sync.isSaved)
    }

    @Test func `goes on as it was when the store's draft turns out to be the same`() {
        var sync = fresh()
        _ = sync.set(AnyFieldValue("a"), of: name)
        sync.didSave(stored(5, "a"))
        // News from before the save.
        #expect(sync.noticeSaved(nil) == true)
        #expect(sync.set(AnyFieldValue("ab"), of: name) == nil)
        #expect(sync.compare(with: stored(5, "a"), committed) == .same)
        #expect(sync.hasUnsavedChanges && sync.draft.username == "ab")
        sync.readFailed()
        #expect(sync.set(AnyFieldValue("abc"), of: name)?.username == "abc")
    }

    @Test func `is saved again after a lock that cut a save off`() {
        var sync = fresh()
        #expect(sync.resume() == nil)
        _ = sync.set(AnyFieldValue("a"), of: name)
        _ = sync.set(AnyFieldValue("ab"), of: name)
        #expect(sync.resume()?.username == "ab")
        #expect(sync.pendingSaves == 1)
        sync.didSave(stored(1, "ab"))
        _ = sync.noticeSaved(stored(9, "theirs"))
        _ = sync.set(AnyFieldValue("abc"), of: name)
        #expect(sync.resume()?.username == "abc")
    }

    @Test func `takes over what others commit in fields that it leaves alone`() {
        var sync = fresh()
        _ = sync.set(AnyFieldValue("a"), of: name)
        var theirs = Sample.profile
        (theirs.username, theirs.seasonalPhoto) = ("theirs", .summer)
        sync.follow(CommittedProfile(revision: 4, profile: theirs))
        #expect(sync.draft.username == "a" && sync.draft.seasonalPhoto == .summer)
        #expect(sync.committedMeanwhile.map(\.field) == ["username", "seasonalPhoto"])
        sync.didCommit()
        #expect(!sync.hasSavedDraft)
    }
}
