import Testing

@testable import SealedStore

/// An element that breaks the rules of its type as a test wishes.
private struct Odd: CollectionElement, Hashable {
    var parts: [[UInt8]?]

    static let kind = RecordKind("odd", .collection, parts: ["odd.head", "odd.body"])
    static let figureCount = 1
    static func key(of header: [UInt8]) -> Int { 5 }
    /// As many figures as the header's first byte says.
    static func figures(of header: [UInt8]) -> [Int?] { Array(repeating: 1, count: header.first.map(Int.init) ?? 1) }
    var header: [UInt8] { parts.first.flatMap { $0 } ?? [] }

    init(parts: [[UInt8]?]) { self.parts = parts }
    static func header(ofFirstPart bytes: [UInt8]) throws -> [UInt8] { bytes }
}

/// The notes of a program whose author added a figure and didn't raise the rules' version.
private struct NoteOfTwoFigures: CollectionElement {
    var note: Note

    static let kind = Note.kind
    static let figureCount = 2
    static func key(of header: Note.Header) -> Int { Note.key(of: header) }
    static func figures(of header: Note.Header) -> [Int?] { [header.weight, header.text.count] }
    var header: Note.Header { note.header }
    var parts: [[UInt8]?] { note.parts }

    init(parts: [[UInt8]?]) throws { note = try Note(parts: parts) }
    static func header(ofFirstPart bytes: [UInt8]) throws -> Note.Header { try Note.header(ofFirstPart: bytes) }
}

/// A record of one part, which has a low limit of its length.
private struct Page: CollectionElement {
    var parts: [[UInt8]?]
    static let kind = RecordKind("page", .collection)
    static func key(of header: Int) -> Int { header }
    var header: Int { 1 }
    init(parts: [[UInt8]?]) { self.parts = parts }
    static func header(ofFirstPart bytes: [UInt8]) throws -> Int { 1 }
}

/// The collection of the page on this module.
private struct Visit: CollectionElement {
    var country: String
    var year: Int

    static let kind = RecordKind("visit", .collection)
    static func key(of header: Visit) -> Int { header.year }
    var header: Visit { self }

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: 1)
        writer.append(country)
        writer.append(year)
        return [writer.bytes]
    }

    init(parts: [[UInt8]?]) throws { self = try Self.header(ofFirstPart: (parts.first ?? nil) ?? []) }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Visit {
        var reader = try RecordReader(bytes, schema: 1)
        let visit = Visit(country: try reader.text(), year: try reader.integer())
        try reader.finish()
        return visit
    }

    init(country: String, year: Int) { (self.country, self.year) = (country, year) }
}

@Suite struct ElementRuleTests {
    private let notes = SealedCollection<Note>()
    private let odd = SealedCollection<Odd>()
    private let log = RecordKind("diary", .log)
    private let card = RecordKind("card", .singleton)
    private var kinds: [RecordKind] { [Note.kind, Odd.kind, Page.kind, log, card] }

    private func bench(_ kind: RecordBench.Kind = .file) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: kinds)
        try bench.create { transaction in
            for number in 1...3 {
                try notes.put(
                    Note("note \(number)", day: number, weight: number, attachment: [UInt8(number)]), number: number,
                    in: &transaction)
            }
        }
        return bench
    }

    private func expectIntact(_ bench: RecordBench, _ number: Int = 3) throws {
        try bench.read { (transaction: inout RecordTransaction) throws -> Void in
            try transaction.compareWithManifest(kinds)
            #expect(try notes.numbers(in: &transaction).count == number)
            try notes.check(in: &transaction)
            try odd.forEachElement(in: &transaction) { _, _ in true }
        }
    }

    @Test func `an element of one part needs neither figures nor a digest`() throws {
        let bench = try RecordBench(.file, kinds: [Visit.kind])
        try bench.create { _ in }
        let visits = SealedCollection<Visit>()
        for (country, year) in [("Nepal", 2026), ("Bhutan", 2027), ("Nepal", 2026)] {
            try bench.write { transaction in
                let number = try visits.nextNumber(in: &transaction)
                try visits.put(Visit(country: country, year: year), number: number, in: &transaction)
            }
        }
        let countries = try bench.read { transaction in
            var countries: [String] = []
            try visits.forEachHeader(newestFirst: true, in: &transaction) { _, visit in
                countries.append(visit.country)
                return true
            }
            return countries
        }
        #expect(countries == ["Bhutan", "Nepal", "Nepal"])
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `an element without its last parts is read back without them`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        try bench.write { try odd.put(Odd(parts: [[1]]), number: 1, in: &$0) }
        #expect(try bench.read { try odd.element(1, in: &$0)?.parts } == [[1], nil])
        try expectIntact(bench)
    }

    @Test(
        arguments: [
            ([[1], [2], [3]], .parts), ([], .parts), ([nil, [1]], .parts), ([[0]], .figures), ([[2]], .figures),
        ] as [([[UInt8]?], StoreError.ElementFlaw)])
    func `an element that couldn't be read back is refused, and the transaction goes on`(
        parts: [[UInt8]?], flaw: StoreError.ElementFlaw
    ) throws {
        let bench = try bench()
        try bench.write { transaction in
            do {
                try odd.put(Odd(parts: parts), number: 1, in: &transaction)
                Issue.record("the element was accepted")
            } catch let error as StoreError {
                #expect(error.reason == .invalidElement(kind: "odd", flaw))
                #expect(error.code == .misuse)
            }
            try notes.put(Note("other", day: 4, weight: 4), number: 4, in: &transaction)
        }
        try expectIntact(bench, 4)
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `a second element of the same content is refused, and the transaction goes on`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        try bench.write { transaction in
            do {
                try notes.put(Note("again", day: 9, weight: 9, attachment: [2]), number: 4, in: &transaction)
                Issue.record("the element was accepted")
            } catch let error as StoreError {
                #expect(error.reason == .contentExists(kind: "note", number: 2))
                #expect(error.code == .exists)
            }
            // Its own number may have it.
            try notes.put(Note("changed", day: 2, weight: 2, attachment: [2]), number: 2, in: &transaction)
            try notes.put(Note("new", day: 9, weight: 9, attachment: [9]), number: 5, in: &transaction)
        }
        try expectIntact(bench, 4)
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `a record that the engine refuses isn't counted`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        let long = [UInt8](repeating: 1, count: 8 << 20)
        try bench.write { (transaction: inout RecordTransaction) throws -> Void in
            #expect(throws: EngineError.self) { try transaction.append(long, to: log) }
            #expect(throws: EngineError.self) { try transaction.put(card, number: 1, long) }
            #expect(throws: EngineError.self) {
                try SealedCollection<Page>().put(Page(parts: [long]), number: 1, in: &transaction)
            }
            #expect(try transaction.append([1], to: log) == 1)
        }
        try expectIntact(bench)
        #expect(try bench.read { try $0.singleton(card)?.number } == nil)
    }

    @Test func `nothing can be committed after an error in the middle of a change`() throws {
        struct Interruption: Error {}
        let bench = try bench()
        let error = #expect(throws: StoreError.self) {
            try bench.write { (transaction: inout RecordTransaction) throws -> Void in
                try notes.put(Note("other", day: 4, weight: 4), number: 4, in: &transaction)
                do { try transaction.changingTogether { _ in throw Interruption() } } catch is Interruption {}
                try notes.remove(1, in: &transaction)
            }
        }
        #expect(error?.reason == .unfinishedChange)
        try expectIntact(bench)
    }

    @Test func `a directory with another number of figures is rebuilt`() throws {
        let bench = try bench()
        let later = SealedCollection<NoteOfTwoFigures>()
        #expect(try bench.read { try later.isCurrent(in: &$0) } == false)
        #expect(try bench.read { try later.header(2, in: &$0)?.text } == "note 2")
        let fourth = try NoteOfTwoFigures(parts: Note("four", day: 4, weight: 4).parts)
        try bench.write { try later.put(fourth, number: 4, in: &$0) }
        try bench.read { (transaction: inout RecordTransaction) throws -> Void in
            #expect(try later.isCurrent(in: &transaction))
            #expect(try later.numbers(in: &transaction) == [1, 2, 3, 4])
            #expect(try later.sum(in: &transaction).figures.map(\.sum) == [10, 22])
        }
    }

    @Test func `a part that the kind doesn't have is missing`() throws {
        let bench = try bench()
        #expect(try bench.read { try notes.part(1, of: 2, in: &$0) } == [1, 2])
        #expect(try bench.read { try notes.part(2, of: 2, in: &$0) } == nil)
        #expect(try bench.read { try notes.part(-1, of: 2, in: &$0) } == nil)
    }

    @Test func `records of a kind that the schema lacks, or has in another form, are refused`() throws {
        let bench = try bench()
        try bench.write { (transaction: inout RecordTransaction) throws -> Void in
            let other = RecordKind("other", .singleton)
            func expectRefusal(_ name: String, _ body: () throws -> Void) {
                let error = #expect(throws: StoreError.self) { try body() }
                #expect(error?.reason == .unknownKind(name))
                #expect(error?.code == .misuse)
            }
            expectRefusal("other") { try transaction.put(other, number: 1, [1]) }
            expectRefusal("diary") { try transaction.put(log, number: 1, [1]) }
            expectRefusal("diary") { try transaction.put(RecordKind("diary", .singleton), number: 1, [1]) }
            expectRefusal("note") { try transaction.append([1], to: Note.kind) }
            expectRefusal("trip") { _ = try DocumentRecords<Trip>().committed(in: &transaction) }
        }
        try expectIntact(bench)
    }
}
