import ProfileRendering
import TestSupport
import Testing

@testable import Interchange

/// Texts that are not JSON, or unreasonable JSON.
@Suite struct LandmarksHostileTests {
    @Test(arguments: [
        ("[] x", 1, "there is text after the end"), ("[]\n\n[]", 3, "there is text after the end"),
        ("[]\0", 1, "there is text after the end"), ("[\n\"abc", 2, "it ends inside a string"),
        ("[\n\n+1]", 3, "there is an invalid value"), ("[\nNaN]", 2, "there is an invalid value"),
        ("[\n// no\n]", 2, "there is an invalid value"), ("[{\n'a': 1}]", 2, "a name in quotes is missing"),
        ("[{\"a\"\n1}]", 2, "a colon is missing"), ("[\n]]", 2, "there is text after the end"),
        ("\0", 1, "there is an invalid value"), ("<gpx/>", 1, "there is an invalid value"),
    ])
    func `a text that is not JSON is refused at its first invalid character`(text: String, line: Int, message: String) {
        #expect(LandmarksText.problem(in: text)?.told == "line \(line): the text is not JSON: \(message)")
    }

    @Test func `a name that is not UTF-8 is refused with its line`() {
        let parts = LandmarksText.hike(["name": "\"?\""]).utf8.split(separator: UInt8(ascii: "?"))
        for bytes in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
            let problem = LandmarksText.problem(in: Array(parts[0]) + bytes + Array(parts[1]))
            #expect(problem?.told == "line 3: the text is not JSON: a string is not UTF-8")
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func `a text nested 10,000 deep is refused, closed or not`(opening: String) {
        let deep = String(repeating: opening, count: 10_000)
        #expect(LandmarksText.problem(in: deep)?.message.contains("nested more than 512 deep") == true)
        let closing = String(opening.compactMap { ["[": "]", "{": "}"][$0] as Character? }.reversed())
        let closed = deep + "1" + String(repeating: closing, count: 10_000)
        #expect(LandmarksText.problem(in: closed)?.message.contains("nested more than 512 deep") == true)
    }

    @Test(arguments: [
        ("distance", "1e999"), ("distance", "-1e999"), ("ascent", "1e999"), ("id", "1.5"),
        ("id", "9223372036854775808"), ("id", "1e300"), ("difficulty", "-1e300"),
    ])
    func `a number out of range is refused`(member: String, value: String) {
        #expect(LandmarksText.problem(in: LandmarksText.hike([member: value])) != nil)
    }

    @Test func `an error repeats no value`() {
        for text in [
            LandmarksText.hike(["name": "7, \"hunter2\": "]), LandmarksText.hike(["startTime": "\"hunter2\""]),
            LandmarksText.hike(["id": "\"hunter2\""]), LandmarksText.hike(["difficulty": "hunter2"]),
        ] {
            #expect(LandmarksText.problem(in: text)?.description.contains("hunter2") == false)
            #expect(LandmarksText.problem(in: text)?.message.contains("hunter2") == false)
        }
    }

    @Test(arguments: 0..<4) func `random bytes never trap`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let pieces = Array("[]{}:,\"\\ \n0123456789eE+-.tfn".utf8) + [0, 0x7F, 0xC3, 0xFF]
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &source)).map { _ in
                Bool.random(using: &source)
                    ? .random(in: 0...255, using: &source) : pieces.randomElement(using: &source)!
            }
            check(bytes)
        }
    }

    @Test(arguments: 0..<4)
    func `a file with a few bytes changed never traps, and is read or refused at one of its lines`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let pieces = Array("[]{}:,\"\\ \n0123456789eE+-.".utf8)
        var refused = 0
        for _ in 0..<1_500 {
            var bytes = Array(LandmarksText.whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &source) {
                let place = Int.random(in: 0..<bytes.count, using: &source)
                switch Int.random(in: 0..<3, using: &source) {
                case 0: bytes[place] = .random(in: 0...255, using: &source)
                case 1: bytes[place] = pieces.randomElement(using: &source)!
                default: bytes.remove(at: place)
                }
            }
            refused += check(bytes) ? 0 : 1
        }
        #expect((1..<1_500).contains(refused))
    }

    /// Whether the bytes are read; a refusal has to name one of their lines.
    @discardableResult
    private func check(_ bytes: [UInt8]) -> Bool {
        guard let problem = LandmarksText.problem(in: bytes) else { return true }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        if let line = problem.position.line { #expect((1...lines).contains(line), "\(bytes)") }
        #expect(!problem.message.isEmpty)
        return false
    }
}
