internal import CZlib
internal import ProfileModel

/// The chunks of a PNG file, up to its end: what follows is no part of it.
struct PNGParts {
    private let chunks: [Chunk]

    private struct Chunk {
        let type: String
        let content: ArraySlice<UInt8>
        /// The chunk with its length, its type and its checksum.
        let bytes: ArraySlice<UInt8>
    }

    /// The bytes with which every file begins.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Chunks of the picture and its colours.
    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD",
        "pHYs",
    ]
    private static let metadataType = "eXIf"

    /// Fails if the file is cut, or isn't made of chunks.
    init?(_ file: [UInt8]) {
        guard file.starts(with: Self.signature) else { return nil }
        var chunks: [Chunk] = []
        var place = Self.signature.count
        while chunks.last?.type != "IEND" {
            guard place + 12 <= file.count else { return nil }
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - place - 12 else { return nil }
            let content = file[place + 8..<place + 8 + length]
            chunks.append(
                Chunk(
                    type: String(decoding: file[place + 4..<place + 8], as: UTF8.self), content: content,
                    bytes: file[place..<content.endIndex + 4]))
            place = content.endIndex + 4
        }
        guard chunks.first?.type == "IHDR" else { return nil }
        self.chunks = chunks
    }

    /// The photo's orientation and times.
    var metadata: PhotoMetadata {
        chunks.first { $0.type == Self.metadataType }.map { PhotoMetadata(exif: $0.content) }
            ?? PhotoMetadata()
    }

    /// The picture, not encoded anew, without anything that a camera or other programs wrote about it but its colours
    /// and its orientation.
    var withoutMetadata: [UInt8] {
        let orientation = metadata.orientation
        let added =
            orientation == 1 ? [] : Self.chunk(Self.metadataType, EXIFBlock.orientation(orientation))
        return Self.signature
            + chunks.filter { Self.kept.contains($0.type) }.flatMap { chunk in
                chunk.type == "IHDR" ? Array(chunk.bytes) + added : Array(chunk.bytes)
            }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        let sum = unsafe checked.withUnsafeBufferPointer {
            unsafe crc32(0, $0.baseAddress, UInt32($0.count))
        }
        func bytes(_ number: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return bytes(UInt32(content.count)) + checked + bytes(UInt32(truncatingIfNeeded: sum))
    }
}
