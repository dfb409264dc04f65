internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike stats`: totals over the hikes, by time.
enum HikeStatsCommand: ProfileCommand {
    private static let by = Option(
        "by", value: "year|month|week|day|weekday|season", help: "What to group the hikes by (default: all in one).",
        completion: .values(HikeGrouping.allCases.map(\.rawValue)))

    static let declaration = Command(
        "stats", abstract: "Sum up hikes.",
        discussion: [
            "How many there are, their distance, ascent and moving time, and the ids of the longest and of the one with the "
                + "most ascent. Plans, rides and removed hikes don't count. Undated hikes come last. "
                + "A week is that of ISO 8601, from Monday to Sunday."
        ],
        options: [by],
        examples: [
            Example("profile hike stats", "Over all hikes."), Example("profile hike stats --by year", "Year by year."),
            Example("profile hike stats --by weekday", "Which days you walk on."),
        ])

    static func run(_ call: CommandCall) throws {
        let grouping = try call.value(
            of: by, "must be year, month, week, day, weekday or season", HikeGrouping.init(rawValue:))
        let groups = try call.access.store().hikeGroups(by: grouping)
        let hasHikes = groups.contains { $0.totals.hikes > 0 }
        call.page()
        try call.reporter.answer(
            HikeStatsAnswer(by: grouping, groups: groups),
            text: hasHikes
                ? HikeGroupsText(groups: groups, units: call.settings.units, width: call.columns).lines : [])
        if !hasHikes { call.reporter.remark("There are no hikes that count.") }
    }
}
