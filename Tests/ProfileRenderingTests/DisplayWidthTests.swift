import ProfileRendering
import SeededRandom
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("a", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("ø", 1), ("–", 1), ("…", 1), ("⬢", 1),
        ("→", 1), ("漢", 2), ("漢字", 4), ("한", 2), ("\u{1100}\u{1161}", 2), ("ひらがな", 8), ("ｱ", 1), ("Ａ", 2), ("、", 2),
        ("𠮷", 2), ("🥾", 2), ("🌷", 2), ("☃️", 2), ("☃", 1), ("❤️", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 8), ("🇨🇭", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        ("Sølvhare", 8), ("Lonesome Ridge Trail", 20), ("हि", 2), ("א", 1), ("1️⃣", 2), ("1", 1), ("👩🏽‍🚀", 4), ("🇨", 1),
        ("🇨🇭🇸🇪", 4), ("각", 2), ("ㄱ", 2), ("〈", 2), ("🈂", 2),
        ("a\u{FE0F}", 1), ("n\u{303}\u{323}", 1), ("🏳️‍🌈", 4), ("नेपाल", 4), ("กำ", 2), ("①", 1), ("☃\u{FE0E}", 1),
    ])
    func `a text has as many cells as a terminal gives it`(text: String, cells: Int) {
        #expect(text.cells == cells)
    }

    @Test(arguments: [
        ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("", 2, "  "), ("", 0, ""), ("abc", 1, "…"),
        ("漢字", 4, "漢字"), ("漢字", 3, "漢…"), ("漢字", 2, "… "), ("a漢字", 4, "a漢…"), ("a漢字", 3, "a… "), ("🥾🥾", 3, "🥾…"),
        ("Sølvhare", 8, "Sølvhare"), ("Sølvhare", 6, "Sølvh…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("漢abc", 2, "… "), ("a漢bc", 3, "a… "),
    ])
    func `a text is cut or filled to its column`(text: String, width: Int, fitted: String) {
        #expect(text.fitted(to: width) == fitted)
    }

    @Test(arguments: 0..<4)
    func `fitted text always has exactly its width`(seed: UInt64) {
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
