internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike show`: one hike.
enum HikeShowCommand: ProfileCommand {
    private static let graph = Option(
        "graph", value: "elevation|heart-rate|pace", help: "Draw one of these along the way.",
        completion: .values(GraphMeasure.allCases.map(\.rawValue)))

    static let declaration = Command(
        "show", abstract: "Show one hike.",
        discussion: [
            "A graph has a capsule for each stretch, from its lowest to its highest value. What can't be is cut off: "
                + "slower than 60 minutes a kilometre counts as standing. JSON always holds everything."
        ],
        options: [graph], positionals: [Positional("ID", help: "The hike's id, as lists show it.")],
        examples: [
            Example("profile hike show 1001", "Its figures."),
            Example("profile hike show 1001 --graph elevation", "With a graph in the terminal."),
        ])

    static func run(_ call: CommandCall) throws {
        guard let id = Int(call.invocation.positionals[0]) else { throw InvalidValue("ID", "is a hike's number") }
        let measure = try call.value(
            of: graph, "is elevation, heart-rate or pace", GraphMeasure.init(rawValue:))
        let hike = try call.access.store().hike(id)
        let graph = measure.map { GraphText(HikeGraph(hike, measure: $0, units: call.settings.units)) }
        try call.reporter.answer(
            HikeAnswer(hike: HikeHeaderAnswer(hike)),
            text: HikeText(hike: hike, units: call.settings.units).lines
                + (graph.map { [""] + $0.lines(depth: call.colorDepth) } ?? []))
    }
}
