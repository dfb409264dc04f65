/// A day of the Gregorian calendar, without a time or a zone: a goal date, the day of a hike.
///
/// Years run from 1 to 9999. The text form is ISO 8601, `2027-05-01`.
public struct Day: Hashable, Sendable {
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a day from literal values.
    ///
    /// - Precondition: the day exists. For days that come from data use ``init(checkedYear:month:day:)`` or
    ///   ``init(_:)-(StringProtocol)``.
    public init(year: Int, month: Int, day: Int) {
        guard let checked = Day(checkedYear: year, month: month, day: day) else {
            preconditionFailure("There is no day \(year)-\(month)-\(day)")
        }
        self = checked
    }

    /// Creates a day from data; `nil` when the calendar has no such day.
    public init?(checkedYear year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Every month has 28 days. Beyond that, the C library normalizes 31 April to 1 May, so only a day that exists
        // survives the round trip.
        if day > 28 {
            let there = CivilTime(year: year, month: month, day: day)
            let back = CivilTime(secondsSince1970: there.secondsSince1970)
            guard back.month == month, back.day == day else { return nil }
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day `years` later, or earlier when negative; 29 February becomes 28 February where necessary.
    ///
    /// The result stays within the years 1 to 9999.
    public func adding(years: Int) -> Day {
        let target = min(max(year + min(max(years, -9999), 9999), 1), 9999)
        return Day(checkedYear: target, month: month, day: day) ?? Day(year: target, month: month, day: day - 1)
    }

    /// The day `days` later, or earlier when negative. The result stays within the years 1 to 9999.
    public func adding(days: Int) -> Day {
        // No two days are further apart, and the clamp keeps the seconds from overflowing.
        let days = min(max(days, -9999 * 366), 9999 * 366)
        let time = CivilTime(secondsSince1970: startInUTC + days * 86_400)
        if let day = Day(checkedYear: time.year, month: time.month, day: time.day) { return day }
        return days < 0 ? .first : .last
    }

    /// The day `months` later, or earlier when negative; 31 May becomes 30 June, and so on.
    ///
    /// The result stays within the years 1 to 9999.
    public func adding(months: Int) -> Day {
        let months = min(max(months, -9999 * 12), 9999 * 12)
        // The C library carries the months over into years.
        let start = CivilTime(year: year, month: month + months, day: 1).secondsSince1970
        let target = CivilTime(secondsSince1970: start)
        for day in stride(from: day, through: min(day, 28), by: -1) {
            if let found = Day(checkedYear: target.year, month: target.month, day: day) { return found }
        }
        return months < 0 ? .first : .last
    }

    /// The first and the last supported day.
    public static let first = Day(year: 1, month: 1, day: 1)
    public static let last = Day(year: 9999, month: 12, day: 31)

    /// The number of days from this day to another; negative when the other is earlier.
    public func days(until other: Day) -> Int {
        (other.startInUTC - startInUTC) / 86_400
    }

    /// The day of the week, 0 for Sunday to 6 for Saturday.
    public var weekday: Int { CivilTime(secondsSince1970: startInUTC).weekday }

    private var startInUTC: Int { CivilTime(year: year, month: month, day: day).secondsSince1970 }
}

extension Day: LosslessStringConvertible {
    /// Reads `YYYY-MM-DD`, exactly ten ASCII characters; `nil` for anything else and for days that don't exist.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        self.init(checkedYear: year, month: month, day: day)
    }

    public init?(_ description: String) {
        self.init(description[...])
    }

    public var description: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

extension Day: Comparable {
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Day: Codable {
    /// - Throws: `DecodingError` for a text that isn't a day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day, such as 2027-05-01")
        }
        self = day
    }

    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
