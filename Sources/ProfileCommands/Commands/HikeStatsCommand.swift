internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike stats`: totals over the hikes, by time or by what they are.
enum HikeStatsCommand: ProfileCommand {
    private static let by = Option(
        "by", value: HikeGrouping.allCases.map(\.rawValue).joined(separator: "|"),
        help: "What to group the hikes by (default: all in one).",
        completion: .values(HikeGrouping.allCases.map(\.rawValue)))

    static let declaration = Command(
        "stats", abstract: "Sum up hikes.",
        discussion: [
            "How many there are, their distance, ascent and moving time, and the ids of the longest and of the one with the "
                + "most ascent. Plans, rides and removed hikes don't count; with --activity or by activity, rides do. "
                + "Hikes that are in no group come last: undated ones, and those without a tag. A hike with several tags "
                + "is in several groups. A week is that of ISO 8601, from Monday to Sunday."
        ],
        options: HikeFilterOptions.all + [by], positionals: [HikeFilterOptions.ids()],
        examples: [
            Example("profile hike stats", "Over all hikes."), Example("profile hike stats --by year", "Year by year."),
            Example("profile hike stats --by tag --year 2026", "What a year's tags add up to."),
        ])

    static func run(_ call: CommandCall) throws {
        let grouping = try call.value(
            of: by, FieldRule.choice(HikeGrouping.allCases.map(\.rawValue)).requirement, HikeGrouping.init(rawValue:))
        let filter = try call.hikeFilter()
        let readable = try call.access.store().readableHikeGroups(by: grouping, matching: filter)
        let groups = readable.value
        let hasHikes = groups.contains { $0.totals.hikes > 0 }
        call.page()
        try call.reporter.answer(
            HikeStatsAnswer(by: grouping, groups: groups),
            text: hasHikes ? lines(of: groups, by: grouping, call) : [])
        if !hasHikes, readable.damaged.isEmpty { call.reporter.notice("There are no hikes that count.") }
        try call.requireWhole(readable)
    }

    private static func lines(of groups: [HikeGroup], by grouping: HikeGrouping?, _ call: CommandCall) -> [String] {
        let (units, width) = (call.settings.units, call.columns)
        guard let grouping else { return HikeGroupsText(groups: groups, units: units, width: width).lines }
        return HikeStatsTable(groups: groups, by: grouping, units: units, width: width).lines
    }
}
