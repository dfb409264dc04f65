import ProfileRendering
import Sealing
import Testing

@testable import ProfileApp

@Suite struct `A text field` {
    private static let workspace = CharacterFilter.only("abcdefghijklmnopqrstuvwxyz0123456789-")

    private func typed(_ text: String, into field: TextInput = TextInput()) -> TextInput {
        var field = field
        for character in text { _ = field.update(.key(.character(character))) }
        return field
    }

    private func drawn(_ field: TextInput, width: Int = 12, isFocused: Bool = false) -> Canvas {
        var canvas = Canvas(size: CellSize(columns: width, rows: 1))
        field.draw(on: &canvas, column: 0, row: 0, width: width, isFocused: isFocused)
        return canvas
    }

    @Test func `accepts an insertion as a whole or not at all`() {
        var field = typed("summit", into: TextInput(filter: Self.workspace))
        _ = field.update(.paste("-club"))
        #expect(field.text == "summit-club")
        for refused in ["Club", "a b", "club\n", "ä", "a.b", "\u{1B}[2J"] {
            _ = field.update(.paste(refused))
            #expect(field.text == "summit-club")
        }
        _ = field.update(.key(.character("_")))
        #expect(field.text == "summit-club")
    }

    @Test func `shows a text that is longer than its limit, and lets it only become shorter`() {
        var field = TextInput("abcdef", limit: 4)
        #expect(field.text == "abcdef")
        _ = field.update(.key(.character("g")))
        #expect(field.text == "abcdef" && field.hasRefused)
        _ = field.update(.key(.backspace))
        #expect(field.text == "abcde")
    }

    @Test func `marks the edges beyond which the text goes on`() {
        var field = TextInput("one two three four")
        #expect(drawn(field, isFocused: true).text == "…three four")
        _ = field.update(.key(.home))
        #expect(drawn(field, isFocused: true).text == "one two thr…")
        #expect(drawn(TextInput("one two thr")).text == "one two thr")
        var wide = TextInput("山道山道山道山道")
        #expect(drawn(wide, isFocused: true).text.first == "…")
        #expect(drawn(wide, isFocused: true).cursor == CellPoint(column: 10, row: 0))
        _ = wide.update(.key(.home))
        #expect(drawn(wide, isFocused: true).text.trimmed.last == "…")
    }

    @Test func `accepts no more than its limit, and otherwise nothing of an insertion`() {
        var field = typed("ab", into: TextInput(limit: 4))
        _ = field.update(.paste("cde"))
        #expect(field.text == "ab")
        _ = field.update(.paste("cd"))
        #expect(field.text == "abcd")
    }

    @Test func `replaces a proposal on typing, and keeps one when only the cursor moves`() {
        let proposal = TextInput("root", limit: 8, isSelected: true)
        #expect(typed("Ada", into: proposal).text == "Ada")
        #expect(drawn(proposal, isFocused: true)[CellPoint(column: 0, row: 0)].style.isReversed)
        #expect(!drawn(proposal)[CellPoint(column: 0, row: 0)].style.isReversed)
        for key in [Key.backspace, .delete, .control("u"), .control("w")] {
            var field = proposal
            _ = field.update(.key(key))
            #expect(field.isEmpty)
        }
        for key in [Key.left, .right, .home, .end] {
            var field = proposal
            _ = field.update(.key(key))
            _ = field.update(.key(.end))
            #expect(typed("2", into: field).text == "root2")
        }
        var clicked = proposal
        clicked.click(column: 2, width: 12)
        #expect(typed("-", into: clicked).text == "ro-ot")
        // A refused insertion removes nothing.
        var refused = proposal
        _ = refused.update(.paste("much too long"))
        #expect(refused.text == "root" && refused.isSelected)
    }

    @Test func `never filters deleting`() {
        var field = TextInput("Not allowed", filter: .text)
        for _ in 0..<20 { _ = field.update(.key(.backspace)) }
        #expect(field.isEmpty)
    }

    @Test func `inserts and deletes at the cursor`() {
        var field = typed("hker")
        _ = field.update(.key(.home))
        _ = field.update(.key(.right))
        _ = field.update(.key(.character("i")))
        #expect((field.text, field.cursor) == ("hiker", 2))
        _ = field.update(.key(.delete))
        #expect((field.text, field.cursor) == ("hier", 2))
        _ = field.update(.key(.left))
        _ = field.update(.key(.backspace))
        #expect((field.text, field.cursor) == ("ier", 0))
        _ = field.update(.key(.backspace))
        _ = field.update(.key(.left))
        #expect((field.text, field.cursor) == ("ier", 0))
        _ = field.update(.key(.end))
        _ = field.update(.key(.delete))
        _ = field.update(.key(.right))
        #expect((field.text, field.cursor) == ("ier", 3))
        _ = field.update(.key(.control("a")))
        _ = field.update(.key(.right))
        _ = field.update(.key(.control("u")))
        #expect((field.text, field.cursor) == ("er", 0))
        _ = field.update(.key(.control("e")))
        #expect(field.cursor == 2)
        _ = field.update(.key(.control("u")))
        #expect((field.text, field.cursor) == ("", 0))
        #expect(field.update(.key(.enter)) == false)
    }

    @Test func `jumps over words and deletes them, with the keys of shells`() {
        var field = TextInput("the long way, home")
        func press(_ key: Key) -> String {
            _ = field.update(.key(key))
            return String(field.text.prefix(field.cursor)) + "|" + String(field.text.dropFirst(field.cursor))
        }
        #expect(press(.wordLeft) == "the long way, |home")
        #expect(press(.alt("b")) == "the long |way, home")
        #expect(press(.wordRight) == "the long way|, home")
        #expect(press(.control("w")) == "the long |, home")
        #expect(press(.alt("f")) == "the long , home|")
        #expect(press(.control("a")) == "|the long , home")
        #expect(press(.alt("d")) == "| long , home")
        #expect(press(.right) == " |long , home")
        #expect(press(.control("k")) == " |")
        #expect(press(.control("w")) == "|")
        for key in [Key.wordLeft, .wordRight, .control("w"), .control("k"), .alt("d")] { #expect(press(key) == "|") }
        #expect(field.update(.key(.alt("x"))) == false)
    }

    @Test func `reports a refused insertion until the next event`() {
        var field = TextInput(filter: Self.workspace)
        _ = field.update(.key(.character("A")))
        #expect(field.hasRefused)
        _ = field.update(.key(.character("a")))
        #expect(!field.hasRefused)
        _ = field.update(.paste("b c"))
        #expect(field.hasRefused)
    }

    @Test func `keeps vowel signs, flags and family emoji whole, with the cursor after them`() {
        for (text, cells) in [("नेपाल", 4), ("กำ", 2), ("🇳🇵", 2), ("👩‍👩‍👧", 6)] {
            let canvas = drawn(typed(text), isFocused: true)
            #expect(canvas.cursor == CellPoint(column: cells, row: 0), "\(text)")
            let shown = canvas.text.unicodeScalars.filter { $0 != " " }
            #expect(shown.elementsEqual(text.unicodeScalars.filter { $0 != "\u{200D}" }), "\(text)")
        }
        // A family emoji that arrived in parts is joined, and deleted as one.
        var field = typed("👩")
        _ = field.update(.paste("\u{200D}👧"))
        #expect(field.cursor == 1)
        _ = field.update(.key(.backspace))
        #expect(field.isEmpty)
    }

    @Test func `composes a mark with the letter before it`() {
        let field = typed("e\u{301}x")
        #expect(field.text == "éx")
        #expect(field.cursor == 2)
        var other = TextInput("e")
        _ = other.update(.paste("\u{301}"))
        #expect((other.text, other.cursor) == ("é", 1))
    }

    @Test func `shows its placeholder while empty, and its suffix after the text`() {
        let field = TextInput(placeholder: "workspace.db", suffix: ".db")
        #expect(drawn(field).text == "workspace.db")
        #expect(drawn(typed("ab", into: field)).text == "ab.db")
    }

    @Test func `keeps the cursor visible`() {
        var field = typed("abcdefghijklmnop")
        #expect(drawn(field, width: 6, isFocused: true).text == "…mnop")
        #expect(drawn(field, width: 6, isFocused: true).cursor == CellPoint(column: 5, row: 0))
        #expect(drawn(field, width: 6).cursor == nil)
        _ = field.update(.key(.home))
        #expect(drawn(field, width: 6, isFocused: true).text == "abcde…")
        #expect(drawn(field, width: 6, isFocused: true).cursor == CellPoint(column: 0, row: 0))
        let wide = drawn(typed("山川山川"), width: 6, isFocused: true)
        #expect(wide.text == "… 川")
        #expect(wide.cursor == CellPoint(column: 4, row: 0))
    }

    @Test func `puts the cursor where it is clicked`() {
        var field = typed("a山b")
        field.click(column: 1, width: 12)
        #expect(field.cursor == 1)
        field.click(column: 3, width: 12)
        #expect(field.cursor == 2)
        field.click(column: 40, width: 12)
        #expect(field.cursor == 3)
    }
}

@Suite struct `A hidden field` {
    @Test func `shows a bullet per character, and keeps the text exactly`() throws {
        let field = HiddenInput()
        for character in "pä 🏔️" { _ = field.update(.key(.character(character))) }
        #expect(GateTest.isTyped("pä 🏔️", in: try #require(field.typed.shared)))
        var canvas = Canvas(size: CellSize(columns: 8, rows: 1))
        field.draw(on: &canvas, column: 0, row: 0, width: 8, isFocused: true)
        #expect(canvas.text == "••••")
        #expect(canvas.cursor == CellPoint(column: 4, row: 0))
    }

    @Test func `takes a paste on one line, without its last line end, and refuses control characters`() throws {
        let field = HiddenInput()
        _ = field.update(.paste("correct horse\r\n"))
        var name = TextInput(limit: 64)
        _ = name.update(.paste("Ridge\n"))
        #expect(name.text == "Ridge" && !name.hasRefused)
        _ = name.update(.paste(" and\nback\tagain"))
        #expect(name.text == "Ridge and back again" && !name.hasRefused)
        _ = name.update(.paste("two\u{0}lines"))
        #expect(name.text == "Ridge and back again" && name.hasRefused)
        #expect(GateTest.isTyped("correct horse", in: try #require(field.typed.shared)))
        _ = field.update(.paste("a\u{0}b"))
        _ = field.update(.paste("a\tb"))
        #expect(GateTest.isTyped("correct horse", in: try #require(field.typed.shared)))
    }

    @Test func `accepts no more bytes than a passphrase may have`() {
        let field = HiddenInput()
        _ = field.update(.paste(String(repeating: "x", count: 127)))
        _ = field.update(.paste("ä"))
        #expect(field.typed.byteCount == 127)
        _ = field.update(.paste("y"))
        #expect(field.typed.byteCount == 128)
        _ = field.update(.key(.backspace))
        #expect(field.typed.byteCount == 127)
        _ = field.update(.key(.control("u")))
        #expect(field.isEmpty)
        #expect(field.update(.key(.enter)) == .unused)
        #expect(field.update(.paste("x\u{7}")) == .refused)
    }
}
