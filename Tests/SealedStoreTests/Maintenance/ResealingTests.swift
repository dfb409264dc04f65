import Testing

@testable import SealedStore

/// Moves collections to another key, and rebuilds them, whose directories have more pages than are kept in memory.
@Suite struct ResealingTests {
    private let notes = SealedCollection<Note>()
    private let limits = DirectoryLimits(capacity: 4, keptPages: 8, keptWhileListing: 2)

    private func bench(_ kind: RecordBench.Kind = .file) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: [Note.kind])
        try bench.create { transaction in
            transaction.directoryLimits = limits
            for number in 1...60 {
                try notes.put(
                    Note("note \(number)", day: number * 7 % 50, weight: number, attachment: [UInt8(number)]),
                    number: number, in: &transaction)
            }
        }
        return bench
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `a collection of more pages than are kept in memory is moved whole`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        #expect(try bench.reseal([Note.self], limits: limits) == [])
        try bench.read { (transaction: inout RecordTransaction) throws -> Void in
            #expect(try notes.numbers(in: &transaction) == Array(1...60))
            try notes.forEachElement(in: &transaction) { number, note in
                #expect(note.attachment == [UInt8(number)])
                return true
            }
            #expect(try transaction.countRecords(of: [Note.kind]).areSame)
        }
    }

    @Test func `an outdated element is reported, and the others are moved`() throws {
        let bench = try bench()
        try bench.tamper("CREATE TABLE old AS SELECT * FROM record WHERE kind = 'note' AND number = 7")
        try bench.write { transaction in
            transaction.directoryLimits = limits
            try notes.put(Note("changed", day: 3, weight: 1, attachment: [77]), number: 7, in: &transaction)
        }
        try bench.tamper("DELETE FROM record WHERE kind = 'note' AND number = 7")
        try bench.tamper("INSERT INTO record SELECT * FROM old")
        try bench.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note' AND number = 9")
        let damaged = try bench.reseal([Note.self], limits: limits)
        #expect(Set(damaged) == [.record(kind: "note", number: 7), .record(kind: "note", number: 9)])
        let found = try bench.read { try notes.numbers(in: &$0) }
        #expect(found == Array(1...60).filter { ![7, 9].contains($0) })
    }

    /// Otherwise an old page, sealed with the same key, might be put in the place of a new one.
    @Test(arguments: RecordBench.Kind.allCases)
    func `a directory that is rebuilt gets pages of other numbers`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        let old = try #require(try bench.numbers(of: Note.kind.pages).last)
        try bench.write { transaction in
            transaction.directoryLimits = limits
            try notes.rebuild(in: &transaction)
        }
        #expect(try #require(try bench.numbers(of: Note.kind.pages).first) > old)
    }

    @Test func `a missing element is reported with the collection`() throws {
        let bench = try bench()
        try bench.tamper("DELETE FROM record WHERE kind = 'note' AND number = 7")
        #expect(try bench.reseal([Note.self], limits: limits).contains(.collection("note")))
        #expect(try bench.read { try notes.count(in: &$0) } == 59)
    }
}
