/// Durations in options: `90s`, `15m`, `2h`, `1d`.
enum DurationOption {
    static let rule = "must be a duration such as 90s, 15m, 2h or 1d"

    /// Parses a duration; `nil` for anything else, for zero, and for more than 366 days.
    static func parse(_ text: String) -> Duration? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().allSatisfy(\.isNumber),
            let count = Int(text.dropLast()), count > 0
        else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit)
        return overflows || seconds > 366 * 86_400 ? nil : .seconds(seconds)
    }
}
