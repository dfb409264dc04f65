import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

// What a repair does with records that a recovery set aside.
extension `Repairing a store` {
    @Test func `drops and lists the records that a recovery kept aside`() throws {
        _ = try populate()
        try execute("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2")
        let secrets = Gate.Secrets(passcode: try Secret("820461"))
        try temporary.gate.recover(with: temporary.recoveryCode, settingUp: secrets, acceptingDamage: true)
        let store = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try store.check().contains { $0.note != nil })
        #expect(try store.repair().lost == [.note(2)])
        #expect(try store.check().allSatisfy { $0.isOK && $0.note == nil })
        #expect(try !store.repair().isNeeded)
    }

    /// A record one byte of which is changed, and what is lost with it.
    struct Flipped: Sendable, CustomTestStringConvertible {
        let column: String
        let condition: String
        let part: DamagedPart
        /// What a repair can't bring back.
        var lost: [DamagedPart]

        var testDescription: String { "\(column) of \(condition)" }
    }

    private static let flipped = [
        Flipped(column: "head", condition: "kind = 'note' AND number = 2", part: .note(2), lost: [.note(2)]),
        Flipped(column: "body", condition: "kind = 'note' AND number = 2", part: .note(2), lost: [.body(2)]),
        Flipped(column: "head", condition: "kind = 'trip.draft'", part: .draft, lost: [.draft]),
        Flipped(column: "head", condition: "kind = 'card'", part: .card, lost: [.card]),
        Flipped(
            column: "head", condition: "kind = 'trip.history' AND number = 2", part: .revision(2), lost: [.revision(2)]),
    ]

    /// Damages a record, and sets it aside with a new recovery code.
    ///
    /// - Returns: the store, and a function that mends what was set aside.
    private func setAside(_ flipped: Flipped) throws -> (store: TripStore, mend: () throws -> Void) {
        let intact = try connection().rows(
            "SELECT \(flipped.column) FROM record WHERE \(flipped.condition)", read: { try $0.blob(0) })[0]
        var damaged = intact
        damaged[damaged.count - 1] ^= 1
        try connection().run(
            "UPDATE record SET \(flipped.column) = ? WHERE \(flipped.condition)", .blob(damaged))
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
        let before = try content(of: populate())
        let history = try temporary.unlock().history()
        let (store, mend) = try setAside(flipped)
        if flipped.column != "body" { #expect(try store.notes.count == (flipped.part == .note(2) ? 2 : 3)) }
        try mend()
        let preview = try store.repairPreview()
        #expect(preview.setAside == [flipped.part] && preview.lost == [])
        let repair = try store.repair(keepingOutdated: isKept)
        #expect(repair.setAside == [flipped.part] && repair.lost == [])
        let after = try temporary.unlock()
        if isKept {
            #expect(try content(of: after) == before)
            #expect(try after.history() == history)
            #expect(try after.savedDraft?.place == "draft")
            #expect(try temporary.gate.readableText() == "Call Kim")
        }
        try expectWhole()
    }

    @Test func `brings back an older record that was set aside, and replaces nothing that was written since`() throws {
        let store = try populate()
        try execute("CREATE TABLE kept AS SELECT * FROM record WHERE kind = 'note' AND number = 2")
        try store.removeNote(2)
        try execute("INSERT INTO record SELECT * FROM kept")
        try execute("DROP TABLE kept")
        try temporary.gate.renewRecoveryCode(
            current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)), acceptingDamage: true)
        let renewed = try temporary.unlock()
        #expect(try renewed.notes.keys.sorted() == [1, 3])
        #expect(try renewed.repairPreview().setAside == [.note(2)])
        try renewed.addNotes(2...2)
        #expect(try renewed.repair(keepingOutdated: true).setAside == [])
        #expect(try temporary.unlock().notes.keys.sorted() == [1, 2, 3])
        try expectWhole()
    }
}
