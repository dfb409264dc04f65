internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile hike map`: the tracks of many hikes on one map.
enum HikeMapCommand: ProfileCommand {
    private static let svg = Option(flag: "svg", help: "The map as an SVG file.")
    private static let geojson = Option(flag: "geojson", help: "The simplified tracks as GeoJSON; so is --json.")

    private static let exact = Option(flag: "exact", help: "Private places too.")

    static let declaration = Command(
        "map", abstract: "Show the tracks of many hikes on one map.",
        discussion: [
            "In the terminal, a way is dim where one track runs, and bold where five or more do. Plans and hikes without a "
                + "recording are left out. In GeoJSON, the positions of a track are 25 m or more apart, without times and "
                + "elevations; hike export --format geojson writes all of it. What is near private places is left out, unless "
                + "--exact. The output is not sealed: anyone who has it can read it."
        ],
        options: HikeFilterOptions.all + [svg, geojson, exact], positionals: [HikeFilterOptions.ids()],
        examples: [
            Example("profile hike map", "All tracks in the terminal."),
            Example("profile hike map --year 2026 --svg > map.svg", "A year's as a picture."),
            Example("profile hike map --activity cycling --geojson > rides.geojson", "Rides for a map program."),
        ])

    static func run(_ call: CommandCall) throws {
        if call.isSet(svg), call.isSet(geojson) {
            throw UsageError(message: "--svg and --geojson exclude each other", hint: "Give one of them.")
        }
        let filter = try call.hikeFilter()
        let store = try call.access.store()
        let selection = try store.readableSelection(of: filter)
        let found = try store.readableTracks(exact: call.isSet(exact)) { [isWanted = selection.value] in
            !$0.isPlanned && isWanted($0)
        }
        let readable = Salvaged(each: [selection.map { _ in nil }, found.map { $0 }]).map { $0.first ?? [] }
        let tracks = readable.value
        if call.isSet(svg) {
            // The file already ends with a line feed.
            call.context.output.write(line: String(map(of: tracks, call).svg.dropLast()))
        } else if call.isSet(geojson) || call.settings.isJSON {
            let cut = try store.readableCutHikes { [isExact = call.isSet(exact), isWanted = selection.value] in
                !isExact && isWanted($0)
            } digesting: {
                _ = $0
            }
            let write = { call.context.output.write(JSONAnswer.escapingControls(in: $0)) }
            try GeoJSONWriter.write(to: write) { add in
                for track in tracks {
                    var hike = cut.value[track.hike.id]?.hike ?? track.hike
                    // The track is that of the part.
                    hike.trim = nil
                    try add(Hike(header: hike), track.track.recording, nil)
                }
            }
        } else if !tracks.isEmpty {
            call.page()
            for line in MapText(map(of: tracks, call), columns: call.columns).lines(depth: call.colorDepth) {
                call.context.output.write(line: line)
            }
        }
        if tracks.isEmpty, readable.damaged.isEmpty {
            call.reporter.notice(filter.isFilter ? "No recorded hikes match." : "There are no recorded hikes.")
        }
        try call.requireWhole(readable)
    }

    private static func map(of tracks: [HikeTrack], _ call: CommandCall) -> TrackMap {
        TrackMap(of: tracks.map(\.track), name: tracks.count.counted("hike"), units: call.settings.units)
    }
}
