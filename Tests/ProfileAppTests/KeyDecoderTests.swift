import CCurses
import Testing

@testable import ProfileApp

@Suite struct `What the terminal sends` {
    private func events(_ inputs: [CursesInput]) -> [Event] {
        var decoder = KeyDecoder()
        return inputs.flatMap { decoder.decode($0) } + decoder.flush()
    }

    private func typed(_ text: String) -> [CursesInput] { text.unicodeScalars.map { .scalar($0) } }

    @Test(arguments: [
        ("\r", Key.enter), ("\n", .enter), ("\t", .tab), ("\u{1B}", .escape), ("\u{7F}", .backspace),
        ("\u{8}", .backspace), ("\u{C}", .control("l")), ("\u{1}", .control("a")), ("\u{1A}", .control("z")),
        ("a", .character("a")), (" ", .character(" ")), ("å", .character("å")), ("🌷", .character("🌷")),
    ])
    func `is a key, for a control character as for any other`(text: String, key: Key) {
        #expect(events(typed(text)) == [.key(key)])
    }

    @Test func `is no key for controls that mean nothing`() {
        #expect(events(typed("\u{0}\u{1C}\u{1F}\u{80}\u{9B}")).isEmpty)
    }

    @Test func `is one key for an emoji of several scalars, and for a letter with its mark`() {
        #expect(events(typed("👩‍👩‍👧")) == [.key(.character("👩‍👩‍👧"))])
        #expect(events(typed("e\u{301}x")) == [.key(.character("é")), .key(.character("x"))])
    }

    @Test func `keeps its order between characters and keys`() {
        let inputs = typed("a") + [.code(KEY_UP)] + typed("b\r")
        #expect(events(inputs) == [.key(.character("a")), .key(.up), .key(.character("b")), .key(.enter)])
    }

    @Test(arguments: [
        (KEY_BTAB, Key.backTab), (KEY_DC, .delete), (KEY_HOME, .home), (KEY_END, .end), (KEY_NPAGE, .pageDown),
        (KEY_PPAGE, .pageUp), (KEY_LEFT, .left), (KEY_RIGHT, .right), (KEY_DOWN, .down), (KEY_ENTER, .enter),
        (KEY_BACKSPACE, .backspace),
    ])
    func `is the key that ncurses names`(code: Int32, key: Key) {
        #expect(events([.code(code)]) == [.key(key)])
    }

    @Test func `is one paste between its marks, with the keys before and after it`() {
        let inputs =
            typed("a") + [.code(KeyDecoder.pasteBegins)] + typed("b\rc\u{1B}") + [.code(KEY_UP)]
            + [.code(KeyDecoder.pasteEnds)] + typed("d")
        #expect(events(inputs) == [.key(.character("a")), .paste("b\nc\u{1B}"), .key(.character("d"))])
    }

    @Test func `ends a paste whose end was lost, and drops what is too long`() {
        var decoder = KeyDecoder()
        _ = decoder.decode(.code(KeyDecoder.pasteBegins))
        for _ in 0..<KeyDecoder.longestPaste + 10 { _ = decoder.decode(.scalar("x")) }
        #expect(decoder.isPasting)
        #expect(decoder.endPaste() == [.paste(String(repeating: "x", count: KeyDecoder.longestPaste))])
        #expect(!decoder.isPasting)
        #expect(decoder.endPaste().isEmpty)
    }

    @Test func `the end of no paste is nothing`() {
        #expect(events([.code(KeyDecoder.pasteEnds)]).isEmpty)
    }
}
