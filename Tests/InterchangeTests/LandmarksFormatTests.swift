import FoundationEssentials
import ProfileModel
import ProfileRendering
import SampleData
import Testing

@testable import Interchange

@Suite struct LandmarksFormatTests {
    @Test func `every member of a hike is read`() throws {
        let hikes = try LandmarksFormat.read(Array(LandmarksText.whole.utf8))
        let header = HikeHeader(
            id: 7, name: "Łódź → \"Ridge\" A", distance: 4.5, difficulty: 3, date: Day(year: 2026, month: 4, day: 22),
            startTime: Timestamp("2026-04-22T08:40:00+02:00"), duration: 5400, movingTime: 5000.5, ascent: 0,
            descent: 120, heartRate: HeartRate(min: 90, average: 100, max: 110), source: "watch")
        let observations = [
            HikeObservation(distanceFromStart: 0, elevation: -3.5...20, pace: 400...400, heartRate: 90...110),
            HikeObservation(distanceFromStart: 0.5),
        ]
        var expected = ImportedHike(sourceID: 7, hike: Hike(header: header, observations: observations))
        expected.isOwnExport = true
        #expect(hikes == [expected])
    }

    @Test func `a missing value of a hike is unknown, never 0`() throws {
        let hike = try #require(try LandmarksFormat.read(Array(LandmarksText.hike().utf8)).first).hike
        #expect(hike.header == HikeHeader(id: 1, name: "A", distance: 1, difficulty: 1))
        #expect(hike.observations.isEmpty)
    }

    @Test(arguments: ["startTime", "date", "duration", "movingTime", "ascent", "descent", "source"])
    func `a member that is null is unknown`(member: String) throws {
        let text = LandmarksText.hike([member: "null"])
        #expect(try LandmarksFormat.read(Array(text.utf8)) == LandmarksFormat.read(Array(LandmarksText.hike().utf8)))
    }

    @Test func `unknown members are ignored`() {
        #expect(LandmarksText.problem(in: LandmarksText.hike(["weather": "{\"rain\": [true, null]}"])) == nil)
    }

    @Test(arguments: [
        ("2026-04-22T00:30:00+02:00", "2026-04-22"), ("2026-04-21T23:30:00-10:00", "2026-04-21"),
    ])
    func `a hike's day is the day of its start on the hiker's clock`(start: String, day: String) throws {
        let hikes = try LandmarksFormat.read(Array(LandmarksText.hike(["startTime": "\"\(start)\""]).utf8))
        #expect(hikes.map(\.hike.date?.description) == [day])
    }

    @Test func `a list without hikes is a file without hikes`() throws {
        #expect(try LandmarksFormat.read(Array(" [ ]\n".utf8)).isEmpty)
    }
}

@Suite struct LandmarksFileTests {
    @Test func `hikes in the format of Apple's sample are read with every value`() throws {
        let bytes = try RecordedFile.landmarks.bytes
        let hikes = try LandmarksFormat.read(bytes)
        #expect(hikes.map(\.sourceID) == Array(1001...1010))
        #expect(hikes.map(\.hike.id) == Array(1001...1010))

        let lines = LineByLine(bytes)
        #expect(hikes.map { $0.hike.name } == lines.texts["name"])
        #expect(hikes.map { $0.hike.distance } == lines.numbers["distance"])
        #expect(hikes.map { Double($0.hike.difficulty ?? 0) } == lines.numbers["difficulty"])
        #expect(hikes.map { Double($0.hike.id) } == lines.numbers["id"])
        let observations = hikes.flatMap(\.hike.observations)
        #expect(observations.count > 100)
        #expect(observations.map(\.distanceFromStart) == lines.numbers["distanceFromStart"])
        func flat(_ member: KeyPath<HikeObservation, ClosedRange<Double>?>) -> [Double] {
            observations.compactMap { $0[keyPath: member] }.flatMap { [$0.lowerBound, $0.upperBound] }
        }
        #expect(flat(\.elevation) == lines.numbers["elevation"])
        #expect(flat(\.pace) == lines.numbers["pace"])
        #expect(flat(\.heartRate) == lines.numbers["heartRate"])
        #expect(hikes.allSatisfy { $0.hike.date == nil && $0.hike.ascent == nil && $0.hike.movingTime == nil })
    }

    @Test func `the sample has twelve hikes, one of them on Earth Day`() throws {
        let hikes = try LandmarksFormat.read(SampleData.hikes).map(\.hike)
        #expect(hikes.count == 12)
        #expect(Set(hikes.map(\.id)).count == 12)
        #expect(Set(hikes.map(\.name)).count == 12)
        #expect(hikes.contains { $0.date?.month == 4 && $0.date?.day == 22 })
        for hike in hikes {
            #expect(hike.startTime?.day == hike.date && hike.date != nil, "\(hike.name)")
            #expect(hike.observations.count > 1 && hike.heartRate != nil, "\(hike.name)")
            let (moving, whole) = (try #require(hike.movingTime), try #require(hike.duration))
            #expect(moving > 0 && moving <= whole, "\(hike.name)")
            let distances = hike.observations.map(\.distanceFromStart)
            #expect(distances == distances.sorted() && distances.allSatisfy { $0 <= hike.distance }, "\(hike.name)")
        }
    }

    /// The values of a file with one per line, by their member names: read without a JSON decoder.
    private struct LineByLine {
        var texts: [String: [String]] = [:]
        var numbers: [String: [Double]] = [:]

        init(_ bytes: [UInt8]) {
            var member = ""
            for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
                var rest = line.filter { $0 != " " && $0 != "\t" }[...]
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
                if parts.count >= 3 {
                    member = String(parts[1])
                    rest = rest.drop { $0 != ":" }.dropFirst()
                }
                if parts.count == 5 { texts[member, default: []].append(String(parts[3])) }
                while rest.last == "," { rest.removeLast() }
                if let number = Double(rest) { numbers[member, default: []].append(number) }
            }
        }
    }
}

@Suite struct `The tutorial's own decoder` {
    /// A hike as Apple's tutorial declares it, with the members and the types of its decoder.
    private struct SampleHike: Decodable {
        var id: Int
        var name: String
        var distance: Double
        var difficulty: Int
        var observations: [Observation]

        struct Observation: Decodable {
            var distanceFromStart: Double
            var elevation: Range<Double>
            var pace: Range<Double>
            var heartRate: Range<Double>
        }
    }

    private func sample(_ hikes: [Hike]) throws -> [SampleHike] {
        try JSONDecoder().decode([SampleHike].self, from: Data(try LandmarksFormat.encoded(hikes)))
    }

    private func recorded() throws -> Hike {
        var hike = try #require(try GPXText.hikes(GPXText.whole).first)
        (hike.id, hike.header.activity, hike.header.isPlanned) = (7, .running, true)
        hike.header.declared = [.ascent, .timer]
        let full = HikeObservation(distanceFromStart: 0.2, elevation: 5...6, pace: 300...400, heartRate: 90...100)
        let bare = HikeObservation(distanceFromStart: 0.1, elevation: 5...6)
        hike.observations = [bare, full, bare, bare, full, full, bare]
        return hike
    }

    @Test func `reads hikes that were typed, imported and recorded`() throws {
        let hikes =
            try LandmarksFormat.read(SampleData.hikes).map(\.hike)
            + [try recorded(), Hike(header: HikeHeader(id: 9, name: "Typed", distance: 3))]
        let read = try sample(hikes)
        #expect(read.map(\.id) == hikes.map(\.id) && read.map(\.name) == hikes.map(\.name))
        #expect(read.first { $0.id == 7 }?.observations.count == 3)
    }

    @Test func `skips the members that only this package reads back`() throws {
        let hike = try recorded()
        let bytes = try LandmarksFormat.encoded([hike])
        #expect(try LandmarksFormat.read(bytes).map(\.hike) == [hike])
        for index in ["-1", "8", "0.5"] {
            let text = String(decoding: bytes, as: UTF8.self).replacing("\"index\" : 2", with: "\"index\" : \(index)")
            #expect(LandmarksText.problem(in: text)?.message.contains("index must be a whole number from ") == true)
        }
        let upside = String(decoding: bytes, as: UTF8.self).replacing(
            "\"index\" : 2,", with: "\"index\" : 2, \"x\" : 1,")
        #expect(LandmarksText.problem(in: upside) == nil)
    }
}

/// Small files for breaking. The tests refer to their line numbers.
enum LandmarksText {
    /// A hike with every member, on fourteen lines; nothing follows the last bracket.
    static let whole = """
        [
          {
            "id": 7, "name": "Łódź → \\"Ridge\\" \\u0041",
            "distance": 4.5,
            "difficulty": 3,
            "startTime": "2026-04-22T08:40:00+02:00", "date": "2026-04-22",
            "duration": 5400, "movingTime": 5000.5,
            "ascent": 0, "descent": 120, "source": "watch",
            "observations": [
              {"distanceFromStart": 0, "elevation": [-3.5, 2e1], "pace": [400, 400], "heartRate": [90, 110]},
              {"distanceFromStart": 0.5}
            ]
          }
        ]
        """

    /// A list of one hike, whose given members are on separate lines from line 2 on.
    static func hike(_ changes: [String: String?] = [:]) -> String {
        let members = [("id", "1"), ("name", "\"A\""), ("distance", "1"), ("difficulty", "1"), ("observations", "[]")]
        let known = members.compactMap { name, value -> String? in
            guard let change = changes[name] else { return "\"\(name)\": \(value)" }
            return change.map { "\"\(name)\": \($0)" }
        }
        let extra = changes.filter { change in !members.contains { $0.0 == change.key } }
            .map { "\"\($0.key)\": \($0.value ?? "null")" }
        return "[{\n" + (known + extra).joined(separator: ",\n") + "\n}]"
    }

    /// A list of one hike whose second observation, given here, begins on line 4.
    static func observation(_ text: String) -> String {
        "[{\"id\": 1, \"name\": \"A\", \"distance\": 1, \"difficulty\": 1,\n\"observations\": [\n"
            + "{\"distanceFromStart\": 0},\n" + text + "\n]}]"
    }

    /// What is wrong with a text; `nil` when it is read.
    static func problem(in text: String) -> HikeFileError? {
        problem(in: Array(text.utf8))
    }

    static func problem(in bytes: [UInt8]) -> HikeFileError? {
        do throws(HikeFileError) {
            _ = try LandmarksFormat.read(bytes)
            return nil
        } catch {
            return error
        }
    }
}
