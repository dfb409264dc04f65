import CZlib
import PhotoCodec
import ProfileModel
import TestSupport
import Testing

@testable import Interchange

@Suite struct `A photo's file` {
    /// Twice as wide as high, black on the left.
    private static let pixels: Pixels = {
        let row = [UInt8](repeating: 0, count: 96) + [UInt8](repeating: 255, count: 96)
        return Pixels(width: 64, height: 32, bytes: Array([[UInt8]](repeating: row, count: 32).joined()))!
    }()
    private static let jpeg = try! JPEGCodec.encode(pixels, quality: 90)

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    private static let exif = segment(0xE1, Array("Exif\0\0".utf8) + EXIFSample.bern.block)
    private static let colors = segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 9, 9])

    /// With all that cameras write, and more behind the end.
    private static let full: [UInt8] =
        Array(jpeg.prefix(2)) + exif + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<gps>46.955</gps>".utf8))
        + colors + segment(0xE2, Array("MPF\0 Camera of Kim".utf8)) + segment(0xED, Array("Photoshop 3.0\0Kim".utf8))
        + segment(0xFE, Array("by Kim".utf8)) + jpeg.dropFirst(2) + Array("film of Kim".utf8)

    private static func png(_ chunks: [[UInt8]] = []) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<32 {
            rows.append(0)
            rows += pixels.bytes[row * 192..<(row + 1) * 192]
        }
        var length = compressBound(UInt(rows.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        guard unsafe compress(&packed, &length, rows, UInt(rows.count)) == Z_OK else { return [] }
        return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
            + chunk("IHDR", [0, 0, 0, 64, 0, 0, 0, 32, 8, 2, 0, 0, 0]) + chunks.joined()
            + chunk("IDAT", Array(packed.prefix(Int(length)))) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in Array(type.utf8) + content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        return bytes(UInt32(content.count)) + Array(type.utf8) + content + bytes(~sum)
    }

    private func contains(_ file: [UInt8], _ text: String) -> Bool {
        String(decoding: file, as: UTF8.self).contains(text)
    }

    private func isLeftDark(_ file: [UInt8]) throws -> Bool {
        let pixels = try JPEGCodec.decode(file, fitting: 64)
        return pixels[2, pixels.height / 2].red < 60 && pixels[pixels.width - 3, pixels.height / 2].red > 200
    }

    @Test func `is kept as it is, with an upright preview and what the camera wrote`() throws {
        let photo = try ImportedPhoto(name: "a.jpg", reading: Self.full)
        #expect(photo.file == Self.full && photo.metadata.orientation == 6)
        // On its side: the left half is above.
        #expect(photo.width == 32 && photo.height == 64)
        let preview = try JPEGCodec.decode(photo.preview, fitting: 64)
        #expect(preview.width == 32 && preview.height == 64)
        #expect(preview[16, 2].red < 60 && preview[16, 61].red > 200)
        #expect(!contains(photo.preview, "Kim") && !contains(photo.preview, "Exif"))
    }

    @Test func `may be PNG, with EXIF's words in a chunk`() throws {
        let photo = try ImportedPhoto(name: "a.png", reading: Self.png([Self.chunk("eXIf", EXIFSample.bern.block)]))
        #expect(photo.metadata.orientation == 6 && photo.width == 32 && photo.height == 64)
        #expect(try ImportedPhoto(name: "a.png", reading: Self.png()).metadata == PhotoMetadata())
    }

    @Test func `has a preview of at most 1,280 pixels`() throws {
        let large = Pixels(width: 3000, height: 10, bytes: [UInt8](repeating: 100, count: 90_000))!
        let photo = try ImportedPhoto(name: "a.jpg", reading: JPEGCodec.encode(large, quality: 60))
        #expect(photo.width == 3000 && photo.height == 10)
        #expect(try JPEGCodec.size(of: photo.preview) == (1280, 4))
    }

    @Test func `loses all that was written about it, but neither its picture, nor its colours, nor its orientation`()
        throws
    {
        let bare = try ImportedPhoto.withoutMetadata(Self.full)
        for word in ["Kim", "2026:07", "gps", "MPF", "Photoshop", "http"] { #expect(!contains(bare, word), "\(word)") }
        #expect(contains(bare, "ICC_PROFILE"))
        let photo = try ImportedPhoto(name: "a.jpg", reading: bare)
        #expect(photo.metadata.orientation == 6 && photo.metadata.position == nil && photo.metadata.cameraTime == nil)
        // The coded picture is the same, byte for byte.
        let scan = try #require(Self.jpeg.indices.first { Self.jpeg[$0] == 0xFF && Self.jpeg[$0 + 1] == 0xDA })
        #expect(bare.suffix(Self.jpeg.count - scan) == Self.jpeg[scan...])
        #expect(try isLeftDark(bare))
        // One that says nothing remains the same.
        #expect(try ImportedPhoto.withoutMetadata(Self.jpeg) == Self.jpeg)
    }

    @Test func `loses them from PNG too`() throws {
        let file = Self.png([
            Self.chunk("eXIf", EXIFSample.bern.block), Self.chunk("tEXt", Array("Author\0Kim".utf8)),
            Self.chunk("gAMA", [0, 0, 0xB1, 0x8F]), Self.chunk("prVt", Array("Kim".utf8)),
        ])
        let bare = try ImportedPhoto.withoutMetadata(file + Array("Kim".utf8))
        #expect(!contains(bare, "Kim") && !contains(bare, "2026") && contains(bare, "gAMA"))
        let photo = try ImportedPhoto(name: "a.png", reading: bare)
        #expect(photo.metadata.orientation == 6 && photo.metadata.position == nil)
        #expect(try ImportedPhoto.withoutMetadata(Self.png()) == Self.png())
    }

    @Test func `is refused when it is too long, cut, or of another kind`() {
        func problem(_ file: [UInt8]) -> PhotoProblem? {
            do throws(PhotoProblem) {
                _ = try ImportedPhoto(name: "a", reading: file)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem([]) == .unrecognized && problem(Array("GIF89a".utf8)) == .unrecognized)
        #expect(problem(Self.jpeg + [UInt8](repeating: 0, count: 16 << 20)) == .tooLong)
        for length in stride(from: 3, to: Self.jpeg.count, by: 5) {
            #expect(problem(Array(Self.jpeg.prefix(length))) == .damaged)
        }
        let png = Self.png()
        for length in stride(from: 8, to: png.count, by: 5) {
            #expect(problem(Array(png.prefix(length))) == .damaged)
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `is never a reason to crash, and never leads to more bytes than it has`(
        seed: UInt64
    ) {
        var source = SeededSource(seed: seed)
        for file in [Self.full, Self.png([Self.chunk("eXIf", EXIFSample.bern.block)])] {
            for _ in 0..<500 {
                var damaged = file
                for _ in 0..<Int.random(in: 1...6, using: &source) {
                    damaged[Int.random(in: damaged.indices, using: &source)] = UInt8.random(in: 0...255, using: &source)
                }
                _ = try? ImportedPhoto(name: "a", reading: damaged)
                guard let bare = try? ImportedPhoto.withoutMetadata(damaged) else { continue }
                #expect(bare.count <= damaged.count)
                // Taking away what isn't there any more changes nothing.
                #expect((try? ImportedPhoto.withoutMetadata(bare)) == bare)
            }
        }
    }
}
