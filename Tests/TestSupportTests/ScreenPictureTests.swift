import TestSupport
import Testing

@Suite struct `The picture of a screen` {
    private func picture(_ text: String, rows: Int = 4, columns: Int = 8) -> ScreenPicture {
        var picture = ScreenPicture(rows: rows, columns: columns)
        picture.feed(text.utf8)
        return picture
    }

    @Test(arguments: [
        ("ab\r\ncd", ["ab", "cd", "", ""]), ("\u{1B}[2;3Hx", ["", "  x", "", ""]),
        ("abcdefghij", ["abcdefgh", "ij", "", ""]), ("abcdefgh\rX", ["Xbcdefgh", "", "", ""]),
        ("1\r\n2\r\n3\r\n4\r\n5", ["2", "3", "4", "5"]), ("abc\u{1B}[1;2H\u{1B}[K", ["a", "", "", ""]),
        ("abc\u{1B}[2J", ["", "", "", ""]), ("abcd\u{1B}[1;2H\u{1B}[2P", ["ad", "", "", ""]),
        ("abcd\u{1B}[1;2H\u{1B}[2@", ["a  bcd", "", "", ""]), ("abcd\u{1B}[1;2H\u{1B}[2X", ["a  d", "", "", ""]),
        ("-\u{1B}[3b|", ["----|", "", "", ""]), ("1\r\n2\u{1B}[1;1H\u{1B}M0", ["0", "1", "2", ""]),
        ("1\r\n2\r\n3\u{1B}[1;2r\u{1B}[2;1H\nX", ["2", "X", "3", ""]), ("🔒x", ["🔒x", "", "", ""]),
        ("e\u{301}!", ["e\u{301}!", "", "", ""]), ("\u{1B}]0;title\u{7}a\u{1B}(Bb", ["ab", "", "", ""]),
        ("🔒x\rab", ["abx", "", "", ""]), ("🔒x\ra", ["a x", "", "", ""]), ("🔒x\u{1B}[1;2Ha", [" ax", "", "", ""]),
        ("1\r\n2\u{1B}[1;1H\u{1B}[L", ["", "1", "2", ""]), ("a\u{1B}[1;31mb", ["ab", "", "", ""]),
    ])
    func `shows what a terminal would show`(text: String, lines: [String]) {
        #expect(picture(text).lines == lines)
    }

    @Test func `is the same however the bytes are split`() {
        let text = "🔒\u{1B}[2;3Hx\u{1B}[?1049h"
        var picture = ScreenPicture(rows: 4, columns: 8)
        for byte in text.utf8 { picture.feed([byte]) }
        #expect(picture.isAlternate)
        picture.feed("\u{1B}[?1049l".utf8)
        #expect(picture.lines == ["🔒", "  x", "", ""])
    }

    @Test func `has modes, the cursor, colours and the bell`() {
        let shown = picture("\u{1B}[?1000;1006h\u{1B}[?25l\u{7}\u{1B}[1mbold\u{1B}[0;10;39;49m")
        #expect(shown.modes == [1000, 1006])
        #expect(!shown.showsCursor)
        #expect(shown.bells == 1)
        #expect(!shown.usesColor)
        #expect(picture("\u{1B}[38;5;3m").usesColor)
        #expect(picture("\u{1B}[97m").usesColor)
    }
}
