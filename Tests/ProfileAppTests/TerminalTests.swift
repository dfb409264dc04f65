import Glibc
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `Output to the terminal` {
    init() {
        _ = setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test(arguments: [
        ("abcdef", "abcdef", ""), ("abcdef", "abXdYf", "XdY"), ("abcdef", "Xbcdef", "X"), ("abcdef", "abcdeX", "X"),
        // Half of a wide character is never replaced alone.
        ("山cdef", "abcdef", "ab"), ("abcdef", "山cdef", "山"), ("a山def", "ab山ef", "b山"), ("山山ef", "a山def", "a山d"),
        ("山cdef", "水cdef", "水"), ("ab山", "ab水", "水"),
    ])
    func `draws of a row what changed, with whole wide characters`(before: String, after: String, drawn: String) {
        func row(_ text: String) -> ArraySlice<Canvas.Cell> {
            var canvas = Canvas(size: CellSize(columns: 6, rows: 2))
            canvas.write(text, column: 0, row: 1)
            return canvas.row(1)
        }
        let new = row(after)
        let changes = new.changes(since: row(before))
        #expect(String(new[changes].compactMap(\.character)) == drawn)
        #expect(changes.count == drawn.cells)
    }

    @Test(
        arguments: [
            ("a", 1, [0x61], 1), ("🔒", 2, [0x1F512], 2), ("e\u{301}", 1, [0x65, 0x301], 1),
            // A selector requests the emoji form of a narrow symbol, and terminals differ in whether that makes it
            // wide.
            ("☃️", 2, [0x26C4], 2), ("⛰️", 2, [0x1F5FB], 2), ("❤️", 2, [0x2764], 1), ("👩‍👩‍👧", 2, [0x1F469], 2),
            ("\u{E000}", 1, [0xE000], 1),
        ] as [(Character, Int, [Int32], Int)])
    func `writes a character as scalars of known width`(
        character: Character, cells: Int, scalars: [Int32], width: Int
    ) {
        let glyph = CursesGlyph(character, cells: cells)
        #expect(glyph.scalars == scalars)
        #expect(glyph.cells == width)
    }

    @Test func `writes each part of a character in separate cells`() {
        for text in ["नेपाल", "กำ", "🇳🇵", "👩‍👩‍👧", "👍🏽"] {
            var canvas = Canvas(size: CellSize(columns: 12, rows: 1))
            let end = canvas.write(text, column: 0, row: 0)
            var cells = 0
            for (column, cell) in canvas.cells.prefix(end).enumerated() {
                guard let character = cell.character else { continue }
                let isWide = canvas.cells[column + 1].character == nil
                let glyph = CursesGlyph(character, cells: isWide ? 2 : 1)
                #expect(glyph.scalars != [0x3F], "\(text)")
                // Counted as ncurses does, so that it never loses its position.
                #expect(glyph.cells == (isWide ? 2 : 1), "\(text)")
                cells += glyph.cells
            }
            #expect(cells == end, "\(text)")
        }
    }

    @Test func `uses no more cells for a character than its canvas has, and no more scalars than ncurses holds`() {
        #expect(CursesGlyph("🔒", cells: 1).scalars == [0x3F])
        let pile = Character("e" + String(repeating: "\u{301}", count: 40))
        #expect(CursesGlyph(pile, cells: 1).scalars.count == 5)
    }

    @Test func `takes xterm's description for its relatives if their own isn't installed, and for no others`() {
        for name in ["xterm-kitty", "xterm-ghostty", "alacritty", "foot-extra", "wezterm", "st-256color"] {
            #expect(TerminalPalette.substitute(for: name) == "xterm-256color", "\(name)")
        }
        for name in ["dumb", "linux", "vt100", "no-such-terminal", ""] {
            #expect(TerminalPalette.substitute(for: name) == nil, "\(name)")
        }
    }

    @Test(
        arguments: [
            ("xterm-256color", "truecolor", ColorDepth.trueColor, "xterm-direct"),
            ("xterm-256color", "24bit", .trueColor, "xterm-direct"),
            ("xterm-256color", nil, .trueColor, "xterm-256color"),
            ("xterm-256color", "truecolor", .none, "xterm-256color"),
            ("xterm", "truecolor", .trueColor, "xterm-direct"),
            ("xterm-kitty", "truecolor", .trueColor, "kitty-direct"), ("foot", "truecolor", .trueColor, "xterm-direct"),
            ("xterm-ghostty", "truecolor", .trueColor, "xterm-direct"),
            ("wezterm", "24bit", .trueColor, "xterm-direct"),
            ("alacritty", "truecolor", .trueColor, "alacritty-direct"),
            // These don't understand xterm's colours, whatever the terminal around them has announced.
            ("screen-256color", "truecolor", .trueColor, "screen-256color"),
            ("linux", "truecolor", .trueColor, "linux"),
        ] as [(String, String?, ColorDepth, String)])
    func `uses true colour only when the terminal and its terminfo entry support it`(
        term: String, colorTerm: String?, depth: ColorDepth, name: String
    ) {
        var environment = ["TERM": term]
        environment["COLORTERM"] = colorTerm
        // With the real entries of terminfo.
        #expect(TerminalPalette.terminalName(depth: depth, environment: environment) == name)
        if name.hasSuffix("-direct") {
            #expect(TerminalPalette.terminalName(depth: depth, environment: environment) { _ in false } == term)
        }
    }
}
