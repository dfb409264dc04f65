internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike show`: one hike.
enum HikeShowCommand: ProfileCommand {
    private static let graph = Option(
        "graph", value: GraphMeasure.allCases.map(\.rawValue).joined(separator: "|"),
        help: "Draw one of these over the distance.",
        completion: .values(GraphMeasure.allCases.map(\.rawValue)))

    private static let map = Option(
        flag: "map", help: "Draw a map of the track, north up, from its start (S) to its end (E).")

    private static let splits = Option(
        flag: "splits", help: "Each kilometre or mile with its pace, ascent and heart rate.")

    private static let climbs = Option(flag: "climbs", help: "The climbs of 50 m or more.")

    static let declaration = Command(
        "show", abstract: "Show one hike.",
        discussion: [
            "A graph has a capsule for each stretch, from its lowest to its highest value. Impossible "
                + "values are cut off: slower than 60 minutes a kilometre counts as standing still. JSON "
                + "always has everything but the track itself; get that with hike export.",
            "Splits and climbs need a recording. A pace is that in motion. A climb continues over falls of less than 20 m.",
        ],
        options: [graph, map, splits, climbs],
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike show 1001", "Its figures."),
            Example("profile hike show 1001 --graph elevation", "With a graph in the terminal."),
            Example("profile hike show 7 --map", "With a map of a recording."),
            Example("profile hike show 7 --splits --climbs", "Where it was fast, and where steep."),
        ])

    static func run(_ call: CommandCall) throws {
        let id = try call.hikeIDs()[0]
        let measure = try call.value(
            of: graph, "must be elevation, heart-rate, pace, cadence or temperature", GraphMeasure.init(rawValue:))
        let store = try call.access.store()
        let readable = try store.readableHike(id, exact: true)
        // JSON contains no map.
        let (isDivided, isMapped) = (call.isSet(splits) || call.isSet(climbs), call.isSet(map) && !call.settings.isJSON)
        let recorded = isDivided || isMapped ? try store.readableRecording(ofHike: id, exact: true) : nil
        if let header = readable.value.header {
            let (units, depth) = (call.settings.units, call.colorDepth)
            let hike = Hike(header: header, observations: readable.value.observations ?? [])
            var answer = HikeHeaderAnswer(hike)
            if readable.value.observations == nil { answer.observations = nil }
            // They are derived: where something is damaged, that is reported by what was read above.
            let places = (try? store.places(ofHike: id, exact: true)) ?? []
            answer.places = places.map { PlaceReference(id: $0.id, name: $0.place.name) }
            let graph = measure.map { GraphText(HikeGraph(hike, measure: $0, units: units), width: call.columns) }
            let division = isDivided ? Division(of: recorded?.value.recording, call) : nil
            let map = recorded.flatMap { recorded in
                // If the recording is damaged, it would be wrong to say that there is none.
                isMapped && recorded.damaged.isEmpty
                    ? TrackMap(of: recorded.value.recording, name: hike.name, units: units) : nil
            }
            call.page()
            try call.reporter.answer(
                HikeAnswer(
                    hike: answer, splits: division?.splits?.map { SplitAnswer($0) },
                    climbs: division?.climbs?.map { ClimbAnswer($0) }),
                text: HikeText(
                    hike: hike, places: places.map(\.place.name), units: units, width: call.proseColumns
                ).lines
                    + [
                        graph?.lines(depth: depth), division?.lines(units: units, depth: depth),
                        map.map { MapText($0, columns: call.columns).lines(depth: depth) },
                        photos(of: id, in: store),
                    ].compactMap(\.self).flatMap { $0.isEmpty ? [] : [""] + $0 })
        }
        if isDivided, let recorded, recorded.damaged.isEmpty, recorded.value.recording == nil {
            call.reporter.notice("No recording is kept, so there are no splits or climbs.")
        }
        guard readable.value.header != nil else {
            return try call.requireWhole(readable, hint: "Nothing was shown or changed.")
        }
        try call.requireWhole(readable)
        if let recorded { try call.requireWhole(recorded) }
    }

    /// How many photos it has; `nil` without any, and if their list doesn't open, which is reported where it is shown.
    private static func photos(of id: Int, in store: ProfileStore) -> [String]? {
        guard let count = try? store.photoCount(ofHike: id), count > 0 else { return nil }
        return ["\(count.counted("photo")): profile hike photo list \(id)"]
    }

    /// The splits and climbs that were asked for: none without a recording.
    private struct Division {
        let splits: [HikeSplit]?
        let climbs: [HikeClimb]?
        private let isRecorded: Bool

        init(of recording: Recording?, _ call: CommandCall) {
            let division = recording.map { TrackDivision(of: $0) }
            let isMetric = call.settings.isJSON || call.settings.units == .metric
            let length = isMetric ? 1 : Units.kilometresPerMile
            splits = call.isSet(HikeShowCommand.splits) ? division?.splits(of: length) ?? [] : nil
            climbs = call.isSet(HikeShowCommand.climbs) ? division?.climbs ?? [] : nil
            isRecorded = division != nil
        }

        func lines(units: Units, depth: ColorDepth) -> [String] {
            guard isRecorded else { return [] }
            let tables = [
                splits.map { SplitsText(splits: $0, units: units).styled },
                climbs.map { ClimbsText(climbs: $0, units: units).styled },
            ].compactMap(\.self)
            return Array(tables.joined(separator: [StyledLine()])).map { $0.text(depth: depth) }
        }
    }
}
