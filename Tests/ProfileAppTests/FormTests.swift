import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `A form` {
    private enum Name { case name, length, kind, notes }

    private var form = Form<Name>([
        Form.Field(.name, "Name", .text(TextInput("Loop", limit: 8))),
        Form.Field(.length, "Length", .text(TextInput("7"), width: 8, unit: "km")),
        Form.Field(.kind, "Kind", .choice(["walking", "running", "riding"], chosen: 1)),
        Form.Field(.notes, "Notes", .notes(TextArea("one\ntwo", limit: 64))),
    ])

    private func layout(_ size: CellSize = Sample.terminal) -> Form<Name>.Layout {
        Form.Layout(form, in: size, problems: [.name: "is wrong", .length: "is long"], showsMissing: false)
    }

    @discardableResult
    private mutating func press(_ keys: Key...) -> Form<Name>.Outcome {
        keys.map { form.update(.key($0), in: layout()) }.last ?? .nothing
    }

    private mutating func click(_ text: String, offset: Int = 0) -> Form<Name>.Outcome {
        guard let start = Sample.place(of: text, in: drawn()) else { return .nothing }
        return form.update(.click(CellPoint(column: start.column + offset, row: start.row)), in: layout())
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

    @Test mutating func `chooses with the arrow keys up to the ends, with Space all around, and by a click`() {
        press(.tab, .tab)
        #expect(form.isChoosing && form.focused == .kind)
        press(.right, .right, .right)
        #expect(form.text(.kind) == "riding")
        press(" ")
        #expect(form.text(.kind) == "walking")
        press(.left)
        #expect(form.text(.kind) == "walking")
        press(.tab)
        #expect(click("running", offset: 1) == .nothing)
        #expect(form.text(.kind) == "running" && form.focused == .kind)
    }

    @Test mutating func `puts the cursor where a text is clicked`() {
        press(.tab)
        #expect(click("Loop", offset: 2) == .nothing)
        press("-")
        #expect(form.text(.name) == "Lo-op" && form.focused == .name)
    }

    @Test mutating func `moves through its lines and its buttons, and is saved or left with them`() {
        press(.enter, .enter, .enter)
        #expect(form.focused == .notes, "Enter goes on to the next field")
        press(.up, .up)
        #expect(form.focused == .kind, "the first Up stays in the notes")
        press(.down, .down, .down)
        #expect(press(.enter) == .save)
        press(.right)
        #expect(press(" ") == .leave)
        press(.left)
        #expect(press(" ") == .save)
        #expect(click("( Cancel )") == .leave && click("( Save )") == .save)
    }

    @Test mutating func `rings for what it refuses, and says so until the next change`() {
        let paste = Event.paste(String(repeating: "x", count: 9))
        #expect(form.update(paste, in: layout()) == .bell && form.message == TextInput.tooLong)
        press("!")
        #expect(form.message.isEmpty)
    }

    @Test mutating func `shows problems below their fields, and in a low window the focused one's alone`() {
        let high = drawn().joined(separator: "\n")
        #expect(high.contains("is wrong") && high.contains("is long"))
        #expect(high.contains("walking  [running]  riding") && high.contains("km"))
        let low = CellSize(columns: 32, rows: 16)
        #expect(drawn(low).contains { $0.contains("is wrong") } && !drawn(low).contains { $0.contains("is long") })
        #expect(drawn(low).contains { $0.contains("[running]") && !$0.contains("walking") })
        press(.control("u"))
        #expect(!drawn().contains { $0.contains("is wrong") }, "nothing was typed yet")
    }
}
