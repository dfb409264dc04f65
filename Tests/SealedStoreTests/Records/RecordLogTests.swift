import Testing

@testable import SealedStore

@Suite struct RecordLogTests {
    private let log = RecordKind("diary", .log)

    /// A log of some records, each of which contains its number.
    private func bench(_ kind: RecordBench.Kind = .file, records: Int) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: [log])
        try bench.create { transaction in
            for number in 1...records { _ = try transaction.append([UInt8(number & 0xFF)], to: log) }
        }
        return bench
    }

    private func numbers(in transaction: inout RecordTransaction, limit: Int? = nil) throws -> [Int] {
        var numbers: [Int] = []
        try transaction.forEachNewestFirst(of: log, limit: limit) { number, payload in
            #expect(payload == [UInt8(number & 0xFF)])
            numbers.append(number)
            return true
        }
        return numbers
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `a log returns its records newest first, as many as requested`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind, records: 600)
        #expect(try bench.read { try numbers(in: &$0) } == (1...600).reversed())
        #expect(try bench.read { try numbers(in: &$0, limit: 300) } == (301...600).reversed())
        #expect(try bench.read { try numbers(in: &$0, limit: 0) } == [])
        #expect(try bench.read { try $0.record(2, of: log) } == [2])
        #expect(try bench.read { try $0.record(601, of: log) } == nil)
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `a log continues with the next number after it was trimmed and emptied`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind, records: 5)
        try bench.write { (transaction: inout RecordTransaction) throws -> Void in
            try transaction.trim(log, before: 4)
            try transaction.trim(log, before: 9)
            #expect(try transaction.append([6], to: log) == 6)
        }
        #expect(try bench.read { try numbers(in: &$0) } == [6, 5, 4])
        #expect(try bench.read { try $0.countRecords(of: [log]).areSame })
        try bench.write { (transaction: inout RecordTransaction) throws -> Void in
            try transaction.removeAll(of: log)
            try transaction.append([9], numbered: 9, to: log)
        }
        #expect(try bench.read { try numbers(in: &$0) } == [9])
        #expect(try bench.read { try $0.countRecords(of: [log]).areSame })
    }

    @Test func `a lost record is marked with a reserved number, which stays as it is`() throws {
        let bench = try bench(records: 5)
        try bench.write { try $0.append([9], numbered: 9, to: log) }
        var schemas: [UInt8?] = []
        try bench.read { transaction in
            try transaction.backend.rows(log, in: RecordRange(5...9), of: .main) { row in
                schemas.append(try bench.sealer.open(row, of: log).first)
                return true
            }
        }
        #expect(schemas == [2, 3, 3, 3, 2])
    }

    @Test(arguments: RecordBench.Kind.allCases) func `a negative limit is none at all`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind, records: 3)
        #expect(try bench.read { try numbers(in: &$0, limit: -1) } == [])
        let found = try bench.read { transaction in
            var found = 0
            try transaction.backend.rows(log, in: RecordRange(limit: -1), of: .main) { _ in
                found += 1
                return true
            }
            return found
        }
        #expect(found == 0)
    }

    @Test func `missing records are reported only when they were requested`() throws {
        let bench = try bench(records: 300)
        try bench.tamper("DELETE FROM record WHERE kind = 'diary' AND number < 45")
        #expect(try bench.read { try numbers(in: &$0, limit: 256) } == (45...300).reversed())
        #expect(throws: StoreError.self) { try bench.read { try numbers(in: &$0, limit: 257) } }
    }

    // The remaining rows are as many as are read at once, and include the first.
    @Test(arguments: ["number BETWEEN 100 AND 143", "number < 45", "number > 256", "number > 0"])
    func `when many records are missing, each is named, and the others are returned`(missing: String) throws {
        let bench = try bench(records: 300)
        try bench.tamper("DELETE FROM record WHERE kind = 'diary' AND \(missing)")
        #expect(throws: StoreError.self) { try bench.read { try numbers(in: &$0) } }
        let (found, damaged) = try bench.salvage { try numbers(in: &$0) }
        // The record before a gap can be opened, but nothing shows that it is the original one.
        #expect(found.count + damaged.count == 300)
        #expect(Set(found.map { DamagedPart.record(kind: "diary", number: $0) }).isDisjoint(with: damaged))
    }
}
