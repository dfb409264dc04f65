import ProfileRendering
import Testing

@Suite struct `A canvas` {
    @Test func `shows what was written, cut at its edges`() {
        var canvas = Canvas(size: CellSize(columns: 6, rows: 2))
        canvas.write("mountain", column: 1, row: 0)
        canvas.write("beyond", column: 0, row: 2)
        canvas.write("lake", column: -2, row: 1)
        #expect(canvas.lines(depth: .none) == [" mount", "ke"])
    }

    @Test func `never shows half a wide character`() {
        var canvas = Canvas(size: CellSize(columns: 4, rows: 1))
        canvas.write("山川", column: 0, row: 0)
        canvas.write("x", column: 1, row: 0)
        #expect(canvas.lines(depth: .none) == [" x川"])
        canvas.write("y", column: 2, row: 0)
        #expect(canvas.lines(depth: .none) == [" xy"])
        canvas.write("山", column: 3, row: 0)
        #expect(canvas.lines(depth: .none) == [" xy"])
    }

    @Test func `spells out what could steer a terminal`() {
        var canvas = Canvas(size: CellSize(columns: 12, rows: 1))
        canvas.write("a\u{1B}[2J", column: 0, row: 0)
        #expect(canvas.lines(depth: .none) == ["a\\u{1B}[2J"])
    }

    @Test func `colours as far as the terminal does, and ends every line plain`() {
        var canvas = Canvas(size: CellSize(columns: 3, rows: 1))
        canvas.write("up", column: 0, row: 0, style: CellStyle(foreground: Color(0xD02010), isBold: true))
        #expect(canvas.lines(depth: .none) == ["up"])
        #expect(canvas.lines(depth: .eight) == ["\u{1B}[0;1;31mup\u{1B}[0m"])
        #expect(canvas.lines(depth: .palette256) == ["\u{1B}[0;1;38;5;160mup\u{1B}[0m"])
        #expect(canvas.lines(depth: .trueColor) == ["\u{1B}[0;1;38;2;208;32;16mup\u{1B}[0m"])
    }
}
