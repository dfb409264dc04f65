import SealedStoreTesting
import Sealing
import Testing

@testable import SealedStore

/// The store that these tests use unless they are about a schema: a trip, notes with their total, and a readable text.
final class TripStore: DocumentStore {
    typealias Document = Trip
    static let total = RecordKind("total", .singleton)
    static let card = RecordKind("card", .singleton)
    static let schema: StoreSchema = {
        var schema = StoreSchema(
            domain: "trips", documents: [Trip.self], collections: [Note.self],
            derived: DerivedRecords(total) { try refresh(in: &$0) })
        schema.readableKind = card
        schema.ownChecks =
            RecordCheck.all(Trip.self) + [
                .elements(of: [Note.self]), totalCheck, .readableText(beside: card), .manifest(schema.kinds),
            ]
        return schema
    }()
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    private static let notes = SealedCollection<Note>()

    private static func storedTotal(in transaction: inout RecordTransaction) throws -> [UInt8] {
        guard let stored = try transaction.singleton(total)?.payload else { throw StoreError(.damagedParts([.total])) }
        return stored
    }

    private static func computedTotal(in transaction: inout RecordTransaction) throws -> [UInt8] {
        [UInt8(truncatingIfNeeded: try notes.sum(in: &transaction).figures[0].sum)]
    }

    /// Writes the sum of the notes' weights.
    static func refresh(in transaction: inout RecordTransaction) throws {
        let sum = try computedTotal(in: &transaction)
        // The number must be higher than any earlier total's.
        try transaction.put(total, number: transaction.generation + 1, sum)
    }

    private static let totalCheck = RecordCheck(total.name, of: [total]) { records in
        guard let stored = try records.singleton(total)?.payload else {
            return try records.report(.record(kind: total.name, number: nil))
        }
        guard try stored == computedTotal(in: &records) || !records.damaged.isEmpty else {
            throw CheckFinding.derivedDiffers(kind: total.name)
        }
    }

    /// The notes' texts, by number.
    var notes: [Int: String] {
        get throws { try opened.read { try Self.texts(in: &$0) } }
    }

    /// The notes that open.
    var readableNotes: Salvaged<[Int: String]> {
        get throws { try opened.salvage { try Self.texts(in: &$0) } }
    }

    private static func texts(in transaction: inout RecordTransaction) throws -> [Int: String] {
        var texts: [Int: String] = [:]
        try notes.forEachHeader(in: &transaction) { number, header in
            texts[number] = header.text
            return true
        }
        return texts
    }

    /// A note with both of its parts.
    func note(_ number: Int) throws -> Note? { try opened.read { try Self.notes.element(number, in: &$0) } }

    /// The number that the next note has.
    var nextNote: Int { get throws { try opened.read { try Self.notes.nextNumber(in: &$0) } } }

    /// The stored sum of the notes' weights.
    var total: Int { get throws { try opened.read { Int(try Self.storedTotal(in: &$0)[0]) } } }

    /// The note that ``addNotes(_:text:)`` adds with this number.
    static func note(_ number: Int, text: String = "Note") -> Note {
        Note("\(text) \(number)", day: number, weight: 1, attachment: [UInt8(truncatingIfNeeded: number)])
    }

    func addNotes(_ numbers: ClosedRange<Int>, text: String = "Note") throws {
        try opened.write { transaction in
            for number in numbers {
                try Self.notes.put(Self.note(number, text: text), number: number, in: &transaction)
            }
            try Self.refresh(in: &transaction)
        }
    }

    func removeNote(_ number: Int) throws {
        try opened.write { transaction in
            try Self.notes.remove(number, in: &transaction)
            try Self.refresh(in: &transaction)
        }
    }
}

typealias Gate = SealedGate<TripStore>
typealias Door = SealedGate<TripStore>.Door
typealias TemporaryStore = TemporaryGate<TripStore>

extension DamagedPart {
    static let trip = DamagedPart.record(kind: Trip.kinds.document.name, number: nil)
    static let draft = DamagedPart.record(kind: Trip.kinds.draft.name, number: nil)
    static let total = DamagedPart.record(kind: TripStore.total.name, number: nil)
    static let card = DamagedPart.record(kind: TripStore.card.name, number: nil)
    static let notes = DamagedPart.collection(Note.kind.name)
    static func revision(_ revision: Int) -> DamagedPart { .record(kind: Trip.kinds.history.name, number: revision) }
    static func note(_ number: Int) -> DamagedPart { .record(kind: Note.kind.name, number: number) }
    static func body(_ number: Int) -> DamagedPart { .part(Note.kind.parts[1], number: number) }
}

/// A page of a notebook: an element with a key, a figure and a second part.
struct Note: CollectionElement, Hashable {
    var text: String
    var day: Int?
    var weight: Int?
    var attachment: [UInt8] = []

    /// Notes with attachments are recognized by them.
    var contentDigest: [UInt8]? { attachment.isEmpty ? nil : attachment }

    struct Header: Hashable, Sendable {
        var text: String
        var day: Int?
        var weight: Int?
    }

    static let kind = RecordKind("note", .collection, parts: ["note.head", "note.body"])
    static let rulesVersion = 1
    static let figureCount = 1
    static func key(of header: Header) -> Int { header.day ?? endKey }
    static func figures(of header: Header) -> [Int?] { [header.weight] }

    var header: Header { Header(text: text, day: day, weight: weight) }

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: 1)
        writer.append(text)
        writer.append(day) { $0.append($1) }
        writer.append(weight) { $0.append($1) }
        return [writer.bytes, [1] + attachment]
    }

    init(_ text: String, day: Int?, weight: Int?, attachment: [UInt8] = []) {
        (self.text, self.day, self.weight, self.attachment) = (text, day, weight, attachment)
    }

    static func salvaging(parts: [[UInt8]?]) throws -> Note { try Note(parts: [parts[0], nil]) }
    static func requiredParts(with header: Header) -> Set<Int> { [1] }

    /// The first byte of a body that only a later program can read.
    static let laterForm: UInt8 = 2

    init(parts: [[UInt8]?]) throws {
        let header = try Self.header(ofFirstPart: parts[0] ?? [])
        guard parts[1]?.first != Self.laterForm else { throw MalformedRecord() }
        self.init(header.text, day: header.day, weight: header.weight, attachment: Array((parts[1] ?? []).dropFirst()))
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        var reader = try RecordReader(bytes, schema: 1)
        let header = Header(
            text: try reader.text(), day: try reader.optional { try $0.integer() },
            weight: try reader.optional { try $0.integer() })
        try reader.finish()
        return header
    }
}

/// A planned trip: a document.
struct Trip: DocumentModel {
    var place = "nowhere"
    var isBooked = false
    var days = 1

    static let kinds = DocumentKinds("trip")
    static let fields = [
        ModelField<Trip>("place", tag: 1, label: "Place", \.place),
        ModelField<Trip>("isBooked", tag: 2, label: "Booked", \.isBooked),
        ModelField<Trip>("days", tag: 3, label: "Days", \.days),
    ]

    func problems(replacing committed: Trip, at now: WallTime) -> [FieldProblem] {
        (place.isEmpty ? [FieldProblem("place", .form)] : [])
            + ((1...365).contains(days) ? [] : [FieldProblem("days", .range(1, 365))])
    }
}

extension WallTime {
    static func second(_ number: Int) -> WallTime { WallTime(secondsSince1970: number) }
}

/// A document that a later version of a program adds to its schema.
struct Extra: DocumentModel {
    var text = "fresh"

    static let kinds = DocumentKinds("extra")
    static let fields = [ModelField<Extra>("text", tag: 1, label: "Text", \.text)]
}

extension DocumentStore {
    /// The commits that open, newest first.
    func readableHistory(limit: Int? = nil) throws -> Salvaged<[HistoryEntry<Document>]> {
        try opened.salvage { try entries(limit: limit, in: &$0) }
    }

    /// Adds three notes, numbered from 1.
    func addNotes() throws {
        try opened.write { transaction in
            for number in 1...3 {
                try SealedCollection<Note>().put(
                    Note("note", day: number, weight: 1), number: number, in: &transaction)
            }
        }
    }
}
