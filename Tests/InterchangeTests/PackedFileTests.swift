import Interchange
import TestSupport
import Testing

@Suite struct `A packed file` {
    private func packed(_ content: [UInt8]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try PackedFile.pack(
            { body in
                for start in stride(from: 0, to: content.count, by: 7_777) {
                    try body(Array(content[start..<min(content.count, start + 7_777)]))
                }
            }, to: { bytes += $0 })
        return bytes
    }

    private func unpacked(_ packed: [UInt8]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try PackedFile.unpack(
            { body in
                for start in stride(from: 0, to: packed.count, by: 999) {
                    try body(Array(packed[start..<min(packed.count, start + 999)]))
                }
            }, to: { bytes += $0 })
        return bytes
    }

    @Test(arguments: [0, 1, 7_777, 400_000]) func `is unpacked byte for byte`(size: Int) throws {
        var source = SeededSource(seed: UInt64(size))
        let text = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let noise = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &source) }
        for content in [text, noise] {
            let packed = try packed(content)
            #expect(try unpacked(packed) == content)
            #expect(packed.count <= content.count + content.count / 1000 + 64)
        }
    }

    @Test func `is refused when it is cut, longer or something else`() throws {
        let packed = try packed([UInt8](repeating: 9, count: 3000))
        for count in 0..<packed.count {
            #expect(throws: HikeFileError.self) { try unpacked(Array(packed.prefix(count))) }
        }
        #expect(throws: HikeFileError.self) { try unpacked(packed + [0]) }
        #expect(throws: HikeFileError.self) { try unpacked([UInt8](repeating: 1, count: 500)) }
    }
}
