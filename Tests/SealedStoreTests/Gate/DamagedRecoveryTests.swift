import SealedStoreTesting
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(
    .temporaryStore,
    .reliability(
        "R29", "a change of keys sets no damage aside unasked",
        figure: "17 kinds of damage: each refused, before a code is shown or anything is written",
        control: "accepted beforehand: all 17 go on")
) struct `Recovery of a damaged store` {
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

    private func populate() throws {
        let store = try temporary.unlock()
        try store.addNotes(1...3)
        try store.edit { $0.days = 3 }
        try store.edit { $0.place = "third" }
        try store.updateDraft { $0.place = "draft" }
        try store.setReadableText("Call Ada")
    }

    private func connect() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// The copy that a recovery of a damaged store makes.
    private var copyPath: String { gate.path + ".damaged" }

    /// Everything that a refused recovery must leave as it is: the records, and the names of all files.
    private func everything() throws -> [String] {
        let connection = try connect()
        let boxes = ["mac FROM account", "envelope FROM stage", "record FROM manifest", "head FROM record"]
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
        /// Whether a damaged note is gone, rather than one of its parts.
        var losesNotes = true

        var testDescription: String { sql }
    }

    static let damages = [
        Damage(sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2", parts: [.note(2)]),
        Damage(
            sql: "UPDATE record SET body = head WHERE kind = 'note' AND number = 2", parts: [.note(2)],
            losesNotes: false),
        Damage(
            sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number < 3",
            parts: [.note(1), .note(2)], aside: 2),
        Damage(sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'", parts: [.trip]),
        Damage(sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.draft'", parts: [.draft]),
        Damage(sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'total'", parts: [.total]),
        Damage(sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'card'", parts: [.card]),
        Damage(
            sql: "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 2",
            parts: [.revision(2)]),
        Damage(sql: "UPDATE manifest SET record = zeroblob(300)", parts: [.manifest], aside: 0),
        Damage(sql: "UPDATE manifest SET revision = 9223372036854775807", parts: [.manifest], aside: 0),
        Damage(sql: "DELETE FROM manifest", parts: [.manifest], aside: 0),
        Damage(sql: "DELETE FROM record WHERE kind = 'trip'", parts: [.trip], aside: 0),
        Damage(sql: "DELETE FROM record WHERE kind = 'total'", parts: [.total], aside: 0),
        Damage(sql: "DELETE FROM record WHERE kind = 'trip.draft'", parts: [.draft], aside: 0),
        Damage(sql: "DELETE FROM record WHERE kind = 'note' AND number = 2", parts: [.notes], aside: 0),
        Damage(sql: "DELETE FROM record WHERE kind = 'trip.history' AND number = 1", parts: [.revision(1)], aside: 0),
        Damage(sql: "DELETE FROM record WHERE kind = 'trip.history' AND number = 2", parts: [.revision(2)], aside: 0),
    ]

    /// Expects the rest of the content to be there.
    private func expectRest(_ store: TripStore, after damage: Damage) throws {
        #expect(try store.committed.revision == 3)
        #expect(try store.document.place == "third")
        #expect(try store.document.days == 3)
        #expect(try store.savedDraft?.place == (damage.parts.contains(.draft) ? nil : "draft"))
        let notes = (1...3).filter { number in
            !(damage.losesNotes && damage.parts.contains(.note(number)))
                && !(number == 2 && damage.parts.contains(.notes))
        }
        #expect(try store.notes.keys.sorted() == notes)
        #expect(try store.total == notes.count)
        #expect(
            try gate.readableText() == (damage.parts.contains(.card) ? nil : "Call Ada"))
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == [])
        try store.edit { $0.place = "after" }
        try store.addNotes(9...9)
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == [])
    }

    @Test(arguments: damages)
    func `goes on if damage is accepted, restores the readable parts, and names the others`(damage: Damage) throws {
        // So the test above notices a recovery that doesn't ask.
        try populate()
        try connect().run(damage.sql)
        var reported: ([DamagedPart], String) = ([], "")
        let before = try connect().rows("SELECT head FROM record WHERE kind = 'note'") { try $0.blob(0) }
        try gate.recover(
            with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true,
            damageHandler: { reported = ($0, $1) })
        #expect(reported == (damage.parts, copyPath))
        let copy = try Connection(opening: copyPath, mode: .existing, busyTimeout: .seconds(1))
        #expect(try copy.rows("SELECT head FROM record WHERE kind = 'note'") { try $0.blob(0) } == before)
        #expect(try keptAside == damage.aside)
        try expectRest(try gate.unlock(with: Secret(Self.new)), after: damage)
    }

    @Test(arguments: [Int.max, Int.max - 1, Int.min]) func `sets records aside whatever numbers others claim`(
        number: Int
    ) throws {
        try populate()
        try connect().run("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number < 3")
        try connect().run(
            "INSERT INTO record (account, kind, number, revision, head, body) VALUES ('main', 'aside', \(number), 1, x'00', x'00')"
        )
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true)
        #expect(try keptAside == 3)
        #expect(try gate.unlock(with: Secret(Self.new)).notes.keys.sorted() == [3])
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
        let before = try connect().first("SELECT head FROM record WHERE kind = 'note' AND number = 2") {
            try $0.blob(0)
        }
        var flipped = try #require(before)
        flipped[99] ^= 0x01
        try connect().run("UPDATE record SET head = ? WHERE kind = 'note' AND number = 2", .blob(flipped))
        var code = try gate.recover(with: temporary.recoveryCode, settingUp: secrets(), acceptingDamage: true)
        let kept = try connect().first("SELECT head FROM record WHERE kind = 'aside'") { try $0.blob(0) }
        code = try gate.recover(with: code, settingUp: secrets("640275"))
        #expect(try connect().first("SELECT head FROM record WHERE kind = 'aside'") { try $0.blob(0) } == kept)
        let store = try gate.unlock(with: Secret("640275"))
        let check = try store.check().first { $0.name == "manifest" }
        #expect(check?.note == .recordsAside(1))
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
        let before = try (temporary.unlock().document, temporary.unlock().notes)
        let formats = try gate.stages()
        try connect().run(sql)
        #expect(try gate.stages(recoveredWith: temporary.recoveryCode) == formats)
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        #expect(try gate.stages() == formats)
        #expect(try gate.costs() == [gate.configuration.cost])
        let store = try gate.unlock(with: Secret(Self.new))
        #expect(try store.document == before.0 && store.notes == before.1)
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
        #expect(error?.reason == .recoveryCodeOrGate(.main) && error?.code == .wrongPasscode)
    }

    @Test func `fails with another store's code, and changes nothing`() throws {
        try populate()
        try connect().run("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2")
        let before = try bytes(of: gate.path)
        let other = try TemporaryStore()
        let error = #expect(throws: StoreError.self) {
            try gate.recover(with: other.recoveryCode, settingUp: secrets())
        }
        #expect(error?.reason == .wrongRecoveryCode(.main))
        #expect(try bytes(of: gate.path) == before)
    }

    @Test(arguments: ["head", "body", "fingerprint"])
    func `is not needed when the damaged note is removed and written again`(column: String) throws {
        try populate()
        try connect().run("UPDATE record SET \(column) = zeroblob(32) WHERE kind = 'note' AND number = 2")
        let store = try temporary.unlock()
        try store.removeNote(2)
        #expect(try store.check().filter { !$0.isOK } == [])
        try store.addNotes(2...2)
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.note(2)?.text == "Note 2")
        try store.backup(to: "\(temporary.folder)/backup")
        try gate.recover(
            with: temporary.recoveryCode, settingUp: secrets(),
            damageHandler: { _, _ in #expect(Bool(false), "it was intact") }
        )
    }

    @Test func `is still needed after a damaged note is removed when other damage remains`() throws {
        try populate()
        try connect().run("UPDATE record SET body = zeroblob(32) WHERE kind = 'note' AND number = 2")
        try connect().run("DELETE FROM record WHERE kind = 'trip.history' AND number = 2")
        let store = try temporary.unlock()
        try store.removeNote(2)
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["trip.history", "manifest"])
    }
}
