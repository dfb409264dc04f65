import ProfileKitTesting
import ProfileRendering
import StoreSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `Recovery of a damaged store` {
    private static let new = "820461"

    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }

    private func secrets(_ passcode: String = Self.new) throws -> Gate.Secrets {
        Gate.Secrets(passcode: try Secret(passcode))
    }

    /// The number of records that are kept aside.
    private var keptAside: Int {
        get throws { try SQLiteEngine(opening: gate.path).look { try AsideRecords.count(of: .main, in: $0) } }
    }

    private func hike(_ id: Int) -> ImportedHike {
        ImportedHike(
            sourceID: id,
            hike: Hike(
                header: HikeHeader(id: id, name: "Hike \(id)", distance: 5),
                observations: [HikeObservation(distanceFromStart: 1)]))
    }

    private func populate() throws {
        let store = try temporary.unlock()
        try store.importHikes((1...3).map(hike))
        try store.edit { $0.seasonalPhoto = .spring }
        try store.edit { $0.username = "third" }
        try store.updateDraft { $0.username = "draft" }
        try store.setEmergencyCard(try EmergencyCard("Call Ada"))
    }

    private func connect() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// The copy that a recovery of a damaged store makes.
    private var copyPath: String { gate.path + ".damaged" }

    /// Everything that a refused recovery must leave as it is: the records, and the names of all files.
    private func everything() throws -> [String] {
        let connection = try connect()
        let boxes = [
            "mac FROM account", "envelope FROM stage", "record FROM manifest", "record FROM profile",
            "record FROM draft", "record FROM history", "header FROM hike", "record FROM summary",
        ]
        let rows = try boxes.flatMap { box in try connection.rows("SELECT \(box)") { "\(try $0.blob(0))" } }
        return try rows + contents(of: temporary.folder).sorted() + contents(of: temporary.stateFolder).sorted()
    }

    @Test(arguments: damages)
    func `is refused unless damage is accepted, before a code is shown or anything is written`(
        damage: Damage
    ) throws {
        try populate()
        try connect().run(damage.sql)
        let before = try everything()
        var shown = 0
        func expectRefusal(_ body: () throws -> Void) {
            let error = #expect(throws: StoreError.self) { try body() }
            #expect(error?.reason == .damagedParts(damage.parts))
        }
        expectRefusal {
            try gate.recover(
                with: temporary.recoveryCode, settingUp: secrets(), recoveryCodeHandler: { _ in shown += 1 })
        }
        expectRefusal {
            try gate.renewRecoveryCode(
                current: secrets(TemporaryStore.passcode), recoveryCodeHandler: { _ in shown += 1 })
        }
        expectRefusal { try gate.verify(temporary.recoveryCode, settingUp: secrets()) }
        expectRefusal { try gate.verify(secrets(TemporaryStore.passcode), refusingDamage: true) }
        #expect(shown == 0)
        #expect(try everything() == before)
        try gate.verify(temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true)
        try gate.verify(secrets(TemporaryStore.passcode))
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let sql: String
        let parts: [DamagedPart]
        /// The number of records that are kept aside.
        var aside = 1
        /// Whether a damaged hike is gone, rather than one of its parts.
        var losesHikes = true

        var testDescription: String { sql }
    }

    static let damages = [
        Damage(sql: "UPDATE hike SET header = zeroblob(300) WHERE id = 2", parts: [.hike(2)]),
        Damage(sql: "UPDATE hike SET track = header WHERE id = 2", parts: [.hike(2)], losesHikes: false),
        Damage(
            sql: "UPDATE hike SET header = zeroblob(300) WHERE id < 3", parts: [.hike(1), .hike(2)], aside: 2),
        Damage(sql: "UPDATE profile SET record = zeroblob(300)", parts: [.profile]),
        Damage(sql: "UPDATE draft SET record = zeroblob(300)", parts: [.draft]),
        Damage(sql: "UPDATE summary SET record = zeroblob(300)", parts: [.summary]),
        Damage(sql: "UPDATE emergency SET record = zeroblob(300)", parts: [.emergencyCard]),
        Damage(sql: "UPDATE history SET record = zeroblob(300) WHERE revision = 2", parts: [.revision(2)]),
        Damage(sql: "UPDATE manifest SET record = zeroblob(300)", parts: [.manifest], aside: 0),
        Damage(sql: "UPDATE manifest SET revision = 9223372036854775807", parts: [.manifest], aside: 0),
        Damage(sql: "DELETE FROM manifest", parts: [.manifest], aside: 0),
        Damage(sql: "DELETE FROM profile", parts: [.profile], aside: 0),
        Damage(sql: "DELETE FROM summary", parts: [.summary], aside: 0),
        Damage(sql: "DELETE FROM draft", parts: [.draft], aside: 0),
        Damage(sql: "DELETE FROM hike WHERE id = 2", parts: [.hikes], aside: 0),
        Damage(sql: "DELETE FROM history WHERE revision = 1", parts: [.revision(1)], aside: 0),
        Damage(sql: "DELETE FROM history WHERE revision = 2", parts: [.revision(2)], aside: 0),
    ]

    /// Expects the rest of the content to be there.
    private func expectRest(_ store: ProfileStore, after damage: Damage) throws {
        #expect(try store.committed.revision == 3)
        #expect(try store.profile.username == "third")
        #expect(try store.profile.seasonalPhoto == .spring)
        #expect(try store.savedDraft?.username == (damage.parts.contains(.draft) ? nil : "draft"))
        let hikes = (1...3).filter { id in
            !(damage.losesHikes && damage.parts.contains(.hike(id))) && !(id == 2 && damage.parts.contains(.hikes))
        }
        #expect(try store.content.hikes.map(\.id) == hikes)
        #expect(try store.summary.hikes.totals.hikes == hikes.count)
        #expect(
            try gate.emergencyCard?.description == (damage.parts.contains(.emergencyCard) ? nil : "Call Ada"))
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == [])
        try store.edit { $0.username = "after" }
        try store.importHikes([hike(9)])
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == [])
    }

    @Test(arguments: damages) func `restores the readable parts, and names the others`(damage: Damage) throws {
        try populate()
        try connect().run(damage.sql)
        var reported: ([DamagedPart], String) = ([], "")
        let before = try connect().rows("SELECT header FROM hike") { try $0.blob(0) }
        try gate.recover(
            with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true,
            damageHandler: { reported = ($0, $1) })
        #expect(reported == (damage.parts, copyPath))
        let copy = try Connection(opening: copyPath, mode: .existing, busyTimeout: .seconds(1))
        #expect(try copy.rows("SELECT header FROM hike") { try $0.blob(0) } == before)
        #expect(try keptAside == damage.aside)
        try expectRest(try gate.unlock(with: Secret(Self.new)), after: damage)
    }

    @Test(arguments: [Int.max, Int.max - 1, Int.min]) func `sets records aside whatever numbers others claim`(
        number: Int
    ) throws {
        try populate()
        try connect().run("UPDATE hike SET header = zeroblob(300) WHERE id < 3")
        try connect().run(
            "INSERT INTO record (account, kind, number, revision, head, body) VALUES ('main', 'aside', \(number), 1, x'00', x'00')"
        )
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true)
        #expect(try keptAside == 3)
        #expect(try gate.unlock(with: Secret(Self.new)).hikes.map(\.id) == [3])
    }

    @Test(arguments: damages) func `does the same with a new recovery code`(damage: Damage) throws {
        try populate()
        try connect().run(damage.sql)
        var reported: [DamagedPart] = []
        let code = try gate.renewRecoveryCode(
            current: secrets(TemporaryStore.passcode), acceptingDamage: true,
            damageHandler: { parts, _ in reported = parts })
        #expect(reported == damage.parts)
        try expectRest(try temporary.unlock(), after: damage)
        try gate.recover(with: code, settingUp: secrets())
    }

    /// A byte of each part of a hike that is changed, and each part that is removed.
    static let damagedParts = ["header", "track", "recording"].flatMap { column in
        [
            (
                column,
                """
                CAST(substr(\(column), 1, 90)
                    || CASE substr(\(column), 91, 1) WHEN x'00' THEN x'01' ELSE x'00' END
                    || substr(\(column), 92) AS BLOB)
                """
            ),
            (column, "x''"),
        ]
    }

    @Test(arguments: damagedParts, [true, false])
    func `loses no more of a hike than its damaged part, and so does a repair`(
        part: (column: String, value: String), isRepair: Bool
    ) throws {
        let column = part.column
        let points = (0..<20).compactMap { index in
            TrackPoint(
                latitude: 47 + Double(index) * 0.0001, longitude: 11, elevation: 500,
                time: Timestamp(secondsSince1970: 1_777_000_000 + Double(index * 10), utcOffset: 0))
        }
        let walk = ImportedHike(name: "Walk", source: "GPX", recording: Recording(segments: [points]))
        let written = try temporary.unlock()
        let id = try #require(try written.importHikes([walk]).imported.first)
        let before = try written.hike(id)
        try connect().run("UPDATE hike SET \(column) = \(part.value)")
        if isRepair {
            let lost: [String: DamagedPart] = ["header": .hike(id), "recording": .part("hike.recording", number: id)]
            #expect(try temporary.unlock().repair(keepingOutdated: false).lost == [lost[column]].compactMap(\.self))
        } else {
            // Observations that are lost are restored from the recording, and nothing else is lost with them.
            try gate.recover(with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true)
        }
        let store = try gate.unlock(with: Secret(isRepair ? TemporaryStore.passcode : Self.new))
        #expect(try store.hikes.map(\.id) == (column == "header" ? [] : [id]))
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == [])
        guard column != "header" else { return }
        #expect(try store.hike(id).header == before.header)
        #expect(try store.hike(id).observations == before.observations, "restored from the recording")
        #expect(try (store.recording(ofHike: id) == nil) == (column == "recording"))
    }

    @Test func `reports no damage in an intact store`() throws {
        try populate()
        try gate.recover(
            with: temporary.recoveryCode, settingUp: secrets(),
            damageHandler: { _, _ in #expect(Bool(false), "it was intact") }
        )
        #expect(try keptAside == 0)
    }

    @Test func `keeps damaged records as they were sealed, over further recoveries`() throws {
        try populate()
        let before = try connect().first("SELECT header FROM hike WHERE id = 2") { try $0.blob(0) }
        var flipped = try #require(before)
        flipped[99] ^= 0x01
        try connect().run("UPDATE hike SET header = ? WHERE id = 2", .blob(flipped))
        var code = try gate.recover(with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true)
        let kept = try connect().first("SELECT head FROM record WHERE kind = 'aside'") { try $0.blob(0) }
        code = try gate.recover(with: code, settingUp: secrets("640275"))
        #expect(try connect().first("SELECT head FROM record WHERE kind = 'aside'") { try $0.blob(0) } == kept)
        let store = try gate.unlock(with: Secret("640275"))
        let check = try store.check().first { $0.name == "manifest" }
        #expect(check?.note?.words == "records set aside because they do not open: 1")
        #expect(check?.notesLoss == true)
        // Everything except the one byte.
        let header = try #require(before)
        let boxes = try #require(kept)
        #expect(boxes.indices.contains { boxes[$0...].starts(with: header[100...]) })
        _ = code
    }

    @Test(arguments: [
        "DELETE FROM stage", "UPDATE stage SET position = 2", "UPDATE stage SET format = 'digits:6x'",
        "UPDATE stage SET operations = -1", "UPDATE stage SET memory = -1", "UPDATE account SET shuffle = -1",
        "INSERT INTO stage SELECT account, 1, format, epoch, operations, memory, salt, envelope FROM stage",
    ])
    func `needs no stage of the gate, and makes the one that its owner chose`(sql: String) throws {
        try populate()
        let before = try temporary.unlock().content
        let formats = try gate.stages()
        try connect().run(sql)
        #expect(try gate.stages(recoveredWith: temporary.recoveryCode) == formats)
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        #expect(try gate.stages() == formats)
        #expect(try gate.costs() == [gate.configuration.cost])
        let store = try gate.unlock(with: Secret(Self.new))
        #expect(try store.content == before)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test(arguments: [
        "UPDATE account SET recovery = CAST(x'00' || substr(recovery, 2) AS BLOB)", "UPDATE account SET recovery = x''",
    ])
    func `doesn't send an owner to another code when what the code opens is damaged`(sql: String) throws {
        try populate()
        try connect().run(sql)
        let error = #expect(throws: StoreError.self) {
            try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        }
        #expect(error?.code == .wrongPasscode)
        #expect(error?.reason == .recoveryCodeOrGate(.main))
        #expect(error?.message.contains("damaged") == true)
    }

    @Test func `fails with another store's code, and changes nothing`() throws {
        try populate()
        try connect().run("UPDATE hike SET header = zeroblob(300) WHERE id = 2")
        let before = try bytes(of: gate.path)
        let other = try TemporaryStore()
        let error = #expect(throws: StoreError.self) {
            try gate.recover(with: other.recoveryCode, settingUp: secrets())
        }
        #expect(error?.reason == .wrongRecoveryCode(.main))
        #expect(try bytes(of: gate.path) == before)
    }

    @Test(arguments: ["header", "track", "fingerprint"])
    func `is not needed when the damaged hike is removed and imported again`(column: String) throws {
        try populate()
        try connect().run("UPDATE hike SET \(column) = zeroblob(32) WHERE id = 2")
        let store = try temporary.unlock()
        try store.removeHike(2)
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.importHikes([hike(2)]).imported == [2])
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.hike(2).name == "Hike 2")
        try store.backup(to: "\(temporary.folder)/backup")
        try gate.recover(
            with: temporary.recoveryCode, settingUp: secrets(),
            damageHandler: { _, _ in #expect(Bool(false), "it was intact") }
        )
    }

    @Test func `is still needed after a damaged hike is removed when other damage remains`() throws {
        try populate()
        try connect().run("UPDATE hike SET track = zeroblob(32) WHERE id = 2")
        try connect().run("DELETE FROM history WHERE revision = 2")
        let store = try temporary.unlock()
        try store.removeHike(2)
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["history", "manifest"])
    }
}
