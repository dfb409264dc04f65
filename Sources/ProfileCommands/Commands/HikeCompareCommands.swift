internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike same`: the hikes of the same way.
enum HikeSameCommand: ProfileCommand {
    static let declaration = Command(
        "same", abstract: "List the hikes of the same way.",
        discussion: [
            "Hikes are of the same way if nine tenths of each recorded track are within 60 m of the other, in either "
                + "direction. Plans are left out. See how they differ with: profile hike compare"
        ],
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike same 7", "All hikes of that way, newest first."),
            Example("profile hike same 7 --json", "With their directions, for a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let id = try call.hikeIDs()[0]
        let store = try call.access.store()
        guard let readable = try store.readableHikesOfSameWay(as: id) else { throw UserError.noRecording(ofHike: id) }
        let same = readable.value
        call.page()
        try call.reporter.answer(
            HikeSameAnswer(
                hike: id, same: same.map { HikeSameAnswer.Same($0.hike, isOpposite: $0.direction == .opposite) }),
            text: lines(of: same, call))
        if same.isEmpty { call.reporter.notice("No other hike is of the same way.") }
        try call.requireWhole(readable)
    }

    private static func lines(of same: [HikeOfSameWay], _ call: CommandCall) -> [String] {
        [(SameWay.Direction.same, "Same direction"), (.opposite, "Opposite direction")].flatMap { direction, title in
            let hikes = same.filter { $0.direction == direction }.map(\.hike)
            guard !hikes.isEmpty else { return [String]() }
            let list = HikeListText(hikes: hikes, units: call.settings.units, showsID: true, width: call.columns)
            return [StyledLine(title, .bold).text(depth: call.colorDepth)]
                + list.styled.map { $0.text(depth: call.colorDepth) }
        }
    }
}

/// `profile hike compare`: hikes of one way, stretch by stretch.
enum HikeCompareCommand: ProfileCommand {
    static let declaration = Command(
        "compare", abstract: "Compare hikes of the same way, stretch by stretch.",
        discussion: [
            "The stretches are the kilometres or miles of the first hike. The others' times are from passing one end, "
                + "within 60 m, to passing the other, stops included; a hike in the opposite direction is compared too. "
                + "Where a hike doesn't come by, its time isn't known."
        ],
        positionals: [
            Positional(
                "ID", help: "The hikes' ids, the first one to compare with.", arity: .atLeastOne,
                completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike compare 7 12", "Where hike 12 was faster than hike 7, and where slower."),
            Example("profile hike compare 7 12 15 --json", "Three of them, for a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let ids = try call.hikeIDs()
        guard ids.count > 1 else {
            throw UsageError(message: "one hike has nothing to be compared with", hint: "Name two hikes or more.")
        }
        let store = try call.access.store()
        let recordings = try ids.map { try call.recording(ofHike: $0, in: store) }
        let units = call.settings.units
        let length = call.settings.isJSON || units == .metric ? 1 : Units.kilometresPerMile
        let comparison = HikeComparison(of: recordings, length: length)
        call.page()
        try call.reporter.answer(
            HikeCompareAnswer(comparison, of: ids),
            text: ComparisonText(comparison: comparison, ids: ids, units: units, width: call.columns).styled.map {
                $0.text(depth: call.colorDepth)
            })
        for (id, direction) in zip(ids, comparison.directions) where direction == nil {
            call.reporter.notice("Hike \(id) is not of the same way as hike \(ids[0]).")
        }
    }
}

extension CommandCall {
    /// The recording of a hike.
    ///
    /// - Throws: ``UserError`` with `notFound` if there is none.
    fileprivate func recording(ofHike id: Int, in store: ProfileStore) throws -> Recording {
        guard let recording = try store.recording(ofHike: id, exact: true), !recording.isEmpty else {
            throw UserError.noRecording(ofHike: id)
        }
        return recording
    }
}

extension UserError {
    fileprivate static func noRecording(ofHike id: Int) -> UserError {
        UserError(.notFound, "no recording of hike \(id) is kept", hint: "Hikes are compared by their recordings.")
    }
}
