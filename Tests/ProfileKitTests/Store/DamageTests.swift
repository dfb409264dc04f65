import ProfileKitTesting
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A damaged store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func populate() throws -> ProfileStore {
        let store = try temporary.unlock()
        try store.importHikes(ImportedHike.short(1...3))
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

    @Test func `is not reported for an intact store, which is read in full`() throws {
        let store = try populate()
        let summary = try store.readableSummary
        #expect(summary.damaged == [])
        #expect(try summary.value.committed == store.committed)
        #expect(try summary.value.draft == store.savedDraft)
        #expect(try summary.value.hikes == store.summary.hikes)
        #expect(try store.readableHikes == Salvaged(value: store.hikes, damaged: []))
        #expect(try store.readableHistory(limit: 1) == Salvaged(value: store.history(limit: 1), damaged: []))
        #expect(try store.readableHike(2).value.observations == store.hike(2).observations)
        #expect(try store.readableContent.value.hikes == store.content.hikes)
        #expect(code { _ = try store.readableHike(9) } == .notFound)
    }

    @Test(arguments: [
        "DELETE FROM hike WHERE id = 2", "DELETE FROM hike",
        "INSERT INTO hike SELECT account, 9, revision, zeroblob(32), header, track, NULL FROM hike WHERE id = 1",
    ])
    func `is recognized by its hikes`(sql: String) throws {
        let store = try populate()
        try execute(sql)
        #expect(try store.readableHikes.damaged.first == .hikes)
        #expect(try store.readableContent.damaged.first == .hikes)
    }

    @Test(arguments: 1...3) func `is recognized by a revision that is missing from its history`(missing: Int) throws {
        let store = try populate()
        try store.edit { $0.username = "third" }
        try execute("DELETE FROM history WHERE revision = \(missing)")
        let read = try store.readableHistory()
        #expect(read.damaged == [.revision(missing)])
        #expect(read.value.map(\.revision) == [3, 2, 1].filter { $0 != missing })
        // Two of the newest commits may still be there.
        #expect(try store.readableHistory(limit: 2).damaged == (missing == 1 ? [] : [.revision(missing)]))
        try execute("DELETE FROM history")
        #expect(try store.readableHistory().damaged == [.revision(3), .revision(2), .revision(1)])
    }

    /// An operation on a store with one damaged part.
    enum Operation: String, CaseIterable, Sendable {
        case edit, draft, discard, importHike, undo, restore, goal

        func run(_ store: ProfileStore) throws {
            switch self {
            case .edit: try store.edit { $0.username = "new" }
            case .draft: try store.updateDraft { $0.seasonalPhoto = .summer }
            case .discard: try store.discard()
            case .importHike:
                let hike = Hike(header: HikeHeader(id: 9, name: "New", distance: 1))
                try store.importHikes([ImportedHike(sourceID: 9, hike: hike)])
            case .undo: try store.undo()
            case .restore:
                let content = StoreContent(profile: Profile(username: "new", goalDate: store.today), hikes: [])
                try store.restore(content, replacing: true)
            case .goal: try store.edit { $0.goalDate = $0.goalDate.adding(years: 1) }
            }
        }

        /// Whether it reads a table.
        func reads(_ table: String) -> Bool {
            switch table {
            case "manifest": true
            case "profile": self != .discard
            case "draft": self == .draft
            default: false
            }
        }
    }

    static let parts: [(table: String, damaged: DamagedPart)] = [
        ("profile", .profile), ("draft", .draft), ("summary", .summary), ("manifest", .manifest),
    ]

    @Test(arguments: parts) func `is read as far as possible`(table: String, damaged: DamagedPart) throws {
        let store = try populate()
        try execute("UPDATE \(table) SET record = zeroblob(300)")
        // With a store that was open, and with one that is opened now.
        for store in [store, try temporary.unlock()] {
            let summary = try store.readableSummary
            #expect(summary.damaged == [damaged])
            #expect((summary.value.committed == nil) == (table == "profile"))
            #expect((summary.value.draft == nil) == (table == "draft"))
            #expect((summary.value.hikes == nil) == (table == "summary"))
            let isManifest = table == "manifest"
            #expect(try store.readableHikes.value.count == 3)
            #expect(try store.readableHikes.damaged == (isManifest ? [.manifest] : []))
            #expect(try store.readableHike(2).value.observations?.count == 1)
            #expect(try store.readableHistory().value.map(\.revision) == [2, 1])
            #expect(try store.readableHistory().damaged == (isManifest ? [.manifest] : []))
        }
    }

    @Test(arguments: parts.map(\.table), Operation.allCases)
    func `is written exactly when nothing that is read for it is damaged`(table: String, operation: Operation) throws {
        let store = try populate()
        try execute("UPDATE \(table) SET record = zeroblob(300)")
        let before = try stored()
        if operation.reads(table) {
            #expect(code { try operation.run(store) } == .damaged)
            #expect(try stored() == before)
        } else {
            try operation.run(store)
            #expect(try stored() != before)
        }
    }

    @Test
    func `whose directory of hikes is damaged gives the readable hikes, and continues without the others`() throws {
        let store = try populate()
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'hike.page'")
        #expect(try store.readableHikes.damaged == [.hikes])
        #expect(try store.readableHikes.value.map(\.id) == [1, 2, 3])
        #expect(try store.readableContent.value.hikes.count == 3)
        #expect(code { _ = try store.hikes } == .damaged)
        #expect(code { try store.removeHike(1) } == .damaged)
        try store.edit { $0.username = "new" }
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["hikes"])
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")), acceptingDamage: true)
        let recovered = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try recovered.hikes.map(\.id) == [1, 2, 3])
        #expect(try recovered.check().filter { !$0.isOK } == [])
    }

    @Test func `gives the readable hikes and commits`() throws {
        let store = try populate()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        // After the version and the nonce, which a list compares. A byte of random content may already be 0.
        let another = "CASE substr(track, 100, 1) WHEN x'00' THEN x'01' ELSE x'00' END"
        try execute(
            "UPDATE hike SET track = CAST(substr(track, 1, 99) || \(another) || substr(track, 101) AS BLOB) WHERE id = 3"
        )
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
        #expect(try store.readableContent.damaged == [.hike(2), .observations(3), .hike(3)])
    }

    @Test func `accepts no new hike when one is damaged that the summary needs`() throws {
        let store = try populate()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        let before = try stored()
        let hike = Hike(header: HikeHeader(id: 9, name: "New", distance: 1))
        #expect(code { try store.importHikes([ImportedHike(sourceID: 9, hike: hike)]) } == .damaged)
        #expect(code { try store.edit { $0.goalDate = $0.goalDate.adding(years: 1) } } == .damaged)
        #expect(try stored() == before)
    }

    @Test func `that has an older row reports the row, and does not show it`() throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM profile")
        try store.edit { $0.username = "new" }
        try execute("UPDATE profile SET (revision, record) = (SELECT revision, record FROM kept)")
        let summary = try store.readableSummary
        #expect(summary.damaged == [.profile])
        #expect(summary.value.committed == nil)
    }
}
