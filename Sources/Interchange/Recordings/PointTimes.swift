internal import ProfileModel

/// Parses the times of points. Most differ from the previous one only in their seconds, which is used to speed it up.
struct PointTimes {
    /// The last parsed time: the text before its seconds, and the text after them.
    private var start: Substring.UTF8View = ""[...].utf8
    private var end: Substring.UTF8View = ""[...].utf8
    private var minute: Timestamp?

    /// Parses a time as ``Timestamp/init(_:)-(String)`` does; a time without a zone is taken as UTC, as in GPX.
    mutating func read(_ text: String) -> Timestamp? {
        // 2026-04-22T08:40:00+02:00
        let bytes = text.utf8
        guard bytes.count > 19, let second = Self.second(bytes.dropFirst(17).prefix(2)) else { return Self.parse(text) }
        let (start, end) = (bytes.prefix(17), bytes.dropFirst(19))
        if let minute, self.start.elementsEqual(start), self.end.elementsEqual(end) {
            return Timestamp(secondsSince1970: minute.secondsSince1970 + second, utcOffset: minute.utcOffset)
        }
        guard let time = Self.parse(text) else { return nil }
        minute = Timestamp(secondsSince1970: time.secondsSince1970 - second, utcOffset: time.utcOffset)
        (self.start, self.end) = (start, end)
        return time
    }

    /// The time in an XML element.
    mutating func moment(in text: XMLText) -> RecordedTrack.Time {
        let spelled = text.spelled
        guard !spelled.isEmpty else { return .none }
        return text.isCut ? .unreadable : read(spelled).map { .moment($0) } ?? .unreadable
    }

    private static func parse(_ text: String) -> Timestamp? { Timestamp(text) ?? Timestamp(text + "Z") }

    /// Two digits below 60; leap seconds are left to the full parser.
    private static func second(_ digits: Substring.UTF8View) -> Double? {
        guard digits.count == 2, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return number < 60 ? Double(number) : nil
    }
}
