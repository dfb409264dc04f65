import FoundationEssentials
import ProfileKit
import ProfileModel
import ProfileRendering
import SampleData
import Testing

@testable import Interchange

@Suite struct ProfileExportTests {
    private static let profile = Profile(
        username: "Zoë \"🥾\"", prefersNotifications: false, seasonalPhoto: .autumn,
        goalDate: Day(year: 1999, month: 12, day: 31))

    private static let whole = """
        {
          "schema": 1,
          "format": "profile-export",
          "profile": {
            "username": "g_kumar",
            "prefersNotifications": true,
            "seasonalPhoto": "winter",
            "goalDate": "2027-05-01"
          },
          "hikes": [
            {"id": 7, "name": "Elk Loop", "distance": 4.5, "difficulty": 2, "observations": [
              {"distanceFromStart": 0}
            ]}
          ]
        }
        """

    private func problem(in text: String) -> HikeFileError? {
        do throws(HikeFileError) {
            _ = try ProfileExport(reading: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `an export is read back equal`() throws {
        var hikes = try LandmarksFormat.read(SampleData.hikes).map(\.hike)
        hikes[0].heartRate = HeartRate(min: 61, average: 99.5, max: 180)
        hikes[1].observations = []
        hikes[1].heartRate = HeartRate(min: 60, average: 60, max: 60)
        hikes[2].header = HikeHeader(id: hikes[2].id, name: "bare", distance: 0.1 + 0.2)
        hikes[2].observations = [HikeObservation(distanceFromStart: 1.0 / 3)]
        let time = Timestamp("2026-04-22T08:40:00.250+02:00")
        let point = try #require(TrackPoint(latitude: 47.5, longitude: 11.25, elevation: 1800, time: time))
        hikes[3].notes = "Up\n\"early\""
        (hikes[3].tags, hikes[3].isFavourite, hikes[3].trim) = (["wet", "Boots"], true, 0.25...1.0 / 3)
        hikes[3].waypoints = [
            Waypoint(name: "Hut", position: point, description: "a\nb", symbol: "Lodge"),
            Waypoint(name: "", position: try #require(TrackPoint(latitude: -1.0 / 3, longitude: 0))),
        ]
        hikes[3].laps = [
            Lap(startTime: time, distance: 1.5, duration: 900, ascent: 120, heartRate: 131.5, name: "Up"), Lap(),
        ]
        var export = ProfileExport(profile: Self.profile, hikes: hikes)
        export.photos = [
            ExportedPhoto(hike: hikes[0].id, name: "a \"b\".jpg", file: [0xFF, 0xD8, 0xFF, 0]),
            ExportedPhoto(hike: hikes[1].id, name: "", file: []),
        ]
        let text = try export.encoded
        let back = try ProfileExport(reading: text)
        #expect(back == export)
        #expect(try back.encoded == text)
    }

    @Test func `the identifiers of the hikes' sources are exported`() throws {
        let hikes = try LandmarksFormat.read(SampleData.hikes).map(\.hike)
        let digest = (0..<32).map { UInt8($0 * 8) }
        let export = ProfileExport(
            profile: Self.profile, hikes: hikes, sources: [hikes[1].id: HikeSource(contentDigest: digest)])
        let text = try export.encoded
        #expect(String(decoding: text, as: UTF8.self).contains(#""sourceDigest" : "0008101820"#))
        #expect(try ProfileExport(reading: text) == export)
        for broken in ["", "00", "xyz", String(repeating: "g", count: 64), String(repeating: "é", count: 32)] {
            let digits = #"{"sourceDigest": "\#(broken)", "id": 7"#
            #expect(
                problem(in: Self.whole.replacing(#"{"id": 7"#, with: digits))?.message
                    == "hike 1 of the file, sourceDigest must be 64 hexadecimal digits")
        }
    }

    @Test func `stored recordings are exported, and a broken one is refused`() throws {
        let points = (0..<40).compactMap { TrackPoint(latitude: 47 + Double($0) / 1000, longitude: 11, elevation: 900) }
        let packed = PackedRecording(Recording(segments: [points]))
        let hike = Hike(header: HikeHeader(id: 7, name: "A", distance: 4))
        let source = HikeSource(
            contentDigest: [UInt8](repeating: 1, count: 32), recording: packed, figureRules: 3)
        let export = ProfileExport(profile: Self.profile, hikes: [hike], sources: [7: source])
        let text = String(decoding: try export.encoded, as: UTF8.self)
        let back = try ProfileExport(reading: Array(text.utf8))
        #expect(back == export)
        #expect(try back.sources[7]?.recording?.recording.segments[0].count == 40)
        let kept = Data(packed.bytes).base64EncodedString()
        for broken in ["", "????", "AAAA", String(kept.prefix(kept.count / 8 * 4))] {
            #expect(
                problem(in: text.replacing(kept, with: broken))?.message
                    == "hike 1 of the file, recording must be a packed recording in Base64", "\(broken)")
        }
        #expect(
            problem(in: text.replacing("\"figureRules\" : 3", with: "\"figureRules\" : 0.5"))?.message
                == "hike 1 of the file, figureRules must be a whole number from 1 to 1000000")
    }

    @Test func `the distance covered while moving is exported`() throws {
        var header = HikeHeader(id: 7, name: "A", distance: 4, duration: 4000, movingTime: 3000)
        header.movingDistance = 3.25
        let export = ProfileExport(profile: Self.profile, hikes: [Hike(header: header)])
        let text = String(decoding: try export.encoded, as: UTF8.self)
        #expect(try ProfileExport(reading: Array(text.utf8)).hikes[0].header.movingDistance == 3.25)
        let negative = text.replacing("\"movingDistance\" : 3.25", with: "\"movingDistance\" : -1")
        #expect(
            problem(in: negative)?.message == "hike 1 of the file, movingDistance must be a number that is not negative"
        )
    }

    @Test func `a difficulty of 0 written by 0.1.0 is unknown, since 0.1.0 had no other form for that`() throws {
        let easiest = Hike(header: HikeHeader(id: 7, name: "A", distance: 4, difficulty: 0))
        let old = ProfileExport(profile: Self.profile, hikes: [easiest])
        #expect(try ProfileExport(reading: old.encoded).hikes.map(\.difficulty) == [nil])
        let digest = HikeSource(contentDigest: [UInt8](repeating: 1, count: 32))
        let new = ProfileExport(profile: Self.profile, hikes: [easiest], sources: [7: digest])
        #expect(try ProfileExport(reading: new.encoded).hikes.map(\.difficulty) == [0])
    }

    @Test func `unknown values are left out, and whole numbers stay whole`() throws {
        let hike = Hike(
            header: HikeHeader(id: 7, name: "A/B", distance: 4), observations: [HikeObservation(distanceFromStart: 0)])
        let text = String(decoding: try ProfileExport(profile: Self.profile, hikes: [hike]).encoded, as: UTF8.self)
        let start = try #require(text.firstRange(of: "\"hikes\""))
        let words = text[start.lowerBound...].filter { !$0.isWhitespace }
        let expected = """
            "hikes":[{"difficulty":null,"distance":4,"id":7,"name":"A/B","observations":[{"distanceFromStart":0}]}]}
            """
        #expect(words == expected, "\(words)")
    }

    @Test func `a member of a profile has a name, never a number`() {
        #expect(ProfileEntry.Name(intValue: 1) == nil)
        #expect(ProfileEntry.Name(stringValue: "username").intValue == nil)
    }

    @Test func `the documented form is read`() throws {
        #expect(problem(in: Self.whole) == nil)
        #expect(problem(in: Self.whole.replacing("\"schema\"", with: "\"new\": [1], \"schema\"")) == nil)
        let export = try ProfileExport(reading: Array(Self.whole.utf8))
        #expect(export.profile == Profile(username: "g_kumar", goalDate: Day(year: 2027, month: 5, day: 1)))
        #expect(export.hikes.map(\.name) == ["Elk Loop"])
    }

    @Test func `a value of the profile that breaks a rule is refused with its line, field and rule`() {
        let name = problem(in: Self.whole.replacing("\"g_kumar\"", with: "\" \""))
        #expect(name?.position.line == 5 && name?.reason == .breaks(.visible(1...64, .notBlank)))
        #expect(name?.message == "profile, username must be 1 to 64 visible characters, not only blank ones")
        let day = problem(in: Self.whole.replacing("2027-05-01", with: "2027-02-30"))
        #expect(day?.position.line == 8 && day?.reason == .breaks(.day))
    }

    @Test(arguments: [
        ("\"schema\": 1", "\"schema\": 2", 2, "schema is not 1, which is all that can be read"),
        ("\"schema\": 1", "\"schema\": null", 2, "schema is null instead of a number"),
        ("profile-export", "else", 3, "format is not 'profile-export'"),
        ("\"g_kumar\"", "5", 5, "profile, username is not a string"),
        ("true", "\"on\"", 6, "profile, prefersNotifications is not true or false"),
        ("\"goalDate\"", "\"goal\"", 4, "profile has no 'goalDate'"),
        ("4.5", "\"far\"", 11, "hike 1 of the file, distance is not a number"),
        ("4.5", "-1", 11, "hike 1 of the file, distance must be a number that is not negative"),
        ("\"distanceFromStart\"", "\"from\"", 12, "hike 1 of the file, observation 1 has no 'distanceFromStart'"),
        (
            "\"distanceFromStart\": 0", "\"distanceFromStart\": -1", 12,
            "hike 1 of the file, observation 1, distanceFromStart must be a number that is not negative"
        ),
        ("\"hikes\"", "\"hike\"", 1, "the file has no 'hikes'"),
    ])
    func `a value that cannot be read is refused with its line and place`(
        part: String, replacement: String, line: Int, message: String
    ) {
        let text = Self.whole.replacing(part, with: replacement)
        #expect(problem(in: text)?.told == "line \(line): \(message)")
    }

    @Test func `an unknown season, truncated text and other kinds of files are refused`() throws {
        #expect(problem(in: Self.whole.replacing("winter", with: "monsoon"))?.position.line == 7)
        #expect(problem(in: "")?.told == "the file is empty")
        #expect(problem(in: "[]")?.told == "line 1: the file is not an object")
        let bytes = Array(Self.whole.utf8)
        for length in stride(from: 1, to: bytes.count, by: 7) {
            let error = problem(in: String(decoding: bytes[..<length], as: UTF8.self))
            #expect(error?.message.hasPrefix("the text is not JSON: ") == true)
        }
    }
}
