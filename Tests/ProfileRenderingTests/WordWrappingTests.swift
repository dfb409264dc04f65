import ProfileRendering
import Testing

@Suite struct `Word wrapping` {
    @Test(arguments: [
        ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]), ("one two", 3, ["one", "two"]),
        ("one  two", 5, ["one", "two"]), ("one two three", 7, ["one two", "three"]), ("one two ", 7, ["one two"]),
        ("abcdefg", 3, ["abc", "def", "g"]), ("abcdef", 3, ["abc", "def"]), ("a bcdefg", 4, ["a", "bcde", "fg"]),
        (" abcdef", 4, [" abc", "def"]),
        ("漢字 漢", 4, ["漢字", "漢"]), ("漢字", 3, ["漢", "字"]), ("漢字", 1, ["漢", "字"]), ("ab", 0, ["a", "b"]),
    ])
    func `breaks lines at spaces, and words only when they are longer than a line`(
        text: String, width: Int, lines: [String]
    ) {
        #expect(text.wordWrapped(to: width) == lines)
    }

    @Test(arguments: [
        ("name: one two three", 14, 6, ["name: one two", "      three"]),
        ("name: abcdefghijkl", 14, 6, ["name: abcdefgh", "      ijkl"]),
        // A line has room for eight cells after its indent.
        ("name: one two", 10, 6, ["name: one", "  two"]),
        ("one two", 4, 6, ["one", "two"]),
        ("a bcdefghijkl", 12, 3, ["a bcdefghijk", "   l"]),
    ])
    func `indents all lines but the first, which isn't broken before the indent's column`(
        text: String, width: Int, indent: Int, lines: [String]
    ) {
        #expect(text.wordWrapped(to: width, indent: indent) == lines)
    }
}
