import FoundationEssentials
import Interchange
import ProfileKit
import ProfileModel
import SampleData
import Testing

@Suite struct `Exported hikes` {
    /// Any JSON, compared as parsed values.
    private enum Value: Decodable, Equatable {
        case null
        case bool(Bool)
        case number(Double)
        case text(String)
        case list([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Value].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }

    private func value(_ bytes: [UInt8]) throws -> Value { try JSONDecoder().decode(Value.self, from: Data(bytes)) }

    @Test func `are a file in Landmarks' format again, value for value`() throws {
        let bytes = try RecordedFile.landmarks.bytes
        let written = try LandmarksFormat.encoded(try LandmarksFormat.read(bytes).map(\.hike))
        #expect(try value(written) == value(bytes))
    }

    @Test func `are read back as the same hikes, including recorded ones`() throws {
        var hikes = try LandmarksFormat.read(SampleData.hikes).map(\.hike)
        var walk = try #require(try GPXText.hikes(GPXText.whole).first)
        walk.id = 77
        hikes.append(walk)
        let back = try LandmarksFormat.read(try LandmarksFormat.encoded(hikes))
        #expect(back.map(\.hike) == hikes)
        #expect(back.map(\.sourceID) == hikes.map(\.id))
        #expect(try LandmarksFormat.encoded(back.map(\.hike)) == LandmarksFormat.encoded(hikes))
    }

    @Test func `are CSV rows with the members of lists as columns`() {
        var header = HikeHeader(
            id: 7, name: "Elk Loop", distance: 4.5, difficulty: 2, date: Day(year: 2026, month: 4, day: 22),
            duration: 5400, movingTime: 5000.5, ascent: 0, descent: 120,
            heartRate: HeartRate(min: 90, average: 100.5, max: 110), source: "GPX, Watch")
        header.tags = ["wet", "Boots"]
        (header.notes, header.isFavourite) = ("Fog.\n=Sun", true)
        #expect(
            HikesCSV.rows(of: [header, HikeHeader(id: 8, name: "x", distance: 1)]) == [
                "id,name,date,distance,difficulty,duration,movingTime,ascent,descent,heartRate.min,heartRate.average,"
                    + "heartRate.max,source,startTime,activity,planned,tags,favourite,notes",
                "7,Elk Loop,2026-04-22,4.5,2,5400,5000.5,0,120,90,100.5,110,\"GPX, Watch\",,hiking,false,\"Boots, wet\",true,\"Fog.\n=Sun\"",
                "8,x,,1,,,,,,,,,,,hiking,false,,false,",
            ])
    }

    @Test(arguments: [
        ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""),
        ("a;b", "a;b"), ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\t=1", "'\t=1"),
        ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""), ("a=b", "a=b"), ("Łódź", "Łódź"), ("'=x", "''=x"),
        ("'t was", "'t was"),
    ])
    func `are quoted in CSV where necessary, and contain no formulas`(name: String, field: String) throws {
        let row = HikesCSV.rows(of: [HikeHeader(id: 1, name: name, distance: 1)]).last
        #expect(row == "1,\(field),,1,,,,,,,,,,,hiking,false,,false,")
        let text = HikesCSV.rows(of: [HikeHeader(id: 1, name: name, distance: 1)]).joined(separator: "\r\n")
        #expect(try HikesCSV.read(Array(text.utf8)).map(\.hike.header.name) == [name])
    }

    @Test func `are read back from CSV, whatever the columns and their order`() throws {
        var header = HikeHeader(
            id: 7, name: "Elk Loop", distance: 4.5, difficulty: 2, duration: 5400, ascent: 0,
            heartRate: HeartRate(min: 90, average: 100.5, max: 110), source: "GPX, Watch", activity: .cycling)
        header.startTime = Timestamp("2026-04-22T08:40:00+02:00")
        header.date = header.startTime?.day
        (header.id, header.tags, header.isFavourite) = (0, ["wet", "Boots"], true)
        header.notes = "Fog, \"thick\".\n\tThen sun."
        let headers = [header, HikeHeader(id: 0, name: "x", distance: 1, isPlanned: true)]
        let text = HikesCSV.rows(of: headers).joined(separator: "\r\n")
        let reader = HikeFileReader()
        try reader.read(Array(text.utf8))
        let back = try reader.finish()
        #expect(back.map(\.hike.header) == headers && back.map(\.sourceID) == [nil, nil])
        let few = try HikesCSV.read(Array("Distance,Weather,NAME\n4.5,wet,Elk\n\n".utf8))
        #expect(few.map(\.hike.header.name) == ["Elk"] && few.map(\.sourceID) == [nil])
        let words = try HikesCSV.read(Array("name,distance,tags,notes\nElk,4,\"wet,, hut, \",\"Fog.\r\nSun.\"\n".utf8))
        #expect(words.map(\.hike.header.tags) == [["wet", "hut"]] && words.map(\.hike.header.notes) == ["Fog.\nSun."])
        let partial = HikeFileReader(fileName: "cut.csv", isPartial: true)
        try partial.read(Array("name,distance,notes\nElk,4,Fog\nFox,5,\"Fog\nSu".utf8))
        #expect(try partial.finish().map(\.hike.header.name) == ["Elk"])
    }

    @Test func `are different hikes in rows of CSV that differ in anything, and known again`() throws {
        let text = """
            id,name,distance,date,notes
            1,Loop,4,2024-01-01,morning
            2,Loop,4,2024-01-01,evening
            2,Loop,4,2024-01-01,evening
            3,Loop,4,2024-01-01,evening
            """
        let digests = try HikesCSV.read(Array(text.utf8)).map(\.contentDigest)
        #expect(Set(digests).count == 3 && digests[1] == digests[2])
        #expect(try HikesCSV.read(Array(text.utf8)).map(\.contentDigest) == digests)
    }

    @Test(arguments: [
        ("title,km\nElk,4", 1), ("name,distance\nElk,4\nFox,far", 3), ("name,distance\nElk,inf", 2),
        ("name,distance,date\nElk,4,yesterday", 2), ("name,distance\nElk,", 2),
        ("name,distance\n\nElk,4\n\"Fox,4\n", 4), ("name,distance,activity\nElk,4,flying", 2),
        ("name,distance\nElk,4,,\nFox,4,5", 3),
    ])
    func `are refused in CSV with the row that is wrong`(text: String, row: Int) {
        let error = #expect(throws: HikeFileError.self) { try HikesCSV.read(Array(text.utf8)) }
        #expect(error?.position.line == row)
    }

    @Test func `are refused in CSV that is not in UTF-8, with the first such row`() {
        let bytes = Array("name,distance\nElk,4\nGr".utf8) + [0xF6, 0xDF] + Array("e,5\n".utf8)
        for isPartial in [false, true] {
            let reader = HikeFileReader(fileName: "latin.csv", isPartial: isPartial)
            let error = #expect(throws: HikeFileError.self) {
                try reader.read(bytes)
                _ = try reader.finish()
            }
            #expect(error == HikeFileError(.notUTF8, at: .init(line: 3)))
        }
        #expect(throws: HikeFileError(.notUTF8, at: .init(line: 2))) {
            try PlaceFile.read(Array("name,lat,lon\nGr".utf8) + [0xF6, 0xDF] + Array("e,5,6\n".utf8))
        }
    }
}
