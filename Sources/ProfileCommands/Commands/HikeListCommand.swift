internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike list`: the hikes as aligned lines.
enum HikeListCommand: ProfileCommand {
    private static let since = Option("since", value: "YYYY-MM-DD", help: "Only hikes on this day or later.")
    private static let until = Option("until", value: "YYYY-MM-DD", help: "Only hikes on this day or earlier.")
    private static let sort = Option(
        "sort", value: "date|distance|ascent|name", help: "Newest, largest or A first (default: date).",
        completion: .values(HikeOrder.allCases.map(\.rawValue)))
    private static let limit = Option("limit", value: "N", help: "At most this many.")

    static let declaration = Command(
        "list", abstract: "List hikes.",
        discussion: ["Undated hikes fall outside date filters. The last line has the sums over the hikes above it."],
        options: [since, until, sort, limit],
        examples: [
            Example("profile hike list --sort distance --limit 3", "The three longest."),
            Example("profile hike list --since 2026-01-01 --json", "This year's, for a script."),
        ])

    static func run(_ call: CommandCall) throws {
        func day(_ option: Option) throws -> Day? {
            try call.value(of: option, "is a day, such as 2027-05-01") { Day($0) }
        }
        let (first, last) = (try day(since), try day(until))
        let order = try call.value(of: sort, "is date, distance, ascent or name", HikeOrder.init(rawValue:)) ?? .date
        let count = try call.value(of: limit, "is a number from 1 up") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        let readable = try call.access.store().readableHikes
        var hikes = readable.value
        if let first { hikes.removeAll { ($0.date.map { $0 < first }) ?? true } }
        if let last { hikes.removeAll { ($0.date.map { $0 > last }) ?? true } }
        hikes = Array(hikes.sorted(by: order).prefix(count ?? .max))
        try call.reporter.answer(
            HikeListAnswer(hikes: hikes.map { HikeHeaderAnswer($0) }),
            text: lines(of: hikes, units: call.settings.units))
        try call.requireWhole(readable)
    }

    private static func lines(of hikes: [HikeHeader], units: Units) -> [String] {
        let totals = HikeTotalsText(totals: HikeTotals(over: hikes), units: units).line
        return HikeListText(hikes: hikes, units: units, showsID: true).lines + (hikes.isEmpty ? [] : ["", totals])
    }
}
