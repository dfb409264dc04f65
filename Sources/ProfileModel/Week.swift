/// A week of ISO 8601: from Monday to Sunday, in the year that contains its Thursday. The text form is `2026-W17`.
public struct Week: Hashable, Sendable {
    /// The first day of the week.
    public let monday: Day

    /// The week that contains a day.
    public init(of day: Day) {
        monday = day.adding(days: -Weekday(of: day).position)
    }

    /// The seven days, or fewer at the end of the year 9999.
    public var days: [Day] {
        let days = (0..<7).map { monday.adding(days: $0) }
        return days.firstIndex(of: .last).map { Array(days[...$0]) } ?? days
    }

    /// The week after it.
    public var next: Week { Week(of: monday.adding(days: 7)) }
}

extension Week: CustomStringConvertible {
    public var description: String {
        let thursday = monday.adding(days: 3)
        let number = Day(year: thursday.year, month: 1, day: 1).days(until: thursday) / 7 + 1
        return "\(thursday.year.padded(to: 4))-W\(number.padded(to: 2))"
    }
}

extension Week: Comparable {
    public static func < (left: Week, right: Week) -> Bool { left.monday < right.monday }
}

/// A day of the week. Weeks begin on Monday.
public enum Weekday: String, CaseIterable, Hashable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    public init(of day: Day) {
        self = Self.allCases[(day.weekday + 6) % 7]
    }

    /// The number of days since Monday.
    public var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
