import Testing

@testable import ProfileRendering

@Suite struct StyledLineTests {
    @Test func `a line is harmless however it is written`() {
        let line = StyledLine("a\u{1B}[2J") + StyledLine("\u{202E}b", .bold)
        #expect(line.text == "a\\u{1B}[2J\\u{202E}b")
        #expect(line.spans.map(\.text) == ["a\\u{1B}[2J", "\\u{202E}b"])
        #expect(line.text(depth: .eight) == "a\\u{1B}[2J\u{1B}[0;1m\\u{202E}b\u{1B}[0m")
    }

    @Test func `a line is as long as its parts, and drawn from a column on`() {
        let line = StyledLine("漢", .dim) + StyledLine(" b") + StyledLine("")
        #expect(line.cells == 4)
        #expect(line.spans.count == 2)
        var canvas = Canvas(size: CellSize(columns: 8, rows: 1))
        line.draw(on: &canvas, column: 2, row: 0)
        #expect(canvas.lines(depth: .none) == ["  漢 b"])
    }

    @Test(arguments: [
        ("abcdefg", 2, ["ab", "cd", "ef", "g"]), ("abcd", 4, ["abcd"]), ("", 3, [""]), ("漢字a", 3, ["漢", "字a"]),
        ("漢字", 1, ["漢", "字"]), ("a漢", 2, ["a", "漢"]),
    ])
    func `a text is broken between characters at each line's end`(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test func `spaces at the end of a line are left out`() {
        #expect(StyledLine("a  ").text == "a")
        #expect((StyledLine("a ", .bold) + StyledLine("  ")).text(depth: .trueColor) == "\u{1B}[0;1ma\u{1B}[0m")
    }
}
