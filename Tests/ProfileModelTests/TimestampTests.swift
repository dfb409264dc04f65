import ProfileModel
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("2026-04-22T06:40:00Z", 1_776_840_000.0, nil), ("2026-04-22T08:40:00+02:00", 1_776_840_000, 7200),
            ("2026-04-22T08:40:00+0200", 1_776_840_000, 7200), ("2026-04-22T08:40:00+02", 1_776_840_000, 7200),
            ("2026-04-22T02:10:00-04:30", 1_776_840_000, -16_200), ("2026-04-22T02:10:00-0430", 1_776_840_000, -16_200),
            ("2026-04-22T06:40:00+00:00", 1_776_840_000, 0), ("2026-04-22T06:40:00-00:00", 1_776_840_000, 0),
            ("2026-04-22t06:40:00z", 1_776_840_000, nil), ("2026-04-22 06:40:00Z", 1_776_840_000, nil),
            ("2026-04-23T06:39:00+23:59", 1_776_840_000, 86_340), ("2026-04-21T06:41:00-23:59", 1_776_840_000, -86_340),
            ("1970-01-01T00:00:00Z", 0, nil), ("1969-12-31T23:59:59Z", -1, nil),
            ("1900-01-01T00:00:00Z", -2_208_988_800, nil), ("0002-01-01T00:00:00Z", -62_104_060_800, nil),
            ("9998-12-31T23:59:59Z", 253_370_764_799, nil),
        ] as [(String, Double, Int?)])
    func `each form of a time zone is read`(text: String, seconds: Double, offset: Int?) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.secondsSince1970 == seconds)
        #expect(timestamp.utcOffset == offset)
    }

    @Test(arguments: [
        ("2026-04-22T06:40:00.250Z", 1_776_840_000.25, "2026-04-22T06:40:00.250Z"),
        ("2026-04-22T06:40:00,5Z", 1_776_840_000.5, "2026-04-22T06:40:00.500Z"),
        ("2026-04-22T06:40:00.000Z", 1_776_840_000, "2026-04-22T06:40:00Z"),
        ("2026-04-22T06:40:00.1234567890123Z", 1_776_840_000.123, "2026-04-22T06:40:00.123Z"),
        ("2026-04-22T06:40:00.9996Z", 1_776_840_001, "2026-04-22T06:40:01Z"),
        ("2026-04-22T08:40:00.5+02:00", 1_776_840_000.5, "2026-04-22T08:40:00.500+02:00"),
        ("1969-12-31T23:59:59.250Z", -0.75, "1969-12-31T23:59:59.250Z"),
        ("1900-01-01T00:00:00.001Z", -2_208_988_799.999, "1900-01-01T00:00:00.001Z"),
    ])
    func `fractions are kept to the millisecond`(text: String, seconds: Double, written: String) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.secondsSince1970 == seconds)
        #expect(timestamp.description == written)
    }

    @Test func `a 60th second counts as the next one`() {
        #expect(Timestamp("2016-12-31T23:59:60Z") == Timestamp("2017-01-01T00:00:00Z"))
        #expect(Timestamp("2016-12-31T23:59:60Z")?.secondsSince1970 == 1_483_228_800)
    }

    @Test(arguments: [
        "", "2026-04-22", "2026-04-22T06:40:00", "2026-04-22T06:40Z", "2026-04-22T06Z", "06:40:00Z",
        "2026-02-30T06:40:00Z", "2026-13-01T06:40:00Z", "0000-01-01T06:40:00Z", "2026-04-22T25:00:00Z",
        "2026-04-22T24:00:00Z", "2026-04-22T06:60:00Z", "2026-04-22T06:40:61Z", "2026-04-22T6:40:00Z",
        "2026-04-22T06:4:00Z", "2026-04-22T06:40:0Z", "2026-04-22T-6:40:00Z", "2026-04-22T+6:40:00Z",
        "2026-04-22T064000Z", "2026-04-22X06:40:00Z", "2026-04-22  06:40:00Z", "2026-04-22T06:40:00.Z",
        "2026-04-22T06:40:00.5", "2026-04-22T06:40:00.-5Z", "2026-04-22T06:40:00.5.5Z", "2026-04-22T06:40:00Zz",
        "2026-04-22T06:40:00Z ", " 2026-04-22T06:40:00Z", "2026-04-22T06:40:00Z\n", "2026-04-22T06:40:00 Z",
        "2026-04-22T06:40:00+24:00", "2026-04-22T06:40:00+02:60", "2026-04-22T06:40:00+2", "2026-04-22T06:40:00+2:00",
        "2026-04-22T06:40:00+", "2026-04-22T06:40:00+02:0", "2026-04-22T06:40:00+02:000", "2026-04-22T06:40:00+020",
        "2026-04-22T06:40:00+02:00Z", "2026-04-22T06:40:00−02:00", "2026-04-22T06:40:00CET",
        "2026-04-22T０6:40:00Z", "2026-04-22T06:40:00\u{301}Z", "2026-04-22T06:40:00Z\u{301}",
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ])
    func `any other text is not a timestamp`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(
        arguments: [
            (.nan, nil), (.infinity, nil), (-.infinity, nil), (1e12, nil), (-1e12, nil), (0, 86_400), (0, -86_400),
            (0, 30),
            (0, .max),
        ] as [(Double, Int?)])
    func `a time beyond the calendar or an offset beyond a day is refused`(seconds: Double, offset: Int?) {
        #expect(Timestamp(secondsSince1970: seconds, utcOffset: offset) == nil)
    }

    @Test(arguments: [
        ("2026-04-22T00:30:00+02:00", "2026-04-22"), ("2026-04-21T23:30:00-10:00", "2026-04-21"),
        ("2026-12-31T23:59:59.999+00:00", "2026-12-31"), ("2027-01-01T00:00:00+14:00", "2027-01-01"),
        ("1969-12-31T23:59:59.5-01:00", "1969-12-31"), ("2024-02-29T00:00:00+05:45", "2024-02-29"),
    ])
    func `the day is that of the hiker's clock`(text: String, day: String) {
        #expect(Timestamp(text)?.day.description == day)
    }

    @Test(arguments: 0..<4) func `every timestamp is read back from its text`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        for _ in 0..<2_000 {
            let milliseconds = Int.random(in: -62_135_500_000_000...253_402_200_000_000, using: &source)
            let offset = Bool.random(using: &source) ? 60 * Int.random(in: -1439...1439, using: &source) : nil
            let timestamp = try #require(
                Timestamp(secondsSince1970: Double(milliseconds) / 1000, utcOffset: offset))
            #expect(Timestamp(timestamp.description) == timestamp, "\(milliseconds) ms, offset \(offset ?? -1)")
        }
    }

    @Test(arguments: 0..<4)
    func `random texts similar to a timestamp never trap, and valid ones are read back`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let pieces: [Character] = Array("0123456789-+:.,TtZz ") + ["\u{301}", "🥾", "\0", "\r\n", "９"]
        var read = 0
        for _ in 0..<4_000 {
            var text = Array("2026-04-22T06:40:00.250+02:00")
            for _ in 0..<Int.random(in: 0...2, using: &source) {
                let place = Int.random(in: 0..<text.count, using: &source)
                text[place] = pieces.randomElement(using: &source) ?? "0"
            }
            guard let timestamp = Timestamp(String(text)) else { continue }
            read += 1
            #expect(Timestamp(timestamp.description) == timestamp, "\(String(text))")
        }
        #expect((1..<4_000).contains(read))
    }
}
