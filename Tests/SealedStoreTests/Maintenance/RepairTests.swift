import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `Repairing a store` {
    var temporary: TemporaryStore { TemporaryStore.current }
    var copyPath: String { temporary.gate.path + ".damaged" }
    func copies() throws -> Bool { try contents(of: temporary.folder).contains { $0.contains(".damaged") } }

    func populate() throws -> TripStore {
        let store = try temporary.unlock()
        try store.addNotes(1...3)
        try store.edit { $0.days = 3 }
        try store.edit { $0.place = "third" }
        try store.updateDraft { $0.place = "draft" }
        try store.setReadableText("Call Kim")
        return store
    }

    /// What readers see of a store.
    struct Content: Equatable {
        let trip: Trip
        let notes: [Int: String]
    }

    func content(of store: TripStore) throws -> Content {
        Content(trip: try store.document, notes: try store.notes)
    }

    func connection(_ path: String? = nil) throws -> Connection {
        try Connection(opening: path ?? temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    func execute(_ sql: String) throws { try connection().run(sql) }

    func stored(in path: String? = nil) throws -> [[UInt8]] {
        let connection = try connection(path)
        return try connection.rows("SELECT record FROM manifest") { try $0.blob(0) }
            + connection.rows("SELECT head FROM record") { try $0.blob(0) }
    }

    /// Expects everything to work that works on an intact store, with the store reopened.
    func expectWhole() throws {
        let store = try temporary.unlock()
        let checks = try store.check()
        #expect(checks.allSatisfy { $0.isOK && $0.note == nil }, "\(checks)")
        let revision = try store.committed.revision
        #expect(try store.edit { $0.isBooked.toggle() }.revision == revision + 1)
        try store.updateDraft { $0.days = 6 }
        if let draft = try store.savedDraft { try store.commit(draft) }
        let (notes, next) = (try store.notes, try store.nextNote)
        try store.addNotes(next...next, text: "After")
        #expect(try store.check().allSatisfy { $0.isOK })
        #expect(try store.notes.count == notes.count + 1 && store.total == notes.count + 1)
    }

    /// Nothing then says which numbers the history has, and the number of a row that doesn't open may be anything.
    @Test(.timeLimit(.minutes(20)), arguments: [1 << 40, Int.max - 1])
    func `ends soon without a list of records, whatever revision a foreign row claims`(revision: Int) throws {
        _ = try populate()
        try execute("UPDATE manifest SET record = zeroblob(300)")
        try execute(
            """
            INSERT INTO record (account, kind, number, revision, head)
            SELECT account, kind, \(revision), \(revision), head FROM record WHERE kind = 'trip.history' AND number = 2
            """)
        let store = try temporary.unlock()
        let history = try store.readableHistory(limit: 10)
        #expect(history.value.map(\.revision) == [3, 2, 1])
        #expect(history.damaged == [.manifest, .revision(revision)])
        #expect(try store.check().contains { !$0.isOK })
        #expect(try store.repair().lost == [.revision(revision)])
        try expectWhole()
    }

    /// A row that opens proves that those before it were written.
    @Test func `names the revisions that are missing between two that open, without a list of records`() throws {
        _ = try populate()
        try execute("UPDATE manifest SET record = zeroblob(300)")
        try execute("DELETE FROM record WHERE kind = 'trip.history' AND number = 2")
        #expect(try temporary.unlock().repair().lost == [.revision(2)])
        try expectWhole()
    }

    @Test func `changes nothing and copies nothing when it is intact`() throws {
        let store = try populate()
        let before = try stored()
        let repair = try store.repair()
        #expect(!repair.isNeeded)
        #expect(
            repair
                == StoreRepair(
                    lost: [], outdated: [], setAside: [], unverifiable: [], revisions: [:], recreated: [], copy: nil,
                    isNeeded: false)
        )
        #expect(try stored() == before)
        #expect(try !copies())
    }

    @Test(arguments: [
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2", [DamagedPart.note(2)]),
        ("UPDATE record SET body = zeroblob(300) WHERE kind = 'note' AND number = 2", [.body(2)]),
        ("UPDATE record SET body = x'' WHERE kind = 'note' AND number = 2", [.body(2)]),
        ("DELETE FROM record WHERE kind = 'note' AND number = 2", [.note(2)]),
        ("INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'zzz', 1, 1, x'00')", []),
        (
            "INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'note', 9, 1, x'00')",
            [.note(9)]
        ),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'total'", []),
        ("DELETE FROM record WHERE kind = 'total'", []),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.draft'", [.draft]),
        ("DELETE FROM record WHERE kind = 'trip.draft'", [.draft]),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'card'", [.card]),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'", [.trip]),
        ("DELETE FROM record WHERE kind = 'trip'", [.trip]),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 3", [.revision(3)]),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 2", [.revision(2)]),
        ("DELETE FROM record WHERE kind = 'trip.history' AND number = 1", [.revision(1)]),
        ("DELETE FROM record WHERE kind = 'trip.history'", [.revision(1), .revision(2), .revision(3)]),
        ("UPDATE manifest SET record = zeroblob(300)", []),
        ("UPDATE manifest SET revision = 9223372036854775807", []),
        ("DELETE FROM record WHERE kind = 'note.page'", []),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'note.page'", []),
    ])
    func `drops the damaged records, and keeps the rest intact`(sql: String, lost: [DamagedPart]) throws {
        let before = try content(of: populate())
        try execute(sql)
        let damaged = try stored()
        let store = try temporary.unlock()
        let preview = try store.repairPreview()
        #expect(preview.isNeeded)
        #expect(preview.copy == nil)
        #expect(Set(preview.lost) == Set(lost))
        #expect(try stored() == damaged)
        #expect(try !copies())
        let repair = try store.repair()
        #expect(repair.lost == preview.lost)
        #expect(repair.outdated == [])
        #expect(repair.copy == copyPath)
        // The damaged store is kept beside the repaired one.
        #expect(try stored(in: copyPath) == damaged)
        let after = try temporary.unlock()
        #expect(try after.document == before.trip)
        #expect(try after.committed.revision == 3)
        #expect(try after.notes == before.notes.filter { !lost.contains(.note($0.key)) })
        #expect(try after.note(1) == TripStore.note(1))
        if lost == [.body(2)] { #expect(try after.note(2)?.attachment == []) }
        #expect(try (after.savedDraft?.model.place == "draft") == !lost.contains(.draft))
        let card = try temporary.gate.readableText()
        #expect((card == nil) == lost.contains(.card))
        try expectWhole()
    }

    @Test func `takes a lost document from the draft's base when that is newer than the history`() throws {
        let before = try populate().committed
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'")
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 3")
        #expect(try temporary.unlock().repair().lost == [.trip, .revision(3)])
        #expect(try temporary.unlock().committed == before)
        #expect(try temporary.unlock().history().map(\.revision) == [3, 2, 1])
        try expectWhole()
    }

    @Test func `takes an older document when no newer one is readable, and keeps the draft`() throws {
        let store = try populate()
        try store.discard()
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'")
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 3")
        #expect(try store.repair().lost == [.trip, .revision(3)])
        #expect(try temporary.unlock().committed.model.place == "nowhere")
        #expect(try temporary.unlock().committed.revision == 2)
        try expectWhole()
    }

    @Test func `makes a new document when nothing of it is left, and keeps the notes`() throws {
        let store = try populate()
        try execute("DELETE FROM record WHERE kind = 'trip'")
        try execute("DELETE FROM record WHERE kind = 'trip.history'")
        try execute("DELETE FROM record WHERE kind = 'trip.draft'")
        let repair = try store.repair()
        #expect(Set(repair.lost) == [.trip, .draft, .revision(1), .revision(2), .revision(3)])
        #expect(repair.recreated == ["trip"])
        let after = try temporary.unlock()
        #expect(try after.committed.revision == 1)
        #expect(try after.notes.count == 3)
        try expectWhole()
    }

    @Test func `keeps the commits before a lost one, and reports the loss once`() throws {
        let store = try populate()
        try store.discard()
        let first = try store.history().last
        try store.edit { $0.place = "fourth" }
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number IN (2, 3)")
        let repair = try store.repair()
        #expect(repair.lost == [.revision(2), .revision(3)])
        #expect(repair.unverifiable == [.record(kind: Trip.kinds.history.name, number: nil)])
        let after = try temporary.unlock()
        #expect(try after.history().map(\.revision) == [4, 1])
        #expect(try after.history(limit: 2).last == first)
        #expect(try !after.repairPreview().isNeeded)
        #expect(code { try after.undo(to: 2) } == .notFound)
        try after.undo(to: 1)
        #expect(try after.history().map(\.revision) == [5, 4, 1])
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 5")
        #expect(try after.repair().lost == [.revision(5)])
        #expect(try temporary.unlock().history().map(\.revision) == [5, 4, 1])
        try expectWhole()
    }

    @Test func `keeps the history when the newest commits before the document are lost`() throws {
        let store = try populate()
        try store.edit { $0.place = "fourth" }
        try store.discard()
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number IN (3, 4)")
        _ = try temporary.unlock().repair()
        let after = try temporary.unlock()
        #expect(try after.committed.model.place == "fourth")
        #expect(try after.history().map(\.revision) == [4, 2, 1])
        try expectWhole()
    }

    @Test(arguments: [true, false]) func `keeps older data that was put back only on request`(isKept: Bool) throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM record WHERE kind = 'note' AND number = 2")
        try execute("CREATE TABLE draft_kept AS SELECT * FROM record WHERE kind = 'trip.draft'")
        try store.removeNote(2)
        try store.updateDraft { $0.place = "later" }
        try execute("INSERT INTO record SELECT * FROM kept")
        try execute("DELETE FROM record WHERE kind = 'trip.draft'")
        try execute("INSERT INTO record SELECT * FROM draft_kept")
        try execute("DROP TABLE kept")
        try execute("DROP TABLE draft_kept")
        let preview = try store.repairPreview()
        #expect(preview.outdated == [.draft, .note(2)])
        #expect(preview.lost == [])
        let repair = try store.repair(keepingOutdated: isKept)
        #expect(repair.outdated == preview.outdated)
        let after = try temporary.unlock()
        #expect(try after.notes.keys.sorted() == (isKept ? [1, 2, 3] : [1, 3]))
        #expect(try after.savedDraft?.model.place == (isKept ? "draft" : nil))
        try expectWhole()
    }

    // Without a manifest, only the history shows that another document came after it.
    @Test(arguments: [false, true])
    func `takes the last document from the history when an older one was put back`(isManifestLost: Bool) throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM record WHERE kind = 'trip'")
        try store.edit { $0.place = "newest" }
        try store.discard()
        try execute("DELETE FROM record WHERE kind = 'trip'")
        try execute("INSERT INTO record SELECT * FROM kept")
        try execute("DROP TABLE kept")
        if isManifestLost { try execute("UPDATE manifest SET record = zeroblob(300)") }
        #expect(try temporary.unlock().repair(keepingOutdated: true).lost == (isManifestLost ? [] : [.trip]))
        #expect(try temporary.unlock().committed.model.place == "newest")
        try expectWhole()
    }

    @Test func `makes the store newer than every seen generation`() throws {
        let store = try populate()
        try execute("UPDATE manifest SET record = zeroblob(300), revision = 1")
        let seen = try #require(try store.opened.memory.lastSeen)
        _ = try temporary.unlock().repair()
        let generation = try connection().first("SELECT revision FROM manifest") { try $0.integer(0) }
        #expect(try #require(generation) > seen)
        try expectWhole()
    }

    @Test func `gives no number twice, even when the newest note was removed before`() throws {
        let store = try populate()
        try store.removeNote(3)
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 1")
        _ = try temporary.unlock().repair()
        #expect(try temporary.unlock().nextNote == 4)
    }

    @Test(arguments: [
        "DELETE FROM record WHERE kind = 'note.page'", "UPDATE manifest SET record = zeroblob(300)",
        "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 3",
        "UPDATE record SET head = zeroblob(300) WHERE kind = 'card'",
        "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'",
    ])
    func `is possible after a recovery of the damaged store, which keeps the readable parts`(sql: String) throws {
        let before = try content(of: populate())
        try execute(sql)
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: try Secret("820461")),
            acceptingDamage: true)
        let store = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try content(of: store) == before)
        #expect(try store.check().allSatisfy(\.isOK))
        try store.edit { $0.isBooked.toggle() }
        #expect(try store.nextNote == 4)
        _ = try store.repair()
        #expect(try store.check().allSatisfy { $0.isOK && $0.note == nil })
    }

    @Test func `keeps every existing copy`() throws {
        for number in 1...2 {
            let store = number == 1 ? try populate() : try temporary.unlock()
            try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = \(number)")
            #expect(try store.repair().copy == copyPath + (number == 1 ? "" : ".2"))
        }
    }

    @Test func `changes nothing when the copy can't be made`() throws {
        let store = try populate()
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2")
        let before = try stored()
        for number in 1...100 { try write([1], to: copyPath + (number == 1 ? "" : ".\(number)")) }
        #expect(code { _ = try store.repair() } == .exists)
        #expect(try stored() == before)
    }
}
