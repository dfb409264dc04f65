import ProfileKit
import ProfileModel
import Testing

@testable import Interchange

/// A flaw in a part of a recording doesn't affect the rest.
@Suite struct `A recording with flaws` {
    private func track(_ points: [String]) -> String {
        GPXText.file("<trk><trkseg>\(points.joined())</trkseg></trk>")
    }

    private func point(_ latitude: String = "47", time: String? = nil, _ content: String = "") -> String {
        "<trkpt lat='\(latitude)' lon='11'>\(time.map { "<time>\($0)</time>" } ?? "")\(content)</trkpt>"
    }

    private func read(_ text: String, fileName: String = "") throws -> ImportedHike {
        try #require(try GPXFormat.read(Array(text.utf8), fileName: fileName).first)
    }

    @Test func `is read without an invalid time, an impossible point and pause markers`() throws {
        let good = (0..<10).map { point("47.00\($0)", time: "2026-04-22T08:0\($0):00Z") }
        for flaws in [
            [point(time: "noon"), point("95"), point("100")], [point("NaN"), point("north"), point("-90.5")],
            [point("100"), point("200"), point(time: "2026-13-01T00:00:00Z")],
        ] {
            let imported = try read(track(Array(good[..<5]) + flaws + good[5...]))
            #expect(imported.notices == [.pointsLeftOut(3)])
            #expect(imported.recording?.points == 10)
            #expect(imported.hike.movingTime == (flaws[0] == point("100") || flaws[2] == point("100") ? 480 : 540))
        }
    }

    @Test func `counts elevations that jump away and back, and keeps them in the recording`() throws {
        let points = (0..<10).map { index in
            point("47.00\(index)", time: "2026-04-22T08:00:0\(index)Z", "<ele>\(index == 5 ? 800 : 500)</ele>")
        }
        let imported = try read(track(points))
        #expect(imported.notices.first == .valuesLeftOut(1) && imported.hike.ascent == 0)
        #expect(imported.recording?.segments[0][5].elevation == 800)
    }

    @Test func `is read without a point that the receiver jumped to`() throws {
        let good = (0..<10).map { point("47.00\($0)", time: "2026-04-22T08:0\($0):00Z") }
        let leap = "<trkpt lat='0' lon='0'><time>2026-04-22T08:04:30Z</time></trkpt>"
        let imported = try read(track(Array(good[..<5]) + [leap] + good[5...]))
        #expect(imported.notices == [.pointsLeftOut(1)])
        #expect(imported.hike.header.distance < 1.1)
        // It identifies the hike, whatever a version leaves out.
        #expect(imported.recording?.points == 10 && imported.recordingInSource?.points == 11)
        #expect(try read(track(good)).recordingInSource == nil)
    }

    @Test func `is read without a jump that nobody makes`() throws {
        let good = (0..<10).map { point($0 < 5 ? "47.00\($0)" : "48.00\($0)", time: "2026-04-22T08:0\($0):00Z") }
        let imported = try read(track(good))
        #expect(imported.notices == [.jumps(1)])
        #expect(imported.hike.header.distance < 1.1)
    }

    @Test(arguments: ["    ", "\r\n", "\u{FEFF} "]) func `is read after blanks before its declaration`(blanks: String)
        throws
    {
        let text = blanks + track([point(), point("47.01")])
        #expect(try read(text).recording?.points == 2)
        // In pieces of any length.
        let reader = HikeFileReader(format: .gpx)
        for byte in text.utf8 { try reader.read([byte]) }
        #expect(try reader.finish().count == 1)
    }

    @Test(arguments: ["100", "200", "100.0"]) func `is divided at pauses`(mark: String) throws {
        let points = [point("47"), point("47.001"), point(mark), point("47.002")]
        #expect(try read(track(points)).recording?.segments.map(\.count) == [2, 1])
    }

    @Test func `keeps its points when none of their times can be read`() throws {
        let imported = try read(track((0..<5).map { point("47.00\($0)", time: "day \($0)") }))
        #expect(imported.recording?.points == 5 && imported.notices == [.timesLeftOut(5)])
        #expect(!imported.hike.isPlanned && imported.hike.movingTime == nil)
    }

    @Test(arguments: [
        "<ele>high</ele>", "<ele>0x1p3</ele>", "<extensions><hr>fast</hr></extensions>",
        "<ele>\(String(repeating: "1", count: 101))</ele>",
    ])
    func `has no value where the number is missing`(content: String) throws {
        let imported = try read(track([point("47", content), point("47.001")]))
        #expect(imported.recording?.points == 2 && imported.notices == [.valuesLeftOut(1)])
        #expect(imported.hike.observations.isEmpty)
    }

    @Test func `is refused for its first flaw when nothing is left`() throws {
        let problem = try #require(
            GPXText.problem(in: GPXText.file("<trk><trkseg>\n\(point("95"))\n\(point("x"))</trkseg></trk>")))
        #expect(problem.told == "line 4: a point's 'lat' is not a number from -90 to 90")
    }

    @Test func `is read with undeclared prefixes`() throws {
        let text = track([
            point(
                "47",
                "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>"
            ),
            point("47.001"),
        ])
        let imported = try read(text)
        #expect(imported.hike.heartRate?.max == 120 && imported.notices.isEmpty)
        // An element with another namespace's prefix is not an element of GPX.
        let other = GPXText.file("<trk><x:name>No</x:name><name>Yes</name><trkseg>\(point())</trkseg></trk>")
        #expect(try read(other).hike.name == "Yes")
    }

    @Test func `is read with the prefixes declared at each place`() throws {
        let gpx = "http://www.topografix.com/GPX/1/1"
        func elevation(_ prefix: String, _ metres: Int, in namespace: String) -> String {
            point("47", "<\(prefix):ele xmlns:\(prefix)='\(namespace)'>\(metres)</\(prefix):ele>")
        }
        let text = GPXText.file(
            "<trk xmlns:p='\(gpx)'><trkseg>"
                + elevation("q", 10, in: gpx) + elevation("q", 20, in: "elsewhere") + elevation("q", 30, in: gpx)
                + point("47", "<p:ele>40</p:ele>")
                + "<trkpt lat='47' lon='11' xmlns:p='elsewhere'><p:ele>50</p:ele></trkpt>"
                + point("47", "<p:ele>60</p:ele>") + "</trkseg></trk>")
        let elevations = try read(text).recording?.segments.joined().map(\.elevation)
        #expect(elevations == [10, nil, 30, 40, nil, 60])
    }

    @Test func `has its file's name when it has none, and is the same hike under another`() throws {
        let nameless = track([point()])
        let (one, other) = (
            try read(nameless, fileName: "walks/Morning  walk.GPX"), try read(nameless, fileName: "b.gpx")
        )
        #expect(one.hike.name == "Morning walk" && other.hike.name == "b")
        #expect(one.nameInSource == "Hike" && one.nameInSource == other.nameInSource)
        #expect(
            try read(GPXText.file("<name>Own</name><trk><trkseg>\(point())</trkseg></trk>"), fileName: "a.gpx").hike
                .name == "Own")
        #expect(
            try read(GPXText.file("<trk><type>hiking</type><trkseg>\(point())</trkseg></trk>")).hike.name == "Hiking")
    }

    @Test(arguments: [
        ("a/b/walk.gpx", "walk"), ("walk.gpx.gz", "walk"), ("2026.04.22.fit", "2026.04.22"), ("walk", "walk"),
        (".gpx", ""), ("", ""), ("a/", "a"), ("x\u{1B}[31m\u{202E}y.tcx", "x[31my"),
        ("  two   words .gpx", "two words"),
    ])
    func `takes the valid part of a file's name`(file: String, name: String) {
        #expect(HikeFileReader.bareName(file) == name)
        #expect(HikeFileReader.bareName(String(repeating: "é", count: 2000)).utf8.count <= HikeHeader.maximumNameLength)
    }

    @Test func `has a name of limited length, cut between characters`() throws {
        let long = String(repeating: "é", count: 5000)
        let name = try read(GPXText.file("<trk><name>a\(long)</name><trkseg>\(point())</trkseg></trk>")).hike.name
        #expect(name == "a" + String(repeating: "é", count: 511))
        let creator = GPXText.file(
            "<trk><trkseg>\(point())</trkseg></trk>",
            attributes: " creator='e\(String(repeating: "\u{301}", count: 9000))'")
        #expect(try read(creator).hike.source!.utf8.count < 260)
    }

    @Test(
        arguments: [
            ("Windows-1252", "Größe€", [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x80]), ("cp1252", "Ö", [0xD6]),
            ("windows-1252", "\u{FFFD}Ÿÿ", [0x81, 0x9F, 0xFF]),
        ] as [(String, String, [UInt8])])
    func `is read in the character set of older programs`(encoding: String, name: String, bytes: [UInt8]) throws {
        let parts = GPXText.file("<trk><name>?</name><trkseg>\(point())</trkseg></trk>", encoding: encoding)
            .utf8.split(separator: UInt8(ascii: "?"), maxSplits: 9)
        let text = Array(parts[0]) + [0x3F] + parts[1] + [0x3F] + parts[2] + bytes + parts[3]
        #expect(try GPXFormat.read(text).map(\.hike.name) == [name])
    }

    @Test func `is a plan when it is a route or has no times at all`() throws {
        #expect(try read(track([point(), point("47.001")])).hike.isPlanned)
        #expect(try !read(track([point(time: "1901-12-13T20:45:52Z"), point("47.001")])).hike.isPlanned)
        #expect(
            try read(GPXText.file("<rte><rtept lat='1' lon='2'><time>2026-04-22T08:00:00Z</time></rtept></rte>")).hike
                .isPlanned)
    }

    @Test func `has the activity of its type`() throws {
        func activity(_ type: String, creator: String = "Watch") throws -> Activity {
            try read(
                GPXText.file(
                    "<trk><type>\(type)</type><trkseg>\(point())</trkseg></trk>", attributes: " creator='\(creator)'")
            ).hike.activity
        }
        #expect(try activity("cycling") == .cycling && activity("Running") == .running && activity("") == .hiking)
        // Strava's numbers, which programs that read its files write again.
        for creator in ["StravaGPX Android", "StravaGPX", "Watch"] {
            #expect(try activity("1", creator: creator) == .cycling && activity("9", creator: creator) == .running)
            #expect(try activity("4", creator: creator) == .hiking && activity("10", creator: creator) == .walking)
        }
        #expect(try activity("16") == .swimming && activity("17") == .cycling && activity("18") == .cycling)
        #expect(try activity("2") == .skiing && activity("13") == .snowshoeing && activity("8") == .other)
        #expect(try activity("99") == .hiking && activity("1.5") == .hiking)
    }

    @Test(arguments: [
        (
            Activity.cycling,
            ["mtb", "Fahrrad", "Radfahren", "Rennrad", "Radtour", "EBikeRide", "gravel_cycling", "Vélo"]
        ),
        (.running, ["Laufen", "Trailrunning", "track_running", "Berglauf", "Course à pied"]),
        (.walking, ["Walking", "casual_walking", "Spaziergang", "Wandelen", "March"]),
        (.hiking, ["hike", "Wanderung", "Bergwandern", "trekking", "Ausflug", "Randonnée"]),
        (
            .other,
            [
                "fitness_equipment", "commute", "motorcycling", "other", "Roller Ski", "InlineSkate",
            ]
        ),
        (.snowshoeing, ["Snowshoeing", "Schneeschuhwandern"]), (.mountaineering, ["Mountaineering", "Hochtour"]),
        (.skiTouring, ["Skitour", "BackcountrySki", "ski-touring"]), (.riding, ["Horseback Ride", "riding"]),
        (.skiing, ["Langlauf", "alpine_skiing", "Snowboard", "NordicSki"]), (.climbing, ["RockClimbing", "Klettern"]),
        (.paddling, ["Kayaking", "StandUpPaddling", "Rowing"]), (.swimming, ["open_water_swimming"]),
    ])
    func `has the activity that a word of any program means`(activity: Activity, words: [String]) {
        for word in words {
            #expect(Activity(word: word) ?? .hiking == activity, "\(word)")
            #expect(Activity(word: word.uppercased()) ?? .hiking == activity)
        }
    }

    @Test(arguments: ["xmlns:g='http://www.garmin.com/xmlschemas/TrackStatsExtension/v1'", ""])
    func `has the figures that its device declares`(declaration: String) throws {
        let points = (0...100).map {
            point("\(47 + Double($0) * 0.00009)", time: "2026-04-22T08:\($0 / 60 + 10):\($0 % 60 / 10)\($0 % 10)Z")
        }
        let statistics = """
            <extensions><g:TrackStatsExtension \(declaration)><g:Distance>1010.5</g:Distance><g:TimerTime>95</g:TimerTime>
            <g:TotalElapsedTime>120</g:TotalElapsedTime><g:MovingTime>90</g:MovingTime><g:Ascent>33</g:Ascent>
            <g:Descent>x</g:Descent><g:MaxElevation>9</g:MaxElevation></g:TrackStatsExtension></extensions>
            """
        let hike = try read(GPXText.file("<trk>\(statistics)<trkseg>\(points.joined())</trkseg></trk>")).hike
        #expect(hike.distance == 1.011 && hike.ascent == 33 && hike.descent == nil)
        #expect(hike.duration == 120 && hike.movingTime == 90)
        #expect(hike.header.declared == [.distance, .ascent, .duration, .movingTime])
    }
}
