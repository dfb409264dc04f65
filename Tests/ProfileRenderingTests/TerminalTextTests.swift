import ProfileRendering
import SeededRandom
import Testing

@Suite struct TerminalTextTests {
    @Test(arguments: [
        "", "g_kumar", "Łódź → 漢字", "e\u{301}", "👨‍👩‍👧‍👦", "☃️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می\u{200C}خواهم", "a\\b", "\u{A0}",
    ])
    func `text that only shows is left as it is`(text: String) {
        #expect(Array(text.terminalSafe.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb", "a\\u{A}b"), ("a\tb", "a\\u{9}b"), ("\r\n", "\\u{D}\\u{A}"),
        ("\0", "\\u{0}"),
        ("\u{7F}", "\\u{7F}"), ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{61C}", "\\u{61C}"),
        ("\u{200E}\u{200F}", "\\u{200E}\\u{200F}"),
        ("\u{2028}", "\\u{2028}"), ("\u{FEFF}a", "\\u{FEFF}a"), ("\u{E000}", "\\u{E000}"),
        ("e\u{301}\u{1B}\u{301}", "e\u{301}\\u{1B}\u{301}"),
    ])
    func `what steers a terminal is spelled out`(text: String, shown: String) {
        #expect(Array(text.terminalSafe.unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `a part of a text is made safe as well as a whole one`() {
        #expect("ab\u{1B}c".dropFirst().terminalSafe == "b\\u{1B}c")
    }

    @Test func `every scalar below U+3000 comes out without steering`() {
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(!String(Character(scalar)).terminalSafe.unicodeScalars.contains(where: Self.steers))
        }
    }

    @Test(arguments: 0..<4)
    func `random text never comes out with a control, a C1 or a bidi control`(seed: UInt64) {
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
            // One expectation a text would take most of the time.
            if safe.unicodeScalars.contains(where: Self.steers)
                || safe.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
            {
                Issue.record("\(scalars.map(\.value)) came out as \(safe.unicodeScalars.map(\.value))")
            }
            #expect(safe.terminalSafe == safe)
        }
        #expect(steered > 10_000)
    }

    /// By number, not by the property that the code asks for: C0, C1, and Unicode's Bidi_Control and separators.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
