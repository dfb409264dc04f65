internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// The values given to `hike add` and `hike edit`.
struct HikeOptions {
    static let name = Option("name", value: "NAME", help: "The hike's name.")
    static let distance = Option("distance", value: "KM", help: "Kilometres, such as 4.5.")
    static let date = Option("date", value: "YYYY-MM-DD", help: "Its day: today or earlier.")
    static let difficulty = Option("difficulty", value: "N", help: "From 0 to 10.")
    static let activity = Option(
        "activity", value: "ACTIVITY", help: "\(Activity.words); totals and badges count what was done on foot.",
        completion: .values(Activity.allCases.map(\.rawValue)))

    static let all = [name, distance, date, difficulty, activity]

    private var name: String?
    private var distance: Double?
    private var date: Day?
    private var difficulty: Int?
    private var activity: Activity?

    /// - Throws: ``StoreError`` with `invalidValue` for all values that break their rules.
    init(_ call: CommandCall) throws {
        // Text that isn't a number breaks the same rule as a number out of range.
        name = call.value(of: Self.name)
        distance = call.value(of: Self.distance).map { Self.decimal($0) ?? .nan }
        difficulty = call.value(of: Self.difficulty).map { Int($0) ?? -1 }
        date = call.value(of: Self.date).flatMap { Day($0) }
        activity = call.value(of: Self.activity).flatMap { Activity(rawValue: $0.lowercased()) }
        var sample = HikeHeader(id: 0, name: "A", distance: 1)
        apply(to: &sample)
        var problems = sample.problems(today: call.context.today)
        if date == nil, call.value(of: Self.date) != nil {
            problems.append(FieldProblem("date", FieldRule("day")))
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

    /// Parses digits with at most one decimal point, as people write kilometres.
    private static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }
}

extension Activity {
    /// "hiking, walking, running, cycling or other".
    static var words: String {
        let words = allCases.map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    /// What a value must be, worded to follow the option's name.
    static var rule: String { "is \(words)" }
}

extension CommandCall {
    /// The hikes named on the command line, each once.
    func hikeIDs() throws -> [Int] {
        var ids: [Int] = []
        for word in invocation.positionals {
            guard let id = Int(word) else { throw InvalidValue("ID", "must be a hike's number") }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}
