internal import ProfileModel

/// Parses the times of points. Most differ from the previous one only in their seconds, which is used to speed it up.
struct PointTimes {
    /// The text of the last time that went through the full parser.
    private var spelled: [UInt8] = []
    /// The time without its whole seconds.
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
