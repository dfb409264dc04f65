internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike list`: the hikes as aligned lines.
enum HikeListCommand: ProfileCommand {
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
        options: HikeFilterOptions.all + [sort, limit, removed],
        positionals: [HikeFilterOptions.ids()],
        examples: [
            Example("profile hike list --sort distance --limit 3", "The three longest."),
            Example("profile hike list --year 2026 --json", "A year's, for a script."),
            Example("profile hike list --search 'elk lake' --longer 10", "Those with both words and more than 10 km."),
            Example("profile hike list --near 47.42,10.98,2", "Those that came within 2 km of a position."),
        ])

    static func run(_ call: CommandCall) throws {
        let filter = try Filter(call)
        let readable = try filter.hikes(of: try call.access.store())
        let hikes = filter.selected(from: readable.value)
        call.page()
        try call.reporter.answer(
            HikeListAnswer(hikes: hikes.map { HikeHeaderAnswer($0) }), text: lines(of: hikes, filter, call))
        if hikes.isEmpty, readable.damaged.isEmpty { call.reporter.notice(filter.nothingFound) }
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
        private let filter: HikeFilter
        private let order: HikeOrder
        private let limit: Int?
        private let isOfRemoved: Bool

        init(_ call: CommandCall) throws {
            filter = try call.hikeFilter()
            order =
                try call.value(of: sort, "must be date, distance, ascent or name", HikeOrder.init(rawValue:)) ?? .date
            limit = try call.count(of: HikeListCommand.limit)
            isOfRemoved = call.isSet(removed)
            guard isOfRemoved, !filter.evidence.subtracting([.notes]).isEmpty else { return }
            throw UserError(
                .usage, "--near, --higher and --import don't select removed hikes",
                hint: "Restore them first with: \(command: "hike restore")")
        }

        /// The hikes to select from. Where the directory identifies the hikes to list, only those are read.
        func hikes(of store: ProfileStore) throws -> Salvaged<[HikeHeader]> {
            if isOfRemoved {
                return try store.readableRemovedHikes.map { hikes in
                    hikes.filter { filter.acceptsHeader($0) && filter.acceptsWords(in: $0, notes: "") }
                }
            }
            guard let limit, order == .date, filter.isOfDaysAlone else {
                return try store.readableHikes(matching: filter)
            }
            guard filter.isFilter else { return try store.readableNewestHikes(limit: limit) }
            guard let days = filter.days else { return Salvaged(value: [], damaged: []) }
            return try store.readableNewestHikes(limit: limit, in: days)
        }

        func selected(from hikes: [HikeHeader]) -> [HikeHeader] {
            Array(hikes.sorted(by: order).prefix(limit ?? .max))
        }

        /// The sums over the listed hikes. Whoever asks for rides wants those summed up; plans never are.
        func totals(of hikes: [HikeHeader]) -> HikeTotals {
            filter.activity == nil ? HikeTotals(over: hikes) : HikeTotals(ofAll: hikes.filter { !$0.isPlanned })
        }

        /// The notice for an empty list.
        var nothingFound: String {
            let hikes = isOfRemoved ? "removed hikes" : "hikes"
            return filter.isFilter ? "No \(hikes) match." : "There are no \(hikes)."
        }
    }
}
