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
                + "the hike came from a file, it is still recognized when that file is imported again."
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
            throw UsageError(message: "no change was given", hint: "Name one or more of: \(names)")
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

/// The values given to `hike add` and `hike edit`.
private struct HikeOptions {
    static let name = Option("name", value: "NAME", help: "The hike's name.")
    static let distance = Option("distance", value: "KM", help: "Kilometres, such as 4.5 or 4,5.")
    static let date = Option("date", value: "YYYY-MM-DD", help: "Its day: today or earlier; '' for none.")
    static let difficulty = Option("difficulty", value: "N", help: "From 0 to 10; '' for unknown.")
    static let activity = Option(
        "activity", value: "ACTIVITY", help: "\(Activity.words); totals and badges count what was done on foot.",
        completion: .values(Activity.allCases.map(\.rawValue)))

    static let all = [name, distance, date, difficulty, activity]

    private var name: String?
    private var distance: Double?
    /// An empty text stands for an unknown value.
    private var date: Day??
    private var difficulty: Int??
    private var activity: Activity?

    /// - Throws: ``StoreError`` with `invalidValue` for all values that break their rules.
    init(_ call: CommandCall) throws {
        // Text that isn't a number breaks the same rule as a number out of range.
        name = call.value(of: Self.name)
        distance = call.value(of: Self.distance).map { Double(typedDecimal: $0) ?? .nan }
        difficulty = call.value(of: Self.difficulty).map { $0.isEmpty ? nil : Int($0) ?? -1 }
        let day = call.value(of: Self.date)
        if let day { date = day.isEmpty ? .some(nil) : Day(day).map { .some($0) } }
        activity = call.value(of: Self.activity).flatMap { Activity(rawValue: $0.lowercased()) }
        var sample = HikeHeader(id: 0, name: "A", distance: 1)
        apply(to: &sample)
        var problems = sample.problems(today: call.context.today)
        if date == nil, day != nil {
            problems.append(FieldProblem("date", .day))
        }
        if activity == nil, call.value(of: Self.activity) != nil {
            problems.append(FieldProblem("activity", .choice(Activity.allCases.map(\.rawValue))))
        }
        // Named after the options as typed.
        let named = problems.map { FieldProblem("--\($0.field)", $0.rule) }
        guard named.isEmpty else { throw StoreError(.invalid(named)) }
    }

    /// Sets the given values, and leaves the rest.
    func apply(to header: inout HikeHeader) {
        if let name { header.name = name }
        if let distance { header.distance = distance }
        if let date { header.date = date }
        if let difficulty { header.difficulty = difficulty }
        if let activity { header.activity = activity }
    }
}

extension Activity {
    /// "hiking, walking, … or other".
    static var words: String {
        let words = allCases.map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    /// The rule for a value, worded to follow the option's name.
    static var rule: String { FieldRule.choice(allCases.map(\.rawValue)).words }
}
