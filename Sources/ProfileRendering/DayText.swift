public import ProfileModel

extension Day {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// "May".
    public var monthName: String { Self.months[month - 1] }

    /// "Saturday".
    public var weekdayName: String { Self.weekdays[weekday] }

    /// "1 May 2027".
    public var spelled: String { "\(day) \(monthName) \(year)" }

    /// A recent day in everyday words: "today", "yesterday", "Tuesday"; otherwise "1 May 2027".
    public func spelled(from today: Day) -> String {
        switch days(until: today) {
        case 0: "today"
        case 1: "yesterday"
        case 2...6: weekdayName
        default: spelled
        }
    }

    /// The distance to a goal: "161 days left", "today", "3 days ago".
    public func distance(from today: Day) -> String {
        switch today.days(until: self) {
        case 0: "today"
        case 1: "1 day left"
        case -1: "1 day ago"
        case let days where days > 0: "\(Double(days).decimal(0)) days left"
        case let days: "\(Double(-days).decimal(0)) days ago"
        }
    }
}
