import FoundationEssentials
import SealedStoreTesting
import Sealing
import Testing

@testable import SealedStore

/// A store with a record that is derived from its newest notes.
private final class NewestStore: DocumentStore {
    typealias Document = Trip
    static let kind = RecordKind("newest", .singleton)
    static let schema = StoreSchema(
        domain: "newest", documents: [Trip.self], collections: [Note.self],
        derived: DerivedRecords(kind) { transaction in
            var text = ""
            try SealedCollection<Note>().forEachHeader(newestFirst: true, in: &transaction) { _, header in
                text += header.text
                return true
            }
            try transaction.put(kind, number: transaction.generation + 1, Array(text.utf8))
        })
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    var newest: String? {
        get throws {
            try opened.read { try $0.singleton(Self.kind).map { String(decoding: $0.payload, as: UTF8.self) } }
        }
    }
}

private final class LaterNewestStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(
        domain: "newest", documents: [Trip.self], collections: [LaterNote.self],
        derived: DerivedRecords(NewestStore.kind) { _ in })
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

/// The same store with an order of other rules.
private final class RuledNewestStore: DocumentStore {
    typealias Document = Trip
    static let derived = DerivedRecords(NewestStore.kind) { transaction in
        try SealedCollection<LightestNote>().forEachHeader(in: &transaction) { _, _ in true }
    }
    static let schema = StoreSchema(
        domain: "newest", documents: [Trip.self], collections: [LightestNote.self], derived: derived)
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

/// The same with a document that the schema has gained.
private final class GrownNewestStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(
        domain: "newest", documents: [Trip.self, Extra.self], collections: [LightestNote.self],
        derived: RuledNewestStore.derived)
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private struct LightestNote: CollectionElement {
    var note: Note

    static let kind = Note.kind
    static let rulesVersion = 2
    static let figureCount = Note.figureCount
    static func key(of header: Note.Header) -> Int { header.weight ?? endKey }
    static func figures(of header: Note.Header) -> [Int?] { Note.figures(of: header) }
    var header: Note.Header { note.header }
    var parts: [[UInt8]?] { note.parts }
    init(parts: [[UInt8]?]) throws { note = try Note(parts: parts) }
    static func header(ofFirstPart bytes: [UInt8]) throws -> Note.Header { try Note.header(ofFirstPart: bytes) }
}

@Suite struct `A damaged element from which something is derived` {
    @Test func `keeps an opening neither from beginning a document nor from rebuilding a directory`() throws {
        let folder = try SharedFolder()
        try folder.create(NewestStore.self)
        try folder.open(NewestStore.self).opened.write { transaction in
            for number in 1...2 {
                let note = Note("note \(number)", day: number, weight: 10 - number)
                try SealedCollection<Note>().put(note, number: number, in: &transaction)
            }
        }
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 1")
        let ruled = try folder.open(RuledNewestStore.self)
        #expect(try ruled.opened.read { try SealedCollection<LightestNote>().isCurrent(in: &$0) })
        let store = try folder.open(GrownNewestStore.self)
        #expect(try store.opened.read { try DocumentRecords<Extra>().committed(in: &$0)?.model } == Extra())
        // What has been done isn't done again.
        let generation = try store.opened.read { $0.generation }
        #expect(try folder.open(GrownNewestStore.self).opened.read { $0.generation } == generation)
    }
}

@Suite struct `An element of a later form among the newest ones` {
    private let folder: SharedFolder
    private let recoveryCode: RecoveryCode

    init() throws {
        folder = try SharedFolder()
        recoveryCode = try folder.create(NewestStore.self).recoveryCode
        try folder.open(NewestStore.self).opened.write { transaction in
            for number in 1...2 {
                let note = Note("note \(number) ", day: number, weight: 1)
                try SealedCollection<Note>().put(note, number: number, in: &transaction)
            }
        }
        try folder.open(LaterNewestStore.self).opened.write { transaction in
            let later = LaterNote(Note("later", day: 9, weight: 5), hasLaterHeader: true)
            try SealedCollection<LaterNote>().put(later, number: 3, in: &transaction)
        }
    }

    private func expectKept() throws {
        let later = try folder.open(LaterNewestStore.self)
        #expect(try later.opened.read { try SealedCollection<LaterNote>().element(3, in: &$0)?.note.text } == "later")
    }

    @Test func `stops neither a recovery nor a repair, and is kept`() throws {
        try folder.gate(NewestStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)))
        #expect(try folder.open(NewestStore.self).newest == "note 2 note 1 ")
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 1")
        #expect(try folder.open(NewestStore.self).repair().lost == [.record(kind: "note", number: 1)])
        #expect(try folder.open(NewestStore.self).newest == "note 2 ")
        try expectKept()
    }

    @Test func `stops no recovery without the directory, and is kept`() throws {
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note.page'")
        try folder.gate(NewestStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)), acceptingDamage: true)
        #expect(try folder.open(NewestStore.self).newest == "note 2 note 1 ")
        try expectKept()
    }

    @Test func `stops no repair that brings it back`() throws {
        let later = try folder.open(LaterNewestStore.self)
        try folder.tamper("CREATE TABLE kept AS SELECT * FROM record WHERE kind = 'note' AND number = 3")
        try later.opened.write { _ = try SealedCollection<LaterNote>().remove(3, in: &$0) }
        try folder.tamper("INSERT INTO record SELECT * FROM kept")
        try folder.tamper("DROP TABLE kept")
        try folder.gate(NewestStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)), acceptingDamage: true)
        let store = try folder.open(NewestStore.self)
        #expect(try store.repair(keepingOutdated: true).setAside == [.note(3)])
        #expect(try store.newest == "note 2 note 1 ")
        try expectKept()
    }
}
