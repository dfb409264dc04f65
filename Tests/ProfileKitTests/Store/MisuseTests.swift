import Dispatch
import Glibc
import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A store called from within its own body` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// The calls that a body may not make, with their names.
    private static let calls: [(String, @Sendable (ProfileStore) throws -> Void)] = [
        ("profile", { _ = try $0.profile }), ("summary", { _ = try $0.summary }), ("hikes", { _ = try $0.hikes }),
        ("draft", { _ = try $0.draft() }), ("discard", { try $0.discard() }), ("undo", { try $0.undo() }),
        ("edit", { try $0.edit { $0.username = "inner" } }), ("check", { _ = try $0.check() }),
        ("updateDraft", { try $0.updateDraft { $0.username = "inner" } }), ("session", { try $0.beginSession() }),
        ("backup", { try $0.backup(to: "/nowhere/backup") }),
    ]

    @Test(arguments: calls.indices) func `refuses, and continues afterwards`(index: Int) throws {
        let store = try temporary.unlock()
        let call = Self.calls[index].1
        #expect(code { try store.edit { _ in try call(store) } } == .misuse)
        #expect(code { try store.updateDraft { _ in try call(store) } } == .misuse)
        // A body that ignores the refusal is carried out.
        try store.edit { profile in
            #expect(code { try call(store) } == .misuse)
            profile.username = "outer"
        }
        #expect(try store.profile.username == "outer")
        #expect(try store.savedDraft == nil)
    }

    @Test func `still reports its session`() throws {
        let store = try temporary.unlock()
        let session = try store.beginSession()
        try store.edit { profile in
            #expect(store.session == session)
            profile.username = "other"
        }
    }

    @Test func `finishes first when the body closes it`() throws {
        let store = try temporary.unlock()
        let commit = try store.edit { profile in
            store.close()
            profile.username = "the last"
        }
        #expect(commit.revision == 2)
        #expect(code { _ = try store.profile } == .locked)
        #expect(try temporary.unlock().profile.username == "the last")
    }

    @Test func `is one whole file when it has been closed, although it is still referenced`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.username = "the last" }
        let log = "\(temporary.gate.path)-wal"
        #expect(access(log, F_OK) == 0)
        store.close()
        #expect(access(log, F_OK) != 0)
        #expect(code { _ = try store.profile } == .locked)
    }

    @Test func `is one whole file even if other threads read until it is closed`() throws {
        // Two connections that close at the same moment each take the other for a reader of the log, and leave it.
        try temporary.unlock().beginSession()
        for round in 1...100 {
            let store = try #require(try temporary.gate.resume())
            try store.edit { $0.prefersNotifications = round.isMultiple(of: 2) }
            // Leaves a connection of the gate's own to be closed too.
            _ = try store.gate.status
            let (readers, hasRead) = (DispatchGroup(), DispatchSemaphore(value: 0))
            DispatchQueue.global().async(group: readers) {
                while (try? store.profile) != nil { hasRead.signal() }
            }
            hasRead.wait()
            store.close()
            #expect(access("\(temporary.gate.path)-wal", F_OK) != 0)
            readers.wait()
        }
    }

    @Test func `lets other threads wait for their turn`() throws {
        let store = try temporary.unlock()
        let group = DispatchGroup()
        try store.edit { profile in
            DispatchQueue.global().async(group: group) {
                do { try store.edit { $0.seasonalPhoto = .summer } } catch { Issue.record(error) }
            }
            profile.username = "outer"
        }
        group.wait()
        #expect(try store.profile.seasonalPhoto == .summer)
        #expect(try store.committed.revision == 3)
    }

    /// Calls on another object of the same store that are refused within a change, since they would deadlock.
    private static let changes: [@Sendable (TemporaryStore, ProfileStore) throws -> Void] = [
        { _, other in try other.edit { $0.username = "inner" } },
        { _, other in try other.updateDraft { $0.username = "inner" } },
        { _, other in try other.beginSession() },
        { temporary, _ in try temporary.gate.lock() },
    ]

    @Test(arguments: changes.indices)
    func `refuses a change by another object of the same store at once`(index: Int) throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        try store.edit { profile in
            #expect(code { try Self.changes[index](temporary, other) } == .misuse, "busy would be a deadlock")
            profile.username = "outer"
        }
        #expect(try other.profile.username == "outer")
        #expect(code { try Self.changes[index](temporary, other) } == nil, "it continues afterwards")
    }

    @Test func `lets another object of the same store read`() throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        try store.edit { profile in
            profile.username = "outer"
            let seen = try other.profile.username
            #expect(seen == "g_kumar")
        }
    }

    @Test func `lets another store be changed`() throws {
        let other = try TemporaryStore()
        let inner = try other.unlock()
        try temporary.unlock().edit { profile in
            try inner.edit { $0.username = "inner" }
            profile.username = "outer"
        }
        #expect(try inner.profile.username == "inner")
    }
}

@Suite(.temporaryStore) struct `A draft in the wrong place` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func expectRefusal(of draft: ProfileDraft, by store: ProfileStore) throws {
        var draft = draft
        draft.username = "from elsewhere"
        #expect(code { try store.commit(draft) } == .misuse)
        #expect(code { try store.commit(draft, deciding: .all(.mine)) } == .misuse)
        #expect(code { try store.save(&draft) } == .misuse)
        #expect(try store.committed.revision == 1)
        #expect(try store.savedDraft == nil)
    }

    @Test func `is refused by another account`() throws {
        let (gate, _) = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID("second"),
            configuration: temporary.gate.configuration)
        let other = try gate.unlock(with: Secret("820461"))
        try expectRefusal(of: try temporary.unlock().draft(), by: other)
        try expectRefusal(of: try other.updateDraft { $0.username = "saved" }, by: try temporary.unlock())
    }

    @Test func `is refused by another store`() throws {
        let other = try TemporaryStore()
        try expectRefusal(of: try temporary.unlock().draft(), by: try other.unlock())
        try expectRefusal(of: try other.unlock().updateDraft { $0.username = "saved" }, by: try temporary.unlock())
    }

    @Test func `is accepted by any opening of its store`() throws {
        var draft = try temporary.unlock().draft()
        draft.seasonalPhoto = .spring
        try temporary.unlock().save(&draft)
        #expect(try temporary.unlock().commit(draft).revision == 2)
    }

    @Test func `is not committed a second time after it was saved, nor is a copy`() throws {
        let store = try temporary.unlock()
        let draft = try store.updateDraft { $0.seasonalPhoto = .spring }
        let copy = draft
        try store.commit(draft)
        try store.undo()
        for var again in [draft, copy] {
            #expect(code { try store.commit(again) } == .conflict)
            #expect(code { try store.commit(again, deciding: .all(.mine)) } == .conflict)
            #expect(code { try store.save(&again) } == .conflict)
        }
        #expect(try store.profile.seasonalPhoto == .winter)
        #expect(try store.committed.revision == 3)
    }

    @Test func `changes nothing when it was never saved and is committed a second time`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.seasonalPhoto = .spring
        try store.commit(draft)
        let again = try store.commit(draft)
        #expect(again.revision == 2)
        #expect(again.changes == [])
    }

    @Test func `can be tried again when its commit was refused`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.seasonalPhoto = .spring
        try store.edit { $0.seasonalPhoto = .summer }
        #expect(throws: DraftConflict.self) { try store.commit(draft) }
        #expect(throws: DraftConflict.self) { try store.commit(draft) }
        #expect(try store.commit(draft, deciding: .all(.mine)).profile.seasonalPhoto == .spring)
    }
}
