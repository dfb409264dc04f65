internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike add`: adds a hike without a recording.
enum HikeAddCommand: ProfileCommand {
    static let declaration = Command(
        "add", abstract: "Add a hike by hand.",
        discussion: [
            "The hike gets the next free id. A name and a distance are required; anything else that you "
                + "leave out is unknown, and the activity is hiking."
        ],
        options: HikeOptions.all,
        examples: [
            Example("profile hike add --name 'Elk Loop' --distance 4.5 --date 2026-04-22", "A hike on Earth Day.")
        ])

    static func run(_ call: CommandCall) throws {
        for option in [HikeOptions.name, HikeOptions.distance] where call.value(of: option) == nil {
            throw UsageError(message: "--\(option.name) is missing", hint: "See: profile hike add --help")
        }
        var header = HikeHeader(id: 0, name: "", distance: 0)
        try HikeOptions(call).apply(to: &header)
        let store = try call.access.store()
        let change = try store.addHike(header)
        try call.answer(change, of: store)
    }
}

/// `profile hike edit`: changes a hike's values.
enum HikeEditCommand: ProfileCommand {
    static let declaration = Command(
        "edit", abstract: "Change a hike.",
        discussion: [
            "Changes what you name, and leaves the rest. A new date moves the start time to that day. If "
                + "the hike came from a file, it is still recognised when that file is imported again."
        ],
        options: HikeOptions.all,
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike edit 7 --name 'Elk Loop' --difficulty 4", "Another name, and how hard it was."),
            Example("profile hike edit 7 --activity cycling", "It no longer counts towards totals and badges."),
        ])

    static func run(_ call: CommandCall) throws {
        let ids = try call.hikeIDs()
        guard HikeOptions.all.contains(where: { call.value(of: $0) != nil }) else {
            let names = HikeOptions.all.map { "--\($0.name)" }.joined(separator: ", ")
            throw UsageError(message: "nothing to change was given", hint: "Name one or more of: \(names)")
        }
        let options = try HikeOptions(call)
        let store = try call.access.store()
        let change = try store.editHike(ids[0]) { options.apply(to: &$0) }
        try call.answer(change, of: store)
    }
}

extension CommandCall {
    /// Answers with the hike that was added or changed.
    fileprivate func answer(_ change: HikeChange, of store: ProfileStore) throws {
        let hikes = settings.isJSON ? [] : try change.ids.map { try store.hike($0) }
        try reporter.answer(
            HikeIDsAnswer(hikes: change.ids),
            text: hikes.flatMap { HikeText(hike: $0, units: settings.units, width: proseColumns).lines })
        reporter.remark(badgesOf: change)
    }
}

extension Reporter {
    /// Reports which badges were earned and lost.
    func remark(badgesOf change: HikeChange) {
        for badge in change.badgesEarned { remark("Earned: \(badge.name).") }
        for badge in change.badgesLost { remark("No longer earned: \(badge.name).") }
    }
}
