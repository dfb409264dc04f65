import TestSupport
import Testing

@testable import ProfileRendering

@Suite struct StyledLineTests {
    @Test func `a line is harmless however it is written`() {
        let line = StyledLine("a\u{1B}[2J") + StyledLine("\u{202E}b", .bold)
        #expect(line.text == "a\\u{1B}[2J\\u{202E}b")
        #expect(line.spans.map(\.text) == ["a\\u{1B}[2J", "\\u{202E}b"])
        #expect(line.text(depth: .eight) == "a\\u{1B}[2J\u{1B}[0;1m\\u{202E}b\u{1B}[0m")
    }

    @Test func `a line has the length of its parts, and is drawn from a given column`() {
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
    func `text is wrapped between characters at each line's end`(text: String, width: Int, lines: [String]) {
        #expect(text.characterWrapped(to: width) == lines)
    }

    @Test func `spaces at the end of a line are dropped`() {
        #expect(StyledLine("a  ").text == "a")
        #expect((StyledLine("a ", .bold) + StyledLine("  ")).text(depth: .trueColor) == "\u{1B}[0;1ma\u{1B}[0m")
    }
}

@Suite struct TerminalTextTests {
    @Test(arguments: [
        "", "g_kumar", "Łódź → 漢字", "e\u{301}", "👨‍👩‍👧‍👦", "☃️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می\u{200C}خواهم", "a\\b", "\u{A0}",
        "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "葛\u{E0100}城",
    ])
    func `printable text is unchanged`(text: String) {
        #expect(Array(text.terminalSafe.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb", "a\\u{A}b"), ("a\tb", "a\\u{9}b"), ("\r\n", "\\u{D}\\u{A}"),
        ("\0", "\\u{0}"),
        ("\u{7F}", "\\u{7F}"), ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{61C}", "\\u{61C}"),
        ("\u{200E}\u{200F}", "\\u{200E}\\u{200F}"),
        ("\u{2028}", "\\u{2028}"), ("\u{FEFF}a", "\\u{FEFF}a"), ("\u{E000}", "\\u{E000}"),
        ("a\u{E0068}\u{E0069}", "a\\u{E0068}\\u{E0069}"), ("\u{E0001}x", "\\u{E0001}x"),
        ("\u{1F3F4}\u{E0068}\u{E007F}", "\u{1F3F4}\\u{E0068}\\u{E007F}"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{E0068}", "🏴\\u{E0067}\\u{E0062}\\u{E0073}\\u{E0063}\\u{E0074}\\u{E007F}\\u{E0068}"),
        ("e\u{301}\u{1B}\u{301}", "e\u{301}\\u{1B}\u{301}"),
        ("a\u{E0100}\u{E0101}\u{E0102}", "a\u{E0100}\\u{E0101}\\u{E0102}"),
        ("☃\u{FE0F}\u{FE0F}", "☃\u{FE0F}\\u{FE0F}"), ("\u{FE0F}a", "\\u{FE0F}a"),
        ("a\u{200D}\u{FE0F}", "a\u{200D}\\u{FE0F}"),
    ])
    func `control characters are spelled out`(text: String, shown: String) {
        #expect(Array(text.terminalSafe.unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `a substring is made safe like a whole text`() {
        #expect("ab\u{1B}c".dropFirst().terminalSafe == "b\\u{1B}c")
    }

    @Test func `every scalar below U+3000 becomes harmless`() {
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(!String(Character(scalar)).terminalSafe.unicodeScalars.contains(where: Self.steers))
        }
    }

    @Test(arguments: 0..<4) func `random text never has a C0, C1 or bidi control in the output`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        var steered = 0
        for _ in 0..<25_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &source) {
                let highest = [0x7F, 0xFF, 0x2100, 0xFFFF, 0x10_FFFF].randomElement(using: &source) ?? 0x7F
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...UInt32(highest), using: &source)) {
                    scalars.append(scalar)
                }
            }
            let text = String(scalars)
            let safe = text.terminalSafe
            steered += safe.unicodeScalars.elementsEqual(scalars) ? 0 : 1
            // One expectation per text would take most of the time.
            if safe.unicodeScalars.contains(where: Self.steers)
                || safe.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) || safe.terminalSafe != safe
            {
                Issue.record("\(scalars.map(\.value)) came out as \(safe.unicodeScalars.map(\.value))")
            }
        }
        #expect(steered > 10_000)
    }

    /// By number, not by the property that the code uses: C0, C1, and Unicode's Bidi_Control and separators.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("a", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("ø", 1), ("–", 1), ("…", 1), ("⬢", 1),
        ("→", 1), ("漢", 2), ("漢字", 4), ("한", 2), ("\u{1100}\u{1161}", 2), ("ひらがな", 8), ("ｱ", 1), ("Ａ", 2), ("、", 2),
        ("𠮷", 2), ("🥾", 2), ("🌷", 2), ("☃️", 2), ("☃", 1), ("❤️", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 8), ("🇨🇭", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        ("Sølvhare", 8), ("Lonesome Ridge Trail", 20), ("हि", 2), ("א", 1), ("1️⃣", 2), ("1", 1), ("👩🏽‍🚀", 4), ("🇨", 1),
        ("🇨🇭🇸🇪", 4), ("각", 2), ("ㄱ", 2), ("〈", 2), ("🈂", 2),
        ("a\u{FE0F}", 1), ("n\u{303}\u{323}", 1), ("🏳️‍🌈", 4), ("नेपाल", 4), ("กำ", 2), ("①", 1), ("☃\u{FE0E}", 1),
    ])
    func `text has the width in cells that terminals give it`(text: String, cells: Int) {
        #expect(text.cells == cells)
    }

    @Test(arguments: [
        ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("", 2, "  "), ("", 0, ""), ("abc", 1, "…"),
        ("漢字", 4, "漢字"), ("漢字", 3, "漢…"), ("漢字", 2, "… "), ("a漢字", 4, "a漢…"), ("a漢字", 3, "a… "), ("🥾🥾", 3, "🥾…"),
        ("Sølvhare", 8, "Sølvhare"), ("Sølvhare", 6, "Sølvh…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("漢abc", 2, "… "), ("a漢bc", 3, "a… "),
    ])
    func `text is cut or padded to its column`(text: String, width: Int, fitted: String) {
        #expect(text.fitted(to: width) == fitted)
    }

    @Test(arguments: 0..<4) func `fitted text always has exactly its width`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let pieces: [Character] = ["a", " ", "é", "e\u{301}", "漢", "한", "🥾", "☃️", "☃", "👨‍👩‍👧‍👦", "🇨🇭", "–", "Ａ", "ｱ"]
        for _ in 0..<3_000 {
            let text = String(
                (0..<Int.random(in: 0...20, using: &source)).compactMap { _ in
                    pieces.randomElement(using: &source)
                })
            let width = Int.random(in: 1...24, using: &source)
            let fitted = text.fitted(to: width)
            #expect(fitted.cells == width, "\(text) in \(width)")
            if text.cells <= width {
                #expect(fitted == text + String(repeating: " ", count: width - text.cells))
            } else {
                #expect(fitted.contains("…"))
            }
        }
    }
}
