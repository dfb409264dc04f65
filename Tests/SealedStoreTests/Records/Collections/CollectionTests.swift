import SQLiteKit
import Testing

@testable import SealedStore

@Suite struct CollectionTests {
    private let notes = SealedCollection<Note>()

    private func bench(_ kind: RecordBench.Kind = .file) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: [Note.kind])
        try bench.create { transaction in
            for number in 1...5 {
                try notes.put(
                    Note("note \(number)", day: number * 10, weight: number, attachment: [UInt8(number)]),
                    number: number, in: &transaction)
            }
        }
        return bench
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `the list has the newest first, elements of one day by number, and undated ones last`(kind: RecordBench.Kind)
        throws
    {
        let bench = try bench(kind)
        try bench.write { transaction in
            try notes.put(Note("undated", day: nil, weight: nil), number: 6, in: &transaction)
            try notes.put(Note("twin", day: 50, weight: nil), number: 7, in: &transaction)
            try notes.put(Note("also undated", day: nil, weight: nil), number: 8, in: &transaction)
        }
        let numbers = try bench.read { transaction in
            var numbers: [Int] = []
            try notes.forEachHeader(newestFirst: true, in: &transaction) { number, _ in
                numbers.append(number)
                return true
            }
            return numbers
        }
        #expect(numbers == [5, 7, 4, 3, 2, 1, 6, 8])
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `elements are read whole, and recognized by their content`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        try bench.read { (transaction: inout RecordTransaction) throws -> Void in
            #expect(try notes.element(3, in: &transaction)?.attachment == [3])
            #expect(try notes.element(9, in: &transaction) == nil)
            #expect(try notes.number(withContentDigest: [4], in: &transaction) == 4)
            #expect(try notes.number(withContentDigest: [9], in: &transaction) == nil)
            #expect(try notes.nextNumber(in: &transaction) == 6)
            #expect(try notes.sum(keys: 20...40, in: &transaction).figures[0].sum == 9)
            #expect(try notes.key(reaching: 6, ofFigure: 0, in: &transaction) == 30)
        }
    }

    @Test func `a number is never assigned twice`() throws {
        let bench = try bench()
        try bench.write { try notes.remove(5, in: &$0) }
        #expect(try bench.read { try notes.nextNumber(in: &$0) } == 6)
    }

    @Test func `a changed element moves to its new place`() throws {
        let bench = try bench()
        try bench.write { transaction in
            try notes.put(Note("moved", day: 99, weight: 50), number: 1, in: &transaction)
        }
        try bench.read { (transaction: inout RecordTransaction) throws -> Void in
            #expect(try notes.count(in: &transaction) == 5)
            #expect(try notes.header(rank: 4, in: &transaction)?.text == "moved")
            #expect(try notes.sum(in: &transaction).figures[0].sum == 64)
        }
    }

    // MARK: Changes to the file by others

    /// Manipulations of rows, each with the number of the element that it concerns.
    static let manipulations: [(sql: [String], number: Int)] = [
        // An older version, whole or in part.
        (
            [
                """
                UPDATE record SET (head, body, revision) = (SELECT head, body, revision FROM old WHERE number = 2)
                WHERE kind = 'note' AND number = 2
                """
            ], 2
        ),
        (
            [
                """
                UPDATE record SET body = (SELECT body FROM old WHERE kind = 'note' AND number = 2)
                WHERE kind = 'note' AND number = 2
                """
            ], 2
        ),
        // A row deleted, and a removed one put back.
        (["DELETE FROM record WHERE kind = 'note' AND number = 3"], 3),
        (["INSERT INTO record SELECT * FROM old WHERE kind = 'note' AND number = 1"], 1),
        // Two rows swapped.
        (
            [
                "UPDATE record SET number = -1 WHERE kind = 'note' AND number = 3",
                "UPDATE record SET number = 3 WHERE kind = 'note' AND number = 4",
                "UPDATE record SET number = 4 WHERE kind = 'note' AND number = -1",
            ], 3
        ),
    ]

    /// A bench whose note 1 was removed and whose note 2 was changed; the table `old` has the rows from before.
    private func manipulated(_ sql: [String]) throws -> RecordBench {
        let bench = try bench()
        try bench.tamper("CREATE TABLE old AS SELECT * FROM record")
        try bench.write { transaction in
            try notes.remove(1, in: &transaction)
            try notes.put(
                Note("changed", day: 20, weight: 2, attachment: [22]), number: 2, in: &transaction)
        }
        for statement in sql { try bench.tamper(statement) }
        return bench
    }

    @Test(arguments: manipulations.indices)
    func `a tampered row is detected where the element is read`(index: Int) throws {
        let (sql, number) = Self.manipulations[index]
        let bench = try manipulated(sql)
        #expect(throws: StoreError.self) { try bench.read { try notes.element(number, in: &$0) } }
        let (element, damaged) = try bench.salvage { try notes.element(number, in: &$0) }
        #expect(element == nil)
        #expect(!damaged.isEmpty)
    }

    @Test(arguments: manipulations.indices)
    func `a tampered row is detected where all elements are read`(index: Int) throws {
        let bench = try manipulated(Self.manipulations[index].sql)
        #expect(throws: StoreError.self) {
            try bench.read { transaction in try notes.forEachElement(in: &transaction) { _, _ in true } }
        }
    }

    @Test func `an older page of the directory is detected where it is read`() throws {
        let bench = try bench()
        try bench.tamper("CREATE TABLE old AS SELECT * FROM record")
        try bench.write { try notes.remove(1, in: &$0) }
        try bench.tamper("DELETE FROM record WHERE kind = 'note.page'")
        try bench.tamper("INSERT INTO record SELECT * FROM old WHERE kind = 'note.page'")
        #expect(throws: StoreError.self) { try bench.read { try notes.header(2, in: &$0) } }
    }

    @Test func `a damaged element can be removed and written again`() throws {
        let bench = try bench()
        try bench.tamper("UPDATE record SET head = x'00' WHERE kind = 'note' AND number = 3")
        #expect(throws: StoreError.self) { try bench.read { try notes.header(3, in: &$0) } }
        #expect(try bench.write { try notes.remove(3, in: &$0) })
        try bench.write { transaction in
            try notes.put(Note("anew", day: 30, weight: 3), number: 3, in: &transaction)
        }
        #expect(try bench.read { try notes.header(3, in: &$0)?.text } == "anew")
    }
}
