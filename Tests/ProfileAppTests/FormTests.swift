import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `A form` {
    private enum Name { case name, length, kind, notes, tags }

    private var form = Form<Name>([
        Form.Field(.name, "Name", .text(TextInput("Loop", limit: 8))),
        Form.Field(.length, "Length", .text(TextInput("7"), width: 8, unit: "km")),
        Form.Field(.kind, "Kind", .choice(["walking", "running", "riding"], chosen: 1)),
        Form.Field(.tags, "Tags", .tags(TagInput(["wet"], inUse: ["boots", "wet"], placeholder: ""))),
        Form.Field(.notes, "Notes", .notes(TextArea("one\ntwo", limit: 64))),
    ])

    private func layout(_ size: CellSize = Sample.terminal) -> Form<Name>.Layout {
        Form.Layout(form, in: size, problems: [.name: "is wrong", .length: "is long"])
    }

    @discardableResult
    private mutating func press(_ keys: Key...) -> Form<Name>.Outcome {
        keys.map { form.update(.key($0), in: layout()) }.last ?? .nothing
    }

    /// Clicks on a text, or some columns after its start.
    @discardableResult
    private mutating func click(
        _ text: String, offset: Int = 0, _ size: CellSize = Sample.terminal
    ) throws -> Form<Name>.Outcome {
        let start = try #require(Sample.place(of: text, in: drawn(size)))
        return form.update(.click(CellPoint(column: start.column + offset, row: start.row)), in: layout(size))
    }

    private func drawn(_ size: CellSize = Sample.terminal) -> [String] {
        var canvas = Canvas(size: size)
        form.draw(on: &canvas, in: layout(size))
        return canvas.lines(depth: .none)
    }

    @Test mutating func `knows what was edited, and that an edit was taken back`() {
        #expect(!form.isEdited)
        press("!")
        #expect(form.isEdited(.name) && !form.isEdited(.length) && form.text(.name) == "Loop!")
        press(.backspace)
        #expect(!form.isEdited)
    }

    @Test mutating func `shows what was changed elsewhere, but not over what is typed`() {
        press("!")
        form.follow(.name, .text(TextInput("Theirs")))
        form.follow(.kind, .choice(["walking", "running", "riding"], chosen: 2))
        #expect(form.text(.name) == "Loop!" && form.isEdited(.name))
        #expect(form.choice(.kind) == 2 && !form.isEdited(.kind))
        form.follow(.name, .text(TextInput("Loop!")))
        #expect(!form.isEdited, "they typed the same")
    }

    @Test mutating func `chooses with the arrow keys up to the ends, with Space all around, and by a click`() throws {
        press(.tab, .tab)
        #expect(form.isChoosing && form.focused == .kind)
        press(.right, .right, .right)
        #expect(form.text(.kind) == "riding")
        press(" ")
        #expect(form.text(.kind) == "walking")
        press(.left)
        #expect(form.text(.kind) == "walking")
        press(.tab)
        try click("running", offset: 1)
        #expect(form.text(.kind) == "running" && form.focused == .kind)
        let narrow = CellSize(columns: 32, rows: 24)
        #expect(drawn(narrow).contains { $0.contains("riding") && !$0.contains("walking") }, "on a row of its own")
        try click("riding", narrow)
        #expect(form.text(.kind) == "riding")
        try click("riding", Self.low)
        #expect(form.text(.kind) == "walking", "where only one is shown, to the next one")
    }

    @Test mutating func `puts the cursor where a text is clicked, and leaves it where it is for a label`() throws {
        press(.tab)
        try click("Loop", offset: 2)
        press("-")
        #expect(form.text(.name) == "Lo-op" && form.focused == .name)
        try click("Name")
        press("-")
        #expect(form.text(.name) == "Lo--op")
        try click("two", offset: 1)
        press("-")
        #expect(form.text(.notes) == "one\nt-wo")
        try click("one", offset: 30)
        press("-")
        #expect(form.text(.notes) == "one-\nt-wo")
    }

    @Test mutating func `proposes the rest of a tag`() throws {
        try click("wet", offset: 3)
        for character in ", bo" { press(.character(character)) }
        #expect(drawn().contains { $0.contains("wet, boots") })
        press(.tab)
        #expect(!drawn().contains { $0.contains("boots") }, "it can't be accepted from there")
        try click("bo", offset: 2)
        press(.right)
        #expect(form.tags(.tags) == ["boots", "wet"] && form.isEdited(.tags))
    }

    @Test mutating func `moves through its lines and its buttons, and is saved or left with them`() throws {
        press(.enter, .enter, .enter, .enter)
        #expect(form.focused == .notes, "Enter goes on to the next field")
        press(.up, .up)
        #expect(form.focused == .tags, "the first Up stays in the notes")
        press(.down, .down, .down)
        #expect(press(.enter) == .save)
        press(.right)
        #expect(press(" ") == .leave)
        press(.left)
        #expect(press(" ") == .save)
        #expect(try click("( Cancel )") == .leave)
        #expect(try click("( Save )") == .save)
    }

    @Test mutating func `rings for what it refuses, and says so until the next change`() {
        let paste = Event.paste(String(repeating: "x", count: 9))
        #expect(form.update(paste, in: layout()) == .bell && form.message == TextInput.tooLong)
        press("!")
        #expect(form.message.isEmpty)
    }

    private static let low = CellSize(columns: 32, rows: 10)

    @Test mutating func `shows problems below their fields, and in a low window the focused one's alone`() {
        let high = drawn().joined(separator: "\n")
        #expect(high.contains("is wrong") && high.contains("is long"))
        #expect(high.contains("walking  [running]  riding") && high.contains("km"))
        let low = drawn(Self.low)
        #expect(low.contains { $0.contains("is wrong") } && !low.contains { $0.contains("is long") })
        #expect(low.contains { $0.contains("[running]") && !$0.contains("walking") })
        press(.control("u"))
        #expect(!drawn().contains { $0.contains("is wrong") }, "nothing was typed yet")
        form.refuse([.name: "is wrong"])
        #expect(drawn().contains { $0.contains("is wrong") } && form.focused == .name)
    }

    @Test mutating func `keeps the buttons and the message above the key line`() throws {
        form.message = "The place was changed elsewhere meanwhile. Save again to keep what you typed."
        for rows in 12...40 {
            let lines = drawn(CellSize(columns: 40, rows: rows)).dropLast()
            #expect(lines.contains { $0.contains("( Save )") } && lines.contains { $0.contains("you typed.") })
        }
    }
}
