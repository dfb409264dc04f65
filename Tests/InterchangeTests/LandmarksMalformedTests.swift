import ProfileModel
import ProfileRendering
import Testing

@testable import Interchange

// The words of refusals.
private let difficultyRule = "difficulty must be a whole number from 0 to 10"
private let idRule = "id must be a whole number from 1 to 9007199254740991"
private let nameRule = "name must be 1 to 1,024 bytes of visible text, without control characters"
private let timeRule = "startTime must be a time such as 2026-04-22T08:40:00+02:00"
private let rateRule = "heartRate must be numbers that are not negative, the lowest first"
private let pairRule = ", pace must be a lower and an upper value, in this order"

@Suite struct LandmarksMalformedTests {
    @Test(arguments: ["", " ", "\n\n\n", " \t\r\n "]) func `a blank file is refused as empty`(text: String) {
        #expect(LandmarksText.problem(in: text)?.told == "the file is empty")
    }

    @Test func `a file that is cut anywhere is refused with a line`() throws {
        let bytes = Array(LandmarksText.whole.utf8)
        #expect(LandmarksText.problem(in: bytes) == nil)
        for length in 1..<bytes.count {
            let problem = try #require(LandmarksText.problem(in: Array(bytes[..<length])), "cut to \(length) bytes")
            let lines = bytes[..<length].count { $0 == UInt8(ascii: "\n") } + 1
            #expect((1...lines).contains(try #require(problem.position.line)), "cut to \(length) bytes")
            #expect(problem.message.hasPrefix("the text is not JSON: "))
        }
    }

    @Test(arguments: [
        ("{}", 1, "the file is not a list"), ("\n3", 2, "the file is not a list"),
        ("null", 1, "the file is null instead of a list"), ("[\n\n1]", 3, "hike 1 of the file is not an object"),
        ("[\nnull]", 2, "hike 1 of the file is null instead of an object"),
        ("[[]]", 1, "hike 1 of the file is not an object"),
        ("[\n{\n}]", 2, "hike 1 of the file has no 'id'"),
    ])
    func `a file with another structure is refused where it differs`(text: String, line: Int, message: String) {
        #expect(LandmarksText.problem(in: text)?.told == "line \(line): \(message)")
    }

    /// The hikes of a long file are decoded on two threads.
    @Test func `the first hike with an error is the one reported, wherever it is`() throws {
        let names = (1...900).map { "Hike number \($0)" }
        func text(_ mistakes: [Int: String]) -> [UInt8] {
            let hikes = names.enumerated().map { index, name in
                mistakes[index + 1]
                    ?? #"{"id": \#(index + 1), "name": "\#(name)", "distance": 1, "difficulty": 0, "observations": []}"#
            }
            return Array("[\(hikes.joined(separator: ",\n"))]".utf8)
        }
        #expect(try LandmarksFormat.read(text([:])).map(\.hike.name) == names)
        #expect(try LandmarksFormat.read(text([:])).compactMap(\.sourceID) == Array(1...900))
        for (first, message) in [("5", "is not an object"), (#"{"id": 5}"#, "has no 'name'")] {
            let problem = LandmarksText.problem(in: text([300: first, 301: "6", 700: "{}", 900: "[]"]))
            #expect(problem?.told == "line 300: hike 300 of the file \(message)")
        }
        let twice = #"{"id": 7, "name": "Again", "distance": 1, "difficulty": 0, "observations": []}"#
        let problem = LandmarksText.problem(in: text([450: twice, 451: "{}"]))
        #expect(problem?.told == "line 450: hike 450 of the file, id occurs twice")
    }

    @Test(arguments: ["id", "name", "distance", "difficulty", "observations"])
    func `a hike that lacks a member is refused with the hike's line`(member: String) {
        let problem = LandmarksText.problem(in: "\n" + LandmarksText.hike([member: nil]))
        #expect(problem?.told == "line 2: hike 1 of the file has no '\(member)'")
    }

    @Test(arguments: [
        ("id", "\"1\"", 2, "id is not a number"), ("id", "null", 2, "id is null instead of a number"),
        ("id", "0", 2, idRule), ("id", "-5", 2, idRule), ("id", "1.5", 2, idRule), ("id", "1e30", 2, idRule),
        ("id", "9007199254740993", 2, idRule),
        ("difficulty", "9007199254740993", 5, difficultyRule),
        ("difficulty", "-9223372036854775808", 5, difficultyRule),
        ("name", "5", 3, "name is not a string"), ("name", "\"\"", 3, nameRule),
        ("name", "\" \\t\"", 3, nameRule),
        ("name", "\"\(String(repeating: "x", count: 1_025))\"", 3, nameRule),
        ("distance", "\"far\"", 4, "distance is not a number"),
        ("distance", "-0.001", 4, "distance must be a number that is not negative"),
        ("distance", "true", 4, "distance is not a number"),
        ("difficulty", "{}", 5, "difficulty is not a number"),
        ("difficulty", "2.5", 5, difficultyRule),
        ("date", "\"2026-02-30\"", 7, "date must be a day of the calendar, as YYYY-MM-DD"),
        ("observations", "{}", 6, "observations is not a list"),
        ("observations", "null", 6, "observations is null instead of a list"),
        ("duration", "-1", 7, "duration must be a number that is not negative"),
        ("movingTime", "-1", 7, "movingTime must be a number that is not negative"),
        ("ascent", "-1", 7, "ascent must be a number that is not negative"),
        ("descent", "-1", 7, "descent must be a number that is not negative"),
        ("ascent", "[]", 7, "ascent is not a number"), ("source", "1", 7, "source is not a string"),
        ("movingDistance", "-1", 7, "movingDistance must be a number that is not negative"),
        ("heartRate", #"{"min": 90, "average": 100, "max": 80}"#, 7, rateRule),
        ("heartRate", #"{"min": 0, "average": 0, "max": -1}"#, 7, rateRule),
        ("heartRate", #"{"min": -1, "average": 100, "max": 120}"#, 7, rateRule),
        ("startTime", "\"yesterday\"", 7, timeRule),
        ("startTime", "\"2026-02-30T08:40:00Z\"", 7, timeRule),
        ("startTime", "0", 7, "startTime is not a string"),
    ])
    func `a value that breaks a rule is refused with its own line`(
        member: String, value: String, line: Int, message: String
    ) {
        let problem = LandmarksText.problem(in: LandmarksText.hike([member: value]))
        #expect(problem?.told == "line \(line): hike 1 of the file, \(message)")
    }

    @Test(arguments: [
        ("01", "an invalid value"), ("1.", "an invalid value"),
        ("0x10", "an invalid value"),
        ("1e999", "a number is too large"), ("\"\\u00\"", "unknown escape"),
    ])
    func `text that is not JSON is refused with its own line`(value: String, words: String) {
        let problem = LandmarksText.problem(in: LandmarksText.hike(["distance": value]))
        #expect(problem?.position.line == 4)
        #expect(problem?.message.contains(words) == true)
    }

    @Test func `a byte-order mark does not change line numbers`() {
        #expect(
            LandmarksText.problem(in: "\u{FEFF}[\n\n1]")?.told == "line 3: hike 1 of the file is not an object")
    }

    @Test(arguments: [
        ("5", 4, " is not an object"), ("{}", 4, " has no 'distanceFromStart'"),
        ("{\n\"distanceFromStart\": -1}", 5, ", distanceFromStart must be a number that is not negative"),
        ("{\"distanceFromStart\": 1,\n\"pace\": [1]}", 5, pairRule),
        ("{\"distanceFromStart\": 1,\n\"pace\": []}", 5, pairRule),
        ("{\"distanceFromStart\": 1,\n\n\"pace\": [1, 2, 3]}", 6, pairRule),
        ("{\"distanceFromStart\": 1,\n\"heartRate\": [2, 1]}", 5, pairRule.replacing("pace", with: "heartRate")),
        ("{\"distanceFromStart\": 1,\n\"elevation\":\n[1,\n\"x\"]}", 7, ", elevation, value 2 is not a number"),
        ("{\"distanceFromStart\": 1,\n\"elevation\": 3}", 5, ", elevation is not a list"),
    ])
    func `an observation that breaks a rule is named by its number`(text: String, line: Int, message: String) {
        let problem = LandmarksText.problem(in: LandmarksText.observation(text))
        #expect(problem?.told == "line \(line): hike 1 of the file, observation 2\(message)")
    }

    @Test func `a duplicate id is refused at its second place`() {
        let hike = #"{"name": "A", "distance": 1, "difficulty": 1, "observations": [], "id": "#
        let problem = LandmarksText.problem(in: "[\n\(hike)5},\n\(hike)6},\n\(hike)5}]")
        #expect(problem?.told == "line 4: hike 3 of the file, id occurs twice")
    }
}
