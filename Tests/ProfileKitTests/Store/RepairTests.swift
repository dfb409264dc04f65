import ProfileKitTesting
import StoreSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `Repairing a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var copyPath: String { temporary.gate.path + ".damaged" }
    private func copies() throws -> Bool { try contents(of: temporary.folder).contains { $0.contains(".damaged") } }

    private func populate() throws -> ProfileStore {
        let store = try temporary.unlock()
        try store.importHikes(ImportedHike.short(1...3))
        try store.edit { $0.seasonalPhoto = .spring }
        try store.edit { $0.username = "third" }
        try store.updateDraft { $0.username = "draft" }
        try store.setEmergencyCard(EmergencyCard("Call Kim"))
        return store
    }

    private func connection(_ path: String? = nil) throws -> Connection {
        try Connection(opening: path ?? temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func execute(_ sql: String) throws { try connection().run(sql) }

    private func stored(in path: String? = nil) throws -> [[UInt8]] {
        let connection = try connection(path)
        return try ["profile", "draft", "summary", "manifest", "history", "emergency"].flatMap { table in
            try connection.rows("SELECT record FROM \(table)") { try $0.blob(0) }
        } + connection.rows("SELECT header FROM hike") { try $0.blob(0) }
    }

    /// Expects everything to work that works on an intact store, with the store reopened.
    private func expectWhole() throws {
        let store = try temporary.unlock()
        let checks = try store.check()
        #expect(checks.allSatisfy { $0.isOK && $0.note == nil }, "\(checks)")
        let revision = try store.committed.revision
        #expect(try store.edit { $0.prefersNotifications.toggle() }.revision == revision + 1)
        try store.updateDraft { $0.seasonalPhoto = .summer }
        if let draft = try store.savedDraft { try store.commit(draft) }
        let hike = Hike(header: HikeHeader(id: 0, name: "After", distance: 2))
        #expect(try store.importHikes([ImportedHike(sourceID: nil, hike: hike)]).imported.count == 1)
        #expect(try store.check().allSatisfy { $0.isOK })
        #expect(try store.hikes.map(\.id).count == Set(store.hikes.map(\.id)).count)
    }

    /// Nothing then says which numbers the history has, and the number of a row that doesn't open may be anything.
    @Test(.timeLimit(.minutes(20)), arguments: [1 << 40, Int.max - 1])
    func `ends soon without a list of records, whatever revision a foreign row claims`(revision: Int) throws {
        _ = try populate()
        try execute("UPDATE manifest SET record = zeroblob(300)")
        try execute("INSERT INTO history SELECT account, \(revision), record FROM history WHERE revision = 2")
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
        try execute("DELETE FROM history WHERE revision = 2")
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
        ("UPDATE hike SET header = zeroblob(300) WHERE id = 2", [DamagedPart.hike(2)]),
        ("UPDATE hike SET track = zeroblob(300) WHERE id = 2", [.observations(2)]),
        ("UPDATE hike SET track = x'' WHERE id = 2", [.observations(2)]),
        ("DELETE FROM hike WHERE id = 2", [.hike(2)]),
        ("INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'zzz', 1, 1, x'00')", []),
        ("INSERT INTO record (account, kind, number, revision, head) VALUES ('main', 'hike', 1, 1, x'00')", []),
        ("UPDATE summary SET record = zeroblob(300)", []),
        ("DELETE FROM summary", []),
        ("UPDATE draft SET record = zeroblob(300)", [.draft]),
        ("DELETE FROM draft", [.draft]),
        ("UPDATE emergency SET record = zeroblob(300)", [.emergencyCard]),
        ("UPDATE profile SET record = zeroblob(300)", [.profile]),
        ("DELETE FROM profile", [.profile]),
        ("UPDATE history SET record = zeroblob(300) WHERE revision = 3", [.revision(3)]),
        ("UPDATE history SET record = zeroblob(300) WHERE revision = 2", [.revision(2)]),
        ("DELETE FROM history WHERE revision = 1", [.revision(1)]),
        ("DELETE FROM history", [.revision(1), .revision(2), .revision(3)]),
        ("UPDATE manifest SET record = zeroblob(300)", []),
        ("UPDATE manifest SET revision = 9223372036854775807", []),
        ("DELETE FROM record WHERE kind = 'hike.page'", []),
        ("UPDATE record SET head = zeroblob(300) WHERE kind = 'hike.page'", []),
    ])
    func `drops the damaged records, and keeps the rest intact`(sql: String, lost: [DamagedPart]) throws {
        let before = try populate().content
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
        #expect(try after.committed.profile == before.profile)
        #expect(try after.committed.revision == 3)
        let left = before.hikes.filter { !lost.contains(.hike($0.header.id)) }
        #expect(try after.hikes == left.map(\.header))
        #expect(try after.hike(1) == before.hikes[0])
        if lost == [.observations(2)] { #expect(try after.hike(2).observations.isEmpty) }
        #expect(try (after.savedDraft?.profile.username == "draft") == !lost.contains(.draft))
        let card = try temporary.gate.emergencyCard
        #expect((card == nil) == lost.contains(.emergencyCard))
        try expectWhole()
    }

    @Test func `takes a lost profile from the draft's base when that is newer than the history`() throws {
        let before = try populate().committed
        try execute("UPDATE profile SET record = zeroblob(300)")
        try execute("UPDATE history SET record = zeroblob(300) WHERE revision = 3")
        #expect(try temporary.unlock().repair().lost == [.profile, .revision(3)])
        #expect(try temporary.unlock().committed == before)
        #expect(try temporary.unlock().history().map(\.revision) == [3, 2, 1])
        try expectWhole()
    }

    @Test func `takes an older profile when no newer one is readable, and keeps the draft`() throws {
        let store = try populate()
        try store.discard()
        try execute("UPDATE profile SET record = zeroblob(300)")
        try execute("UPDATE history SET record = zeroblob(300) WHERE revision = 3")
        #expect(try store.repair().lost == [.profile, .revision(3)])
        #expect(try temporary.unlock().committed.profile.username == "g_kumar")
        #expect(try temporary.unlock().committed.revision == 2)
        try expectWhole()
    }

    @Test func `makes a new profile when nothing of it is left, and keeps the hikes`() throws {
        let store = try populate()
        try execute("DELETE FROM profile")
        try execute("DELETE FROM history")
        try execute("DELETE FROM draft")
        let repair = try store.repair()
        #expect(Set(repair.lost) == [.profile, .draft, .revision(1), .revision(2), .revision(3)])
        #expect(repair.recreated == ["profile"])
        let after = try temporary.unlock()
        #expect(try after.committed.revision == 1)
        #expect(try after.hikes.count == 3)
        try expectWhole()
    }

    @Test func `keeps the commits before a lost one, and reports the loss once`() throws {
        let store = try populate()
        try store.discard()
        let first = try store.history().last
        try store.edit { $0.username = "fourth" }
        try execute("UPDATE history SET record = zeroblob(300) WHERE revision IN (2, 3)")
        let repair = try store.repair()
        #expect(repair.lost == [.revision(2), .revision(3)])
        #expect(repair.unverifiable == [.record(kind: Profile.kinds.history.name, number: nil)])
        let after = try temporary.unlock()
        #expect(try after.history().map(\.revision) == [4, 1])
        #expect(try after.history(limit: 2).last == first)
        #expect(try !after.repairPreview().isNeeded)
        #expect(code { try after.undo(to: 2) } == .notFound)
        #expect(try after.summary(after: 1)?.committed.revision == 4)
        try after.undo(to: 1)
        #expect(try after.history().map(\.revision) == [5, 4, 1])
        try execute("UPDATE history SET record = zeroblob(300) WHERE revision = 5")
        #expect(try after.repair().lost == [.revision(5)])
        #expect(try temporary.unlock().history().map(\.revision) == [5, 4, 1])
        try expectWhole()
    }

    @Test func `keeps the history when the newest commits before the profile are lost`() throws {
        let store = try populate()
        try store.edit { $0.username = "fourth" }
        try store.discard()
        try execute("UPDATE history SET record = zeroblob(300) WHERE revision IN (3, 4)")
        _ = try temporary.unlock().repair()
        let after = try temporary.unlock()
        #expect(try after.committed.profile.username == "fourth")
        #expect(try after.history().map(\.revision) == [4, 2, 1])
        try expectWhole()
    }

    @Test(arguments: [true, false]) func `keeps older data that was put back only on request`(isKept: Bool) throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM hike WHERE id = 2")
        try execute("CREATE TABLE draft_kept AS SELECT * FROM draft")
        try store.removeHike(2)
        try store.updateDraft { $0.username = "later" }
        try execute("INSERT INTO hike SELECT * FROM kept")
        try execute("UPDATE draft SET (save, record) = (SELECT save, record FROM draft_kept)")
        try execute("DROP TABLE kept")
        try execute("DROP TABLE draft_kept")
        let preview = try store.repairPreview()
        #expect(preview.outdated == [.draft, .hike(2)])
        #expect(preview.lost == [])
        let repair = try store.repair(keepingOutdated: isKept)
        #expect(repair.outdated == preview.outdated)
        let after = try temporary.unlock()
        #expect(try after.hikes.map(\.id) == (isKept ? [1, 2, 3] : [1, 3]))
        #expect(try after.savedDraft?.profile.username == (isKept ? "draft" : nil))
        try expectWhole()
    }

    // Without a manifest, only the history shows that another profile came after it.
    @Test(arguments: [false, true])
    func `takes the last profile from the history when an older one was put back`(isManifestLost: Bool) throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM profile")
        try store.edit { $0.username = "newest" }
        try store.discard()
        try execute("UPDATE profile SET (revision, record) = (SELECT revision, record FROM kept)")
        try execute("DROP TABLE kept")
        if isManifestLost { try execute("UPDATE manifest SET record = zeroblob(300)") }
        #expect(try temporary.unlock().repair(keepingOutdated: true).lost == (isManifestLost ? [] : [.profile]))
        #expect(try temporary.unlock().committed.profile.username == "newest")
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

    @Test func `gives no id twice, even when the newest hike was removed before`() throws {
        let store = try populate()
        try store.removeHike(3)
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 1")
        _ = try temporary.unlock().repair()
        let hike = Hike(header: HikeHeader(id: 0, name: "After", distance: 2))
        #expect(try temporary.unlock().importHikes([ImportedHike(sourceID: nil, hike: hike)]).imported == [4])
    }

    @Test func `drops and lists the records that a recovery kept aside`() throws {
        _ = try populate()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        let secrets = Gate.Secrets(passcode: try Secret("820461"))
        try temporary.gate.recover(with: temporary.recoveryCode, settingUp: secrets, acceptingDamage: true)
        let store = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try store.check().contains { $0.note != nil })
        #expect(try store.repair().lost == [.hike(2)])
        #expect(try store.check().allSatisfy { $0.isOK && $0.note == nil })
        #expect(try !store.repair().isNeeded)
    }

    /// A record one byte of which is changed, and what is lost with it.
    struct Flipped: Sendable, CustomTestStringConvertible {
        let table: String
        let column: String
        let condition: String
        let part: DamagedPart
        /// What a repair can't bring back.
        var lost: [DamagedPart]

        var testDescription: String { "\(table).\(column)" }
    }

    private static let flipped = [
        Flipped(table: "hike", column: "header", condition: "id = 2", part: .hike(2), lost: [.hike(2)]),
        Flipped(table: "hike", column: "track", condition: "id = 2", part: .hike(2), lost: [.observations(2)]),
        Flipped(table: "draft", column: "record", condition: "1", part: .draft, lost: [.draft]),
        Flipped(table: "emergency", column: "record", condition: "1", part: .emergencyCard, lost: [.emergencyCard]),
        Flipped(
            table: "history", column: "record", condition: "revision = 2", part: .revision(2), lost: [.revision(2)]),
    ]

    /// Damages a record, and sets it aside with a new recovery code.
    ///
    /// - Returns: the store, and a function that mends what was set aside.
    private func setAside(_ flipped: Flipped) throws -> (store: ProfileStore, mend: () throws -> Void) {
        let intact = try connection().rows(
            "SELECT \(flipped.column) FROM \(flipped.table) WHERE \(flipped.condition)", read: { try $0.blob(0) })[0]
        var damaged = intact
        damaged[damaged.count - 1] ^= 1
        try connection().run(
            "UPDATE \(flipped.table) SET \(flipped.column) = ? WHERE \(flipped.condition)", .blob(damaged))
        try temporary.gate.renewRecoveryCode(
            current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)), acceptingDamage: true)
        let store = try temporary.unlock()
        return (
            store,
            {
                var head = try self.connection().rows(
                    "SELECT head FROM record WHERE kind = 'aside'", read: { try $0.blob(0) })[0]
                let start = try #require(head.indices.first { head[$0...].starts(with: damaged) })
                head.replaceSubrange(start..<start + intact.count, with: intact)
                try self.execute(
                    "UPDATE record SET head = x'\(head.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())' WHERE kind = 'aside'"
                )
            }
        )
    }

    @Test(arguments: flipped) func `names what is lost of what was set aside, and no more`(flipped: Flipped) throws {
        _ = try populate()
        let (store, _) = try setAside(flipped)
        #expect(try store.check().contains(where: \.notesLoss))
        #expect(try store.repairPreview().setAside == [])
        #expect(try store.repair(keepingOutdated: true).lost == flipped.lost)
        try expectWhole()
    }

    @Test(arguments: flipped, [true, false])
    func `brings back what was set aside and opens again, on request`(flipped: Flipped, isKept: Bool) throws {
        let before = try populate().content
        let history = try temporary.unlock().history()
        let (store, mend) = try setAside(flipped)
        if flipped.column != "track" { #expect(try store.content.hikes.count == (flipped.table == "hike" ? 2 : 3)) }
        try mend()
        let preview = try store.repairPreview()
        #expect(preview.setAside == [flipped.part] && preview.lost == [])
        let repair = try store.repair(keepingOutdated: isKept)
        #expect(repair.setAside == [flipped.part] && repair.lost == [])
        let after = try temporary.unlock()
        if isKept {
            #expect(try after.content.hikes == before.hikes)
            #expect(try after.history() == history)
            #expect(try after.savedDraft?.username == "draft")
            #expect(try temporary.gate.emergencyCard?.description == "Call Kim")
        }
        try expectWhole()
    }

    @Test func `brings back an older record that was set aside, and replaces nothing that was written since`() throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM hike WHERE id = 2")
        try store.removeHike(2)
        try execute("INSERT INTO hike SELECT * FROM kept")
        try execute("DROP TABLE kept")
        try temporary.gate.renewRecoveryCode(
            current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)), acceptingDamage: true)
        let renewed = try temporary.unlock()
        #expect(try renewed.hikes.map(\.id) == [1, 3])
        #expect(try renewed.repairPreview().setAside == [.hike(2)])
        try renewed.purgeHikes([2])
        try renewed.importHikes(ImportedHike.short(2...2))
        #expect(try renewed.repair(keepingOutdated: true).setAside == [])
        #expect(try temporary.unlock().hikes.map(\.id) == [1, 2, 3])
        try expectWhole()
    }

    @Test(arguments: [
        "DELETE FROM record WHERE kind = 'hike.page'", "UPDATE manifest SET record = zeroblob(300)",
        "UPDATE history SET record = zeroblob(300) WHERE revision = 3",
        "UPDATE emergency SET record = zeroblob(300)", "UPDATE profile SET record = zeroblob(300)",
    ])
    func `is possible after a recovery of the damaged store, which keeps the readable parts`(sql: String) throws {
        let before = try populate().content
        try execute(sql)
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: try Secret("820461")),
            acceptingDamage: true)
        let store = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try store.content == before)
        #expect(try store.check().allSatisfy(\.isOK))
        try store.edit { $0.prefersNotifications.toggle() }
        #expect(try store.addHike(HikeHeader(id: 0, name: "After", distance: 2)).ids.first == 4)
        _ = try store.repair()
        #expect(try store.check().allSatisfy { $0.isOK && $0.note == nil })
    }

    @Test(arguments: ["x''", "zeroblob(300)"])
    func `keeps a removed hike without its observations when only they are damaged`(value: String) throws {
        let store = try populate()
        let before = try store.hike(2).header
        try store.removeHike(2)
        try execute("UPDATE record SET body = \(value) WHERE kind = 'hike.removed'")
        let repair = try temporary.unlock().repair()
        #expect(repair.lost == [.part("hike.removed.body", number: 2)])
        #expect(repair.outdated == [])
        let after = try temporary.unlock()
        try after.restoreHikes([2])
        #expect(try after.hike(2) == Hike(header: before))
        try expectWhole()
    }

    @Test func `keeps every existing copy`() throws {
        for number in 1...2 {
            let store = number == 1 ? try populate() : try temporary.unlock()
            try execute("UPDATE hike SET header = zeroblob(300) WHERE id = \(number)")
            #expect(try store.repair().copy == copyPath + (number == 1 ? "" : ".2"))
        }
    }

    @Test func `changes nothing when the copy can't be made`() throws {
        let store = try populate()
        try execute("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        let before = try stored()
        for number in 1...100 { try write([1], to: copyPath + (number == 1 ? "" : ".\(number)")) }
        #expect(code { _ = try store.repair() } == .exists)
        #expect(try stored() == before)
    }
}
