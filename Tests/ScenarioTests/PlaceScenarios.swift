import FoundationEssentials
import ProfileKit
import SQLiteKit
import TestSupport
import Testing

@Suite struct `Places` {
    private static let door = TrackPosition(latitude: 46.5, longitude: 7.9)
    /// Metres that are private, and those that the search allows for.
    private static let metres = 300.0

    /// A walk that begins and ends at the door, and a waypoint there and elsewhere.
    private static let recording: String = {
        let out = (0..<300).map { 46.5 + Double($0) * 0.0001 }
        let points = (out + out.reversed()).enumerated().map { index, latitude in
            "<trkpt lat=\"\(latitude)\" lon=\"\(7.9 + Double(index) * 0.00001)\"><time>2026-05-01T08:\(10 + index / 12):\(10 + index % 12 * 4)Z</time></trkpt>"
        }
        return """
            <gpx version="1.1" creator="Watch"><wpt lat="46.5001" lon="7.9001"><name>Door</name></wpt>\
            <wpt lat="46.52" lon="7.9"><name>Well</name></wpt>\
            <trk><name>Round</name><trkseg>\(points.joined())</trkseg></trk></gpx>
            """
    }()

    /// The positions in a text: all pairs of numbers that follow each other and are near the door, in either order.
    private static func positionsNearDoor(in text: String) -> [TrackPosition] {
        let numbers = text.split { !($0.isNumber || $0 == "." || $0 == "-") }.map { Double($0) }
        let area = CircularArea(center: door, radius: metres)
        return zip(numbers, numbers.dropFirst()).flatMap { one, other -> [TrackPosition] in
            guard let one, let other else { return [] }
            return [(one, other), (other, one)].map { TrackPosition(latitude: $0.0, longitude: $0.1) }.filter {
                $0.isOnEarth && area.contains($0)
            }
        }
    }

    @Test func `that are private are in no output but the exact ones, which the same search finds`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", try home.write(Self.recording, to: "in.gpx"))
        let added = try home.run(
            "place", "add", "--name", "Home", "--position", "46.5,7.9", "--private", "300", "--radius", "50")
        #expect(added.exitCode == 0, "\(added)")
        _ = try home.run("place", "add", "--name", "Well", "--position", "46.52,7.9")
        _ = try home.run("place", "add", "--name", "Next door", "--position", "46.5004,7.9")
        let outputs = [
            ["hike", "export"], ["hike", "export", "--format", "geojson"], ["hike", "export", "--format", "csv"],
            ["hike", "export", "--format", "landmarks"], ["hike", "export", "1", "--format", "landmarks"],
            ["hike", "map", "--geojson"], ["hike", "map", "--svg"], ["show", "--html"], ["place", "export"],
            ["year", "2026", "--svg"], ["page"],
        ]
        for output in outputs {
            let cut = try home.program.run(arguments: output)
            #expect(cut.exitCode == 0, "\(output): \(cut.errors)")
            #expect(Self.positionsNearDoor(in: cut.output).isEmpty, "\(output) shows the door")
        }
        for output in [outputs[0], outputs[1], outputs[5], outputs[8], outputs[10]] {
            let exact = try home.program.run(arguments: output + ["--exact"])
            #expect(!Self.positionsNearDoor(in: exact.output).isEmpty, "the search doesn't find the door in \(output)")
        }
        // On the page those are the place itself, the one next door, and the waypoint.
        #expect(Self.positionsNearDoor(in: try home.run("page", "--exact").output).count == 3)
        // What is left is still there.
        let page = try home.run("page").output
        #expect(page.contains("46.52000, 7.90000") && page.contains("cut at a private place"))
        let whole = try #require(try home.run("page", "--exact").output.firstMatch(of: /<td>6\.\d+<\/td>/)?.output)
        #expect(!page.contains(whole), "how much is hidden follows from the length of the whole")
        let figure = "\(whole.drop { !$0.isNumber }.prefix { $0 != "<" })"
        let shown = try home.run("show", "--html").output.ranges(of: "\(figure.prefix(3)) km").count
        #expect(shown == 1, "the totals alone")
        for format in ["gpx", "geojson"] {
            let file = home.path(of: "cut.\(format)")
            #expect(try home.run("hike", "export", "--format", format, "-o", file).exitCode == 0)
            let again = try home.json("hike", "import", file)
            #expect(again.imported == 0 && again.skipped == 1, "\(again)")
        }
        let rest = try home.run("hike", "export", "--format", "geojson").output
        #expect(rest.contains("46.52"))
        #expect(try home.run("export").output.contains("\"Home\""))
        let poster = try home.run("year", "2026", "--svg").output
        #expect(poster.contains("1 place, 1 for the first time: Well<"), "the names of the others aren't on it")
        #expect(try home.json("year", "2026").places?.elements.map(\.name) == ["Home", "Next door", "Well"])
        #expect(try home.run("hike", "trim", "1", "--from", "0.1").exitCode == 0)
        #expect(try !home.run("hike", "map", "--geojson").output.contains("\"trim\""), "it tells a length of the whole")
    }

    @Test func `that are private are whole in an export of everything, which says so`() throws {
        let home = try Home.withStore(unlocked: true)
        let plain = "Exported. The file is not sealed: anyone who has it can read it."
        #expect(try home.run("export", home.path(of: "plain.json")).errors == plain + "\n")
        _ = try home.run("place", "add", "--name", "Home", "--position", "46.5,7.9", "--private", "300")
        let told = try home.run("export", home.path(of: "private.json")).errors
        #expect(told == plain + " Private places are in it, uncut.\n")
    }

    @Test func `that are private keep a file that meets them in the store, even if the hike shows less of it`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = try home.write(Self.recording, to: "in.gpx")
        _ = try home.run("hike", "import", file)
        #expect(try home.run("hike", "export", "1", "--format", "original").output == Self.recording)
        _ = try home.run("place", "add", "--name", "Home", "--position", "46.5,7.9", "--private", "300")
        for trim in [[], ["hike", "trim", "1", "--from", "2", "--to", "3"]] {
            if !trim.isEmpty { #expect(try home.program.run(arguments: trim).exitCode == 0) }
            for place in [["-o", home.path(of: "out")], ["--to", home.path(of: "folder")], []] {
                let refused = try home.program.run(arguments: ["hike", "export", "--format", "original"] + place)
                #expect(refused.exitCode == 15 && refused.output.isEmpty, "\(refused)")
                #expect(refused.errors.contains("hike 1") && refused.errors.contains("--exact"), "\(refused)")
            }
            #expect(!exists(home.path(of: "out")) && !exists(home.path(of: "folder")))
            let exact = try home.run("hike", "export", "1", "--format", "original", "--exact")
            #expect(exact.output == Self.recording)
        }
    }

    @Test(arguments: [
        "<metadata><extensions><home lat=\"46.5\" lon=\"7.9\"/></extensions></metadata>",
        "<!-- 7.9,46.5 -->", "<!-- +46.5+007.9/ -->", "<a lat1=\"46.5\" lon1=\"7.9\"/>",
        "<extensions><a>+46.5</a>\n<b>7.9e0</b></extensions>",
    ])
    func `that are private keep a file that names a position there anywhere in the store`(part: String) throws {
        let home = try Home.withStore(unlocked: true)
        func export(_ part: String, _ id: String) throws -> Int32? {
            let points = "<trkpt lat=\"47\" lon=\"8\"/><trkpt lat=\"47.0\(id)\" lon=\"8\"/>"
            let text = "<gpx version=\"1.1\" creator=\"Watch\">\(part)<trk><trkseg>\(points)</trkseg></trk></gpx>"
            let file = try home.write(text, to: "\(id).gpx")
            #expect(try Program(path: "/bin/gzip", environment: home.program.environment).run("-k", file).exitCode == 0)
            #expect(try home.run("hike", "import", id == "3" ? "\(file).gz" : file).exitCode == 0)
            return try home.run("hike", "export", id, "--format", "original").exitCode
        }
        _ = try home.run("place", "add", "--name", "Home", "--position", "46.5,7.9", "--private", "300")
        #expect(try export(part.replacing("46.5", with: "46.7"), "1") == 0)
        #expect(try export(part, "2") == 15)
        #expect(try export(part, "3") == 15, "compressed")
    }

    @Test func `that are private keep a file with routes that were not read in the store`() throws {
        let home = try Home.withStore(unlocked: true)
        let route = "<rte><rtept lat=\"46.5\" lon=\"7.9\"/><rtept lat=\"46.51\" lon=\"7.9\"/></rte>"
        let track = "<trk><trkseg><trkpt lat=\"47\" lon=\"8\"/><trkpt lat=\"47.01\" lon=\"8\"/></trkseg></trk>"
        let text = "<gpx version=\"1.1\" creator=\"Watch\">\(route)\(track)</gpx>"
        _ = try home.run("hike", "import", try home.write(text, to: "in.gpx"))
        #expect(try home.run("hike", "export", "1", "--format", "original").output == text)
        _ = try home.run("place", "add", "--name", "Home", "--position", "46.5,7.9", "--private", "300")
        #expect(try home.run("hike", "export", "1", "--format", "original").exitCode == 15)
    }

    @Test(.aboutFiles) func `that do not open are missing from an export, which says so`() throws {
        let home = try Home.withStore(unlocked: true)
        for name in ["Well", "Peak"] { _ = try home.run("place", "add", "--name", name, "--position", "46.5,7.9") }
        #expect(try home.run("place", "export").exitCode == 0)
        try Connection(opening: home.path(of: "test.profile"), mode: .existing, busyTimeout: .seconds(5)).run(
            "UPDATE record SET head = zeroblob(length(head)) WHERE kind = 'place' AND number = 1")
        // It may be a private one, so that what is near it isn't known.
        let refused = try home.run("place", "export")
        #expect(refused.exitCode == 18 && refused.output == "" && refused.errors.contains("--exact"), "\(refused)")
        let exported = try home.run("place", "export", "--exact")
        #expect(exported.exitCode == 18 && exported.errors.contains("place 1"), "\(exported)")
        #expect(exported.output.contains("Peak") && !exported.output.contains("Well"))
    }

    @Test func `are read from KMZ`() throws {
        let home = try Home.withStore(unlocked: true)
        let kml = "<kml><Placemark><name>Hut</name><Point><coordinates>7.9,46.5</coordinates></Point></Placemark></kml>"
        let file = home.path(of: "huts.kmz")
        let archive = `Recordings on the command line`.storedArchive(["doc.kml": Array(kml.utf8)])
        try Data(archive).write(to: URL(filePath: file))
        #expect(try home.run("place", "import", file).output == "1 place imported, 0 skipped\n")
    }

    @Test func `are added, listed, shown, changed, removed and brought back`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", try home.write(Self.recording, to: "in.gpx"))
        let file = try home.write("name,lat,lon,category\nWell,46.52,7.9,Lakes\nPeak,46.9,7.9,Mountains\n", to: "p.csv")
        #expect(try home.run("place", "import", file).output == "2 places imported, 0 skipped\n")
        #expect(try home.run("place", "import", file).output == "0 places imported, 2 skipped\n")
        // The files before one that is refused stay, and are named.
        let refused = try home.run("place", "import", file, try home.write("name,lat,lon\nBog,x,7\n", to: "b.csv"))
        #expect(refused.exitCode == 15 && refused.output == "0 places imported, 2 skipped\n", "\(refused)")
        let list = try home.run("place", "list").output
        #expect(list.contains("Lakes  1 of 1 visited") && list.contains("2026-05-01"))
        let json = try home.run("place", "list", "--visited", "off", "--json").output
        #expect(
            json == """
                {"places":[{"category":"Mountains","favourite":false,"featured":false,"firstVisit":null,"id":2,"lastVisit":null,\
                "latitude":46.9,"longitude":7.9,"name":"Peak","private":null,"radius":250,"visits":0}],"schema":1}\n
                """)
        let shown = try home.run("place", "show", "1", "--json").output
        #expect(shown.contains("\"hikes\":[{\"date\":\"2026-05-01\",\"id\":1}]"), "\(shown)")
        #expect(
            try home.run("hike", "show", "1", "--json").output.contains("\"places\":[{\"id\":1,\"name\":\"Well\"}]"))
        #expect(try home.run("hike", "stats", "--by", "place", "--json").output.contains("\"key\":\"Well\""))
        #expect(try home.run("hike", "list", "--near", "well", "--json").output.contains("\"id\":1"))
        #expect(try home.run("hike", "list", "--near", "peak", "--json").output.contains("\"hikes\":[]"))
        #expect(try home.run("hike", "list", "--near", "nowhere").exitCode == 17)
        #expect(try home.run("place", "edit", "2", "--position", "46.51,7.9").output.contains("Visits"))
        #expect(try home.run("place", "list", "--visited", "off").output.isEmpty)
        #expect(try home.run("place", "edit", "2", "--radius", "0").exitCode == 15)
        #expect(try home.run("place", "show", "9").exitCode == 17)
        #expect(try home.run("place", "add", "--name", "A").exitCode == 64)
        #expect(try home.run("place", "import", try home.write("x", to: "x.csv")).exitCode == 15)
        #expect(try home.run("badge", "list").output.contains("First Place"))
        #expect(try home.run("place", "remove", "1").exitCode == 0)
        #expect(try home.run("place", "show", "1").exitCode == 17)
        let out = home.path(of: "out.json")
        _ = try home.run("export", out)
        let other = try Home.withOtherStore()
        #expect(try other.run("import", out).exitCode == 0)
        #expect(try other.run("place", "list", "--json").output == home.run("place", "list", "--json").output)
    }
}
