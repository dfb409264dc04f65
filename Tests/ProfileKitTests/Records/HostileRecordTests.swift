import TestSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite struct `A hostile record` {
    private func isRefused(_ bytes: [UInt8], by decoder: RecordDecoder) -> Bool {
        do {
            try decoder.decode(bytes)
            return false
        } catch {
            return error is MalformedRecord
        }
    }

    @Test(arguments: RecordDecoder.allCases)
    func `is refused when it is cut at any byte, and when it is too long`(decoder: RecordDecoder) {
        var source = SeededSource(seed: 8)
        for _ in 0..<10 {
            let record = decoder.encoded(&source)
            #expect(!isRefused(record, by: decoder))
            for count in record.indices { #expect(isRefused(Array(record.prefix(count)), by: decoder)) }
            for extra in [0, 1, 0x80, 0xFF] as [UInt8] { #expect(isRefused(record + [extra], by: decoder)) }
        }
    }

    @Test(arguments: RecordDecoder.allCases) func `is refused with every other schema`(decoder: RecordDecoder) {
        var source = SeededSource(seed: 9)
        let record = decoder.encoded(&source)
        for schema in UInt8.min...UInt8.max where !decoder.schemas.contains(schema) {
            #expect(isRefused([schema] + record.dropFirst(), by: decoder))
        }
    }

    /// A trap would end the whole run.
    @Test(arguments: RecordDecoder.allCases, 0..<4)
    func `is read or refused in 20,000 random and mutated forms, and never traps`(decoder: RecordDecoder, seed: Int) {
        var source = SeededSource(seed: UInt64(seed))
        let records = (0..<50).map { _ in decoder.encoded(&source) }
        var (read, refused) = (0, 0)
        for round in 0..<5_000 {
            let bytes =
                round.isMultiple(of: 4)
                ? [decoder.schemas.randomElement(using: &source) ?? 1] + source.bytes(upTo: 60)
                : mutate(records[round % records.count], with: &source)
            if isRefused(bytes, by: decoder) { refused += 1 } else { read += 1 }
        }
        // Both happen often, or the mutations would test nothing.
        #expect(read > 20 && refused > 200)
    }

    private func mutate(_ record: [UInt8], with source: inout SeededSource) -> [UInt8] {
        var bytes = record
        for _ in 0..<Int.random(in: 1...3, using: &source) where bytes.count > 1 {
            let place = Int.random(in: 1..<bytes.count, using: &source)
            switch Int.random(in: 0..<5, using: &source) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &source)
            case 1: bytes[place] = [0, 1, 2, 0x7F, 0x80, 0xFF].randomElement(using: &source) ?? 0
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8.random(in: .min ... .max, using: &source), at: place)
            default: bytes.replaceSubrange(place..<place, with: bytes[place...].prefix(9))
            }
        }
        return bytes
    }

    private func profile(season: String = "winter", year: Int = 2027, month: Int = 5, day: Int = 1) -> [UInt8] {
        var writer = RecordWriter(schema: 1)
        writer.append("g_kumar")
        writer.append(true)
        writer.append(season)
        for number in [year, month, day] { writer.append(number) }
        return writer.bytes
    }

    @Test func `is refused with a value that its type does not have`() {
        #expect(!isRefused(profile(), by: .profile))
        for season in ["", "Winter", "monsoon", "winter\0"] {
            #expect(isRefused(profile(season: season), by: .profile))
        }
        for number in [0, -1, 13, .min, .max] { #expect(isRefused(profile(month: number), by: .profile)) }
        for number in [0, -1, 32, .min, .max] { #expect(isRefused(profile(day: number), by: .profile)) }
        for number in [0, -1, 10_000, .min, .max] { #expect(isRefused(profile(year: number), by: .profile)) }
        #expect(isRefused(profile(month: 2, day: 29), by: .profile))
        #expect(!isRefused(profile(year: 2028, month: 2, day: 29), by: .profile))
    }

    @Test func `is refused with a range that ends below its start`() {
        func track(_ lower: Double, _ upper: Double) -> [UInt8] {
            var writer = RecordWriter(schema: 1)
            writer.append(unsigned: 1)
            writer.append(0.0)
            writer.append(true)
            writer.append(lower)
            writer.append(upper)
            writer.append(false)
            writer.append(false)
            return writer.bytes
        }
        #expect(!isRefused(track(1, 2), by: .track))
        #expect(!isRefused(track(2, 2), by: .track))
        #expect(isRefused(track(2, 1), by: .track))
        #expect(isRefused(track(.nan, 1), by: .track))
    }
}
