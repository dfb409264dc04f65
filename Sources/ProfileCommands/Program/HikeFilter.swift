internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// The options that select hikes.
struct HikeFilter: Sendable {
    private static let since = Option("since", value: "YYYY-MM-DD", help: "Only hikes on this day or later.")
    private static let until = Option("until", value: "YYYY-MM-DD", help: "Only hikes on this day or earlier.")
    private static let activity = Option(
        "activity", value: "ACTIVITY", help: "Only of this activity: \(Activity.words).",
        completion: .values(Activity.allCases.map(\.rawValue)))
    private static let search = Option(
        "search", value: "WORDS",
        help: "Only hikes with all of these words in name or source, in any case, with or without accents.")

    static let options = [since, until, activity, search]

    private let first: Day?
    private let last: Day?
    let activity: Activity?
    private let words: [String]

    init(_ call: CommandCall) throws {
        func day(_ option: Option) throws -> Day? {
            try call.value(of: option, FieldRule("day").words) { Day($0) }
        }
        (first, last) = (try day(Self.since), try day(Self.until))
        activity = try call.value(of: Self.activity, Activity.rule) { word in
            Activity(rawValue: word.lowercased())
        }
        words = SearchText.folded(call.value(of: Self.search) ?? "").split(whereSeparator: \.isWhitespace).map(
            String.init)
    }

    func matches(_ hike: HikeHeader) -> Bool {
        if first != nil || last != nil {
            guard let date = hike.date, date >= first ?? date, date <= last ?? date else { return false }
        }
        if let activity, hike.activity != activity { return false }
        guard !words.isEmpty else { return true }
        let text = SearchText.folded("\(hike.name) \(hike.source ?? "")")
        return words.allSatisfy { text.contains($0) }
    }

    /// Whether it may leave hikes out.
    var isFilter: Bool { first != nil || last != nil || !isOfDaysAlone }

    /// Whether days alone decide which hikes it leaves out.
    var isOfDaysAlone: Bool { activity == nil && words.isEmpty }

    /// The days of the hikes, undated ones excluded; `nil` if there are none.
    var days: ClosedRange<Day>? {
        let days = (first ?? Day.first, last ?? Day.last)
        return days.0 <= days.1 ? days.0...days.1 : nil
    }
}
