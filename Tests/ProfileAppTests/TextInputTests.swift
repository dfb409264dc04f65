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

    @Test func `takes an insertion whole or not at all`() {
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

    @Test func `takes no more than its limit, and then nothing of an insertion`() {
        var field = typed("ab", into: TextInput(limit: 4))
        _ = field.update(.paste("cde"))
        #expect(field.text == "ab")
        _ = field.update(.paste("cd"))
        #expect(field.text == "abcd")
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

    @Test func `composes a mark with the letter before it`() {
        let field = typed("e\u{301}x")
        #expect(field.text == "éx")
        #expect(field.cursor == 2)
        var other = TextInput("e")
        _ = other.update(.paste("\u{301}"))
        #expect((other.text, other.cursor) == ("é", 1))
    }

    @Test func `shows its placeholder while empty, and its suffix behind the text`() {
        let field = TextInput(placeholder: "workspace.db", suffix: ".db")
        #expect(drawn(field).text == "workspace.db")
        #expect(drawn(typed("ab", into: field)).text == "ab.db")
    }

    @Test func `keeps the cursor in sight`() {
        var field = typed("abcdefghijklmnop")
        #expect(drawn(field, width: 6, isFocused: true).text == "lmnop")
        #expect(drawn(field, width: 6, isFocused: true)[CellPoint(column: 5, row: 0)].style == .focused)
        _ = field.update(.key(.home))
        #expect(drawn(field, width: 6, isFocused: true).text == "abcdef")
        #expect(drawn(field, width: 6, isFocused: true)[CellPoint(column: 0, row: 0)].style == .focused)
        let wide = drawn(typed("山川山川"), width: 6, isFocused: true)
        #expect(wide.text == "山川")
        #expect(wide[CellPoint(column: 4, row: 0)].style == .focused)
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
    @Test func `shows a bullet per character, and keeps the text exactly`() {
        let field = HiddenInput()
        for character in "pä 🏔️" { _ = field.update(.key(.character(character))) }
        #expect(GateTest.isTyped("pä 🏔️", in: field.typed))
        var canvas = Canvas(size: CellSize(columns: 8, rows: 1))
        field.draw(on: &canvas, column: 0, row: 0, width: 8, isFocused: true)
        #expect(canvas.text == "••••")
        #expect(canvas[CellPoint(column: 4, row: 0)].style == .focused)
    }

    @Test func `leaves the line end of a paste out, and refuses other control characters`() {
        let field = HiddenInput()
        _ = field.update(.paste("correct horse\r\n"))
        #expect(GateTest.isTyped("correct horse", in: field.typed))
        _ = field.update(.paste("a\u{0}b"))
        _ = field.update(.paste("a\tb"))
        #expect(GateTest.isTyped("correct horse", in: field.typed))
    }

    @Test func `takes no more bytes than a passphrase has`() {
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
        #expect(field == HiddenInput())
        #expect(field.update(.key(.enter)) == false)
    }
}
