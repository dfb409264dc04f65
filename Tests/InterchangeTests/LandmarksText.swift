@testable import Interchange

/// Small files to break. Their lines are what the tests count.
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

    /// A list of one hike, its members given each on a line of its own from line 2 on.
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
