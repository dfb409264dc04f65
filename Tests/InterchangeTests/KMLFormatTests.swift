import ProfileModel
import ProfileRendering
import TestSupport
import Testing

@testable import Interchange

@Suite struct `Tracks in KML` {
    static let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document><name>Tour</name><Style><LineStyle><color>ff0000ff</color></LineStyle></Style>
        <Folder><name>Days</name>
        <Placemark><name>First</name><description>Up and down</description><TimeSpan><begin>2026-04-22T06:00:00Z</begin></TimeSpan>
        <MultiGeometry><LineString><coordinates>
          11,47,500 11.001,47.001,510
          200,47,0 11.002,47.002,520</coordinates></LineString>
        <LineString><coordinates>11.01,47.01 11.011,47.011</coordinates></LineString></MultiGeometry></Placemark>
        <Placemark><gx:Track><when>2026-04-22T08:00:00+02:00</when><when>2026-04-22T08:01:00+02:00</when>
        <gx:coord>11 47 500</gx:coord><gx:coord>11.001 47 505</gx:coord></gx:Track></Placemark>
        <Placemark><name>Plan</name><LineString><coordinates>11,47 12,48</coordinates></LineString></Placemark>
        <Placemark><name>Hut</name><description>Soup</description><Point><coordinates>11.5,47.5,1800</coordinates></Point></Placemark>
        <Placemark><name>Area</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 1,1</coordinates>
        </LinearRing></outerBoundaryIs></Polygon></Placemark>
        </Folder></Document></kml>
        """

    private func hikes(_ text: String, pieces: Int = 1 << 20) throws -> [ImportedHike] {
        let (bytes, reader) = (Array(text.utf8), HikeFileReader(fileName: "file.kml"))
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try reader.read(Array(bytes[start..<min(bytes.count, start + pieces)]))
        }
        return try reader.finish()
    }

    @Test(arguments: [1, 50, 1 << 20]) func `become hikes, one for each placemark with lines`(pieces: Int) throws {
        let hikes = try hikes(Self.text, pieces: pieces)
        #expect(hikes.map(\.hike.name) == ["First", "Tour", "Plan"])
        #expect(hikes.map(\.hike.isPlanned) == [false, false, true])
        #expect(hikes.map { $0.recording?.segments.map(\.count) } == [[3, 2], [2], [2]])
        #expect(hikes[0].recording?.segments[0][2] == TrackPoint(latitude: 47.002, longitude: 11.002, elevation: 520))
        #expect(hikes[0].notices == [.pointsLeftOut(1)] && hikes[0].hike.notes == "Up and down")
        #expect(hikes[0].hike.date == Day(year: 2026, month: 4, day: 22) && hikes[0].hike.source == "KML")
        #expect(hikes[1].hike.duration == 60 && hikes[1].recording?.segments[0][0].elevation == 500)
        let hut = Waypoint(
            name: "Hut", position: try #require(TrackPoint(latitude: 47.5, longitude: 11.5, elevation: 1800)),
            description: "Soup")
        #expect(hikes.map(\.hike.waypoints) == [[], [], [hut]])
    }

    @Test func `are refused when there are none, and read up to damage when that is wanted`() throws {
        let none = #expect(throws: HikeFileError.self) { try hikes("<kml>\n</kml>") }
        #expect(none?.message == "no line has any points")
        #expect(throws: HikeFileError(.notOfFormat(.hikes(.kml)), at: .init(line: 1))) {
            try KMLFormat.read(Array("<gpx/>".utf8))
        }
        let end = try #require(Self.text.ranges(of: "<gx:coord>11.001").first).lowerBound
        let cut = HikeFileReader(isPartial: true)
        try cut.read(Array(Self.text[..<end].utf8))
        #expect(try cut.finish().map { $0.recording?.points } == [5, 1])
        #expect(cut.damage?.code == .truncated)
    }
}

@Suite struct `Lines in GeoJSON` {
    private func hikes(_ text: String) throws -> [ImportedHike] { try GeoJSONFormat.read(Array(text.utf8)) }

    @Test func `become hikes, whoever wrote them`() throws {
        let text = """
            {"features": [
              {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[11, 47, 500], [null, 47], [11.001, 47]]},
               "properties": {"title": "Up", "type": "walking", "desc": "Steep",
                 "coordTimes": ["2026-04-22T06:00:00Z", "2026-04-22T06:00:30Z", "2026-04-22T06:01:00Z"]}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [11.5, 47.5]}, "properties": {"name": "Hut"}},
              {"type": "Feature", "geometry": null, "properties": null},
              {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [
                 {"type": "MultiLineString", "coordinates": [[[1, 2], [1, 2.1]], [[1, 3], [1, 3.1]]]},
                 {"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [1, 2]]]}]}, "properties": {"name": 5}}
            ], "type": "FeatureCollection"}
            """
        let hikes = try hikes(text)
        #expect(hikes.map(\.hike.name) == ["Up", "Hike"] && hikes.map(\.hike.isPlanned) == [false, true])
        #expect(hikes[0].hike.activity == .walking && hikes[0].hike.duration == 60 && hikes[0].hike.notes == "Steep")
        #expect(hikes[0].notices == [.pointsLeftOut(1)] && hikes[1].recording?.segments.count == 2)
        #expect(hikes[1].hike.waypoints.map(\.name) == ["Hut"])
    }

    @Test func `may be one feature or one geometry, and their errors have a line`() throws {
        let single =
            "{\"type\": \"Feature\", \"properties\": {\"name\": \"A\"},\n\"geometry\": {\"type\": \"LineString\", \"coordinates\": [[1, 2], [1, 3]]}}"
        #expect(try hikes(single).map(\.hike.name) == ["A"])
        let geometry = "{\"coordinates\": [[1, 2], [1, 3]], \"type\": \"LineString\"}"
        #expect(try hikes(geometry).map { $0.recording?.points } == [2])
        for (text, code, line) in [
            ("{\"type\": \"FeatureCollection\", \"features\": []}", HikeFileError.Code.noHikes, nil),
            (
                "{\"features\": [\n{\"type\": \"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\": 5}}]}",
                .invalidValue, 2
            ),
            ("{\"type\": \"LineString\",\n\"coordinates\": [5]}", .invalidValue, 2),
            ("{\"features\": [", .truncated, 1), ("5", .unrecognized, nil),
        ] as [(String, HikeFileError.Code, Int?)] {
            let error = #expect(throws: HikeFileError.self) { try hikes(text) }
            #expect(error?.code == code && error?.position.line == line, "\(text) \(String(describing: error))")
        }
    }
}
