import ProfileRendering
import ProfileSupport
import TestSupport
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

    @Test func `spells out control characters`() {
        var canvas = Canvas(size: CellSize(columns: 12, rows: 1))
        canvas.write("a\u{1B}[2J", column: 0, row: 0)
        #expect(canvas.lines(depth: .none) == ["a\\u{1B}[2J"])
    }

    @Test func `uses the colours that the terminal supports, and resets them at every line's end`() {
        var canvas = Canvas(size: CellSize(columns: 3, rows: 1))
        canvas.write("up", column: 0, row: 0, style: CellStyle(foreground: Color(0xD02010), isBold: true))
        #expect(canvas.lines(depth: .none) == ["up"])
        #expect(canvas.lines(depth: .eight) == ["\u{1B}[0;1;31mup\u{1B}[0m"])
        #expect(canvas.lines(depth: .palette256) == ["\u{1B}[0;1;38;5;160mup\u{1B}[0m"])
        #expect(canvas.lines(depth: .trueColor) == ["\u{1B}[0;1;38;2;208;32;16mup\u{1B}[0m"])
    }
}

@Suite struct `A canvas as a picture` {
    /// Everything that is drawn in a special way.
    private static let sample: Canvas = {
        var canvas = Canvas(size: CellSize(columns: 48, rows: 10))
        let bright = CellStyle(foreground: Color(0xE05070), background: Color(0x303080))
        canvas.write("╭──────────────┬───────╮", column: 2, row: 0, style: .dim)
        canvas.write("│ Username     ┃ ○ ● ○ │", column: 2, row: 1)
        canvas.write("└──────────────┴━━━━━━━┘", column: 2, row: 2)
        canvas.write("g_kumar 漢字 ☃️ winter 🥾 👨‍👩‍👧‍👦 end", column: 2, row: 3, style: .bold)
        canvas.write("⬢ First Hike  → Sølvhare", column: 2, row: 4, style: CellStyle(foreground: Color(0xF0A060)))
        canvas.write("▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓▔▕▖▗▘▙▚▛▜▝▞▟▀▀▀", column: 2, row: 5)
        canvas.write("▀▀▀▄▄▄███", column: 2, row: 6, style: bright)
        canvas.write(" reversed ", column: 14, row: 7, style: .reversed)
        canvas.write("under  lined ", column: 26, row: 7, style: CellStyle(isUnderlined: true))
        canvas.write("dim text", column: 2, row: 8, style: .dim)
        canvas.write("|" + String(repeating: "edge to edge  ", count: 4), column: 0, row: 9)
        return canvas
    }()

    @Test func `draws letters, symbols, blocks, lines and colours`() throws {
        let svg = Self.sample.svg(title: "profile")
        #expect(try GoldenFile("canvas.svg").difference(from: svg) == nil)
        #expect(XMLCheck.problem(in: svg) == nil)
    }

    @Test func `escapes all text`() {
        var canvas = Canvas(size: CellSize(columns: 40, rows: 1))
        canvas.write("</text><script>\"'&\u{202E}", column: 0, row: 0)
        let svg = canvas.svg(title: "<b title='\u{9B}'>&")
        #expect(XMLCheck.problem(in: svg) == nil)
        #expect(svg.contains("&lt;/text&gt;&lt;script&gt;&quot;&#39;&amp;\\u{202E}</text>"))
        #expect(svg.contains("<title>&lt;b title=&#39;\\u{9B}&#39;&gt;&amp;</title>"))
    }

    @Test func `gives each run of letters the width of its cells`() {
        var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
        canvas.write("ab cd  ef ☃️ g", column: 1, row: 0)
        let svg = canvas.svg(title: "")
        #expect(svg.contains("<text x=\"9\" y=\"13.5\" textLength=\"45\" fill=\"#d8dee6\">ab cd</text>"))
        #expect(svg.contains("<text x=\"72\" y=\"13.5\" textLength=\"18\" fill=\"#d8dee6\">ef</text>"))
        #expect(svg.contains("<text x=\"108\" y=\"13.5\" text-anchor=\"middle\" fill=\"#d8dee6\">☃️</text>"))
        #expect(svg.contains("<text x=\"126\" y=\"13.5\" fill=\"#d8dee6\">g</text>"))
    }

    @Test func `draws half blocks as adjoining rectangles`() {
        var canvas = Canvas(size: CellSize(columns: 3, rows: 2))
        for row in 0..<2 {
            canvas.write(
                "▀▀▀", column: 0, row: row, style: CellStyle(foreground: Color(0xFF0000), background: Color(0x0000FF)))
        }
        let svg = canvas.svg(title: "")
        for (y, height, colour) in [(0, 18, "#0000ff"), (0, 9, "#ff0000"), (18, 18, "#0000ff"), (18, 9, "#ff0000")] {
            #expect(
                svg.contains(
                    "<rect x=\"0\" y=\"\(y)\" width=\"27\" height=\"\(height)\" fill=\"\(colour)\" shape-rendering"))
        }
        #expect(!svg.contains("▀"))
    }

    @Test(arguments: [CellSize(columns: 0, rows: 0), CellSize(columns: 1, rows: 1), CellSize(columns: 300, rows: 90)])
    func `can have any size`(size: CellSize) {
        #expect(XMLCheck.problem(in: Canvas(size: size).svg(title: "empty")) == nil)
    }
}
