import TestSupport
import Testing

@testable import SealedStore

@Suite struct `The record coder` {
    /// Writes values, reads them back, and expects no bytes to be left.
    private func roundTrip<Value>(
        _ write: (inout RecordWriter) -> Void, _ read: (inout RecordReader) throws -> Value
    ) throws -> Value {
        var writer = RecordWriter(schema: 7)
        write(&writer)
        var reader = try RecordReader(writer.bytes, schema: 7)
        let value = try read(&reader)
        try reader.finish()
        return value
    }

    @Test(arguments: [0, 1, 127, 128, 255, 16_383, 16_384, 1 << 31, 1 << 32, 1 << 63, .max - 1, .max] as [UInt64])
    func `reads back unsigned integers`(number: UInt64) throws {
        #expect(try roundTrip({ $0.append(unsigned: number) }, { try $0.unsigned() }) == number)
    }

    @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 1 << 31, 1 << 53 + 1, .max, .max - 1, .min, .min + 1])
    func `reads back signed integers`(number: Int) throws {
        #expect(try roundTrip({ $0.append(number) }, { try $0.integer() }) == number)
    }

    @Test(arguments: [
        0, -0.0, 1, -1.5, .pi, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.1, 1e-300,
    ])
    func `reads back numbers, bit for bit`(number: Double) throws {
        let back = try roundTrip({ $0.append(number) }, { try $0.double() })
        #expect(back.bitPattern == number.bitPattern)
    }

    @Test(arguments: [
        "", "a", "\0", "a\0b", "e\u{301}", "é", "🥾👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿", "\u{FEFF}x", "\u{10FFFF}", String(repeating: "漢", count: 9999),
    ])
    func `reads back text byte for byte`(text: String) throws {
        let back = try roundTrip({ $0.append(text) }, { try $0.text() })
        #expect(Array(back.utf8) == Array(text.utf8))
    }

    @Test(arguments: [0, 1, 127, 128, 70_000]) func `reads back blobs`(count: Int) throws {
        let blob = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try roundTrip({ $0.append(blob) }, { try $0.blob() }) == blob)
    }

    @Test func `reads back flags, optional values and lists`() throws {
        for flag in [true, false] {
            #expect(try roundTrip({ $0.append(flag) }, { try $0.flag() }) == flag)
        }
        for optional in [nil, 0, -7] as [Int?] {
            #expect(
                try roundTrip({ $0.append(optional) { $0.append($1) } }, { try $0.optional { try $0.integer() } })
                    == optional)
        }
        for list in [[], [""], ["a", "", "b\0"]] {
            #expect(try roundTrip({ $0.append(list) { $0.append($1) } }, { try $0.list { try $0.text() } }) == list)
        }
    }

    @Test func `has a fixed form, byte by byte`() {
        var writer = RecordWriter(schema: 1)
        writer.append(unsigned: 300)
        writer.append(-1)
        writer.append(-65)
        writer.append(1.0)
        writer.append(true)
        writer.append("é")
        writer.append(nil as Int?) { $0.append($1) }
        writer.append(5 as Int?) { $0.append($1) }
        writer.append([1, 2]) { $0.append($1) }
        #expect(
            writer.bytes == [
                1, 0xAC, 0x02, 0x01, 0x81, 0x01, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 1, 2, 0xC3, 0xA9, 0, 1, 10, 2, 2, 4,
            ])
    }

    @Test func `reads back random sequences of everything`() throws {
        var source = SeededSource(seed: 1)
        for _ in 0..<300 {
            let integers = source.list(upTo: 20) { $0.integer() }
            let doubles = source.list(upTo: 20) { $0.double() }
            let texts = source.list(upTo: 20) { $0.text() }
            var writer = RecordWriter(schema: 255)
            writer.append(integers) { $0.append($1) }
            writer.append(doubles) { $0.append($1) }
            writer.append(texts) { $0.append($1) }
            var reader = try RecordReader(writer.bytes, schema: 255)
            #expect(try reader.list { try $0.integer() } == integers)
            #expect(try reader.list { try $0.double().bitPattern } == doubles.map(\.bitPattern))
            #expect(try reader.list { try Array($0.text().utf8) } == texts.map { Array($0.utf8) })
            try reader.finish()
        }
    }
}
