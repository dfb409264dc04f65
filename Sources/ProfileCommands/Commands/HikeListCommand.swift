internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike list`: the hikes as aligned lines.
enum HikeListCommand: ProfileCommand {
    private static let since = Option("since", value: "YYYY-MM-DD", help: "Only hikes on this day or later.")
    private static let until = Option("until", value: "YYYY-MM-DD", help: "Only hikes on this day or earlier.")
    private static let activity = Option(
        "activity", value: "ACTIVITY", help: "Only of this activity: \(Activity.words).",
        completion: .values(Activity.allCases.map(\.rawValue)))
    private static let search = Option(
        "search", value: "WORDS",
        help: "Only hikes with all of these words in name or source, in any case, with or without accents.")
    private static let sort = Option(
        "sort", value: "date|distance|ascent|name", help: "Newest, largest or A first (default: date).",
        completion: .values(HikeOrder.allCases.map(\.rawValue)))
    private static let limit = Option("limit", value: "N", help: "List no more than this many (default: all).")
    private static let removed = Option(flag: "removed", help: "The removed hikes instead.")

    static let declaration = Command(
        "list", abstract: "List hikes.",
        discussion: [
            "Undated hikes never match a date filter. The last line sums up the hikes above it that "
                + "count: those done, not planned, and on foot. With --activity, it sums up those of that activity."
        ],
        options: [since, until, activity, search, sort, limit, removed],
        examples: [
            Example("profile hike list --sort distance --limit 3", "The three longest."),
            Example("profile hike list --since 2026-01-01 --json", "This year's, for a script."),
            Example("profile hike list --search 'elk lake'", "Those with both words."),
        ])

    static func run(_ call: CommandCall) throws {
        let filter = try Filter(call)
        let readable = try filter.hikes(of: try call.access.store())
        let hikes = filter.selected(from: readable.value)
        call.page()
        try call.reporter.answer(
            HikeListAnswer(hikes: hikes.map { HikeHeaderAnswer($0) }), text: lines(of: hikes, filter, call))
        if hikes.isEmpty, readable.damaged.isEmpty { call.reporter.remark(filter.nothingFound) }
        try call.requireWhole(readable)
    }

    private static func lines(of hikes: [HikeHeader], _ filter: Filter, _ call: CommandCall) -> [String] {
        guard !hikes.isEmpty else { return [] }
        let (units, width) = (call.settings.units, call.columns)
        let list = HikeListText(hikes: hikes, units: units, showsID: true, width: width).styled
        let totals = filter.totals(of: hikes)
        return list.map { $0.text(depth: call.colorDepth) } + [""]
            + HikeTotalsText(totals: totals, units: units, leftOut: hikes.count - totals.hikes).lines(width: width)
    }

    /// The selection of hikes, and their order.
    private struct Filter {
        private let first: Day?
        private let last: Day?
        private let activity: Activity?
        private let words: [String]
        private let order: HikeOrder
        private let limit: Int?
        private let isOfRemoved: Bool

        init(_ call: CommandCall) throws {
            func day(_ option: Option) throws -> Day? {
                try call.value(of: option, FieldRule.day.words) { Day($0) }
            }
            (first, last) = (try day(since), try day(until))
            activity = try call.value(of: HikeListCommand.activity, Activity.rule) { word in
                Activity(rawValue: word.lowercased())
            }
            words = SearchText.folded(call.value(of: search) ?? "").split(whereSeparator: \.isWhitespace).map(
                String.init)
            order =
                try call.value(of: sort, "must be date, distance, ascent or name", HikeOrder.init(rawValue:)) ?? .date
            limit = try call.count(of: HikeListCommand.limit)
            isOfRemoved = call.isSet(removed)
        }

        /// The hikes to select from. Where the directory identifies the hikes to list, only those are read.
        func hikes(of store: ProfileStore) throws -> Salvaged<[HikeHeader]> {
            if isOfRemoved { return try store.readableRemovedHikes }
            guard let limit, order == .date, activity == nil, words.isEmpty else { return try store.readableHikes }
            guard first != nil || last != nil else { return try store.readableNewestHikes(limit: limit) }
            let days = (first ?? Day.first, last ?? Day.last)
            guard days.0 <= days.1 else { return try store.readableHikes }
            return try store.readableNewestHikes(limit: limit, in: days.0...days.1)
        }

        func selected(from hikes: [HikeHeader]) -> [HikeHeader] {
            Array(hikes.filter(matches).sorted(by: order).prefix(limit ?? .max))
        }

        private func matches(_ hike: HikeHeader) -> Bool {
            if first != nil || last != nil {
                guard let date = hike.date, date >= first ?? date, date <= last ?? date else { return false }
            }
            if let activity, hike.activity != activity { return false }
            let text = SearchText.folded("\(hike.name) \(hike.source ?? "")")
            return words.allSatisfy { text.contains($0) }
        }

        /// The sums over the listed hikes. Whoever asks for rides wants those summed up; plans never are.
        func totals(of hikes: [HikeHeader]) -> HikeTotals {
            activity == nil ? HikeTotals(over: hikes) : HikeTotals(ofAll: hikes.filter { !$0.isPlanned })
        }

        /// The remark for an empty list.
        var nothingFound: String {
            let isFiltered = first != nil || last != nil || activity != nil || !words.isEmpty
            let hikes = isOfRemoved ? "removed hikes" : "hikes"
            return isFiltered ? "No \(hikes) match." : "There are no \(hikes)."
        }
    }
}
