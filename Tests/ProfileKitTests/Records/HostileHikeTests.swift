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
    func `an offset of whole minutes below a day is read`(offset: Int) throws {
        #expect(try HeaderRecord(decoding: Self.hike(utcOffset: offset)).header.startTime?.utcOffset == offset)
    }

    @Test(arguments: [1, -61, 86_400, -86_400, .max, .min + 1])
    func `any other offset is refused`(offset: Int) {
        #expect(throws: MalformedRecord.self) { try HeaderRecord(decoding: Self.hike(utcOffset: offset)) }
    }

    /// In a process of its own, because a trap would end this one.
    @Test func `the least offset of all is refused, too, and does not trap`() async {
        await #expect(processExitsWith: .success) {
            #expect(throws: MalformedRecord.self) { try HeaderRecord(decoding: Self.hike(utcOffset: .min)) }
        }
    }

    @Test(arguments: [-62_135_600_000.0, 253_402_300_000, 1e300, -1e300])
    func `a moment outside the years 1 to 9999 is refused`(seconds: Double) {
        #expect(throws: MalformedRecord.self) {
            try HeaderRecord(decoding: Self.hike(secondsSince1970: seconds, utcOffset: 0))
        }
    }
}

@Suite struct `A hostile digest` {
    /// What is written of no hikes, with the badges of these names.
    private func digest(_ badges: [String], schema: UInt8 = 2) -> [UInt8] {
        var writer = RecordWriter(schema: schema)
        if schema > 1 { writer.append(HikeDigest.rulesVersion) }
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

    @Test func `is of other rules unless it has exactly the badges that there are`() throws {
        let names = Badge.all.map(\.name)
        #expect(try DigestRecord(decoding: digest(names)).digest?.badges.map(\.badge) == Badge.all)
        for badge in ["", "Moon Day", "Earth Day ", "Earth Day\0"] {
            #expect(try DigestRecord(decoding: digest(names.map { $0 == "Earth Day" ? badge : $0 })).digest == nil)
            #expect(try DigestRecord(decoding: digest(names + [badge])).digest == nil)
        }
        #expect(try DigestRecord(decoding: digest(Array(names.dropLast()))).digest == nil)
        #expect(try DigestRecord(decoding: digest(names, schema: 9)).digest == nil, "a later form is of other rules")
        #expect(try DigestRecord(decoding: digest(names, schema: 1)).digest == nil, "the rules of 0.1.0 are others")
        #expect(throws: MalformedRecord.self) { try DigestRecord(decoding: []) }
        #expect(throws: MalformedRecord.self) { try DigestRecord(decoding: Array(digest(names).dropLast())) }
    }
}
