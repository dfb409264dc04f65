internal import ProfileModel

/// One of the files chained in a FIT file: a header, messages, a checksum.
struct FITFile {
    private let bytes: [UInt8]
    private let limits: RecordingLimits
    /// The position after the last message.
    private let endOfMessages: Int
    /// The position after the checksum.
    let end: Int
    private(set) var points: Int
    private var position: Int
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    private var content = FITContent()

    /// - Parameter points: the number of points in the previous files.
    init(_ bytes: [UInt8], at start: Int, points: Int, limits: RecordingLimits) throws(HikeFileError) {
        let left = bytes.count - start
        guard left >= 12, bytes[start] >= 12, left >= Int(bytes[start]),
            bytes[(start + 8)..<(start + 12)].elementsEqual(".FIT".utf8)
        else {
            throw HikeFileError("there is no FIT file at byte \(start)")
        }
        let header = Int(bytes[start])
        let length = FITField.unsigned(bytes, at: start + 4, size: 4, isBigEndian: false)
        guard length <= left - header - 2 else { throw HikeFileError("the file is cut short") }
        (self.bytes, self.limits, self.points) = (bytes, limits, points)
        position = start + header
        endOfMessages = position + length
        end = endOfMessages + 2
        let said = FITField.unsigned(bytes, at: endOfMessages, size: 2, isBigEndian: false)
        guard FITCheckSum(of: bytes[start..<endOfMessages]).value == said else {
            throw HikeFileError("the check sum at byte \(endOfMessages) is wrong: the file is damaged")
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
        guard content.isActivityOrCourse else { throw HikeFileError("it is neither an activity nor a course") }
    }

    func hikes(fileName: String) -> [ImportedHike] { content.hikes(fileName: fileName) }

    private mutating func byte() throws(HikeFileError) -> UInt8 {
        guard position < endOfMessages else { throw cutShort }
        defer { position += 1 }
        return bytes[position]
    }

    private var cutShort: HikeFileError { HikeFileError("the message at byte \(position) is cut short") }

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
            throw HikeFileError("the message at byte \(position - 1) is of a kind that nothing defines")
        }
        guard definition.size <= endOfMessages - position else { throw cutShort }
        let message = FITMessage(bytes: bytes, start: position, definition: definition)
        position += definition.size
        if content.take(message, timeOffset: timeOffset) {
            points += 1
            try limits.check(points: points)
        }
    }
}

/// The FIT checksum: CRC-16 with the polynomial 0x8005, reflected.
struct FITCheckSum {
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
