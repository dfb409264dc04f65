import ProfileModel
import TestSupport
import Testing

@testable import Interchange

@Suite struct `A camera's words` {
    private func read(_ sample: EXIFSample) -> PhotoMetadata { PhotoMetadata(exif: sample.block[...]) }

    @Test(arguments: [true, false]) func `are read in both orders of bytes`(isLittleEndian: Bool) throws {
        var sample = EXIFSample.bern
        sample.isLittleEndian = isLittleEndian
        let metadata = read(sample)
        #expect(metadata.orientation == 6 && metadata.utcOffset == 7200)
        let position = try #require(metadata.position)
        #expect(abs(position.latitude - 46.955) < 1e-9 && abs(position.longitude - 7.44) < 1e-9)
        #expect(metadata.satelliteTime == Timestamp("2026-07-04T08:30:16Z")?.secondsSince1970)
        #expect(metadata.time(assumingOffset: -3600) == Timestamp("2026-07-04T10:30:15+02:00"))
    }

    @Test func `tell the time by the camera's offset, else by satellites, else by an offset that is assumed`() {
        var sample = EXIFSample.bern
        sample.photo.removeLast()
        #expect(read(sample).time(assumingOffset: 7200) == Timestamp("2026-07-04T10:30:16+02:00"))
        sample.satellites.removeLast()
        #expect(read(sample).time(assumingOffset: -3600) == Timestamp("2026-07-04T10:30:15-01:00"))
        #expect(read(sample).time(assumingOffset: nil) == nil)
        sample.photo = []
        #expect(read(sample).time(assumingOffset: 0) == nil)
    }

    @Test func `are read in the south and in the west`() throws {
        var sample = EXIFSample.bern
        (sample.satellites[0].1, sample.satellites[2].1) = (.text("S"), .text("W"))
        let position = try #require(read(sample).position)
        #expect(position.latitude < -46.9 && position.longitude < -7.4)
    }

    @Test func `are missing where they make no sense`() {
        func metadata(_ change: (inout EXIFSample) -> Void) -> PhotoMetadata {
            var sample = EXIFSample.bern
            change(&sample)
            return read(sample)
        }
        #expect(metadata { $0.photo[0].1 = .text("    :  :     :  :  ") }.cameraTime == nil)
        #expect(metadata { $0.photo[0].1 = .text("0000:00:00 00:00:00") }.cameraTime == nil)
        #expect(metadata { $0.photo[0].1 = .text("2026:02:30 10:00:00") }.cameraTime == nil)
        #expect(metadata { $0.photo[0].1 = .bytes(Array("2026:07:04 10:30:15\0".utf8)) }.cameraTime == nil)
        #expect(metadata { $0.photo[1].1 = .text("+2 h") }.utcOffset == nil)
        #expect(metadata { $0.satellites[1].1 = .fractions([(46, 0), (57, 1), (18, 1)]) }.position == nil)
        #expect(metadata { $0.satellites[1].1 = .fractions([(91, 1), (0, 1), (0, 1)]) }.position == nil)
        #expect(metadata { $0.satellites[1].1 = .fractions([(46, 1)]) }.position == nil)
        #expect(metadata { $0.satellites[0].1 = .text("X") }.position == nil)
        #expect(metadata { $0.satellites[4].1 = .fractions([(25, 1), (0, 1), (0, 1)]) }.satelliteTime == nil)
        #expect(metadata { $0.main[1].1 = .short(9) }.orientation == 1)
        #expect(
            PhotoMetadata(exif: []) == PhotoMetadata() && PhotoMetadata(exif: Array("MM".utf8)[...]) == PhotoMetadata())
    }

    @Test func `that point to themselves, far away or to many entries end soon`() {
        // A first directory at 8 with two links to itself, and a count of 65,535 entries.
        let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        for target in [[0, 0, 0, 8], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            let links = [0x87, 0x69, 0, 4, 0, 0, 0, 1] + target + [0x88, 0x25, 0, 4, 0, 0, 0, 1] + target
            let block = header + [0xFF, 0xFF] + links + [UInt8](repeating: 0x41, count: 900_000)
            #expect(PhotoMetadata(exif: block[...]).orientation == 1)
        }
        let far = EXIFSample.bern.block.enumerated().map { (4..<8).contains($0.offset) ? 0xFF : $0.element }
        #expect(PhotoMetadata(exif: far[...]) == PhotoMetadata())
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `are never a reason to crash`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let block = EXIFSample.bern.block
        for _ in 0..<2_000 {
            var damaged = Array(block.prefix(Int.random(in: 0...block.count, using: &source)))
            for _ in 0..<Int.random(in: 0...8, using: &source) where !damaged.isEmpty {
                damaged[Int.random(in: damaged.indices, using: &source)] = UInt8.random(in: 0...255, using: &source)
            }
            let metadata = PhotoMetadata(exif: damaged[...])
            #expect((1...8).contains(metadata.orientation))
            #expect(metadata.position.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } ?? true)
        }
    }
}
