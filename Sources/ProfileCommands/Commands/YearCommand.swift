internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile year`: a year in review.
enum YearCommand: ProfileCommand {
    private static let svg = Option(flag: "svg", help: "A poster as an SVG file.")

    static let declaration = Command(
        "year", abstract: "Show a year of hikes in review.",
        discussion: [
            "The year's totals next to those of the year before, streaks, seasons, records, places visited and badges earned. "
                + "Plans, rides, removed and undated hikes don't count. Winter is January, February and December of the "
                + "year. A poster leaves out private places."
        ],
        group: "Hikes", options: [svg],
        positionals: [Positional("YEAR", help: "The year (default: this one).", arity: .optional)],
        examples: [
            Example("profile year 2025", "A year as text."),
            Example("profile year --svg > year.svg", "This one as a poster, for a browser or a printer."),
        ])

    static func run(_ call: CommandCall) throws {
        let year = try call.year()
        let readable = try call.access.store().readableReview(of: year, exact: !call.isSet(svg))
        let (review, units) = (readable.value, call.settings.units)
        if call.isSet(svg) {
            // The file already ends with a line feed.
            call.context.output.write(line: String(YearPoster(review: review, units: units).svg.dropLast()))
        } else {
            call.page()
            try call.reporter.answer(
                YearAnswer(review),
                text: YearText(review: review, units: units, width: call.columns).styled.map {
                    $0.text(depth: call.colorDepth)
                })
        }
        if review.totals.hikes == 0 { call.reporter.notice("There are no hikes that count in \(year).") }
        try call.requireWhole(readable)
    }
}
