public import ProfileModel

/// Activities and courses in FIT, the format of Garmin, Wahoo, Suunto and most other watches.
/// <https://developer.garmin.com/fit/protocol/>
///
/// Each session of an activity becomes a hike, and a course a plan. Chained files are read one after the other, and
/// other kinds of files among them, such as settings, are skipped. The figures that the device declares for a session
/// are kept: distance, ascent, descent, time, and the time that its timer ran. A hike is named after its course, else
/// after the file.
///
/// Messages and fields that hikes don't need, including developer fields, are skipped. The checksum must be correct.
public enum FITFormat {
    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the byte offset, from 0.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        try read(bytes, fileName: HikeFileReader.bareName(fileName), limits: RecordingLimits())
    }

    static func read(
        _ bytes: [UInt8], fileName: String, limits: RecordingLimits, isPartial: Bool = false
    ) throws(HikeFileError) -> [ImportedHike] {
        guard !bytes.isEmpty else { throw HikeFileError(.empty) }
        try limits.check(bytes: bytes.count)
        var hikes: [ImportedHike] = []
        var start = 0
        var hasActivityOrCourse = false
        while start < bytes.count {
            if isPartial, start > 0, !FITFile.begins(in: bytes, at: start) { break }
            var file = try FITFile(bytes, at: start, limits: limits, isPartial: isPartial)
            do throws(HikeFileError) {
                try file.read()
            } catch {
                guard isPartial, error.isDamage else { throw error }
            }
            start = file.end
            guard file.isActivityOrCourse else { continue }
            hasActivityOrCourse = true
            hikes += file.hikes(fileName: fileName)
            try limits.check(tracks: hikes.count)
        }
        guard hasActivityOrCourse else { throw HikeFileError(.neitherActivityNorCourse) }
        guard !hikes.isEmpty else { throw HikeFileError(.noPoints(.fit)) }
        return hikes
    }
}

/// One of the files chained in a FIT file: a header, messages, a checksum.
private struct FITFile {
    private let bytes: [UInt8]
    private let limits: RecordingLimits
    /// The position after the last message.
    private let endOfMessages: Int
    /// The position after the checksum.
    let end: Int
    private var points = 0
    private var position: Int
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    private var content = FITContent()

    static func begins(in bytes: [UInt8], at start: Int) -> Bool {
        let left = bytes.count - start
        return left >= 12 && bytes[start] >= 12 && left >= Int(bytes[start])
            && bytes[(start + 8)..<(start + 12)].elementsEqual(".FIT".utf8)
    }

    /// - Parameter isPartial: whether to read the messages of a file that is cut short, or whose checksum is wrong.
    init(_ bytes: [UInt8], at start: Int, limits: RecordingLimits, isPartial: Bool) throws(HikeFileError) {
        guard Self.begins(in: bytes, at: start) else {
            throw HikeFileError(.notOfFormat(.hikes(.fit)), byte: start)
        }
        let header = Int(bytes[start])
        let length = FITField.unsigned(bytes, at: start + 4, size: 4, isBigEndian: false)
        (self.bytes, self.limits) = (bytes, limits)
        position = start + header
        guard length <= bytes.count - position - 2 else {
            guard isPartial else { throw HikeFileError(.truncated(.fit)) }
            (endOfMessages, end) = (bytes.count, bytes.count)
            return
        }
        endOfMessages = position + length
        end = endOfMessages + 2
        guard !isPartial else { return }
        let said = FITField.unsigned(bytes, at: endOfMessages, size: 2, isBigEndian: false)
        guard FITChecksum(of: bytes[start..<endOfMessages]).value == said else {
            throw HikeFileError(.damaged(.checksum), byte: endOfMessages)
        }
    }

    /// Reads all messages.
    mutating func read() throws(HikeFileError) {
        while position < endOfMessages {
            let header = try byte()
            if header & 0x80 != 0 {
                try readMessage(Int(header >> 5 & 3), timeOffset: Int(header & 0x1F))
            } else if header & 0x40 != 0 {
                try readDefinition(Int(header & 0x0F), hasDeveloperFields: header & 0x20 != 0)
            } else {
                try readMessage(Int(header & 0x0F), timeOffset: nil)
            }
        }
    }

    var isActivityOrCourse: Bool { content.isActivityOrCourse }

    func hikes(fileName: String) -> [ImportedHike] { content.hikes(fileName: fileName) }

    private mutating func byte() throws(HikeFileError) -> UInt8 {
        guard position < endOfMessages else { throw cutShort }
        defer { position += 1 }
        return bytes[position]
    }

    private var cutShort: HikeFileError { HikeFileError(.truncated(.message), byte: position) }

    private mutating func readDefinition(_ slot: Int, hasDeveloperFields: Bool) throws(HikeFileError) {
        _ = try byte()
        let isBigEndian = try byte() != 0
        guard endOfMessages - position >= 3 else { throw cutShort }
        let message = FITField.unsigned(bytes, at: position, size: 2, isBigEndian: isBigEndian)
        position += 2
        var definition = FITDefinition(message: message, isBigEndian: isBigEndian)
        for _ in 0..<(try byte()) {
            let (number, size, type) = (try byte(), Int(try byte()), try byte())
            definition.fields.append(FITField(number: number, offset: definition.size, size: size, type: type))
            definition.size += size
        }
        if hasDeveloperFields {
            for _ in 0..<(try byte()) {
                _ = try byte()
                definition.size += Int(try byte())
                _ = try byte()
            }
        }
        definitions[slot] = definition
    }

    private mutating func readMessage(_ slot: Int, timeOffset: Int?) throws(HikeFileError) {
        guard let definition = definitions[slot] else {
            throw HikeFileError(.undefinedMessage, byte: position - 1)
        }
        guard definition.size <= endOfMessages - position else { throw cutShort }
        let message = FITMessage(bytes: bytes, start: position, definition: definition)
        position += definition.size
        if content.take(message, timeOffset: timeOffset) {
            points += 1
            try limits.check(points: points)
        }
        try limits.check(tracks: content.sessionCount)
    }
}

/// The FIT checksum: CRC-16 with the polynomial 0x8005, reflected.
private struct FITChecksum {
    private(set) var value = 0

    init(of bytes: ArraySlice<UInt8>) {
        let table = Self.table
        var sum: UInt16 = 0
        for byte in bytes {
            sum = sum >> 4 ^ table[Int((sum ^ UInt16(byte)) & 0x0F)]
            sum = sum >> 4 ^ table[Int((sum ^ UInt16(byte >> 4)) & 0x0F)]
        }
        value = Int(sum)
    }

    private static let table: [UInt16] = (0..<16).map { half in
        (0..<4).reduce(UInt16(half)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xA001 }
    }
}

/// The fields of a kind of message, and their positions.
struct FITDefinition {
    let message: Int
    let isBigEndian: Bool
    var fields: [FITField] = []
    /// The size in bytes, including developer fields, which are skipped.
    var size = 0

    init(message: Int, isBigEndian: Bool) {
        (self.message, self.isBigEndian) = (message, isBigEndian)
    }
}

/// A field of a message: its number, its position and its type.
struct FITField {
    let number: UInt8
    let offset: Int
    let size: Int
    let type: UInt8

    static func unsigned(_ bytes: [UInt8], at start: Int, size: Int, isBigEndian: Bool) -> Int {
        (0..<size).reduce(0) { value, index in
            value << 8 | Int(bytes[start + (isBigEndian ? index : size - 1 - index)])
        }
    }
}

/// A message within the bytes of a FIT file.
struct FITMessage {
    let bytes: [UInt8]
    let start: Int
    let definition: FITDefinition

    var kind: Int { definition.message }

    /// The value of an integer field; `nil` if the field is missing, of another type, or marked as unknown. Of an
    /// array, it is the first element.
    func integer(_ number: UInt8) -> Int? {
        guard let field = definition.fields.first(where: { $0.number == number }) else { return nil }
        guard let type = IntegerType(rawValue: field.type & 0x1F), field.size >= type.size else { return nil }
        let bits = FITField.unsigned(
            bytes, at: start + field.offset, size: type.size, isBigEndian: definition.isBigEndian)
        guard bits != type.unknown else { return nil }
        let sign = 1 << (type.size * 8 - 1)
        return type.isSigned && bits & sign != 0 ? bits - sign << 1 : bits
    }

    /// The value of an integer field with a scale and an offset applied.
    func number(_ number: UInt8, scale: Double, offset: Double = 0) -> Double? {
        integer(number).map { Double($0) / scale - offset }
    }

    /// The value of a string field, up to its terminator. Fields have at most 255 bytes.
    func text(_ number: UInt8) -> String? {
        guard let field = definition.fields.first(where: { $0.number == number }), field.type & 0x1F == 7 else {
            return nil
        }
        let from = start + field.offset
        let text = String(decoding: bytes[from..<from + field.size].prefix { $0 != 0 }, as: UTF8.self).inOneLine
        return text.isEmpty ? nil : text
    }

    private enum IntegerType: UInt8 {
        case enumeration = 0
        case sint8, uint8, sint16, uint16, sint32, uint32
        case uint8z = 10
        case uint16z, uint32z

        var size: Int {
            switch self {
            case .enumeration, .sint8, .uint8, .uint8z: 1
            case .sint16, .uint16, .uint16z: 2
            case .sint32, .uint32, .uint32z: 4
            }
        }

        var isSigned: Bool { [.sint8, .sint16, .sint32].contains(self) }

        /// The bits of an unknown value.
        var unknown: Int {
            switch self {
            case .uint8z, .uint16z, .uint32z: 0
            default: isSigned ? 1 << (size * 8 - 1) - 1 : 1 << (size * 8) - 1
            }
        }
    }
}
