import Testing

@testable import SealedStore

@Suite struct `A malformed record` {
    /// Whether reading the bytes, after a schema of 1, is refused.
    private func isRefused<Value>(_ bytes: [UInt8], _ read: (inout RecordReader) throws -> Value) -> Bool {
        do {
            var reader = try RecordReader([1] + bytes, schema: 1)
            _ = try read(&reader)
            return false
        } catch {
            return error is MalformedRecord
        }
    }

    @Test func `is refused with another schema or without bytes`() throws {
        #expect(throws: MalformedRecord.self) { try RecordReader([], schema: 1) }
        #expect(throws: MalformedRecord.self) { try RecordReader([2], schema: 1) }
        #expect(throws: MalformedRecord.self) { try RecordReader([0], schema: 1) }
        #expect(throws: Never.self) { try RecordReader([1], schema: 1).finish() }
    }

    @Test func `is refused with an extra byte`() throws {
        var reader = try RecordReader([1, 2, 3], schema: 1)
        #expect(throws: MalformedRecord.self) { try reader.finish() }
        _ = try reader.unsigned()
        #expect(throws: MalformedRecord.self) { try reader.finish() }
        _ = try reader.unsigned()
        try reader.finish()
    }

    @Test func `is refused when a value is cut at any byte`() throws {
        var writer = RecordWriter(schema: 1)
        writer.append(Int.min)
        writer.append(0.1)
        writer.append("🥾 a text")
        writer.append([1, 2, 3] as [UInt8])
        writer.append(7 as Int?) { $0.append($1) }
        writer.append([300, -300]) { $0.append($1) }
        func read(_ bytes: [UInt8]) throws {
            var reader = try RecordReader(bytes, schema: 1)
            _ = (try reader.integer(), try reader.double(), try reader.text(), try reader.blob())
            _ = (try reader.optional { try $0.integer() }, try reader.list { try $0.integer() })
            try reader.finish()
        }
        try read(writer.bytes)
        for count in writer.bytes.indices {
            #expect(throws: MalformedRecord.self, "\(count) bytes") { try read(Array(writer.bytes.prefix(count))) }
        }
    }

    @Test(
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0x00],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
            [UInt8](repeating: 0x80, count: 1000), [UInt8](repeating: 0xFF, count: 1000),
        ] as [[UInt8]])
    func `is refused with an integer of more than 64 bits`(bytes: [UInt8]) {
        #expect(isRefused(bytes) { try $0.unsigned() })
        #expect(isRefused(bytes) { try $0.integer() })
        #expect(isRefused(bytes) { try $0.text() })
        #expect(isRefused(bytes) { try $0.list { try $0.flag() } })
    }

    @Test func `is not refused for the largest 64-bit integer`() {
        let bytes = [UInt8](repeating: 0xFF, count: 9) + [1]
        #expect(!isRefused(bytes) { try $0.unsigned() })
        #expect(!isRefused(bytes) { try $0.integer() })
    }

    @Test func `is refused with a flag other than 0 or 1`() {
        for byte in UInt8.min...UInt8.max {
            #expect(isRefused([byte]) { try $0.flag() } == (byte > 1))
            #expect(isRefused([byte, 0]) { try $0.optional { try $0.unsigned() } } == (byte > 1))
        }
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0xA5],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x61, 0xC3, 0x61],
        ] as [[UInt8]])
    func `is refused with invalid UTF-8, which is never repaired`(bytes: [UInt8]) {
        #expect(isRefused([UInt8(bytes.count)] + bytes) { try $0.text() })
    }

    @Test(arguments: [
        Double.nan, .signalingNaN, .infinity, -.infinity, Double(bitPattern: .max), Double(nan: 7, signaling: false),
    ])
    func `is refused with a number that is not finite`(number: Double) {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
        #expect(isRefused(bytes) { try $0.double() })
    }

    @Test(arguments: [1, 2, 127, 1 << 20, 1 << 40, 1 << 62, 1 << 63, .max] as [UInt64])
    func `is refused before allocation when a count exceeds its bytes`(count: UInt64) {
        var writer = RecordWriter(schema: 1)
        writer.append(unsigned: count)
        let bytes = Array(writer.bytes.dropFirst())
        #expect(isRefused(bytes) { try $0.blob() })
        #expect(isRefused(bytes) { try $0.text() })
        #expect(isRefused(bytes) { try $0.list { try $0.flag() } })
        #expect(isRefused(bytes) { try $0.list { _ in } })
    }
}
