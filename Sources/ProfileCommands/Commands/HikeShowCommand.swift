internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike show`: one hike.
enum HikeShowCommand: ProfileCommand {
    private static let graph = Option(
        "graph", value: "elevation|heart-rate|pace", help: "Draw one of these over the distance.",
        completion: .values(GraphMeasure.allCases.map(\.rawValue)))

    private static let map = Option(
        flag: "map", help: "Draw a map of the track, north up, from its start (S) to its end (E).")

    static let declaration = Command(
        "show", abstract: "Show one hike.",
        discussion: [
            "A graph has a capsule for each stretch, from its lowest to its highest value. Impossible "
                + "values are cut off: slower than 60 minutes a kilometre counts as standing still. JSON "
                + "always has everything but the track itself; get that with hike export."
        ],
        options: [graph, map],
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike show 1001", "Its figures."),
            Example("profile hike show 1001 --graph elevation", "With a graph in the terminal."),
            Example("profile hike show 7 --map", "With a map of a recording."),
        ])

    static func run(_ call: CommandCall) throws {
        let id = try call.hikeIDs()[0]
        let measure = try call.value(
            of: graph, "must be elevation, heart-rate or pace", GraphMeasure.init(rawValue:))
        let store = try call.access.store()
        let readable = try store.readableHike(id)
        // JSON contains no map.
        let recorded = call.isSet(map) && !call.settings.isJSON ? try store.readableRecording(ofHike: id) : nil
        if let header = readable.value.header {
            let hike = Hike(header: header, observations: readable.value.observations ?? [])
            var answer = HikeHeaderAnswer(hike)
            if readable.value.observations == nil { answer.observations = nil }
            let graph = measure.map {
                GraphText(HikeGraph(hike, measure: $0, units: call.settings.units), width: call.columns)
            }
            let map = recorded.flatMap { recorded in
                // If the recording is damaged, it would be wrong to say that there is none.
                recorded.damaged.isEmpty
                    ? TrackMap(of: recorded.value.recording, name: hike.name, units: call.settings.units) : nil
            }
            call.page()
            try call.reporter.answer(
                HikeAnswer(hike: answer),
                text: HikeText(hike: hike, units: call.settings.units, width: call.proseColumns).lines
                    + (graph.map { [""] + $0.lines(depth: call.colorDepth) } ?? [])
                    + (map.map { [""] + MapText($0, columns: call.columns).lines(depth: call.colorDepth) } ?? []))
        }
        guard readable.value.header != nil else {
            return try call.requireWhole(readable, hint: "Nothing was shown or changed.")
        }
        try call.requireWhole(readable)
        if let recorded { try call.requireWhole(recorded) }
    }
}
