import Sealing
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// A note of a later form, or one that says so of its body alone.
struct LaterNote: CollectionElement {
    var note: Note
    var hasLaterHeader = true

    static let kind = Note.kind
    static let figureCount = Note.figureCount
    static func key(of header: Note.Header) -> Int { Note.key(of: header) }
    static func figures(of header: Note.Header) -> [Int?] { Note.figures(of: header) }
    var header: Note.Header { note.header }
    var contentDigest: [UInt8]? { note.contentDigest }
    var parts: [[UInt8]?] {
        let parts = note.parts
        let (head, body) = (parts[0] ?? [], parts[1] ?? [])
        return hasLaterHeader ? [[2] + head.dropFirst(), body] : [head, [Note.laterForm] + body.dropFirst()]
    }

    init(_ note: Note, hasLaterHeader: Bool) { (self.note, self.hasLaterHeader) = (note, hasLaterHeader) }
    init(parts: [[UInt8]?]) throws {
        hasLaterHeader = parts[0]?.first == 2
        note = try Note(parts: [[1] + (parts[0] ?? []).dropFirst(), [1] + (parts[1] ?? []).dropFirst()])
    }
    static func header(ofFirstPart bytes: [UInt8]) throws -> Note.Header {
        try Note.header(ofFirstPart: [1] + bytes.dropFirst())
    }
}

/// A store of an earlier program.
private final class EarlierStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "elements", documents: [Trip.self], collections: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    let notes = SealedCollection<Note>()
}

private final class LaterStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "elements", documents: [Trip.self], collections: [LaterNote.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    let notes = SealedCollection<LaterNote>()

    func addNotes() throws {
        try opened.write { transaction in
            for number in 4...5 {
                let note = Note("later", day: number, weight: 10, attachment: [UInt8(number)])
                let later = LaterNote(note, hasLaterHeader: number == 4)
                try notes.put(later, number: number, in: &transaction)
            }
        }
    }

    /// The texts by number, and the sum of the weights.
    var content: (texts: [Int: String], sum: Int) {
        get throws {
            try opened.read { transaction in
                var texts: [Int: String] = [:]
                try notes.forEachElement(in: &transaction) { number, later in
                    texts[number] = later.note.text
                    return true
                }
                return (texts, try notes.sum(in: &transaction).figures[0].sum)
            }
        }
    }
}

/// Elements of a later program's form, in the hands of an earlier one.
@Suite struct LaterElementTests {
    private let folder: SharedFolder

    init() throws { folder = try SharedFolder() }

    @Test func `elements that only a later program can read are noted and kept, by a recovery too`() throws {
        let (_, recoveryCode) = try folder.create(EarlierStore.self)
        try folder.open(EarlierStore.self).addNotes()
        try folder.open(LaterStore.self).addNotes()
        let texts = [1: "note", 2: "note", 3: "note", 4: "later", 5: "later"]
        let earlier = try folder.open(EarlierStore.self)
        #expect(throws: StoreError.self) { try earlier.opened.read { try earlier.notes.element(4, in: &$0) } }
        #expect(throws: StoreError.self) { try earlier.opened.read { try earlier.notes.element(5, in: &$0) } }
        let checks = try earlier.check()
        #expect(checks.filter { !$0.isOK } == [])
        #expect(checks.compactMap(\.note) == [.unreadableRecords(2)])
        #expect(try earlier.repair().isNeeded == false)
        try earlier.backup(to: folder.path + ".backup")
        var damaged: [DamagedPart] = []
        try folder.gate(EarlierStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)),
            acceptingDamage: true, damageHandler: { parts, _ in damaged = parts })
        #expect(damaged == [])
        #expect(try folder.open(EarlierStore.self).check().compactMap(\.note) == [.unreadableRecords(2)])
        let later = try folder.open(LaterStore.self)
        #expect(try later.content == (texts, 23))
        #expect(try later.check().filter { !$0.isOK } == [])
    }

    @Test func `what an earlier program's recovery kept is recognized again after a repair, or else has a twin`() throws
    {
        let recoveryCode = try folder.create(EarlierStore.self).recoveryCode
        try folder.open(LaterStore.self).addNotes()
        let secrets = GateSecrets(passcode: try Secret(folder.passcode))
        try folder.gate(EarlierStore.self).recover(with: recoveryCode, settingUp: secrets)
        let later = try folder.open(LaterStore.self)
        func number(ofAttachment byte: UInt8) throws -> Int? {
            try later.opened.read { try later.notes.number(withContentDigest: [byte], in: &$0) }
        }
        #expect(try number(ofAttachment: 4) == nil && number(ofAttachment: 5) == nil)
        // Before the repair, what is equal to the fifth may be added once more.
        let twin = LaterNote(Note("twin", day: 6, weight: 10, attachment: [5]), hasLaterHeader: true)
        try later.opened.write { try later.notes.put(twin, number: 6, in: &$0) }
        #expect(try later.check().compactMap(\.note) == [.incompleteRecords(1)])
        let repair = try later.repair()
        #expect(repair.isNeeded && repair.lost.isEmpty && repair.outdated.isEmpty)
        #expect(try number(ofAttachment: 4) == 4 && number(ofAttachment: 5) == 6)
        #expect(try later.check().filter { !$0.isOK || $0.note != nil } == [])
        #expect(try later.content == ([4: "later", 5: "later", 6: "twin"], 30))
        // The twins stop no recovery.
        try folder.gate(LaterStore.self).renewRecoveryCode(current: secrets)
        #expect(try folder.open(LaterStore.self).content == ([4: "later", 5: "later", 6: "twin"], 30))
    }

    /// What is damaged before a repair or a recovery by the earlier program.
    enum Damage: CaseIterable { case element, directory, manifest }

    private func tamper(_ damage: Damage) throws {
        switch damage {
        case .element: try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2")
        case .directory: try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note.page'")
        case .manifest: try folder.tamper("UPDATE manifest SET record = zeroblob(300)")
        }
    }

    @Test(arguments: Damage.allCases) func `a repair keeps elements that only a later program can read`(
        damage: Damage
    ) throws {
        try folder.create(EarlierStore.self)
        try folder.open(EarlierStore.self).addNotes()
        try folder.open(LaterStore.self).addNotes()
        try tamper(damage)
        let isElement = damage == .element
        let repair = try folder.open(EarlierStore.self).repair()
        #expect(repair.lost == (isElement ? [.record(kind: "note", number: 2)] : []))
        let later = try folder.open(LaterStore.self)
        let checks = try later.check()
        #expect(checks.filter { !$0.isOK } == [])
        #expect(try later.content.texts.keys.sorted() == (isElement ? [1, 3, 4, 5] : [1, 2, 3, 4, 5]))
        #expect(try later.opened.read { try later.notes.element(4, in: &$0)?.note.text } == "later")
        // Without the directory, the program that couldn't read the fourth had neither its key nor its weight.
        #expect(checks.compactMap(\.note) == (isElement ? [] : [.incompleteRecords(1)]))
        let mended = try later.repair()
        #expect(mended.isNeeded == !isElement && mended.lost.isEmpty)
        #expect(try later.content.sum == (isElement ? 22 : 23))
        #expect(try later.opened.read { try later.notes.sum(keys: 4...4, in: &$0).count } == 1)
        #expect(try later.check().filter { !$0.isOK || $0.note != nil } == [])
    }

    @Test(arguments: [Damage.directory, .manifest])
    func `a recovery without the directory keeps elements that only a later program can read`(damage: Damage) throws {
        let recoveryCode = try folder.create(EarlierStore.self).recoveryCode
        try folder.open(EarlierStore.self).addNotes()
        try folder.open(LaterStore.self).addNotes()
        try tamper(damage)
        var damaged: [DamagedPart] = []
        try folder.gate(EarlierStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)),
            acceptingDamage: true, damageHandler: { parts, _ in damaged = parts })
        #expect(damaged.contains(damage == .directory ? .notes : .manifest))
        let earlier = try folder.open(EarlierStore.self)
        #expect(try earlier.check().filter { !$0.isOK } == [])
        #expect(try earlier.check().compactMap(\.note) == [.unreadableRecords(2)])
        #expect(try earlier.repair(keepingOutdated: true).isNeeded == false)
        let later = try folder.open(LaterStore.self)
        let repair = try later.repair()
        #expect(repair.lost == [] && repair.setAside == [])
        let texts = [1: "note", 2: "note", 3: "note", 4: "later", 5: "later"]
        #expect(try later.content == (texts, 23))
        #expect(try later.opened.read { try later.notes.element(5, in: &$0)?.note.attachment } == [5])
        #expect(try later.check().filter { !$0.isOK || $0.note != nil } == [])
    }

    /// Adds the later program's elements, edits one, and puts back the row that it had.
    private func addOutdated(_ number: Int) throws {
        let later = try folder.open(LaterStore.self)
        try later.addNotes()
        let connection = try Connection(opening: folder.path, mode: .existing, busyTimeout: .seconds(1))
        let row = "FROM record WHERE kind = 'note' AND number = \(number)"
        try connection.run("CREATE TEMP TABLE kept AS SELECT * \(row)")
        try later.opened.write { transaction in
            var note = try #require(try later.notes.element(number, in: &transaction))
            note.note.text = "edited"
            try later.notes.put(note, number: number, in: &transaction)
        }
        try connection.run("DELETE \(row)")
        try connection.run("INSERT INTO record SELECT * FROM kept")
    }

    @Test(arguments: [false, true])
    func `a repair keeps an outdated element that it can't read only if it is told to`(keepsOutdated: Bool) throws {
        try folder.create(EarlierStore.self)
        try folder.open(EarlierStore.self).addNotes()
        try addOutdated(4)
        let repair = try folder.open(EarlierStore.self).repair(keepingOutdated: keepsOutdated)
        #expect(repair.lost == [] && repair.outdated == [.record(kind: "note", number: 4)])
        #expect(try folder.open(LaterStore.self).content.texts[4] == (keepsOutdated ? "later" : nil))
    }

    @Test(arguments: 4...5, [false, true])
    func `a repair brings back all of an element that was set aside and that it can't read, if it is told to`(
        number: Int, keepsOutdated: Bool
    ) throws {
        let recoveryCode = try folder.create(EarlierStore.self).recoveryCode
        try addOutdated(number)
        try folder.gate(EarlierStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)), acceptingDamage: true)
        let earlier = try folder.open(EarlierStore.self)
        #expect(try earlier.check().compactMap(\.note).contains(.recordsAside(1)))
        // The earlier program reads the header of the fifth, which was kept without its body.
        let rest: [UInt8]? = number == 5 ? [] : nil
        func attachment() throws -> [UInt8]? {
            let later = try folder.open(LaterStore.self)
            return try later.opened.read { try later.notes.element(number, in: &$0)?.note.attachment }
        }
        #expect(try attachment() == rest)
        let repair = try earlier.repair(keepingOutdated: keepsOutdated)
        #expect(repair.lost == [] && repair.setAside == [.note(number)])
        #expect(try earlier.check().filter { !$0.isOK } == [])
        #expect(try attachment() == (keepsOutdated ? [UInt8(number)] : rest))
        #expect(try folder.open(LaterStore.self).check().filter { !$0.isOK } == [])
    }

    @Test func `a repair lets what was kept of an element it can't read be, if that was edited since`() throws {
        let recoveryCode = try folder.create(EarlierStore.self).recoveryCode
        try addOutdated(5)
        try folder.gate(EarlierStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)), acceptingDamage: true)
        let earlier = try folder.open(EarlierStore.self)
        try earlier.opened.write { transaction in
            try earlier.notes.put(Note("mine", day: 5, weight: 10), number: 5, in: &transaction)
        }
        let repair = try earlier.repair(keepingOutdated: true)
        #expect(repair.lost == [.body(5)] && repair.setAside == [])
        #expect(try folder.open(LaterStore.self).content.texts == [4: "later", 5: "mine"])
    }

    @Test func `what an earlier program kept without its place is put there by an edit, too`() throws {
        try folder.create(EarlierStore.self)
        try folder.open(LaterStore.self).addNotes()
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note.page'")
        _ = try folder.open(EarlierStore.self).repair()
        let later = try folder.open(LaterStore.self)
        try later.opened.write { transaction in
            var note = try #require(try later.notes.element(4, in: &transaction))
            note.note.text = "edited"
            try later.notes.put(note, number: 4, in: &transaction)
        }
        #expect(try later.content == ([4: "edited", 5: "later"], 20))
        #expect(try later.check().filter { !$0.isOK || $0.note != nil } == [])
    }
}
