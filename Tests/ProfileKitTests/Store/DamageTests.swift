import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SQLiteKit

@Suite(.temporaryStore) struct `A damaged store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func populate() throws -> ProfileStore {
        let store = try temporary.unlock()
        let hikes = (1...3).map { id in
            ImportedHike(
                sourceID: id,
                hike: Hike(
                    header: HikeHeader(id: id, name: "Hike \(id)", distance: 5),
                    observations: [HikeObservation(distanceFromStart: 1)]))
        }
        try store.importHikes(hikes)
        try store.edit { $0.seasonalPhoto = .spring }
        try store.updateDraft { $0.username = "draft" }
        return store
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    private func stored() throws -> [[UInt8]] {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        return try ["profile", "draft", "summary", "manifest", "history"].flatMap { table in
            try connection.rows("SELECT record FROM \(table)") { try $0.blob(0) }
        } + connection.rows("SELECT header FROM hike") { try $0.blob(0) }
    }

    @Test func `that isn't is read in full, and nothing of it is called damaged`() throws {
        let store = try populate()
        let summary = try store.readableSummary
        #expect(summary.damaged == [])
        #expect(try summary.value.committed == store.committed)
        #expect(try summary.value.draft == store.savedDraft)
        #expect(try summary.value.hikes == store.summary.hikes)
        #expect(try store.readableHikes == Readable(value: store.hikes, damaged: []))
        #expect(try store.readableHistory(limit: 1) == Readable(value: store.history(limit: 1), damaged: []))
        #expect(try store.readableHike(2).value.observations == store.hike(2).observations)
        #expect(try store.readableContent.value.hikes == store.content.hikes)
        #expect(code { _ = try store.readableHike(9) } == .notFound)
    }

    @Test(arguments: [
        "DELETE FROM hike WHERE id = 2", "DELETE FROM hike",
        "INSERT INTO hike SELECT account, 9, revision, zeroblob(32), header, track FROM hike WHERE id = 1",
    ])
    func `is known by the number of its hikes`(sql: String) throws {
        let store = try populate()
        try execute(sql)
        #expect(try store.readableHikes.damaged.first == .hikes)
        #expect(try store.readableContent.damaged.first == .hikes)
    }

    @Test(arguments: 1...3) func `is known by a revision that is not in its history`(missing: Int) throws {
        let store = try populate()
        try store.edit { $0.username = "third" }
        try execute("DELETE FROM history WHERE revision = \(missing)")
        let read = try store.readableHistory()
        #expect(read.damaged == [.revision(missing)])
        #expect(read.value.map(\.revision) == [3, 2, 1].filter { $0 != missing })
        // Two of the newest may be there still.
        #expect(try store.readableHistory(limit: 2).damaged == (missing == 1 ? [] : [.revision(missing)]))
        try execute("DELETE FROM history")
        #expect(try store.readableHistory().damaged == [.revision(3)])
    }

    @Test(arguments: [
        ("profile", [DamagedPart.profile]), ("draft", [.draft]), ("summary", [.summary]), ("manifest", [.manifest]),
    ])
    func `is read as far as it opens, and not written`(table: String, damaged: [DamagedPart]) throws {
        let store = try populate()
        try execute("UPDATE \(table) SET record = zeroblob(300)")
        let before = try stored()
        // By a store that was open, and by one that is opened now.
        for store in [store, try temporary.unlock()] {
            let summary = try store.readableSummary
            #expect(summary.damaged == damaged)
            #expect((summary.value.committed == nil) == (table == "profile"))
            #expect((summary.value.draft == nil) == (table == "draft"))
            #expect((summary.value.hikes == nil) == (table == "summary"))
            #expect(try store.readableHikes.value.count == 3)
            #expect(try store.readableHikes.damaged == damaged)
            #expect(try store.readableHistory().value.count == 2)
            #expect(code { try store.edit { $0.username = "new" } } == .damaged)
            #expect(code { try store.updateDraft { $0.seasonalPhoto = .summer } } == .damaged)
            #expect(code { try store.importHikes([]) } == .damaged)
            #expect(code { try store.undo() } == .damaged)
            #expect(code { try store.discard() } == .damaged)
            let content = StoreContent(profile: Profile(username: "new", goalDate: store.today), hikes: [])
            #expect(code { try store.restore(content, replacing: true) } == .damaged)
        }
        #expect(try stored() == before)
    }

    @Test func `gives the hikes and commits that open`() throws {
        let store = try populate()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        try execute("UPDATE hike SET track = zeroblob(300) WHERE id = 3")
        try execute("UPDATE history SET record = zeroblob(300) WHERE revision = 1")
        #expect(try store.readableHikes.value.map(\.id) == [1, 3])
        #expect(try store.readableHikes.damaged == [.hike(2)])
        #expect(try store.readableHike(2).value == HikeParts())
        #expect(try store.readableHike(2).damaged == [.hike(2)])
        #expect(try store.readableHike(3).value.header?.name == "Hike 3")
        #expect(try store.readableHike(3).value.observations == nil)
        #expect(try store.readableHike(3).damaged == [.observations(3)])
        #expect(try store.readableHike(1).damaged == [])
        #expect(try store.readableHistory().value.map(\.revision) == [2])
        #expect(try store.readableHistory().damaged == [.revision(1)])
        #expect(try store.readableContent.value.hikes.map(\.id) == [1])
        #expect(try store.readableContent.damaged == [.hike(2), .hike(3)])
    }

    @Test func `is not added to when a hike is damaged that the summary needs`() throws {
        let store = try populate()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        let before = try stored()
        let hike = Hike(header: HikeHeader(id: 9, name: "New", distance: 1))
        #expect(code { try store.importHikes([ImportedHike(sourceID: 9, hike: hike)]) } == .damaged)
        #expect(code { try store.edit { $0.goalDate = $0.goalDate.adding(years: 1) } } == .damaged)
        #expect(try stored() == before)
    }

    @Test func `that was put back says so of the row, and does not show it`() throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM profile")
        try store.edit { $0.username = "new" }
        try execute("UPDATE profile SET (revision, record) = (SELECT revision, record FROM kept)")
        let summary = try store.readableSummary
        #expect(summary.damaged == [.profile])
        #expect(summary.value.committed == nil)
    }
}
