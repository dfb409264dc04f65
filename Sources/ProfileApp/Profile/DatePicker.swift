internal import ProfileModel
internal import ProfileRendering

/// Chooses a day by steps of days, months and years, within a range.
struct DatePicker: Hashable, Sendable {
    /// The days that can be chosen.
    var range: ClosedRange<Day>
    /// The day that is chosen. A day from an old draft may lie out of the range; the first step brings it in.
    private(set) var day: Day

    /// What a step moves.
    enum Part: CaseIterable, Hashable, Sendable { case day, month, year }

    init(day: Day, range: ClosedRange<Day>) {
        (self.day, self.range) = (day, range)
    }

    /// Moves a part by steps, as far as the range goes.
    mutating func step(_ part: Part, by count: Int) {
        let target =
            switch part {
            case .day: day.adding(days: count)
            case .month: day.adding(months: count)
            case .year: day.adding(years: count)
            }
        day = min(max(target, range.lowerBound), range.upperBound)
    }

    /// Takes in a key.
    ///
    /// - Returns: whether it is one of the picker's keys.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .left: step(.day, by: -1)
        case .right: step(.day, by: 1)
        case .pageUp: step(.month, by: -1)
        case .pageDown: step(.month, by: 1)
        case .character("-"): step(.year, by: -1)
        case .character("+"), .character("="): step(.year, by: 1)
        case .home: day = range.lowerBound
        case .end: day = range.upperBound
        default: return false
        }
        return true
    }

    /// What stands for a part between its arrows.
    func text(of part: Part) -> String {
        switch part {
        case .day: String(day.day)
        case .month: day.monthName
        case .year: String(day.year)
        }
    }
}
