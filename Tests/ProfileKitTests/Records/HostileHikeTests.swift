import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite struct `A hostile start time` {
    private static func hike(secondsSince1970: Double = 0, utcOffset: Int) -> [UInt8] {
        var writer = RecordWriter(schema: 1)
        writer.append(1)
        writer.append("")
        writer.append(0.0)
        writer.append(0)
        writer.append(false)
        writer.append(true)
        writer.append(secondsSince1970)
        writer.append(true)
        writer.append(utcOffset)
        // Four numbers, the heart rate and the source are left out, and the digest is empty.
        for _ in 0..<6 { writer.append(false) }
        writer.append([] as [UInt8])
        return writer.bytes
    }

    @Test(arguments: [0, 60, -60, 86_340, -86_340])
    func `is read with an offset of whole minutes below a day`(offset: Int) throws {
        #expect(try HeaderRecord(decoding: Self.hike(utcOffset: offset)).header.startTime?.utcOffset == offset)
    }

    @Test(arguments: [1, -61, 86_400, -86_400, .max, .min + 1]) func `is refused with any other offset`(offset: Int) {
        #expect(throws: MalformedRecord.self) { try HeaderRecord(decoding: Self.hike(utcOffset: offset)) }
    }

    /// In a separate process, because a trap would end this one.
    @Test func `is refused with the smallest possible offset, too, without a trap`() async {
        await #expect(processExitsWith: .success) {
            #expect(throws: MalformedRecord.self) { try HeaderRecord(decoding: Self.hike(utcOffset: .min)) }
        }
    }

    @Test(arguments: [-62_135_600_000.0, 253_402_300_000, 1e300, -1e300])
    func `is refused outside the years 1 to 9999`(seconds: Double) {
        #expect(throws: MalformedRecord.self) {
            try HeaderRecord(decoding: Self.hike(secondsSince1970: seconds, utcOffset: 0))
        }
    }
}

@Suite struct `A hostile digest` {
    /// The record of a digest without hikes, with badges of the given names.
    private func digest(_ badges: [String], schema: UInt8 = 2) -> [UInt8] {
        var writer = RecordWriter(schema: schema)
        if schema > 1 { writer.append(HikeSummary.rulesVersion) }
        writer.append(0)
        writer.append(0.0)
        writer.append(false)
        writer.append(false)
        writer.append(unsigned: 0)
        writer.append(badges) { writer, badge in
            writer.append(badge)
            writer.append(false)
            writer.append(0.0)
            writer.append(false)
        }
        return writer.bytes
    }

    @Test func `counts as one of other rules unless it has exactly the existing badges`() throws {
        let names = Badge.all.map(\.name)
        #expect(try SummaryRecord(decoding: digest(names)).summary?.badges.map(\.badge) == Badge.all)
        for badge in ["", "Moon Day", "Earth Day ", "Earth Day\0"] {
            #expect(try SummaryRecord(decoding: digest(names.map { $0 == "Earth Day" ? badge : $0 })).summary == nil)
            #expect(try SummaryRecord(decoding: digest(names + [badge])).summary == nil)
        }
        #expect(try SummaryRecord(decoding: digest(Array(names.dropLast()))).summary == nil)
        #expect(try SummaryRecord(decoding: digest(names, schema: 9)).summary == nil, "a later form has other rules")
        #expect(try SummaryRecord(decoding: digest(names, schema: 1)).summary == nil, "0.1.0 had other rules")
        #expect(throws: MalformedRecord.self) { try SummaryRecord(decoding: []) }
        #expect(throws: MalformedRecord.self) { try SummaryRecord(decoding: Array(digest(names).dropLast())) }
    }
}
