internal import ProfileModel

/// The content of a recording in XML, collected while reading.
protocol RecordingDocument: XMLReceiver {
    /// The hikes of a document that has been read completely.
    ///
    /// - Parameter fileName: the file's own name, without its extension; empty if unknown.
    /// - Throws: ``HikeFileError`` when the document contains none.
    func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike]
}

/// Reads a recording in XML piece by piece, so that the file is never in memory as a whole.
final class XMLRecordingReader {
    private let limits: RecordingLimits
    private let document: any RecordingDocument
    private let parser: ExpatParser
    private var count = 0

    init(_ document: any RecordingDocument, _ limits: RecordingLimits) throws(HikeFileError) {
        (self.limits, self.document) = (limits, document)
        parser = try ExpatParser(document)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` with the line. The reader can't be used any further.
    func read(_ bytes: [UInt8]) throws(HikeFileError) {
        count += bytes.count
        try limits.check(bytes: count, line: parser.line)
        try parser.read(bytes, isLast: false)
    }

    /// Ends the file and returns its hikes.
    ///
    /// - Throws: ``HikeFileError`` for a file that is cut short, and for one without a point.
    func finish(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard count > 0 else { throw HikeFileError("the file is empty") }
        try parser.read([], isLast: true)
        return try document.hikes(fileName: fileName)
    }
}

extension ImportedHike {
    /// The source of a recording: its format, and the program or device that wrote it.
    static func source(_ format: String, program: String) -> String {
        let program = String(decoding: program.utf8.prefix(240), as: UTF8.self).inOneLine.prefix(60)
        return program.isEmpty ? format : "\(format), \(program)"
    }
}

/// Parses the times of points. Most differ from the previous one only in their seconds, which is used to speed it up.
struct PointTimes {
    /// The text of the last time that went through the full parser.
    private var spelled: [UInt8] = []
    /// That time without its whole seconds.
    private var minute: Timestamp?

    /// The position of the seconds in 2026-04-22T08:40:00+02:00.
    private static let seconds = 17..<19

    /// The time in an XML element.
    mutating func moment(in text: XMLText) -> RecordedTrack.Time {
        if let time = timeOfSameMinute(text) { return .moment(time) }
        let spelled = text.spelled
        guard !spelled.isEmpty else { return .none }
        guard !text.isCut, let time = Self.read(spelled) else { return .unreadable }
        // If white space was trimmed, the seconds are elsewhere.
        if spelled.utf8.count == text.bytes.count, let second = Self.second(of: text.bytes) {
            self.spelled = text.bytes
            minute = Timestamp(secondsSince1970: time.secondsSince1970 - second, utcOffset: time.utcOffset)
        }
        return .moment(time)
    }

    /// Parses a time as ``Timestamp/init(_:)-(String)`` does; a time without a zone is taken as UTC, as in GPX.
    static func read(_ text: String) -> Timestamp? { Timestamp(text) ?? Timestamp(text + "Z") }

    private func timeOfSameMinute(_ text: XMLText) -> Timestamp? {
        let bytes = text.bytes
        guard let minute, !text.isCut, bytes.count == spelled.count, let second = Self.second(of: bytes) else {
            return nil
        }
        for index in bytes.indices where bytes[index] != spelled[index] && !Self.seconds.contains(index) { return nil }
        return Timestamp(secondsSince1970: minute.secondsSince1970 + second, utcOffset: minute.utcOffset)
    }

    /// Two digits below 60; leap seconds are left to the full parser.
    private static func second(of bytes: [UInt8]) -> Double? {
        guard bytes.count > seconds.upperBound else { return nil }
        var number = 0
        for byte in bytes[seconds] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number < 60 ? Double(number) : nil
    }
}
