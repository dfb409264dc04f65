import Interchange
import ProfileModel
import Testing

@Suite struct GPXFormatTests {
    @Test func `a track becomes a hike with all its values`() throws {
        let imported = try GPXFormat.read(Array(GPXText.whole.utf8))
        try #require(imported.count == 1)
        #expect(imported[0].sourceID == nil)
        let hike = imported[0].hike
        #expect(hike.name == "Łódź → <Ridge> & back")
        #expect(hike.source == "GPX, Watch & Co")
        #expect(hike.header.isMeasured)
        #expect(hike.startTime == Timestamp("2026-04-22T08:40:00.250+02:00"))
        #expect(hike.date == Day(year: 2026, month: 4, day: 22))
        #expect(hike.duration == 120 && hike.movingTime == 120)
        #expect(hike.distance == 0.111)
        #expect(hike.heartRate == HeartRate(min: 90, average: 100, max: 110))
        #expect(hike.observations.first?.elevation == 500.5...500.5)
        #expect(imported[0].recording?.segments.map(\.count) == [2])
    }

    @Test(arguments: [
        "", " xmlns=\"http://www.topografix.com/GPX/1/0\"", " xmlns=\"http://www.topografix.com/GPX/1/1\"",
        " xmlns=\"http://www.topografix.com/GPX/1/2\"", " xmlns=\"https://www.topografix.com/GPX/1/1\"",
    ])
    func `every version of GPX is read, and GPX without its namespace`(namespace: String) throws {
        let text = GPXText.file(
            "<trk><name>A</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>", namespace: namespace)
        #expect(try GPXText.hikes(text).map(\.name) == ["A"])
    }

    @Test func `any prefix is accepted, and elements of other namespaces are ignored`() throws {
        let text = """
            <x:gpx xmlns:x="http://www.topografix.com/GPX/1/1" xmlns="urn:other"><x:trk><name>No</name>
            <x:name>Yes</x:name><x:trkseg><trkpt/><x:trkpt lat="1" lon="2"><ele>5</ele><x:ele>7</x:ele></x:trkpt>
            </x:trkseg></x:trk></x:gpx>
            """
        let hike = try #require(try GPXText.hikes(text).first)
        #expect(hike.name == "Yes" && hike.observations.first?.elevation == 7...7)
    }

    @Test(arguments: [
        "<extensions><hr>120</hr></extensions>",
        "<extensions><a:hr xmlns:a='urn:a'>120</a:hr></extensions>",
        "<extensions><ns3:T xmlns:ns3='http://www.garmin.com/xmlschemas/TrackPointExtension/v1'><ns3:hr>120</ns3:hr>"
            + "</ns3:T></extensions>",
        "<extensions><T xmlns='urn:b'><hr> 120 </hr></T></extensions>",
        "<extensions><heartrate>120</heartrate></extensions>",
        "<extensions><HeartRate>120</HeartRate></extensions>", "<extensions><x><HR>120</HR></x></extensions>",
        "<extensions><a:heart_rate xmlns:a='urn:a'>120</a:heart_rate></extensions>",
        "<extensions><hr>0</hr><hr/><hr>120</hr></extensions>",
        "<a:hr xmlns:a='urn:a'>120.0</a:hr>",
        "<extensions><a:hr xmlns:a='urn:a'>120</a:hr><b:hr xmlns:b='urn:b'>90</b:hr></extensions>",
        "<extensions><hr>120</hr></extensions><extensions><hr>90</hr></extensions>",
    ])
    func `a heart rate is found under any prefix, and once`(content: String) throws {
        let rate = try GPXText.hikes(GPXText.point(content)).first?.heartRate
        #expect(rate == HeartRate(min: 120, average: 120, max: 120))
    }

    @Test(arguments: [
        "<extensions><T xmlns='http://www.garmin.com/xmlschemas/TrackPointExtension/v2'><atemp>-4.5</atemp>"
            + "<wtemp>11</wtemp><hr>120</hr><cad>54</cad></T><power>210</power></extensions>",
        "<extensions><ns3:X xmlns:ns3='urn:a'><ns3:atemp>-4.5</ns3:atemp><ns3:cad>54</ns3:cad></ns3:X>"
            + "<p:PowerExtension xmlns:p='http://www.garmin.com/xmlschemas/PowerExtension/v1'>"
            + "<p:PowerInWatts>210</p:PowerInWatts></p:PowerExtension></extensions>",
        "<extensions><g:temp xmlns:g='http://www.cluetrust.com/XML/GPXDATA/1/0'>-4.5</g:temp>"
            + "<g:cadence xmlns:g='http://www.cluetrust.com/XML/GPXDATA/1/0'>54</g:cadence><Watts>210</Watts></extensions>",
        "<extensions><cad>999</cad><cad>54</cad><cad>60</cad><atemp/><temperature>-4.5</temperature><power>210.0</power>"
            + "</extensions>",
    ])
    func `cadence, temperature and power are found in every usual extension`(content: String) throws {
        let hike = try #require(try GPXFormat.read(Array(GPXText.point(content).utf8)).first)
        let point = try #require(hike.recording?.segments.first?.first)
        #expect(point.cadence == 54 && point.temperature == -4.5 && point.power == 210)
        #expect(hike.recording?.segments.first?.last?.channels.isEmpty == true, "unknown, not 0")
        let observation = try #require(hike.hike.observations.first)
        #expect(observation.cadence == 54...54 && observation.temperature == -4.5...(-4.5))
    }

    @Test func `descriptions become notes, keywords tags, and waypoints belong to the track they are near`() throws {
        let text = GPXText.file(
            """
            <metadata><desc>Of the file</desc><keywords>wet, boots; WET,  two  words</keywords></metadata>
            <wpt lat="47.001" lon="11.002"><ele>1800.5</ele><time>2026-04-22T08:40:00Z</time><name>Hut</name>
            <cmt>open</cmt><desc>
              Two
              lines
            </desc><sym>Lodge</sym></wpt>
            <wpt lat="48.001" lon="11"/><wpt lat="1" lon="2"><name>Far</name></wpt><wpt lat="x" lon="2"/>
            <trk><name>South</name><cmt>Steep</cmt><trkseg><trkpt lat="47" lon="11"/></trkseg></trk>
            <trk><name>North</name><desc>Long</desc><cmt>Long</cmt><trkseg><trkpt lat="48" lon="11"/></trkseg></trk>
            """)
        let hikes = try GPXFormat.read(Array(text.utf8)).map(\.hike)
        let hut = Waypoint(
            name: "Hut",
            position: try #require(
                TrackPoint(
                    latitude: 47.001, longitude: 11.002, elevation: 1800.5, time: Timestamp("2026-04-22T08:40:00Z"))),
            description: "Two\n  lines\n\nopen", symbol: "Lodge")
        #expect(hikes[0].waypoints == [hut])
        #expect(hikes[1].waypoints.map(\.name) == ["", "Far"])
        #expect(hikes.map(\.notes) == ["Steep", "Long"] && hikes[0].tags == ["wet", "boots", "two words"])
        let single = GPXText.file("<desc>Of the file</desc><trk><trkseg><trkpt lat=\"47\" lon=\"11\"/></trkseg></trk>")
        #expect(try GPXFormat.read(Array(single.utf8)).first?.hike.notes == "Of the file")
    }

    @Test(arguments: ["", "NaN", "INF", "-1e9", "99999", "1e400", " "])
    func `a missing elevation is unknown, never 0`(text: String) throws {
        let hike = try #require(try GPXText.hikes(GPXText.point("<ele>\(text)</ele>")).first)
        #expect(hike.observations.isEmpty && hike.ascent == nil)
        #expect(try GPXText.hikes(GPXText.point("")).first?.observations.isEmpty == true)
    }

    @Test(arguments: [
        ("2026-04-22T08:40:00Z", 1_776_847_200), ("2026-04-22T08:40:00", 1_776_847_200),
        ("2026-04-22T08:40:00.000", 1_776_847_200), ("2026-04-22T10:40:00+02:00", 1_776_847_200),
        (" 2026-04-22T08:40:00.2504Z\n", 1_776_847_200.25), ("2026-04-22T01:40:00-0700", 1_776_847_200),
    ])
    func `times have offsets, fractions or neither`(text: String, seconds: Double) throws {
        let hike = try #require(try GPXText.hikes(GPXText.point("<time>\(text)</time>")).first)
        #expect(hike.startTime?.secondsSince1970 == seconds)
    }

    @Test(arguments: [("2026-04-22T23:30:00-06:00", "2026-04-22"), ("2026-04-22T00:30:00+02:00", "2026-04-22")])
    func `the day follows from the first time's offset`(time: String, day: String) throws {
        #expect(try GPXText.hikes(GPXText.point("<time>\(time)</time>")).first?.date?.description == day)
    }

    @Test func `times of a clock that was never set are ignored`() throws {
        let hike = try #require(try GPXText.hikes(GPXText.point("<time>1901-12-13T20:45:52.2073437Z</time>")).first)
        #expect(hike.startTime == nil && hike.date == nil)
    }

    @Test func `each track becomes a hike, and empty ones are skipped`() throws {
        func track(_ name: String, _ points: Int) -> String {
            "<trk><name>\(name)</name><trkseg>\(String(repeating: "<trkpt lat='1' lon='2'/>", count: points))</trkseg></trk>"
        }
        let text = GPXText.file(track("A", 2) + track("B", 0) + track("C", 1) + "<trk/>")
        #expect(try GPXText.hikes(text).map(\.name) == ["A", "C"])
    }

    @Test func `routes become hikes when there is no track`() throws {
        let routes =
            "<rte><name>R</name><rtept lat='1' lon='2'><ele>7</ele></rtept><rtept lat='1.01' lon='2'/></rte><rte/>"
        let hikes = try GPXText.hikes(GPXText.file("<trk><trkseg/></trk>" + routes))
        #expect(hikes.map(\.name) == ["R"] && hikes[0].distance == 1.106)
        let track = "<trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>"
        #expect(try GPXText.hikes(GPXText.file(routes + track)).map(\.name) == ["Hike"])
        #expect(try GPXText.hikes(GPXText.file(track + routes)).map(\.name) == ["Hike"])
        let imported = try GPXFormat.read(Array(GPXText.file(track + track + routes).utf8))
        #expect(imported.map(\.notices) == [[], [.routesLeftOut(1)]])
    }

    @Test func `a hike has its track's name, otherwise the file's, otherwise its type`() throws {
        let points = "<trkseg><trkpt lat='1' lon='2'/></trkseg>"
        func name(_ track: String, _ file: String = "") throws -> String? {
            try GPXText.hikes(GPXText.file("\(file)<trk>\(track)\(points)</trk>")).first?.name
        }
        let metadata = "<metadata><author><name>Me</name></author><name>File</name></metadata>"
        #expect(try name("<name>T</name><type>RUN</type>", metadata) == "T")
        #expect(try name("<name> </name>", metadata) == "File")
        #expect(try name("", "<name>Old</name>") == "Old")
        #expect(try name("<type>HIKING</type>") == "Hiking")
        #expect(try name("<type>4</type>") == "Hike")
        #expect(try name("<name>&#x200B;&#x202E;</name>", metadata) == "File")
        #expect(try name("") == "Hike")
    }

    @Test func `elements within a name are skipped, and the name continues after them`() throws {
        let text = "<trk><name>A<b><name>no</name>no</b>B</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>"
        #expect(try GPXText.hikes(GPXText.file(text)).map(\.name) == ["AB"])
    }

    @Test func `times in the same minute and in others are all distinct`() throws {
        for times in [
            ["08:40:00Z", "08:40:59Z", "08:41:00Z", "08:41:60Z"], ["08:40:07.5Z", "08:40:09.5Z", "08:40:09.7Z"],
            ["08:40:00", "08:40:05", "08:40:06Z", "09:00:00+00:00"], ["10:40:00+02:00", "08:40:10Z", "10:40:20+02:00"],
        ] {
            let points = times.map { "<trkpt lat='1' lon='2'><time>2026-04-22T\($0)</time></trkpt>" }
            let file = GPXText.file("<trk><trkseg>\(points.joined())</trkseg></trk>")
            let read = try GPXFormat.read(Array(file.utf8)).first?.recording?.segments.first?.map(\.time)
            #expect(read == times.map { Timestamp("2026-04-22T\($0)") ?? Timestamp("2026-04-22T\($0)Z") })
        }
    }

    @Test(arguments: ["UTF-8", "UTF-8 with mark", "UTF-16", "UTF-16BE", "ISO-8859-1", "US-ASCII"])
    func `the encodings that expat knows are read`(encoding: String) throws {
        let name = encoding == "US-ASCII" ? "Elk" : "Gröden"
        let text = GPXText.file(
            "<trk><name>\(name)</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>",
            encoding: encoding.hasPrefix("UTF-16") ? "UTF-16" : String(encoding.prefix { $0 != " " }))
        let bytes: [UInt8] =
            switch encoding {
            case "UTF-8 with mark": [0xEF, 0xBB, 0xBF] + text.utf8
            case "UTF-16": [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case "UTF-16BE": [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case "ISO-8859-1": text.unicodeScalars.map { UInt8($0.value) }
            default: Array(text.utf8)
            }
        #expect(try GPXFormat.read(bytes).map(\.hike.name) == [name])
        #expect(HikeFileFormat(beginning: bytes) == .gpx)
    }

    @Test func `a file is read the same in any pieces`() throws {
        let bytes = Array(GPXText.whole.utf8)
        let whole = try GPXFormat.read(bytes)
        for size in [1, 2, 3, 7, 100] {
            let reader = HikeFileReader(format: .gpx)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.read(Array(bytes[start..<min(bytes.count, start + size)]))
            }
            #expect(try reader.finish() == whole)
        }
    }

    @Test func `the format is detected from the content`() {
        for (text, format) in [
            ("<gpx", .gpx), ("\n <?xml", .gpx), (" [", .landmarks), ("{", nil), ("hello", nil),
            ("", nil), ("\u{FEFF}[", .landmarks), ("PK", nil), ("<?xml ?><TrainingCenterDatabase>", .tcx),
            ("<x:TrainingCenterDatabase>", .tcx), ("\u{E} \u{0}\u{0}    .FIT", .fit),
            ("<k:kml xmlns:k=\"\">", .kml), ("<?xml ?>\n<ns0:kml\n", .kml), ("<gpx xmlns:kml=\"a:kml\">", .gpx),
            ("{\"features\": [\n{\"geometry\": {", .geojson), ("{\"bbox\":[1,2,3,4],\"geometry\":{", .geojson),
            ("{\"coordinates\": [[1, 2], ", .geojson), ("{\"coordinates\": {\"latitude\": 1}, \"type\": \"hut\"}", nil),
            ("{\"schema\": 1, \"tags\": [\"features\", \"geometry\"]}", nil),
        ] as [(String, HikeFileFormat?)] {
            #expect(HikeFileFormat(beginning: Array(text.utf8)) == format, "\(text)")
        }
    }
}
