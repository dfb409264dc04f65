import Dispatch
import Glibc
import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A store called from within its own body` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// The calls that a body may not make, with their names.
    private static let calls: [(String, @Sendable (TripStore) throws -> Void)] = [
        ("document", { _ = try $0.document }), ("total", { _ = try $0.total }), ("notes", { _ = try $0.notes }),
        ("draft", { _ = try $0.draft() }), ("discard", { try $0.discard() }), ("undo", { try $0.undo() }),
        ("edit", { try $0.edit { $0.place = "inner" } }), ("check", { _ = try $0.check() }),
        ("updateDraft", { try $0.updateDraft { $0.place = "inner" } }), ("session", { try $0.beginSession() }),
        ("backup", { try $0.backup(to: "/nowhere/backup") }),
    ]

    @Test(arguments: calls.indices) func `refuses, and continues afterwards`(index: Int) throws {
        let store = try temporary.unlock()
        let call = Self.calls[index].1
        #expect(code { try store.edit { _ in try call(store) } } == .misuse)
        #expect(code { try store.updateDraft { _ in try call(store) } } == .misuse)
        // A body that ignores the refusal is carried out.
        try store.edit { trip in
            #expect(code { try call(store) } == .misuse)
            trip.place = "outer"
        }
        #expect(try store.document.place == "outer")
        #expect(try store.savedDraft == nil)
    }

    @Test func `still reports its session`() throws {
        let store = try temporary.unlock()
        let session = try store.beginSession()
        try store.edit { trip in
            #expect(store.session == session)
            trip.place = "other"
        }
    }

    @Test func `finishes first when the body closes it`() throws {
        let store = try temporary.unlock()
        let commit = try store.edit { trip in
            store.close()
            trip.place = "the last"
        }
        #expect(commit.revision == 2)
        #expect(code { _ = try store.document } == .locked)
        #expect(try temporary.unlock().document.place == "the last")
    }

    @Test func `is one whole file when it has been closed, although it is still referenced`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.place = "the last" }
        let log = "\(temporary.gate.path)-wal"
        #expect(access(log, F_OK) == 0)
        store.close()
        #expect(access(log, F_OK) != 0)
        #expect(code { _ = try store.document } == .locked)
    }

    @Test func `is one whole file even if other threads read until it is closed`() throws {
        // Two connections that close at the same moment each take the other for a reader of the log, and leave it.
        try temporary.unlock().beginSession()
        for round in 1...100 {
            let store = try #require(try temporary.gate.resume())
            try store.edit { $0.isBooked = !round.isMultiple(of: 2) }
            // Leaves a connection of the gate's own to be closed too.
            _ = try store.gate.status
            let (readers, hasRead) = (DispatchGroup(), DispatchSemaphore(value: 0))
            DispatchQueue.global().async(group: readers) {
                while (try? store.document) != nil { hasRead.signal() }
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
        try store.edit { trip in
            DispatchQueue.global().async(group: group) {
                do { try store.edit { $0.days = 6 } } catch { Issue.record(error) }
            }
            trip.place = "outer"
        }
        group.wait()
        #expect(try store.document.days == 6)
        #expect(try store.committed.revision == 3)
    }

    /// Calls on another object of the same store that are refused within a change, since they would deadlock.
    private static let changes: [@Sendable (TemporaryStore, TripStore) throws -> Void] = [
        { _, other in try other.edit { $0.place = "inner" } },
        { _, other in try other.updateDraft { $0.place = "inner" } },
        { _, other in try other.beginSession() },
        { temporary, _ in try temporary.gate.lock() },
    ]

    @Test(arguments: changes.indices)
    func `refuses a change by another object of the same store at once`(index: Int) throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        try store.edit { trip in
            #expect(code { try Self.changes[index](temporary, other) } == .misuse, "busy would be a deadlock")
            trip.place = "outer"
        }
        #expect(try other.document.place == "outer")
        #expect(code { try Self.changes[index](temporary, other) } == nil, "it continues afterwards")
    }

    @Test func `lets another object of the same store read`() throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        try store.edit { trip in
            trip.place = "outer"
            let seen = try other.document.place
            #expect(seen == "nowhere")
        }
    }

    @Test func `lets another store be changed`() throws {
        let other = try TemporaryStore()
        let inner = try other.unlock()
        try temporary.unlock().edit { trip in
            try inner.edit { $0.place = "inner" }
            trip.place = "outer"
        }
        #expect(try inner.document.place == "inner")
    }
}

@Suite(.temporaryStore) struct `A draft in the wrong place` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func expectRefusal(of draft: Draft<Trip>, by store: TripStore) throws {
        var draft = draft
        draft.place = "from elsewhere"
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
        try expectRefusal(of: try other.updateDraft { $0.place = "saved" }, by: try temporary.unlock())
    }

    @Test func `is refused by another store`() throws {
        let other = try TemporaryStore()
        try expectRefusal(of: try temporary.unlock().draft(), by: try other.unlock())
        try expectRefusal(of: try other.unlock().updateDraft { $0.place = "saved" }, by: try temporary.unlock())
    }

    @Test func `is accepted by any opening of its store`() throws {
        var draft = try temporary.unlock().draft()
        draft.days = 3
        try temporary.unlock().save(&draft)
        #expect(try temporary.unlock().commit(draft).revision == 2)
    }

    @Test func `is not committed a second time after it was saved, nor is a copy`() throws {
        let store = try temporary.unlock()
        let draft = try store.updateDraft { $0.days = 3 }
        let copy = draft
        try store.commit(draft)
        try store.undo()
        for var again in [draft, copy] {
            #expect(code { try store.commit(again) } == .conflict)
            #expect(code { try store.commit(again, deciding: .all(.mine)) } == .conflict)
            #expect(code { try store.save(&again) } == .conflict)
        }
        #expect(try store.document.days == 1)
        #expect(try store.committed.revision == 3)
    }

    @Test func `changes nothing when it was never saved and is committed a second time`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.days = 3
        try store.commit(draft)
        let again = try store.commit(draft)
        #expect(again.revision == 2)
        #expect(again.changes == [])
    }

    @Test func `can be tried again when its commit was refused`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.days = 3
        try store.edit { $0.days = 6 }
        #expect(throws: DraftConflict.self) { try store.commit(draft) }
        #expect(throws: DraftConflict.self) { try store.commit(draft) }
        #expect(try store.commit(draft, deciding: .all(.mine)).model.days == 3)
    }
}
