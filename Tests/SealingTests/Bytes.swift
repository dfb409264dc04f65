import Sealing
import Testing

extension Secret {
    /// A copy for comparison, which only tests may make.
    var bytes: [UInt8] {
        withBytes { span in span.indices.map { span[$0] } }
    }

    // A test machine has enough memory, and without it no test of this module is meaningful.
    init(_ bytes: [UInt8]) {
        try! self.init(capacity: bytes.count) { target in
            target.copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// 00 01 02 … 1f, the key that the known answers were computed with.
    static var counting: Secret { Secret([UInt8](0..<32)) }
}

extension Sequence<UInt8> {
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension [UInt8] {
    init(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// The bytes with one bit flipped.
    func flipping(bit: Int) -> [UInt8] {
        var copy = self
        copy[bit / 8] ^= 1 << (bit % 8)
        return copy
    }
}
