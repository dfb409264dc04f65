import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Stored recordings on the command line` {
    private static let typed = #"[{"id": 9, "name": "Typed", "distance": 4, "difficulty": 1, "observations": []}]"#

    /// A store with a recorded hike (1), one without a recording (9), and another recorded one (10).
    private static func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let files = [
            try home.write(`Recordings on the command line`.walk("Ridge"), to: "ridge.gpx"),
            try home.write(typed, to: "typed.json"),
            try home.write(`Recordings on the command line`.walk("Lake", start: "2026-05-01T08:"), to: "lake.gpx"),
        ]
        try #require(try home.program.run(arguments: ["hike", "import"] + files).exitCode == 0)
        return home
    }

    @Test func `are exported as one GPX document with every point, and hikes without one are named`() throws {
        let home = try Self.home()
        let exported = try home.run("hike", "export", "--format", "gpx")
        #expect(exported.exitCode == 0)
        #expect(exported.output.components(separatedBy: "<trkpt ").count - 1 == 400)
        #expect(exported.output.components(separatedBy: "<gpx ").count - 1 == 1)
        #expect(exported.errors == "no position is known of hike 9, Typed: other programs show nothing of it\n")
        #expect(exported.output.contains("<name>Typed</name>"))
        let one = try home.run("hike", "export", "--format", "gpx", "10", "--json")
        #expect(one.output.contains("<name>Lake</name>") && !one.output.contains("Ridge") && one.errors == "")
    }

    @Test func `have the same figures when they are exported as GPX and imported again`() throws {
        let home = try Self.home()
        let file = try home.write(try home.run("hike", "export", "--format", "gpx", "1").output, to: "out.gpx")
        let other = try Home.withOtherStore()
        #expect(try other.json("hike", "import", file).imported == 1)
        let (before, after) = (
            try #require(try home.json("hike", "show", "1").hike),
            try #require(try other.json("hike", "show", "1").hike)
        )
        #expect(before.movingTime == after.movingTime && before.distance == after.distance)
        #expect(before.ascent == after.ascent && before.observations == after.observations)
    }

    @Test func `are exported as GeoJSON with every stored point`() throws {
        let home = try Self.home()
        let exported = try home.run("hike", "export", "--format", "geojson")
        let features = try #require(try JSONValue(exported.output).features)
        #expect(features.elements.map(\.properties?.name) == ["Ridge", "Typed", "Lake"])
        #expect(features[0]?.geometry?.coordinates?.elements.map(\.count) == [100, 100])
        #expect(exported.errors == "no position is known of hike 9, Typed: other programs show nothing of it\n")
        #expect(try home.run("hike", "export", "--format", "kml").exitCode == 15)
        #expect(try home.run("hike", "export", "--format", "geojson", "99").exitCode == 17)
    }

    @Test(arguments: ["gpx", "geojson", "landmarks", "csv"])
    func `are exported only if all hikes that are named exist`(format: String) throws {
        let exported = try Self.home().run("hike", "export", "--format", format, "1", "99")
        #expect(exported.exitCode == 17)
        #expect(exported.output == "")
    }

    @Test(arguments: ["gpx", "geojson"])
    func `are named at an export if they have no positions, and are read back`(format: String) throws {
        let home = try Home.withStore(unlocked: true)
        let points = (0..<60).map { minute in
            """
            <Trackpoint><Time>2026-04-22T08:\(minute / 10)\(minute % 10):00Z</Time>
            <DistanceMeters>\(minute * 80)</DistanceMeters></Trackpoint>
            """
        }
        let file = try home.write(
            """
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
            <Activity Sport="Running"><Id>2026-04-22T08:00:00Z</Id><Lap StartTime="2026-04-22T08:00:00Z">
            <TotalTimeSeconds>3540</TotalTimeSeconds><DistanceMeters>4720</DistanceMeters>
            <Track>\(points.joined())</Track></Lap></Activity></Activities></TrainingCenterDatabase>
            """, to: "treadmill.tcx")
        #expect(try home.json("hike", "import", file).imported == 1)
        let exported = try home.run("hike", "export", "--format", format)
        #expect(exported.exitCode == 0)
        #expect(exported.errors == "no position is known of hike 1, treadmill: other programs show nothing of it\n")
        let (before, other) = (try home.json("hike", "show", "1").hike, try Home.withOtherStore())
        #expect(try other.json("hike", "import", other.write(exported.output, to: "back.\(format)")).imported == 1)
        let after = try other.json("hike", "show", "1").hike
        #expect(before != nil && before?.distance == after?.distance && before?.movingTime == after?.movingTime)
        #expect(before?.date == after?.date)
    }

    @Test(arguments: [40, 80, 200]) func `are drawn as a map within the terminal's width`(columns: Int) throws {
        let home = try Self.home()
        let piped = try home.program.run(
            arguments: ["hike", "show", "1", "--map"], environment: ["COLUMNS": String(columns)])
        let map = try #require(piped.output.components(separatedBy: "\nMap\n").last)
        #expect(map.contains("S") && map.contains("E"), "\(map)")
        #expect(map.split(separator: "\n").allSatisfy { $0.count <= columns })
        #expect(map.split(separator: "\n").contains { $0.hasPrefix("├") && $0.hasSuffix("m") })
    }

    @Test func `are drawn as wide as the terminal rather than COLUMNS`() throws {
        let home = try Self.home()
        let terminal = try home.program.onTerminal(
            "hike", "show", "1", "--map", "--color", "never", environment: ["COLUMNS": "12", "PAGER": ""])
        let seen = try terminal.expectExit().output.replacing("\r\n", with: "\n")
        #expect(seen == (try home.run("hike", "show", "1", "--map").output), "a terminal of 80 columns")
    }

    @Test func `are reported as missing by hike show --map`() throws {
        let home = try Self.home()
        #expect(try home.run("hike", "show", "9", "--map").output.hasSuffix("\n\nNo recording is kept.\n"))
        #expect(try home.json("hike", "show", "1", "--map").hike?.id == 1)
    }

    @Test func `are on show --html as a map of each recent hike that has one`() throws {
        let page = try Self.home().run("show", "--html").output
        #expect(page.contains("<title>Map of Ridge</title>") && page.contains("<title>Map of Lake</title>"))
        #expect(!page.contains("Map of Typed"))
    }
}
