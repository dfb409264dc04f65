public import ProfileModel

/// A year of hikes: a line for each week, with a cell for each day that is as full as its distance is long, and the
/// week's totals; then the months and the streaks.
public struct CalendarText {
    public let calendar: HikeCalendar
    public let units: Units
    /// Maximum width of a line in cells.
    public let width: Int

    public init(calendar: HikeCalendar, units: Units, width: Int = 80) {
        (self.calendar, self.units, self.width) = (calendar, units, width)
    }

    /// The cells from a day without a hike to those with more than three quarters of the longest day's distance.
    static let cells = ["·", "▂", "▄", "▆", "█"]

    public var styled: [StyledLine] { Array(sections.joined(separator: [StyledLine()])) }

    /// The year with its weeks, the months, and the streaks; none without hikes.
    public var sections: [[StyledLine]] {
        guard !calendar.days.isEmpty else { return [] }
        let totals = HikeTotalsText(totals: calendar.total.totals, units: units).lines(width: width - 6)
        let title = StyledLine("\(calendar.year)", .bold) + StyledLine("  " + totals[0])
        let year = [title] + totals.dropFirst().map { StyledLine("      " + $0) }
        return [year + [StyledLine(), header] + weeks + [legend], months, streaks]
    }

    private var header: StyledLine { StyledLine("       M T W T F S S", .dim) }

    /// The weeks from the first with a hike to the last.
    private var weeks: [StyledLine] {
        let totals = Dictionary(uniqueKeysWithValues: calendar.weeks.map { ($0.key, $0.totals) })
        guard let first = calendar.firstDay, let last = calendar.lastDay else { return [] }
        let levels = calendar.levels
        let start = Week(of: first).monday
        return (0...start.days(until: last) / 7).map { number in
            let monday = start.adding(days: 7 * number)
            let cells = (0..<7).reduce(StyledLine()) { line, offset in
                let day = monday.adding(days: offset)
                // The last week of the year 9999 has fewer days.
                let isOfYear = day.year == calendar.year && monday.days(until: day) == offset
                guard isOfYear else { return line + StyledLine("  ") }
                let level = levels[day] ?? 0
                let style = level == 0 ? CellStyle.dim : CellStyle(foreground: TrackMap.wayColor)
                return line + StyledLine("\(Self.cells[level]) ", style)
            }
            let sums = totals[Week(of: monday).description].map {
                HikeTotalsText(totals: $0, units: units).parts.inLines(upTo: width - 23)[0]
            }
            // A month is named at its first Monday.
            let month = number == 0 || monday.day <= 7 ? String(monday.monthName.prefix(3)) : ""
            return StyledLine("\(month.fitted(to: 3)) \(String(monday.day).leftPadded(to: 2)) ", .dim) + cells
                + StyledLine("  " + (sums ?? ""))
        }
    }

    private var legend: StyledLine {
        let longest = units.distance(kilometres: calendar.longestDay)
        let cells = Self.cells.dropFirst().joined()
        return StyledLine("\(cells) up to ¼, ½, ¾ and all of \(longest)".fitted(to: width).trimmedRight, .dim)
    }

    private var months: [StyledLine] {
        HikeGroupsText(groups: calendar.months, units: units, width: width).lines.map { StyledLine($0) }
    }

    var streaks: [StyledLine] {
        guard let streak = calendar.longestStreak else { return [] }
        let days =
            streak.first == streak.last ? streak.first.spelled : "\(streak.first.spelled) to \(streak.last.spelled)"
        let text =
            "Longest streak: \(streak.count.counted("day")) (\(days)), \(calendar.weeksInARow.counted("week")) in a row"
        return text.wordWrapped(to: width).map { StyledLine($0) }
    }
}

extension HikeCalendar {
    var firstDay: Day? { days.first?.key.flatMap { Day($0) } }
    var lastDay: Day? { days.last?.key.flatMap { Day($0) } }

    /// The most kilometres of a day.
    var longestDay: Double { days.map(\.totals.distance).max() ?? 0 }

    /// How far was walked on each day with a hike: from 1 to 4, the quarters of the longest day's distance.
    var levels: [Day: Int] {
        let longest = longestDay
        return days.reduce(into: [:]) { levels, group in
            guard let day = group.key.flatMap({ Day($0) }) else { return }
            let quarters = longest > 0 ? (group.totals.distance / longest * 4).rounded(.up) : 1
            levels[day] = min(max(Int(quarters), 1), 4)
        }
    }
}
