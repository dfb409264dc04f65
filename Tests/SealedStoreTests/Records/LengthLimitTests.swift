import Testing

@testable import SealedStore

@Suite struct `The length of records` {
    private let log = RecordKind("diary", .log)
    private let page = RecordKind("page", .singleton)

    private func bench(_ kind: RecordBench.Kind = .file) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: [log, page])
        try bench.create { transaction in
            for number in 1...9 { _ = try transaction.append([UInt8(number)], to: log) }
            try transaction.put(page, number: 1, [1])
        }
        return bench
    }

    @Test(arguments: RecordBench.Kind.allCases)
    func `is limited on writing, and a record that is too long changes nothing`(kind: RecordBench.Kind) throws {
        let bench = try bench(kind)
        let longest = LengthLimit.record(of: page)
        // A box adds 41 bytes to its content, which is padded to a multiple of 256.
        try bench.write { try $0.put(page, number: 2, [UInt8](repeating: 7, count: longest - 1024)) }
        #expect(try bench.read { try $0.singleton(page)?.payload.count } == longest - 1024)
        let error = #expect(throws: EngineError.self) {
            try bench.write { try $0.put(page, number: 3, [UInt8](repeating: 7, count: longest)) }
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.detail.contains("page") == true)
        #expect(try bench.read { try $0.singleton(page)?.payload.count } == longest - 1024)
    }

    @Test func `is checked before a crafted record is read, which counts as damaged`() throws {
        let bench = try bench()
        // 8 MiB and a byte, with the beginning of the original box.
        let long = "head || zeroblob(8388609 - length(head))"
        try bench.tamper("UPDATE record SET head = CAST(\(long) AS BLOB) WHERE kind = 'page' OR number = 5")
        let row = try #require(try bench.file?.row(page, 1, of: .main, extent: .whole))
        #expect(row.boxes == [[]])
        #expect(throws: StoreError.self) { try bench.read { _ = try $0.singleton(page) } }
        var read: [Int] = []
        let (_, damaged) = try bench.salvage { transaction in
            try transaction.forEachNewestFirst(of: log) { number, _ in
                read.append(number)
                return true
            }
        }
        #expect(damaged.contains(.record(kind: "diary", number: 5)))
        #expect(read.contains(9) && read.contains(6) && read.contains(3) && !read.contains(5))
    }

    @Test(arguments: [false, true], [1, 2, 4, 9, nil] as [Int?])
    func `does not affect the order and number of rows around a crafted one`(isDescending: Bool, limit: Int?) throws {
        let bench = try bench()
        let file = try #require(bench.file)
        func numbers() throws -> [Int] {
            var numbers: [Int] = []
            try file.rows(log, in: RecordRange(2...8, isDescending: isDescending, limit: limit), of: .main) { row in
                numbers.append(row.number)
                return true
            }
            return numbers
        }
        let before = try numbers()
        #expect(before.count == min(limit ?? .max, 7))
        for number in [2, 5, 8] {
            try bench.tamper("UPDATE record SET head = zeroblob(8388609) WHERE kind = 'diary' AND number = \(number)")
            #expect(try numbers() == before)
        }
    }

    @Test func `keeps a long log from using more memory than a few of its records`() throws {
        let bench = try RecordBench(.file, kinds: [log])
        try bench.create { transaction in
            for number in 1...40 {
                _ = try transaction.append([UInt8](repeating: UInt8(number), count: 300_000), to: log)
            }
        }
        var found: [Int] = []
        try bench.read { transaction in
            try transaction.forEachNewestFirst(of: log) { number, payload in
                #expect(payload.count == 300_000 && payload[0] == UInt8(number))
                found.append(number)
                return true
            }
        }
        #expect(found == (1...40).reversed())
    }
}
