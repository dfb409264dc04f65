internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike records`: the longest, the fastest and so on.
enum HikeRecordsCommand: ProfileCommand {
    static let declaration = Command(
        "records", abstract: "Show your records.",
        discussion: [
            "The longest, highest and fastest hikes, the longest streak of days with a hike, and the most in a week from "
                + "Monday to Sunday: of all that was done on foot, then of each activity. The fastest over a distance is "
                + "the whole hike of at least that distance with the best pace while moving. Plans and removed hikes hold "
                + "no records."
        ],
        examples: [
            Example("profile hike records", "On foot, then by activity."),
            Example("profile hike records --json", "With ids, for a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableHighestPoints
        let (hikes, points) = readable.value
        let onFoot = PersonalRecords(of: hikes.filter(\.isCounted), highestPoints: points)
        let activities = PersonalRecords.byActivity(of: hikes, highestPoints: points)
        call.page()
        try call.reporter.answer(
            HikeRecordsAnswer(
                records: RecordsAnswer(onFoot),
                activities: Dictionary(uniqueKeysWithValues: activities.map { ($0.rawValue, RecordsAnswer($1)) })),
            text: RecordsText.sections(
                onFoot: onFoot, activities, units: call.settings.units, width: call.proseColumns
            ).joined(separator: [StyledLine()]).map { $0.text(depth: call.colorDepth) })
        if activities.isEmpty, readable.damaged.isEmpty { call.reporter.notice("There are no hikes yet.") }
        try call.requireWhole(readable)
    }
}
