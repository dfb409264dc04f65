/// An instant as stated in a recording: seconds since 1970, and the UTC offset it was written with.
///
/// The offset is kept because a hike's day is the day on the hiker's clock. It is `nil` for a time written with `Z`,
/// which says nothing about the hiker's clock.
public struct Timestamp: Hashable, Sendable {
    /// Seconds since 1 January 1970 UTC, with fractions.
    public let secondsSince1970: Double
    /// Seconds east of Greenwich.
    public let utcOffset: Int?

    /// Fails when the instant is outside the years 1 to 9999, or the offset isn't a whole number of minutes below a
    /// day.
    public init?(secondsSince1970: Double, utcOffset: Int? = nil) {
        // The limits leave out a day at either end, so that every offset can be written with a four-digit year.
        guard (-62_135_500_000.0...253_402_200_000.0).contains(secondsSince1970) else { return nil }
        guard (-86_399...86_399).contains(utcOffset ?? 0), (utcOffset ?? 0).isMultiple(of: 60) else { return nil }
        self.secondsSince1970 = secondsSince1970
        self.utcOffset = utcOffset
    }

    /// The day on the hiker's clock, by the timestamp's own offset; without one, by this machine's time zone.
    public var day: Day { LocalTime(civil()).day }

    /// The time of day on the hiker's clock, as "08:40".
    public var clockTime: String { LocalTime(civil()).clockTime }

    /// The whole seconds since midnight on the hiker's clock.
    ///
    /// - Parameter offset: that of the clock where the timestamp has none; `nil` for this machine's.
    func secondOfDay(assuming offset: Int?) -> Int {
        let local = civil(assuming: offset)
        return local.hour * 3600 + local.minute * 60 + local.second
    }

    /// What is left of the second.
    var fractionOfSecond: Double { secondsSince1970 - secondsSince1970.rounded(.down) }

    private func civil(assuming offset: Int? = nil) -> CivilTime {
        let seconds = Int(secondsSince1970.rounded(.down))
        if let offset = utcOffset ?? offset { return CivilTime(secondsSince1970: seconds + offset) }
        return CivilTime(localSecondsSince1970: seconds)
    }
}

extension Timestamp: LosslessStringConvertible {
    /// Reads ISO 8601 with a date, a time and a zone: `2026-04-22T08:40:00+02:00`, `2026-04-22T06:40:00.250Z`.
    ///
    /// The zone may be `Z`, `±HH:MM`, `±HHMM` or `±HH`. Fractions are rounded to the millisecond; second 60 is read as
    /// the second after it.
    public init?(_ text: String) {
        var text = Substring(text)
        guard let day = Day(text.prefix(10)), text.utf8.count > 19 else { return nil }
        text.removeFirst(10)
        guard let separator = text.popFirst(), "Tt ".contains(separator),
            let hour = text.popNumber(0...23), text.popFirst() == ":",
            let minute = text.popNumber(0...59), text.popFirst() == ":",
            let second = text.popNumber(0...60)
        else { return nil }
        var milliseconds = 0.0
        if text.first == "." || text.first == "," {
            text.removeFirst()
            let digits = text.prefix(while: \.isASCIIDigit)
            guard !digits.isEmpty, let fraction = Double("0.\(digits)") else { return nil }
            text.removeFirst(digits.count)
            milliseconds = (fraction * 1000).rounded()
        }
        guard let zone = text.popZone(), text.isEmpty else { return nil }
        let civil = CivilTime(
            year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second)
        self.init(
            secondsSince1970: Double(civil.secondsSince1970 - (zone ?? 0)) + milliseconds / 1000,
            utcOffset: zone)
    }

    /// Reads a day and a time of this machine's zone: `2026-04-22T08:40`, also with seconds, or a space instead of the T.
    public init?(localTime text: String) {
        let length = text.utf8.count
        guard length == 16 || length == 19, let utc = Timestamp(length == 16 ? "\(text):00Z" : "\(text)Z") else {
            return nil
        }
        let seconds = Int(utc.secondsSince1970)
        // The offset is that of the instant itself, which differs from that of the same time in UTC around a change.
        let near = CivilTime(localSecondsSince1970: seconds).utcOffset
        let offset = CivilTime(localSecondsSince1970: seconds - near).utcOffset
        self.init(secondsSince1970: Double(seconds - offset), utcOffset: offset / 60 * 60)
    }

    /// The timestamp in ISO 8601, with a fraction only when there is one; it can be read back.
    public var description: String {
        let milliseconds = Int((secondsSince1970 * 1000).rounded())
        let seconds = (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000
        let fraction = milliseconds - seconds * 1000
        let civil = CivilTime(secondsSince1970: seconds + (utcOffset ?? 0))
        let time = [civil.hour, civil.minute, civil.second].map { $0.padded(to: 2) }.joined(separator: ":")
        return "\(Day(civil))T\(time)\(fraction == 0 ? "" : ".\(fraction.padded(to: 3))")\(zone)"
    }

    private var zone: String {
        guard let utcOffset else { return "Z" }
        let minutes = abs(utcOffset) / 60
        return "\(utcOffset < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }
}

extension Substring {
    /// Removes two digits from the front, if they form a number in the range.
    fileprivate mutating func popNumber(_ range: ClosedRange<Int>) -> Int? {
        let digits = prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isASCIIDigit), let number = Int(digits), range.contains(number)
        else { return nil }
        removeFirst(2)
        return number
    }

    /// Removes a zone from the front: seconds east of Greenwich, or `.some(nil)` for `Z`; `nil` when there is none.
    fileprivate mutating func popZone() -> Int?? {
        switch popFirst() {
        case "Z", "z":
            return .some(nil)
        case let sign? where sign == "+" || sign == "-":
            guard let hours = popNumber(0...23) else { return nil }
            if isEmpty { return (sign == "-" ? -1 : 1) * hours * 3600 }
            if first == ":" { removeFirst() }
            guard let minutes = popNumber(0...59) else { return nil }
            return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
        default:
            return nil
        }
    }
}

extension Character {
    package var isASCIIDigit: Bool { ("0"..."9").contains(self) && utf8.count == 1 }
}

extension Int {
    /// The number in decimal, padded with leading zeros to a width.
    package func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
