import CZlib
import TestSupport
import Testing

@testable import PhotoCodec

/// Photos that are made here, and what damage does to them.
enum Sample {
    /// Red grows to the right, green to the bottom.
    static func gradient(_ width: Int, _ height: Int) -> Pixels {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes.append(UInt8(x * 255 / max(width - 1, 1)))
                bytes.append(UInt8(y * 255 / max(height - 1, 1)))
                bytes.append(64)
            }
        }
        return Pixels(width: width, height: height, bytes: bytes)!
    }

    /// A PNG file of red, green, blue and opacity.
    static func png(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += pixels[row * width * 4..<(row + 1) * width * 4]
        }
        var length = compressBound(UInt(rows.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        guard unsafe compress(&packed, &length, rows, UInt(rows.count)) == Z_OK else { return [] }
        return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
            + chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 6, 0, 0, 0])
            + chunk("IDAT", Array(packed.prefix(Int(length)))) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        let sum = unsafe crc32(0, checked, UInt32(checked.count))
        return bytes(UInt32(content.count)) + checked + bytes(UInt32(truncatingIfNeeded: sum))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }

    static func png(_ pixels: Pixels) -> [UInt8] {
        var opaque: [UInt8] = []
        for start in stride(from: 0, to: pixels.bytes.count, by: 3) {
            opaque += pixels.bytes[start..<start + 3] + [255]
        }
        return png(pixels.width, pixels.height, opaque)
    }
}

extension Pixels {
    /// The mean difference of a byte.
    func difference(from other: Pixels) -> Double {
        guard (width, height) == (other.width, other.height) else { return 255 }
        let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(bytes.count)
    }
}

@Suite struct `Photos are decoded` {
    @Test func `from JPEG, as they were encoded but for its losses`() throws {
        let photo = Sample.gradient(321, 123)
        let file = try JPEGCodec.encode(photo, quality: 95)
        #expect(try JPEGCodec.size(of: file) == (321, 123))
        #expect(try JPEGCodec.decode(file, fitting: 1000).difference(from: photo) < 3)
        #expect(file.count < photo.bytes.count / 4)
    }

    @Test func `from PNG, without a loss`() throws {
        let photo = Sample.gradient(37, 19)
        let file = Sample.png(photo)
        #expect(try PNGCodec.size(of: file) == (37, 19))
        #expect(try PNGCodec.decode(file, fitting: 1000) == photo)
    }

    @Test func `with white where they are transparent`() throws {
        let file = Sample.png(2, 1, [200, 0, 0, 255, 0, 0, 0, 0])
        #expect(try PNGCodec.decode(file, fitting: 10).bytes == [200, 0, 0, 255, 255, 255])
    }

    @Test(arguments: [(1000, 500), (500, 1000), (1283, 7), (640, 640), (2, 900)])
    func `reduced to the longer side that was asked for`(_ width: Int, _ height: Int) throws {
        let photo = Sample.gradient(width, height)
        let files = [try JPEGCodec.encode(photo, quality: 90), Sample.png(photo)]
        for (index, file) in files.enumerated() {
            let small =
                index == 0 ? try JPEGCodec.decode(file, fitting: 100) : try PNGCodec.decode(file, fitting: 100)
            #expect(max(small.width, small.height) == 100)
            let shorter = Double(min(width, height) * 100) / Double(max(width, height))
            #expect(min(small.width, small.height) == max(1, Int(shorter.rounded())))
            // The gradient runs from one end to the other, whatever the size.
            if min(small.width, small.height) > 10 {
                #expect(small.difference(from: Sample.gradient(small.width, small.height)) < 16)
            }
        }
    }

    @Test func `into means of the pixels that each one stands for`() throws {
        let photo = try #require(
            Pixels(width: 4, height: 2, bytes: [0, 10, 20, 100, 30, 40] + [UInt8](repeating: 8, count: 18)))
        let small = photo.reduced(width: 2, height: 1)
        #expect(small[0, 0] == (29, 14, 19) && small[1, 0] == (8, 8, 8))
        #expect(photo.reduced(width: 9, height: 9) == photo)
        #expect(photo.reduced(width: 0, height: -1).width == 1)
    }

    @Test func `upright, from each of the eight orientations`() {
        // An F without its foot: what it looks like is told by three of its corners.
        func photo(_ rows: [[UInt8]]) -> Pixels {
            let bytes = Array(rows.joined()).flatMap { value in [value, value, value] }
            return Pixels(width: rows[0].count, height: rows.count, bytes: bytes)!
        }
        let upright = photo([[1, 2, 3], [4, 5, 6]])
        // As EXIF 2.3 defines them: where row 0 and column 0 of the file are in what is looked at.
        let stored: [Int: [[UInt8]]] = [
            1: [[1, 2, 3], [4, 5, 6]], 2: [[3, 2, 1], [6, 5, 4]], 3: [[6, 5, 4], [3, 2, 1]],
            4: [[4, 5, 6], [1, 2, 3]], 5: [[1, 4], [2, 5], [3, 6]], 6: [[3, 6], [2, 5], [1, 4]],
            7: [[6, 3], [5, 2], [4, 1]], 8: [[4, 1], [5, 2], [6, 3]],
        ]
        for (orientation, rows) in stored {
            #expect(photo(rows).upright(from: orientation) == upright, "\(orientation)")
        }
        #expect(upright.upright(from: 9) == upright)
    }
}

@Suite struct `Files that aren't photos` {
    private func decode(_ file: [UInt8]) throws -> Pixels {
        file.first == 0x89 ? try PNGCodec.decode(file, fitting: 40) : try JPEGCodec.decode(file, fitting: 40)
    }

    @Test func `are refused`() throws {
        for file in [[], [0xFF], Array("plain text".utf8), [UInt8](repeating: 0xFF, count: 1000)] {
            #expect(throws: PhotoCodecError.malformed) { try JPEGCodec.decode(file, fitting: 10) }
            #expect(throws: PhotoCodecError.malformed) { try PNGCodec.decode(file, fitting: 10) }
            #expect(throws: PhotoCodecError.malformed) { try JPEGCodec.size(of: file) }
            #expect(throws: PhotoCodecError.malformed) { try PNGCodec.size(of: file) }
        }
        #expect(Pixels(width: 0, height: 1, bytes: []) == nil && Pixels(width: 2, height: 1, bytes: [1, 2, 3]) == nil)
        #expect(!Pixels.isAllowed(.max, .max) && !Pixels.isAllowed(10_001, 10_000) && Pixels.isAllowed(10_000, 10_000))
    }

    @Test func `of more than 100 megapixels are refused by what they declare`() throws {
        var jpeg = try JPEGCodec.encode(Sample.gradient(16, 16), quality: 50)
        let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && [0xC0, 0xC2].contains(jpeg[$0 + 1]) })
        for index in frame + 5...frame + 8 { jpeg[index] = 0xF0 }
        #expect(throws: PhotoCodecError.tooLarge) { try JPEGCodec.decode(jpeg, fitting: 40) }
        // A header, and the beginning of a chunk. libpng looks no further before it tells the size.
        let idat: [UInt8] = [0, 0, 0, 4] + Array("IDAT".utf8) + [0x78, 0x9C, 0, 0, 0, 0, 0, 0]
        // With its checksum.
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20, 8, 2, 0, 0, 0, 0x6C, 0x12, 0xD1, 0x6E]
        #expect(throws: PhotoCodecError.tooLarge) { try PNGCodec.decode(png + idat, fitting: 40) }
    }

    @Test func `that are cut are refused, or decoded as far as they go`() throws {
        let photo = Sample.gradient(64, 48)
        for file in [try JPEGCodec.encode(photo, quality: 80), Sample.png(photo)] {
            for length in stride(from: 0, to: file.count, by: 7) {
                let pixels = try? decode(Array(file.prefix(length)))
                #expect(pixels.map { $0.width == 40 && $0.height == 30 } ?? true)
            }
            #expect(throws: PhotoCodecError.self) { try decode(Array(file.prefix(file.count / 8))) }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func `that are damaged neither crash nor write beyond`(seed: UInt64) throws
    {
        var source = SeededSource(seed: seed)
        let photo = Sample.gradient(64, 48)
        for file in [try JPEGCodec.encode(photo, quality: 80), Sample.png(photo)] {
            for _ in 0..<300 {
                var damaged = file
                for _ in 0...Int(source.next() % 6) {
                    damaged[Int(source.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: source.next())
                }
                guard let pixels = try? decode(damaged) else { continue }
                #expect(
                    pixels.bytes.count == pixels.width * pixels.height * 3 && max(pixels.width, pixels.height) <= 40)
            }
        }
    }
}
