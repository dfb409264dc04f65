import Testing

@testable import ProfileKit

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
    private func digest(badge: String) -> [UInt8] {
        var writer = RecordWriter(schema: 1)
        writer.append(0)
        writer.append(0.0)
        writer.append(false)
        writer.append(false)
        writer.append(unsigned: 0)
        writer.append(unsigned: 1)
        writer.append(badge)
        writer.append(false)
        writer.append(0.0)
        writer.append(false)
        return writer.bytes
    }

    @Test func `a badge that there is not is refused`() {
        #expect(throws: Never.self) { try HikeDigest(decoding: digest(badge: "Earth Day")) }
        for badge in ["", "Moon Day", "Earth Day ", "Earth Day\0"] {
            #expect(throws: MalformedRecord.self) { try HikeDigest(decoding: digest(badge: badge)) }
        }
    }
}
