internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike calendar`: the days, weeks and months of a year.
enum HikeCalendarCommand: ProfileCommand {
    static let declaration = Command(
        "calendar", abstract: "Show a year of hikes day by day.",
        discussion: [
            "A line for each week from Monday to Sunday, with a cell for each day that is as full as its distance is long, "
                + "the totals of weeks and months, and the longest streaks. A week at the turn of the year has only its "
                + "days in that year. Plans, rides, removed and undated hikes don't count."
        ],
        positionals: [Positional("YEAR", help: "The year (default: this one).", arity: .optional)],
        examples: [
            Example("profile hike calendar", "This year."),
            Example("profile hike calendar 2025 --json", "Another one, for a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let year = try call.year()
        let calendar = try call.access.store().hikeCalendar(of: year)
        call.page()
        try call.reporter.answer(
            HikeCalendarAnswer(calendar),
            text: CalendarText(calendar: calendar, units: call.settings.units, width: call.columns).styled.map {
                $0.text(depth: call.colorDepth)
            })
        if calendar.days.isEmpty { call.reporter.remark("There are no hikes that count in \(year).") }
    }
}

extension CommandCall {
    /// The year named on the command line, or this one.
    func year() throws -> Int {
        guard let word = invocation.positionals.first else { return context.today.year }
        guard let year = Int(word), (1...9999).contains(year) else {
            throw InvalidValue("YEAR", "must be a year from 1 to 9999")
        }
        return year
    }
}
