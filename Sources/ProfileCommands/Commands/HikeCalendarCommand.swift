internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike calendar`: the days, weeks and months of a year.
enum HikeCalendarCommand: ProfileCommand {
    static let declaration = Command(
        "calendar", abstract: "Show a year of hikes day by day.",
        discussion: [
            "A line for each week from Monday to Sunday, with a cell for each day, fuller the longer its distance, "
                + "the totals of weeks and months, and the longest streaks. A week at the turn of the year has only its "
                + "days in that year. Plans, rides, removed and undated hikes don't count."
        ],
        options: HikeFilterOptions.all,
        positionals: [Positional("YEAR", help: "The year (default: this one).", arity: .optional)],
        examples: [
            Example("profile hike calendar", "This year."),
            Example("profile hike calendar 2025 --json", "Another one, for a script."),
            Example("profile hike calendar --activity cycling", "This year's rides."),
        ])

    static func run(_ call: CommandCall) throws {
        var filter = try call.hikeFilter(takesIDs: false)
        guard filter.year == nil || call.invocation.positionals.isEmpty else {
            throw UsageError(message: "the year is given twice", hint: "Give YEAR or --year.")
        }
        let year = try filter.year ?? call.year()
        filter.year = nil
        let readable = try call.access.store().readableHikeCalendar(of: year, matching: filter)
        let calendar = readable.value
        call.page()
        try call.reporter.answer(
            HikeCalendarAnswer(calendar),
            text: CalendarText(calendar: calendar, units: call.settings.units, width: call.columns).styled.map {
                $0.text(depth: call.colorDepth)
            })
        if calendar.days.isEmpty, readable.damaged.isEmpty {
            call.reporter.notice("There are no hikes that count in \(year).")
        }
        try call.requireWhole(readable)
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
