import CZlib

/// Writes small archives for reading and breaking.
enum PackedBytes {
    /// A raw deflate stream.
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        guard compress2(&packed, &size, bytes, uLong(bytes.count), 9) == Z_OK else { return [] }
        // Without zlib's header and checksum.
        return Array(packed[2..<Int(size) - 4])
    }

    static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    static func sum(_ bytes: [UInt8]) -> Int { Int(crc32(0, bytes, uInt(bytes.count))) }

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated(bytes) + little(sum(bytes), 4) + little(bytes.count, 4)
    }

    struct Member {
        var name: [UInt8]
        var content: [UInt8]
        var isStored = false
        /// The number of another compression method that it declares.
        var statedMethod: Int?
        /// A Unix mode; 0 for none.
        var mode = 0
        var flags = 0
        var statedSum: Int?
        var statedSize: Int?
        /// The packed size that its entry in the list declares in 64 bits.
        var statedPackedSize: Int?

        init(_ name: String, _ content: [UInt8]) {
            (self.name, self.content) = (Array(name.utf8), content)
        }
    }

    static func zip(_ members: [Member]) -> [UInt8] {
        var (bytes, list): ([UInt8], [UInt8]) = ([], [])
        for member in members {
            let packed = member.isStored ? member.content : deflated(member.content)
            let common =
                little(20, 2) + little(member.flags, 2) + little(member.statedMethod ?? (member.isStored ? 0 : 8), 2)
                + little(0, 4)
                + little(member.statedSum ?? sum(member.content), 4) + little(packed.count, 4)
                + little(member.statedSize ?? member.content.count, 4) + little(member.name.count, 2)
            // In the list, a size of 32 ones is in a further field, of kind 1.
            let further = member.statedPackedSize.map { little(1, 2) + little(8, 2) + little($0, 8) } ?? []
            let listed = further.isEmpty ? common : common[..<14] + [UInt8](repeating: 0xFF, count: 4) + common[18...]
            list +=
                [0x50, 0x4B, 1, 2] + little(member.mode == 0 ? 20 : 3 << 8 | 20, 2) + listed + little(further.count, 2)
                + little(0, 6) + little(member.mode << 16, 4) + little(bytes.count, 4) + member.name + further
            bytes += [0x50, 0x4B, 3, 4] + common + little(0, 2) + member.name + packed
        }
        return bytes + list + [0x50, 0x4B, 5, 6] + little(0, 4) + little(members.count, 2) + little(members.count, 2)
            + little(list.count, 4) + little(bytes.count, 4) + little(0, 2)
    }
}
