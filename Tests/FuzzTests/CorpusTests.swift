import FoundationEssentials
import TestSupport
import Testing

/// R19, in short: the inputs that a fuzzer kept, and those that once made a parser crash.
@Suite struct `The fuzzer's corpus` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus").path

    private static func inputs(of parser: FuzzedParser) throws -> [[UInt8]] {
        let folder = "\(folder)/\(parser.rawValue)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
        }
    }

    @Test(arguments: FuzzedParser.allCases)
    func `makes no parser trap, intact or mutated`(parser: FuzzedParser) throws {
        let inputs = try Self.inputs(of: parser)
        #expect(!inputs.isEmpty)
        var source = SeededSource(seed: 19)
        for input in inputs {
            parser.run(input)
            for _ in 0..<10 { parser.run(Self.broken(input, using: &source)) }
        }
    }

    /// The input with bytes changed, cut off or inserted.
    private static func broken(_ input: [UInt8], using source: inout SeededSource) -> [UInt8] {
        var bytes = input
        guard !bytes.isEmpty else { return source.bytes(upTo: 8) }
        for _ in 0..<Int.random(in: 1...4, using: &source) {
            let index = Int.random(in: 0..<bytes.count, using: &source)
            switch Int.random(in: 0..<4, using: &source) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &source)
            case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &source) ?? 0
            case 2: bytes.insert(contentsOf: bytes[index...].prefix(16), at: index)
            default: bytes = Array(bytes.prefix(max(index, 1)))
            }
        }
        return bytes
    }
}
