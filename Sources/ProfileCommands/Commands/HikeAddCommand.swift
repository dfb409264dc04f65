internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike add`: adds a hike without a recording.
enum HikeAddCommand: ProfileCommand {
    static let declaration = Command(
        "add", abstract: "Add a hike by hand.",
        discussion: [
            "The hike gets the next free id. A name and a distance are required; anything else that you "
                + "leave out is unknown, and the activity is hiking. With a start, the date is that of the start."
        ],
        options: HikeFieldOptions.all,
        examples: [
            Example("profile hike add --name 'Elk Loop' --distance 4.5 --date 2026-04-22", "A hike on Earth Day."),
            Example(
                "profile hike add --name Ridge --distance 12 --ascent 640 --duration 4h10m --tag wet,boots",
                "More of what you know."),
        ])

    static func run(_ call: CommandCall) throws {
        for field in ["name", "distance"] {
            let name = HikeFieldOptions.name(of: field)
            let isGiven = HikeFieldOptions.fields.contains { $0.field.name == field && call.isSet($0.option) }
            guard isGiven else {
                throw UsageError(message: "--\(name) is missing", hint: "See: profile hike add --help")
            }
        }
        var header = HikeHeader(id: 0, name: "", distance: 0)
        for change in try call.hikeFieldChanges() { change.apply(&header) }
        let store = try call.access.store()
        let change = try store.addHike(header)
        try call.answer(change, of: store)
    }
}

/// `profile hike edit`: changes values of hikes.
enum HikeEditCommand: ProfileCommand {
    static let declaration = Command(
        "edit", abstract: "Change hikes.",
        discussion: [
            "Changes what you name, and leaves the rest. A new date moves the start time to that day, and a new start "
                + "brings its date. Distances, ascents and times that you enter are marked so. If a hike came from a "
                + "file, it is still recognized when that file is imported again.",
            "Several hikes are changed at once, all or none: by ids and ranges, and by --where. You are asked first on a "
                + "terminal; elsewhere that needs --yes.",
            "--editor writes a form of one hike into memory, never onto a disk, and wipes it when you leave the editor.",
        ],
        options: HikeFieldOptions.all
            + [HikeFilterOptions.conditions, HikeFieldOptions.editor, HikeChangeOptions.yes],
        positionals: [HikeFilterOptions.ids("The hikes' ids, and ranges such as 9-12.")],
        examples: [
            Example("profile hike edit 7 --name 'Elk Loop' --difficulty 4", "Another name, and how hard it was."),
            Example("profile hike edit 9-12 --tag +alps,-todo", "Adds a tag to four hikes, and removes one."),
            Example(
                "profile hike edit --where year=2019 --where activity=other --activity cycling",
                "They no longer count towards totals and badges."),
            Example("profile hike edit 7 --editor", "All of its fields, and its notes, in your editor."),
        ])

    static func run(_ call: CommandCall) throws {
        let filter = try call.hikeFilter()
        guard filter.isFilter else {
            throw UsageError(message: "no hikes were named", hint: "Name their ids, or select them with --where.")
        }
        let changes = try call.hikeFieldChanges()
        if call.isSet(HikeFieldOptions.editor) { return try runEditor(filter, changes, call) }
        guard !changes.isEmpty else {
            let names = HikeFieldOptions.all.map { "--\($0.name)" }.joined(separator: ", ")
            throw UsageError(message: "no change was given", hint: "Name one or more of: \(names), or give --editor.")
        }
        let store = try call.access.store()
        guard let ids = try call.hikesToChange(filter, of: store, to: "change") else {
            return try call.reporter.answer(HikeIDsAnswer(hikes: []), text: [])
        }
        let change = try store.editHikes(ids) { hike in for change in changes { change.apply(&hike) } }
        try call.answer(change, of: store)
    }

    private static func runEditor(
        _ filter: HikeFilter, _ changes: [HikeFieldChange], _ call: CommandCall
    ) throws {
        guard changes.isEmpty else {
            throw UsageError(message: "--editor and values exclude each other", hint: "Give only one of them.")
        }
        guard !call.settings.noInput else {
            throw UsageError(message: "--editor and --no-input exclude each other", hint: "Name the values instead.")
        }
        guard let ids = filter.namedIDs, ids.count == 1 else {
            throw UsageError(message: "--editor edits one hike", hint: "Name its id.")
        }
        var store = try call.access.store()
        func stored() throws -> HikeHeader { try call.reopening(&store) { try $0.hike(ids[0]).header } }
        let (hike, today) = (try stored(), call.context.today)
        let edited = try TextEditor.changes(of: HikeFieldOptions.form(of: hike), call, stored: stored) { edited in
            edited.problems(replacing: hike, today: today)
        }
        guard !edited.values.isEmpty else {
            try call.reporter.answer(HikeIDsAnswer(hikes: ids), text: [])
            return call.reporter.notice("Nothing changed.")
        }
        try call.reopening(&store) { store in
            let change = try store.editHikes(ids) { try edited.values.apply(to: &$0, since: edited.base) }
            try call.answer(change, of: store)
        }
    }
}

extension CommandCall {
    /// The values of a hike's fields that the command line gives.
    fileprivate func hikeFieldChanges() throws -> [HikeFieldChange] {
        let notes = HikeFieldOptions.fields.first { $0.option.name == "notes" }
        if let notes, isSet(notes.option), isSet(HikeFieldOptions.notesFile) {
            throw UsageError(message: "--notes and --notes-file exclude each other", hint: "Give only one of them.")
        }
        return try HikeFieldOptions.changes(self)
    }

    /// Answers with the hikes that were added or changed.
    fileprivate func answer(_ change: HikeChange, of store: ProfileStore) throws {
        var text: [String] = []
        if change.ids.count > 1 {
            text = ["\(change.ids.count.counted("hike")) changed"]
        } else if !settings.isJSON {
            let hikes = readingBack { try change.ids.map { try store.hike($0) } }
            text = (hikes ?? []).flatMap { HikeText(hike: $0, units: settings.units, width: proseColumns).lines }
        }
        try reporter.answer(HikeIDsAnswer(hikes: change.ids), text: text)
        reporter.notice(badgesOf: change)
    }
}

extension Activity {
    /// "hiking, walking, … or other".
    static var words: String {
        let words = allCases.map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
