/// The directories of an EXIF block, which is a TIFF file: a header, and directories of tagged values anywhere in it. All
/// that lies outside of the block is missing.
struct EXIFBlock {
    /// Where the first directory is.
    let start: Int?
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    /// The entries of a directory that are read.
    private static let maximumEntries = 512
    /// The bytes of a value that are read. The longest that is looked for has 24.
    private static let maximumLength = 64

    /// A tag's value.
    struct Value {
        fileprivate let type: Int
        fileprivate let bytes: [UInt8]
        fileprivate let isLittleEndian: Bool

        /// Text without what follows its end.
        var text: String? {
            guard type == 2 else { return nil }
            return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }

        /// Unsigned numbers of 2 or 4 bytes.
        var integers: [Int] {
            switch type {
            case 3: stride(from: 0, to: bytes.count - 1, by: 2).map { number($0, 2) }
            case 4: stride(from: 0, to: bytes.count - 3, by: 4).map { number($0, 4) }
            default: []
            }
        }

        /// Unsigned fractions; none if one isn't a number.
        var fractions: [Double] {
            guard type == 5 else { return [] }
            let parts = stride(from: 0, to: bytes.count - 7, by: 8).map { start in
                Double(number(start, 4)) / Double(number(start + 4, 4))
            }
            return parts.allSatisfy(\.isFinite) ? parts : []
        }

        private func number(_ start: Int, _ length: Int) -> Int {
            EXIFBlock.number(bytes[start..<start + length], isLittleEndian)
        }
    }

    /// Fails if the bytes don't begin as TIFF does.
    init?(_ bytes: ArraySlice<UInt8>) {
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 42, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
        default: return nil
        }
        self.bytes = bytes
        let offset = bytes.dropFirst(4).prefix(4)
        start = offset.count == 4 ? Self.number(offset, isLittleEndian) : nil
    }

    /// The values of a directory by their tags. Of a tag that occurs twice, the first one counts.
    func directory(at offset: Int?) -> [Int: Value] {
        guard let offset, let count = number(at: offset, 2) else { return [:] }
        var values: [Int: Value] = [:]
        for entry in 0..<min(count, Self.maximumEntries) {
            let place = offset + 2 + entry * 12
            guard let tag = number(at: place, 2), let type = number(at: place + 2, 2),
                let count = number(at: place + 4, 4)
            else { break }
            guard values[tag] == nil, let value = value(at: place + 8, type: type, count: count) else {
                continue
            }
            values[tag] = value
        }
        return values
    }

    /// A value, which stands in its entry if it has at most 4 bytes, else where the entry points to.
    private func value(at place: Int, type: Int, count: Int) -> Value? {
        guard let size = [2: 1, 3: 2, 4: 4, 5: 8][type],
            (1...Self.maximumLength / size).contains(count),
            let start = count * size <= 4 ? place : number(at: place, 4),
            let found = slice(at: start, count * size)
        else { return nil }
        return Value(type: type, bytes: Array(found), isLittleEndian: isLittleEndian)
    }

    private func number(at offset: Int, _ length: Int) -> Int? {
        slice(at: offset, length).map { Self.number($0, isLittleEndian) }
    }

    private func slice(at offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, offset <= bytes.count - length else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<start + length]
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> Int {
        (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
}

extension EXIFBlock {
    /// Returns a block that contains only an orientation.
    static func orientation(_ value: Int) -> [UInt8] {
        // A header, and a directory of one entry: Orientation, a number of 2 bytes, once.
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + [0, 1] + [
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0,
        ] + [0, 0, 0, 0]
    }
}
