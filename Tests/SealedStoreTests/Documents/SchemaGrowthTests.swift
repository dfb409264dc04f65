import FoundationEssentials
import SQLiteKit
import Sealing
import Synchronization
import Testing

@testable import SealedStore

/// A store of a program before its schema grew. One whose schema has lost what the later store's lists is the same.
private final class EarlierStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "growth", documents: [Trip.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private final class LaterStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(
        domain: "growth", documents: [Trip.self, Extra.self], collections: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    let notes = SealedCollection<Note>()

    func expectNotes() throws {
        #expect(try opened.read { try notes.numbers(in: &$0) } == [1, 2, 3])
        #expect(try check().filter { !$0.isOK } == [])
    }

    var extra: Committed<Extra>? { get throws { try opened.read { try DocumentRecords<Extra>().committed(in: &$0) } } }
}

/// A later store whose notes are ordered and summed up by other rules.
private struct RuledNote<Rules: Count>: CollectionElement {
    var note: Note

    static var kind: RecordKind { Note.kind }
    static var rulesVersion: Int { Rules.value }
    static var figureCount: Int { 2 }
    static func key(of header: Note.Header) -> Int { -Note.key(of: header) }
    static func figures(of header: Note.Header) -> [Int?] { [1000, 7] }
    var header: Note.Header { note.header }
    var parts: [[UInt8]?] { note.parts }
    init(parts: [[UInt8]?]) throws { note = try Note(parts: parts) }
    static func header(ofFirstPart bytes: [UInt8]) throws -> Note.Header { try Note.header(ofFirstPart: bytes) }
}

private enum Two: Count { static let value = 2 }
private enum Zero: Count { static let value = 0 }

private final class RuledStore<Rules: Count>: DocumentStore {
    typealias Document = Trip
    static var schema: StoreSchema {
        StoreSchema(domain: "growth", documents: [Trip.self, Extra.self], collections: [RuledNote<Rules>.self])
    }
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    private let notes = SealedCollection<RuledNote<Rules>>()
    var isCurrent: Bool { get throws { try opened.read { try notes.isCurrent(in: &$0) } } }
    var sums: [Int] { get throws { try opened.read { try notes.sum(in: &$0).figures.map(\.sum) } } }
}

/// A trip of which each commit leaves a note, unless it is refused.
private struct NotedTrip: DocumentModel {
    struct Refused: Error {}
    var place = "nowhere"
    static let kinds = Trip.kinds
    static let fields = [ModelField<NotedTrip>("place", tag: 1, label: "Place", \.place)]

    static func didCommit(_ commit: Commit<NotedTrip>, in transaction: inout RecordTransaction) throws {
        guard commit.model.place != "refused" else { throw Refused() }
        try SealedCollection<Note>().put(
            Note(commit.model.place, day: 1, weight: commit.changes.count), number: commit.revision, in: &transaction)
    }
}

private final class NotingStore: DocumentStore {
    typealias Document = NotedTrip
    static let schema = StoreSchema(domain: "growth", documents: [NotedTrip.self], collections: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    var notes: [Int: String] {
        get throws {
            try opened.read { transaction in
                var notes: [Int: String] = [:]
                try SealedCollection<Note>().forEachHeader(in: &transaction) { number, note in
                    notes[number] = note.text
                    return true
                }
                return notes
            }
        }
    }
}

/// Documents two of whose fields have the same tag or name.
private struct TwoTags: DocumentModel {
    var (one, other) = ("", "")
    static let kinds = DocumentKinds("twice")
    static let fields = [
        ModelField<TwoTags>("one", tag: 1, label: "One", \.one),
        ModelField<TwoTags>("other", tag: 1, label: "Other", \.other),
    ]
}

private struct TwoNames: DocumentModel {
    var (one, other) = ("", "")
    static let kinds = DocumentKinds("twice")
    static let fields = [
        ModelField<TwoNames>("one", tag: 1, label: "One", \.one),
        ModelField<TwoNames>("one", tag: 2, label: "Other", \.other),
    ]
}

/// Elements two of whose fields have the same tag or name.
private struct TwoElementTags: ElementModel {
    var (one, other) = ("", "")
    static let collection = ElementKinds("twice")
    static let fields = [
        ModelField<TwoElementTags>("one", tag: 1, label: "One", \.one),
        ModelField<TwoElementTags>("other", tag: 1, label: "Other", \.other),
    ]
}

private struct TwoElementNames: ElementModel {
    var (one, other) = ("", "")
    static let collection = ElementKinds("twice")
    static let fields = [
        ModelField<TwoElementNames>("one", tag: 1, label: "One", \.one),
        ModelField<TwoElementNames>("one", tag: 2, label: "Other", \.other),
    ]
}

private final class ForgetfulStore: DocumentStore {
    typealias Document = Extra
    static let schema = StoreSchema(domain: "growth", documents: [Trip.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct SchemaGrowthTests {
    private let folder: SharedFolder

    init() throws { folder = try SharedFolder() }

    @Test func `a document that is added to the schema later is begun once, when the store is next opened`() throws {
        try folder.create(EarlierStore.self)
        try folder.open(EarlierStore.self).edit { $0.place = "Oslo" }
        let later = try folder.open(LaterStore.self)
        #expect(try later.extra?.model == Extra())
        #expect(try later.check().filter { !$0.isOK } == [])
        let generation = try later.opened.read { $0.generation }
        let again = try folder.open(LaterStore.self)
        #expect(try again.opened.read { $0.generation } == generation)
        #expect(try again.document.place == "Oslo")
    }

    @Test func `a model is told of a commit of nothing but a field that this program doesn't know`() throws {
        try folder.create(NotingStore.self)
        let store = try folder.open(NotingStore.self)
        try store.opened.write { transaction in
            let record = DraftRecord(
                baseRevision: 1, savedAt: .second(1), base: Tagged(NotedTrip()),
                edited: Tagged(NotedTrip(), unknown: [9: [1]]))
            try transaction.put(NotedTrip.kinds.draft, number: 5, record.encoded)
        }
        let commit = try store.commit(try store.draft())
        #expect(commit.changes.isEmpty && commit.revision == 2)
        #expect(try store.edit { _ in }.revision == 2)
        #expect(try store.notes == [2: "nowhere"])
    }

    @Test func `a commit that its model refuses isn't made, even if the transaction goes on`() throws {
        try folder.create(NotingStore.self)
        let store = try folder.open(NotingStore.self)
        let error = #expect(throws: StoreError.self) {
            try store.opened.write { transaction in
                _ = try? DocumentRecords<NotedTrip>().edit(at: .second(2), in: &transaction) { $0.place = "refused" }
            }
        }
        #expect(error?.reason == .unfinishedChange)
        #expect(try store.document.place == "nowhere" && store.history().count == 1)
    }

    @Test func `a model is told of each commit, whoever makes it`() throws {
        try folder.create(NotingStore.self)
        let store = try folder.open(NotingStore.self)
        let trips = DocumentRecords<NotedTrip>()
        try store.edit { $0.place = "Oslo" }
        try store.opened.write { transaction in
            try trips.edit(at: .second(2), in: &transaction) { $0.place = "Rome" }
            try trips.edit(at: .second(2), in: &transaction) { $0.place = "Rome" }
            try trips.undo(at: .second(3), in: &transaction)
            try trips.restore(NotedTrip(place: "Bonn"), at: .second(4), in: &transaction)
            var draft = try trips.draft(in: &transaction)
            draft.place = "Bern"
            try trips.commit(draft, at: .second(5), in: &transaction)
        }
        #expect(try store.notes == [2: "Oslo", 3: "Rome", 4: "Oslo", 5: "Bonn", 6: "Bern"])
    }

    @Test func `a directory of earlier rules is rebuilt when a store is opened, and one of later rules isn't`() throws {
        try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        let generation = try folder.open(RuledStore<Zero>.self).opened.read { $0.generation }
        #expect(try folder.open(RuledStore<Zero>.self).sums == [3])
        #expect(try folder.open(LaterStore.self).opened.read { $0.generation } == generation)
        for _ in 1...2 {
            let store = try folder.open(RuledStore<Two>.self)
            #expect(try store.isCurrent)
            #expect(try store.sums == [3000, 21])
            #expect(try store.opened.read { $0.generation } == generation + 1)
            #expect(try store.check().filter { !$0.isOK } == [])
        }
    }

    @Test func `a directory of earlier rules that doesn't open is no reason to refuse the store`() throws {
        try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note.page'")
        let store = try folder.open(RuledStore<Two>.self)
        #expect(try store.isCurrent == false)
        #expect(try store.edit { $0.place = "Oslo" }.revision == 2)
    }

    @Test func `a creation that begins some of the documents leaves none out`() throws {
        try folder.create(LaterStore.self) { transaction, now in
            try DocumentRecords<Extra>().create(Extra(text: "own"), at: now, in: &transaction)
        }
        let store = try folder.open(LaterStore.self)
        #expect(try store.extra?.model.text == "own")
        #expect(try store.document == Trip())
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `an earlier program keeps the records of a later one, and a check of it notes them`() throws {
        try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        let earlier = try folder.open(EarlierStore.self)
        try earlier.edit { $0.place = "Oslo" }
        let checks = try earlier.check()
        #expect(checks.filter { !$0.isOK } == [])
        #expect(checks.compactMap(\.note) == [.recordsOfOtherKinds(["extra", "extra.history", "note"])])
        #expect(try earlier.repair().isNeeded == false)
        try earlier.backup(to: folder.path + ".backup")
        try folder.open(LaterStore.self).expectNotes()
    }

    @Test func `a check of an earlier program counts the records of a later one`() throws {
        try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        try folder.tamper("DELETE FROM record WHERE kind = 'note' AND number = 2")
        let problems = try folder.open(EarlierStore.self).check().compactMap(\.problem)
        #expect(problems == [.recordCount(written: 7, found: 6)])
    }

    @Test func `what would lose the records of a later program is refused before anything is written`() throws {
        let (_, recoveryCode) = try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'")
        let earlier = try folder.open(EarlierStore.self)
        let gate = try folder.gate(EarlierStore.self)
        func secrets(_ code: String) throws -> GateSecrets { GateSecrets(passcode: try Secret(code)) }
        func expectRefusal(_ body: () throws -> Void) {
            let error = #expect(throws: StoreError.self) { try body() }
            #expect(error?.reason == .recordsOfOtherKinds(["extra", "extra.history", "note"]))
            #expect(error?.code == .newerStore)
        }
        expectRefusal { _ = try earlier.repair() }
        expectRefusal { _ = try earlier.repairPreview() }
        expectRefusal { try gate.recover(with: recoveryCode, settingUp: secrets("820461")) }
        expectRefusal { try gate.renewRecoveryCode(current: secrets(folder.passcode)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        #expect(!names.contains { $0.contains(".damaged") })
        // The later program can do all of it.
        let later = try folder.gate(LaterStore.self)
        try later.recover(with: recoveryCode, settingUp: secrets("820461"), acceptingDamage: true)
        try later.unlock(with: Secret("820461")).expectNotes()
    }

    @Test func `records of a later program are noted before those set aside, whose repair needs that program`() throws {
        let (_, recoveryCode) = try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 2")
        try folder.gate(LaterStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)), acceptingDamage: true)
        let notes = try folder.open(EarlierStore.self).check().compactMap(\.note)
        #expect(notes == [.recordsOfOtherKinds(["extra", "extra.history", "note"])])
        #expect(try folder.open(LaterStore.self).check().compactMap(\.note) == [.recordsAside(1)])
    }

    @Test func `without the manifest, the copy of a file alone keeps what a repair by an earlier program drops`() throws
    {
        try folder.create(LaterStore.self)
        try folder.open(LaterStore.self).addNotes()
        try folder.tamper("UPDATE manifest SET record = zeroblob(300)")
        let repair = try folder.open(EarlierStore.self).repair()
        func notes(in path: String) throws -> Int {
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
            return try connection.rows("SELECT count(*) FROM record WHERE kind = 'note'") { try $0.integer(0) }[0]
        }
        #expect(try notes(in: folder.path) == 0)
        #expect(try notes(in: #require(repair.copy)) == 3)
    }

    @Test func `a store whose document isn't in its schema is a mistake of the program, not damage`() throws {
        try folder.create(ForgetfulStore.self)
        let store = try folder.open(ForgetfulStore.self)
        let error = #expect(throws: StoreError.self) { try store.document }
        #expect(error?.reason == .unknownKind("extra"))
    }

    @Test func `a store of another schema is said to be one`() throws {
        try folder.create(EarlierStore.self)
        let error = #expect(throws: StoreError.self) { try folder.gate(OtherStore.self) }
        #expect(error?.reason == .ofAnotherApplication && error?.code == .foreign)
    }

    @Test func `a schema that no store can have is refused`() {
        func flaw(
            _ domain: String = "growth", _ documents: [any DocumentModel.Type] = [],
            _ collections: [any StoreCollection.Type] = [], _ derived: RecordKind? = nil
        ) -> String? {
            StoreSchema.flaw(
                domain: domain, documents: documents, collections: collections,
                derived: derived.map { DerivedRecords($0) { _ in } })
        }
        #expect(flaw("growth", [Trip.self, Extra.self], [Note.self], RecordKind("count", .singleton)) == nil)
        for domain in ["", ".", "../../escape", "a/b", "Up", "a1"] { #expect(flaw(domain) != nil, "\(domain)") }
        #expect(flaw("growth", [Trip.self, Trip.self])?.contains("trip") == true)
        #expect(flaw("growth", [Trip.self], [], RecordKind("trip.draft", .singleton)) != nil)
        #expect(flaw("growth", [TwoTags.self]) == "has two fields of the tag 1: twice")
        #expect(flaw("growth", [TwoNames.self]) == "has two fields of the name one: twice")
        #expect(flaw("growth", [], [TwoElementTags.self]) == "has two fields of the tag 1: twice")
        #expect(flaw("growth", [], [TwoElementNames.self]) == "has two fields of the name one: twice")
        #expect(flaw("growth", [], [Note.self], RecordKind("note.page", .singleton)) != nil)
        #expect(flaw("growth", [], [], RecordKind("aside", .singleton)) != nil)
        #expect(flaw("growth", [], [], RecordKind("count", .log)) != nil)
        #expect(flaw("growth", [], [Figures<Seventeen>.self]) != nil)
        #expect(flaw("growth", [], [Figures<Sixteen>.self]) == nil)
        #expect(flaw("growth", [], [Figures<Negative>.self]) != nil)
        // A file's table has two columns for the parts of such a kind.
        func ofParts(_ count: Int) -> String? {
            flaw("growth", [], [], RecordKind("count", .singleton, parts: (0..<count).map { "count.\($0)" }))
        }
        #expect(ofParts(0) != nil && ofParts(1) == nil && ofParts(2) == nil && ofParts(3) != nil)
    }
}

private final class OtherStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "other", documents: [Trip.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private protocol Count { static var value: Int { get } }
private enum Seventeen: Count { static let value = 17 }
private enum Sixteen: Count { static let value = 16 }
private enum Negative: Count { static let value = -1 }

/// An element with a number of figures that a test chooses.
private struct Figures<Number: Count>: CollectionElement {
    static var kind: RecordKind { RecordKind("figures", .collection) }
    static var figureCount: Int { Number.value }
    static func key(of header: Int) -> Int { 0 }
    var header: Int { 0 }
    var parts: [[UInt8]?] { [[]] }
    init(parts: [[UInt8]?]) {}
    static func header(ofFirstPart bytes: [UInt8]) throws -> Int { 0 }
}
