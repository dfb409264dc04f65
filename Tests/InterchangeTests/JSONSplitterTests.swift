import FoundationEssentials
import TestSupport
import Testing

@testable import Interchange
@testable import ProfileRendering

@Suite struct JSONSplitterTests {
    private static let layout = JSONSplitter.Layout.members(lists: ["hikes", "photos"], others: ["schema", "profile"])

    /// The parts of a text that arrives in pieces of a given size, as `path:line:text`; the last one is a refusal.
    private func parts(
        of text: String, _ layout: JSONSplitter.Layout = .list, size: Int = .max
    ) -> [String] {
        var splitter = JSONSplitter(layout)
        var found: [String] = []
        func tell(_ part: JSONSplitter.Part) {
            found.append("\(part.path.phrase):\(part.line):\(String(decoding: part.bytes, as: UTF8.self))")
        }
        var rest = Array(text.utf8)[...]
        do throws(HikeFileError) {
            while !rest.isEmpty {
                for part in try splitter.read(Array(rest.prefix(size))) { tell(part) }
                rest = rest.dropFirst(size)
            }
            if let part = try splitter.finish() { tell(part) }
        } catch {
            found.append(error.told)
        }
        return found
    }

    @Test(arguments: 1...9)
    func `brackets, quotes and escapes in strings end nothing, however a text is cut`(size: Int) {
        let strings = [
            #"{"a]":"}"}"#, #""\"]""#, #""\\""#, #"["\\\"[{"]"#, #""\u005d,""#, "\"Łódź→🥾\"", "-1.5e+3", "null",
        ]
        let text = "\u{FEFF} [\n" + strings.joined(separator: " ,\n") + "\n]\n"
        let expected = strings.enumerated().map { "hike \($0.offset + 1) of the file:\($0.offset + 2):\($0.element)" }
        #expect(parts(of: text, size: size) == expected)
        #expect(parts(of: text.filter { $0 != "\n" && $0 != " " }, size: size).count == strings.count)
    }

    @Test(arguments: 1...9) func `an object's wanted members are cut out, and others are skipped`(size: Int) {
        let text = """
            {"new": {"hikes": [1], "x": "]}"}, "schema": 1, "hi\\u006bes": [{"id": [3]},
            {}], "more": "hikes", "profile": {"a":
            "b"}, "new": [] }
            """
        #expect(
            parts(of: text, Self.layout, size: size) == [
                "schema:1:1", "hike 1 of the file:1:{\"id\": [3]}", "hike 2 of the file:2:{}",
                "profile:2:{\"a\":\n\"b\"}",
            ])
    }

    @Test(arguments: ["\0\0\0", "PK\u{3}", "hello", "<gpx/>", "\u{7F}", "\n\n}"])
    func `a text that begins as no JSON does is refused at its first byte`(text: String) throws {
        for layout in [.list, Self.layout] as [JSONSplitter.Layout] {
            var splitter = JSONSplitter(layout)
            _ = try splitter.read(Array(text.utf8))
            let error = #expect(throws: HikeFileError.self) { _ = try splitter.read(Array("more".utf8)) }
            #expect(error?.message == "the text is not JSON: there is an invalid value")
        }
    }

    @Test func `a value that is too long is named`() throws {
        func message(_ text: String, _ layout: JSONSplitter.Layout) throws -> String? {
            var splitter = JSONSplitter(layout, longestValue: 1 << 20)
            _ = try splitter.read(Array(text.utf8))
            return #expect(throws: HikeFileError.self) { _ = try splitter.finish() }?.message
        }
        let long = String(repeating: "a", count: 2 << 20)
        #expect(try message("\"\(long)", Self.layout) == "the file's only value is longer than 1 MiB")
        #expect(try message("{\"\(long)", Self.layout) == "a name is longer than 1 MiB")
        #expect(try message("{\"profile\": \"\(long)", Self.layout) == "profile is longer than 1 MiB")
        #expect(try message("{\"hikes\": [1, \"\(long)", Self.layout) == "hike 2 of the file is longer than 1 MiB")
        #expect(try message("[\"\(long)", .list) == "hike 1 of the file is longer than 1 MiB")
    }

    @Test func `a duplicate member is refused, since either might be meant`() {
        #expect(
            parts(of: "{\"schema\": 1,\n\"schema\": 1}", Self.layout).last == "line 2: schema occurs twice in the file")
        #expect(
            parts(of: "{\"hikes\": [],\n\"hikes\": []}", Self.layout).last == "line 2: hikes occurs twice in the file")
    }

    @Test(arguments: [
        ("[1 2]", "a comma or the end of the list is missing"), ("[1,]", "there is an invalid value"),
        ("[{},\n]", "there is an invalid value"), ("[,1]", "there is an invalid value"),
        ("[1]]", "there is text after the end"), ("[{]}]", "a name in quotes is missing"),
        ("[\"a\nb\"]", "a string contains a control character or is not closed"),
        ("[[1}", "a comma or the end of the list is missing"),
        ("[\"a", "it ends inside a string"), ("[1", "it ends too early"), ("[1,", "it ends too early"),
        ("[", "it ends too early"),
    ])
    func `an invalid continuation of a list is refused`(text: String, message: String) {
        for size in [1, 3, .max] {
            let found = parts(of: text, size: size).last ?? ""
            #expect(found.hasSuffix("the text is not JSON: \(message)"), "\(found)")
        }
    }

    @Test(arguments: [
        ("{1: 2}", "a name in quotes is missing"), ("{\"a\" 1}", "a colon is missing"),
        ("{\"a\": 1 \"b\": 2}", "a comma or the end of the list is missing"),
        ("{\"a\": 1}}", "there is text after the end"),
        ("{\"a", "it ends inside a string"), ("{\"a\"", "it ends too early"), ("{\"a\": [", "it ends too early"),
        ("{\"hikes\": [1 2]}", "a comma or the end of the list is missing"),
        ("{\"a\": 1,}", "a name in quotes is missing"), ("{\"a\": }", "there is an invalid value"),
        ("{\"a\": ,\"b\": 1}", "there is an invalid value"), ("{\"hikes\": [1,]}", "there is an invalid value"),
    ])
    func `an invalid continuation of an object is refused`(text: String, message: String) {
        for size in [1, 3, .max] {
            #expect(
                parts(of: text, Self.layout, size: size).last?.hasSuffix("the text is not JSON: \(message)") == true)
        }
    }

    @Test func `UTF-16 is refused as such`() {
        #expect(LandmarksText.problem(in: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0])?.message.contains("UTF-16") == true)
    }

    @Test(arguments: 0..<4) func `random texts are split where they were joined`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for _ in 0..<200 {
            let values = (0..<Int.random(in: 0...6, using: &source)).map { _ in Self.value(depth: 0, &source) }
            let gap = { ["", " ", "\n", " \t\r\n"].randomElement(using: &source)! }
            let text = gap() + "[" + gap() + values.map { $0 + gap() }.joined(separator: "," + gap()) + "]" + gap()
            let cut = parts(of: text, size: .random(in: 1...40, using: &source)).map { part in
                part.split(separator: ":", maxSplits: 2).last.map(String.init) ?? ""
            }
            #expect(cut == values, "\(text)")
        }
    }

    private static func value(depth: Int, _ source: inout SeededSource) -> String {
        func string() -> String {
            let pieces = ["a", "\\\"", "\\\\", "\\u00e5", "]", "}", "{", "[", ",", ":", "é", " "]
            return "\""
                + (0..<Int.random(in: 0...5, using: &source)).map { _ in pieces.randomElement(using: &source)! }
                .joined() + "\""
        }
        switch Int.random(in: 0...(depth < 4 ? 4 : 2), using: &source) {
        case 0: return string()
        case 1: return ["0", "-1", "2.5e-3", "true", "false", "null"].randomElement(using: &source)!
        case 2: return "[]"
        case 3:
            return "["
                + (0..<Int.random(in: 0...3, using: &source)).map { _ in value(depth: depth + 1, &source) }.joined(
                    separator: ",\n") + "]"
        default:
            return "{"
                + (0..<Int.random(in: 0...3, using: &source)).map { _ in
                    string() + ": " + value(depth: depth + 1, &source)
                }.joined(separator: ", ") + "}"
        }
    }
}
