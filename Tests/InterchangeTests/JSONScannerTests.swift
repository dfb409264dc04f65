import TestSupport
import Testing

@testable import Interchange
@testable import ProfileRendering

@Suite struct JSONScannerTests {
    private static let text = """
        [
          {"a": 1, "b":
            [10,
             20, {"c": "x\\"]}",
                  "d": [ ]}]},

          2, "a", {"a":
            null}
        ]
        """

    @Test(
        arguments: [
            ([], 1), ([.element(0)], 2), ([.element(0), .member("a")], 2), ([.element(0), .member("b")], 3),
            ([.element(0), .member("b"), .element(0)], 3), ([.element(0), .member("b"), .element(1)], 4),
            ([.element(0), .member("b"), .element(2), .member("c")], 4),
            ([.element(0), .member("b"), .element(2), .member("d")], 5), ([.element(1)], 7), ([.element(2)], 7),
            ([.element(3)], 7), ([.element(3), .member("a")], 8),
        ] as [([HikeFileError.Step], Int)])
    func `a path leads to the line of its value`(path: [HikeFileError.Step], line: Int) {
        #expect(JSONScanner.line(of: path, in: Array(Self.text.utf8)) == line)
    }

    @Test(
        arguments: [
            ([.element(9)], 1), ([.member("a")], 1), ([.element(0), .member("z")], 2), ([.element(0), .element(0)], 2),
            ([.element(0), .member("b"), .element(9)], 3), ([.element(3), .member("z"), .member("a")], 7),
        ] as [([HikeFileError.Step], Int)])
    func `an unknown path leads to the deepest existing value on the way`(path: [HikeFileError.Step], line: Int) {
        #expect(JSONScanner.line(of: path, in: Array(Self.text.utf8)) == line)
    }

    @Test(arguments: [
        "{}", "[]", "\"\"", "0", "-1.5e+10", "true", " false\n", "\tnull\r\n", "[[[]], {\"a\": {}}]", text,
        "\"\\\\\"", "\"\\\"\"", "{\"\": \"é\"}",
    ])
    func `a valid value has no mistake`(text: String) {
        #expect(JSONScanner.mistake(in: Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("", 1), ("\n", 2), ("[", 1), ("[\n\n", 3), ("{\"a\"", 1), ("{\"a\":\n", 2), ("[1,\n", 2), ("\n\"a", 2),
        ("\"\\", 1), ("\"\\\"", 1), ("[1\n,]", 2), ("{\n,}", 2), ("{\n1: 2}", 2), ("[\n}", 2), ("tru", 1), ("True", 1),
        ("[]\n]", 2), ("\"a\nb\"", 1), ("\"\t\"", 1), ("[\n.5]", 2), ("[\n- 1]", 2), ("infinity", 1), ("nan", 1),
    ])
    func `a mistake is found on its line`(text: String, line: Int) {
        #expect(JSONScanner.mistake(in: Array(text.utf8))?.line == line)
    }

    @Test func `the maximum depth is no mistake, and one deeper is`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(JSONScanner.mistake(in: nested(512)) == nil)
        #expect(JSONScanner.mistake(in: nested(513))?.kind == .tooDeep(512))
    }

    @Test(
        arguments: [
            ([], "the file"), ([.element(2)], "hike 3 of the file"),
            ([.element(0), .member("name")], "hike 1 of the file, name"),
            (
                [.element(2), .member("observations"), .element(11), .member("elevation")],
                "hike 3 of the file, observation 12, elevation"
            ),
            (
                [.element(0), .member("observations"), .element(0), .member("pace"), .element(1)],
                "hike 1 of the file, observation 1, pace, value 2"
            ),
        ] as [([HikeFileError.Step], String)])
    func `a path is printed with indices from 1`(path: [HikeFileError.Step], words: String) {
        #expect(path.phrase == words)
    }

    @Test(arguments: 0..<4) func `random paths through random bytes never trap and stay inside`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let pieces = Array("[]{}:,\"\\ \na1".utf8)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...30, using: &source)).compactMap { _ in
                pieces.randomElement(using: &source)
            }
            let path = (0..<Int.random(in: 0...4, using: &source)).map { _ -> HikeFileError.Step in
                Bool.random(using: &source) ? .member("a") : .element(.random(in: 0...2, using: &source))
            }
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            #expect((1...lines).contains(JSONScanner.line(of: path, in: bytes)))
            if let mistake = JSONScanner.mistake(in: bytes) { #expect((1...lines).contains(mistake.line)) }
        }
    }
}
