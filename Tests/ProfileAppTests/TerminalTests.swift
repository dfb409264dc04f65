import Glibc
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `On the terminal` {
    init() {
        _ = setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test(
        arguments: [
            ("a", 1, [0x61], 1), ("🔒", 2, [0x1F512], 2), ("e\u{301}", 1, [0x65, 0x301], 1),
            // The picture of a narrow sign is asked for by a selector, and terminals differ in whether that makes it wide.
            ("☃️", 2, [0x2603], 1), ("👩‍👩‍👧", 2, [0x1F469], 2), ("\u{E000}", 1, [0xE000], 1),
        ] as [(Character, Int, [Int32], Int)])
    func `a character is placed as a scalar whose width is known`(
        character: Character, cells: Int, scalars: [Int32], width: Int
    ) {
        let glyph = CursesGlyph(character, cells: cells)
        #expect(glyph.scalars == scalars)
        #expect(glyph.cells == width)
    }

    @Test func `a character never takes more cells than the canvas gave it, nor more scalars than ncurses keeps`() {
        #expect(CursesGlyph("🔒", cells: 1).scalars == [0x3F])
        let pile = Character("e" + String(repeating: "\u{301}", count: 40))
        #expect(CursesGlyph(pile, cells: 1).scalars.count == 5)
    }

    @Test(
        arguments: [
            ("xterm-256color", "truecolor", ColorDepth.trueColor, "xterm-direct"),
            ("xterm-256color", "24bit", .trueColor, "xterm-direct"),
            ("xterm-256color", nil, .trueColor, "xterm-256color"),
            ("xterm-256color", "truecolor", .none, "xterm-256color"), ("foot", "truecolor", .trueColor, "foot"),
            ("xterm", "truecolor", .trueColor, "xterm-direct"),
        ] as [(String, String?, ColorDepth, String)])
    func `colours as they are need a terminal that says so and an entry that knows how`(
        term: String, colorTerm: String?, depth: ColorDepth, name: String
    ) {
        var environment = ["TERM": term]
        environment["COLORTERM"] = colorTerm
        let chosen = TerminalPalette.terminalName(depth: depth, environment: environment) { $0 == "xterm-direct" }
        #expect(chosen == name)
    }
}
