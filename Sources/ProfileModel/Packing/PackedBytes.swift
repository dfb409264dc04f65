/// Writes integers in as few bytes as they need (LEB128): seven bits per byte, the lowest first.
struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(_ number: Int) { append(UInt64(clamping: number)) }

    /// Appends a number that may be negative (zigzag-encoded): small ones of either sign take one byte.
    mutating func append(signed number: Int64) {
        append(UInt64(bitPattern: number << 1 ^ number >> 63))
    }
}

/// Reads what ``PackedWriter`` wrote, and nothing else: each number has exactly one encoding.
struct PackedReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of unread bytes.
    var left: Int { bytes.count - position }

    mutating func number() throws(MalformedRecording) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // The tenth byte has room for the last bit only, and a final byte of 0 is redundant.
            guard shift < 63 || byte <= 1, byte != 0 || shift == 0 else { break }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        throw MalformedRecording()
    }

    mutating func signed() throws(MalformedRecording) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// Reads a count of elements that take at least a byte each, or are bounded otherwise.
    mutating func count(atMost most: Int) throws(MalformedRecording) -> Int {
        guard let count = Int(exactly: try number()), count <= most else { throw MalformedRecording() }
        return count
    }

    func finish() throws(MalformedRecording) {
        guard left == 0 else { throw MalformedRecording() }
    }
}

/// The bytes aren't a packed recording.
public struct MalformedRecording: Error, Hashable, Sendable {
    package init() {}
}
