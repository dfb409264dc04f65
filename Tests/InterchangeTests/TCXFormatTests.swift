import ProfileModel
import Testing

@testable import Interchange

@Suite struct `Recordings in TCX` {
    static func point(_ metres: Int, _ seconds: Int, heartRate: Int = 120, position: Bool = true) -> String {
        let time =
            "2026-04-22T06:\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)Z"
        let place =
            "<Position><LatitudeDegrees>\(47 + Double(metres) / 111_170)</LatitudeDegrees>"
            + "<LongitudeDegrees>11</LongitudeDegrees></Position>"
        return """
            <Trackpoint><Time>\(time)</Time>\(position ? place : "")<AltitudeMeters>\(500 + metres / 10)</AltitudeMeters>
            <HeartRateBpm><Value>\(heartRate)</Value></HeartRateBpm></Trackpoint>
            """
    }

    static func file(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
        \(content)
        </TrainingCenterDatabase>
        """
    }

    /// Two laps of 500 m; the second with a pause of two minutes.
    static func activity(sport: String = "Other") -> String {
        let laps = [0, 1].map { lap in
            let points = (0...50).map { step in
                point(lap * 500 + step * 10, lap * 500 + step * 10 + (lap == 1 && step > 25 ? 120 : 0))
            }
            let track =
                lap == 0
                ? "<Track>\(points.joined())</Track>"
                : "<Track>\(points[...25].joined())</Track><Track>\(points[26...].joined())</Track>"
            return """
                <Lap StartTime="2026-04-22T06:00:00Z"><TotalTimeSeconds>500.5</TotalTimeSeconds>
                <DistanceMeters>505</DistanceMeters>\(track)</Lap>
                """
        }
        return """
            <Activities><Activity Sport="\(sport)"><Id>2026-04-22T06:00:00Z</Id>\(laps.joined())
            <Creator><Name>Forerunner</Name></Creator></Activity></Activities>
            """
    }

    @Test func `have laps, notes, and the points of a course`() throws {
        let hike = try #require(
            try hikes(Self.activity().replacing("<Track>", with: "<Notes>Steep</Notes><Track>")).first)
        #expect(hike.hike.laps.map(\.duration) == [500.5, 500.5] && hike.hike.laps.map(\.distance) == [0.505, 0.505])
        #expect(hike.hike.laps[0].startTime == Timestamp("2026-04-22T06:00:00Z") && hike.hike.laps[0].name == "Steep")
        let noted = """
            <Activities><Activity><Lap><TotalTimeSeconds>-5</TotalTimeSeconds><DistanceMeters>9e99</DistanceMeters>
            <AverageHeartRateBpm><Value>101</Value></AverageHeartRateBpm><Track>\(Self.point(0, 0))</Track></Lap>
            <Notes>Rain,\r\nthen sun</Notes></Activity></Activities>
            """
        let found = try #require(try hikes(noted).first)
        #expect(found.hike.laps == [Lap(heartRate: 101)] && found.hike.notes == "Rain,\nthen sun")
        let course = """
            <Courses><Course><Name>Round</Name><Track>\(Self.point(0, 0))</Track><CoursePoint><Name>Well</Name>
            <Time>2026-04-22T06:00:00Z</Time><Position><LatitudeDegrees>47.5</LatitudeDegrees>
            <LongitudeDegrees>11.5</LongitudeDegrees></Position><PointType>Water</PointType><Notes>Cold</Notes>
            </CoursePoint><CoursePoint><Name>Nowhere</Name></CoursePoint></Course></Courses>
            """
        let waypoints = try #require(try hikes(course).first).hike.waypoints
        #expect(waypoints.map(\.name) == ["Well"] && waypoints.map(\.symbol) == ["Water"])
        #expect(waypoints[0].description == "Cold" && waypoints[0].position.longitude == 11.5)
    }

    @Test func `have the cadence of riders and runners, and the power`() throws {
        func point(_ content: String) -> String {
            "<Trackpoint><Position><LatitudeDegrees>47</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position>"
                + "\(content)</Trackpoint>"
        }
        func extensions(_ content: String) -> String {
            "<Extensions><TPX xmlns=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\"><Speed>2</Speed>\(content)"
                + "</TPX></Extensions>"
        }
        let points = [
            point("<Cadence>80</Cadence>" + extensions("<Watts>150</Watts>")),
            point(extensions("<RunCadence>85</RunCadence>")), point(""),
        ]
        let text = "<Activities><Activity><Lap><Track>\(points.joined())</Track></Lap></Activity></Activities>"
        let found = try #require(try hikes(text).first?.recording?.segments.first)
        #expect(found.map(\.cadence) == [80, 85, nil] && found.map(\.power) == [150, nil, nil])
    }

    private func hikes(_ content: String) throws -> [ImportedHike] {
        try TCXFormat.read(Array(Self.file(content).utf8), fileName: "walks/ridge.tcx")
    }

    private func problem(_ bytes: [UInt8]) -> HikeFileError? {
        do throws(HikeFileError) {
            _ = try TCXFormat.read(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `become hikes with all their values`() throws {
        let imported = try #require(try hikes(Self.activity()).first)
        let hike = imported.hike
        #expect(hike.name == "ridge" && hike.source == "TCX, Forerunner" && hike.activity == .hiking)
        #expect(!hike.isPlanned && hike.startTime == Timestamp("2026-04-22T06:00:00Z"))
        #expect(hike.distance == 1.01 && hike.movingTime == 1001 && hike.duration == 1120)
        #expect(hike.header.declared == [.distance, .timer] && hike.ascent == 100)
        #expect(hike.heartRate?.average == 120)
        // A lap continues where the previous one ended; the pause divides the recording.
        #expect(imported.recording?.segments.map(\.count) == [77, 25])
    }

    @Test(arguments: [("Running", Activity.running), ("Biking", .cycling), ("Other", .hiking), ("Hiking", .hiking)])
    func `have the sport that they declare`(sport: String, activity: Activity) throws {
        #expect(try hikes(Self.activity(sport: sport)).first?.hike.activity == activity)
    }

    @Test func `are of a hike when they declare no sport, and of nothing when they have neither points nor a distance`()
        throws
    {
        let track = "<Lap><Track>\(Self.point(0, 0))\(Self.point(90, 60))</Track></Lap>"
        let hikes = try hikes("<Activities><Activity/><Activity>\(track)</Activity></Activities>")
        #expect(hikes.map(\.hike.activity) == [.hiking])
        #expect(hikes.map(\.recording?.points) == [2])
    }

    @Test func `become several hikes when they have several sports`() throws {
        func activity(_ sport: String) -> String {
            "<Activity Sport='\(sport)'><Lap><Track>\(Self.point(0, 0))\(Self.point(90, 60))</Track></Lap></Activity>"
        }
        let session =
            "<Activities><MultiSportSession><Id/><FirstSport>\(activity("Other"))</FirstSport>"
            + "<NextSport><Transition/>\(activity("Biking"))</NextSport></MultiSportSession>\(activity("Running"))</Activities>"
        #expect(try hikes(session).map(\.hike.activity) == [.hiking, .cycling, .running])
    }

    @Test func `become plans when they are courses`() throws {
        let course =
            "<Courses><Course><Name>Plan</Name><Lap><TotalTimeSeconds>1</TotalTimeSeconds></Lap>"
            + "<Track>\(Self.point(0, 0))\(Self.point(90, 60))</Track></Course></Courses>"
        let hike = try #require(try hikes(course).first?.hike)
        #expect(hike.isPlanned && hike.name == "Plan" && hike.header.declared.isEmpty)
    }

    @Test func `are read without points that lack a position, and impossible points are counted`() throws {
        let points =
            Self.point(0, 0) + Self.point(10, 10, position: false) + Self.point(20, 20)
            + "<Trackpoint><Position><LatitudeDegrees>95</LatitudeDegrees><LongitudeDegrees>1</LongitudeDegrees></Position></Trackpoint>"
            + "<Trackpoint><Position><LatitudeDegrees>5</LatitudeDegrees></Position></Trackpoint>"
            + "<Trackpoint><Position><LongitudeDegrees>5</LongitudeDegrees></Position></Trackpoint>"
            + "<Trackpoint><Position><LatitudeDegrees>N</LatitudeDegrees><LongitudeDegrees>E</LongitudeDegrees></Position></Trackpoint>"
        let imported = try #require(
            try hikes("<Activities><Activity Sport='Other'><Lap><Track>\(points)</Track></Lap></Activity></Activities>")
                .first)
        #expect(imported.recording?.points == 2 && imported.notices == [.pointsLeftOut(4), .valuesLeftOut(2)])
    }

    @Test func `have their laps' figures when they have no positions`() throws {
        let lap =
            "<Lap StartTime='2026-04-22T06:00:00Z'><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>900</DistanceMeters></Lap>"
        let hike = try #require(
            try hikes("<Activities><Activity Sport='Running'>\(lap)\(lap)</Activity></Activities>").first)
        #expect(hike.hike.distance == 1.8 && hike.hike.movingTime == 1200 && !hike.hike.isPlanned)
        #expect(hike.hike.startTime == Timestamp("2026-04-22T06:00:00Z"))
    }

    @Test func `have the heart rate of their points when they have no positions`() throws {
        let points = [100, 110, 150].enumerated().map { Self.point(0, $0 * 10, heartRate: $1, position: false) }
        let lap =
            "<Lap><TotalTimeSeconds>20</TotalTimeSeconds><DistanceMeters>60</DistanceMeters>"
            + "<Track>\(points.joined())</Track></Lap>"
        let hikes = try hikes(
            "<Activities>\(String(repeating: "<Activity Sport='Other'>\(lap)</Activity>", count: 2))"
                + "</Activities>")
        #expect(hikes.map(\.hike.heartRate) == Array(repeating: HeartRate(min: 100, average: 120, max: 150), count: 2))
        #expect(hikes.allSatisfy { $0.hike.declared.contains(.heartRate) })
    }

    @Test func `are refused with their line when they contain no hike`() {
        #expect(
            problem(Array(Self.file("<Activities/>").utf8))?.told == "line 2: no activity or course contains a point")
        #expect(
            problem(Array("<?xml version='1.0'?>\n<gpx/>".utf8))?.told
                == "line 2: the root is not the 'TrainingCenterDatabase' of TCX")
    }

    @Test func `are refused when they are cut short at any byte`() {
        let bytes = Array(
            Self.file(
                "<Activities><Activity Sport='Other'><Lap><Track>\(Self.point(0, 0))</Track></Lap></Activity></Activities>"
            ).utf8)
        #expect(problem(bytes) == nil)
        for end in 0..<bytes.count { #expect(problem(Array(bytes[..<end])) != nil, "\(end)") }
    }
}
