import Interchange
import ProfileModel
import Testing

/// Recordings by users of other projects.
@Suite struct GPXFilesTests {
    private func hikes(_ name: String) throws -> [Hike] {
        try RecordedFile(name).hikes
    }

    @Test func `an alpine hike has its time, its distance and its heart rate`() throws {
        let hike = try #require(try hikes("endomondo-hike-heartrate.gpx.gz").first)
        #expect(hike.name == "GPX Test" && hike.date == Day(year: 2016, month: 7, day: 22))
        #expect(hike.duration == 10_423)
        #expect(try #require(hike.movingTime) > 2 * 3600 && hike.movingTime! < 10_423)
        #expect(abs(hike.distance - 7.54) < 0.005)
        #expect(try #require(hike.heartRate).max > 100)
        // It goes down from 2,402 m to 967 m with hardly any ascent; a missing elevation read as 0 would add a huge
        // one.
        #expect(try #require(hike.ascent) < 150)
        #expect(abs(try #require(hike.descent) - 1435) < 150)
        #expect(hike.observations.allSatisfy { $0.elevation.map { $0.lowerBound > 900 } ?? true })
    }

    @Test(arguments: [
        ("strava_py-activity_7448910422.gpx.gz", 1), ("gpx.studio-with_hr.gpx", 1),
        ("gpx.studio-with_tracks_and_segments.gpx", 2), ("gpxpy-Mojstrovka.gpx", 1),
        ("gpxpy-cerknicko-jezero-with-elevations-zero.gpx", 7), ("gpxpy-cerknicko-jezero-without-elevations.gpx", 7),
        ("gpxpy-cerknicko-without-times.gpx", 7), ("gpxpy-gpx1.0_with_all_fields.gpx", 1),
        ("gpxpy-korita-zbevnica.gpx", 3), ("gpxpy-route.gpx", 1), ("gpxpy-track-with-empty-segment.gpx", 1),
        ("gpxpy-track-with-less-sec-time.gpx", 1), ("strava_py-invalid-lon-lat-missing.gpx", 1),
    ])
    func `every other recording is read, each track with points as a hike`(name: String, count: Int) throws {
        let hikes = try hikes(name)
        #expect(hikes.count == count)
        #expect(hikes.allSatisfy { $0.isFinite && !$0.name.isEmpty })
    }

    @Test func `elevations that are all 0 count as unknown`() throws {
        for hike in try hikes("gpxpy-cerknicko-jezero-with-elevations-zero.gpx") {
            #expect(hike.ascent == nil && hike.observations.allSatisfy { $0.elevation == nil })
        }
    }

    @Test func `a clock that was never set gives no day`() throws {
        let hike = try #require(try hikes("gpxpy-Mojstrovka.gpx").first)
        #expect(hike.date == nil && hike.duration == nil && hike.ascent != nil)
    }

    @Test func `a broken file is refused with its line`() throws {
        for (name, line) in [
            ("strava_py-empty-trkseg.gpx", 3), ("gpxpy-unicode_with_bom.gpx", 2),
        ] {
            #expect(GPXText.problem(in: try RecordedFile(name).bytes)?.position.line == line, "\(name)")
        }
    }

    @Test func `a recording cut short at any tag is refused`() throws {
        let bytes = try RecordedFile("gpx.studio-with_tracks_and_segments.gpx").bytes
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") }
        #expect(ends.count > 300)
        for end in ends { #expect(GPXText.problem(in: Array(bytes[..<end])) != nil, "\(end)") }
    }
}
