internal import ProfileModel

/// A year of days as squares, in a column for each week from Monday to Sunday, darker where more was walked.
struct CalendarPicture {
    let calendar: HikeCalendar
    let units: Units

    private static let step = 10

    init(_ calendar: HikeCalendar, units: Units) {
        (self.calendar, self.units) = (calendar, units)
    }

    var markup: Markup {
        let totals = HikeTotalsText(totals: calendar.total.totals, units: units).line
        return .element(
            "figure", ["class": "calendar", "data-year": String(calendar.year)],
            [
                .element(
                    "figcaption", [:], [.element("b", text: String(calendar.year)), .text(" · \(totals)")]),
                .element(
                    "svg",
                    [
                        "viewBox": "0 0 \(54 * Self.step) \(8 * Self.step)", "role": "img", "font-size": "7",
                        "aria-label": "Calendar of \(calendar.year): "
                            + "\(calendar.days.count.counted("day")) with a hike, \(totals)",
                    ], months + squares),
            ])
    }

    /// A path for each level, of a square for each of its days: shorter than a rectangle for each day.
    private var squares: [Markup] {
        var paths = Array(repeating: "", count: 5)
        let levels = calendar.levels
        let days = HikeCalendar.days(of: calendar.year)
        let first = Week(of: days.lowerBound).monday
        for offset in 0...days.lowerBound.days(until: days.upperBound) {
            let day = days.lowerBound.adding(days: offset)
            let position = first.days(until: day)
            paths[levels[day] ?? 0] += "M\(position / 7 * Self.step) \((position % 7 + 1) * Self.step)h8v8h-8z"
        }
        return paths.enumerated().filter { !$0.element.isEmpty }.map { level, path in
            .element("path", ["class": "l\(level)", "d": path])
        }
    }

    private var months: [Markup] {
        let first = Week(of: Day(year: calendar.year, month: 1, day: 1)).monday
        return (1...12).map { number in
            let day = Day(year: calendar.year, month: number, day: 1)
            return .element(
                "text", ["x": String(first.days(until: day) / 7 * Self.step), "y": "7"],
                text: String(day.monthName.prefix(3)))
        }
    }
}
