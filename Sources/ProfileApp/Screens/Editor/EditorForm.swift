internal import ProfileKit
internal import ProfileRendering

/// The editor's form, drawn on a canvas of its full length, of which the screen shows a section.
///
/// The focused field is marked `›`. A field that differs from the committed value that the draft started from is marked
/// `•`.
struct EditorForm {
    private(set) var canvas: Canvas
    private(set) var touches = ClickMap<EditorScreen.Target>()
    private var ranges: [EditorScreen.Focus: Range<Int>] = [:]
    /// The number of lines in use.
    private(set) var lineCount = 0
    private let screen: EditorScreen
    /// Whether labels are above their fields, not beside them.
    private let isNarrow: Bool
    /// Whether to omit spaces around choices: without them, the smallest terminal has room for the four seasons.
    private let isTight: Bool

    init(_ screen: EditorScreen, width: Int) {
        self.screen = screen
        (isNarrow, isTight) = (width < 64, width < 48)
        // Long enough for every form, since each message is limited to a few lines.
        canvas = Canvas(size: CellSize(columns: width, rows: 12 * (screen.fields.count + 1)))
        lineCount = isNarrow ? 0 : 1
        for field in screen.fields { add(field) }
        changesElsewhere()
        buttons()
    }

    /// The lines of a field, with the problems below it.
    func lines(of focus: EditorScreen.Focus) -> Range<Int> { ranges[focus] ?? 0..<1 }

    private mutating func add(_ field: EditorField) {
        let first = lineCount
        switch field.control {
        case .text(let input): addText(input, field)
        case .segments(_, let isToggle): addSegments(field, isToggle: isToggle)
        case .day(let picker): addDay(picker, field)
        }
        for problem in screen.problems where problem.field == field.name {
            write("\(field.field.label) \(problem.formRequirement)", style: .danger)
        }
        ranges[.field(field.name)] = first..<lineCount
        if !isNarrow { lineCount += 1 }
    }

    private mutating func addText(_ input: TextInput, _ field: EditorField) {
        let column = label(field, isInline: !isNarrow)
        let width = max(1, canvas.size.columns - column - 1)
        let area = CellRectangle(column: column, row: lineCount, columns: width, rows: 1)
        input.draw(
            on: &canvas, column: column, row: lineCount, width: width, isFocused: screen.focus == .field(field.name))
        touches.add(.text(field.name, area), at: area)
        lineCount += 1
    }

    private mutating func addSegments(_ field: EditorField, isToggle: Bool) {
        let isInline = isToggle || !isNarrow
        let column = label(field, isInline: isInline)
        let segments = field.segments(
            in: screen.draft.profile, isFocused: screen.focus == .field(field.name),
            isTight: isTight && !isToggle)
        for (area, value) in segments.draw(on: &canvas, column: isInline ? column : 0, row: lineCount) {
            touches.add(.choice(field.name, value), at: area)
            lineCount = max(lineCount, area.origin.row)
        }
        lineCount += 1
    }

    private mutating func addDay(_ picker: DatePicker, _ field: EditorField) {
        var column = label(field, isInline: !isNarrow)
        let start = column
        for part in DatePicker.Part.allCases {
            column = stepper(part, of: picker, field, column: column)
        }
        lineCount += 1
        let range = picker.range
        let isBounded = range != Day.all && !isNarrow
        let note = "\(picker.day.weekdayName), \(picker.day.distance(from: screen.today))"
        let limits = isBounded ? "from \(range.lowerBound.spelled) to \(range.upperBound.spelled)" : ""
        var lines = [(note, CellStyle.faint)]
        // A second line in any case, so that what is below stays in its place while the day changes.
        if !screen.problems.contains(where: { $0.field == field.name }) {
            lines.append(picker.message.map { ($0, .warning) } ?? (limits, .faint))
        }
        let room = canvas.size.columns - start - 1
        for (line, style) in lines {
            canvas.write(line.cells > room ? line.fitted(to: room) : line, column: start, row: lineCount, style: style)
            lineCount += 1
        }
    }

    /// Draws a part of the date between arrows that can be clicked: `‹ May ›`.
    ///
    /// - Returns: the column of the next part.
    private mutating func stepper(
        _ part: DatePicker.Part, of picker: DatePicker, _ field: EditorField, column: Int
    ) -> Int {
        let isFocused = screen.focus == .field(field.name) && picker.part == part
        touches.add(.step(field.name, part, -1), at: CellRectangle(column: column, row: lineCount, columns: 2, rows: 1))
        var end = canvas.write("‹ ", column: column, row: lineCount, style: .faint)
        // Padded to the widest value, so that the arrows stay under the mouse.
        let width = part == .day ? 2 : part == .month ? 9 : 4
        if isFocused { canvas.cursor = CellPoint(column: end, row: lineCount) }
        end = canvas.write(
            picker.text(of: part).fitted(to: width), column: end, row: lineCount,
            style: isFocused ? .focused : .bold)
        touches.add(.step(field.name, part, 1), at: CellRectangle(column: end, row: lineCount, columns: 2, rows: 1))
        end = canvas.write(" ›", column: end, row: lineCount, style: .faint)
        return end + 1
    }

    /// Writes what others committed meanwhile.
    private mutating func changesElsewhere() {
        let meanwhile = screen.sync.committedMeanwhile
        guard !meanwhile.isEmpty else { return }
        write("Changed elsewhere: " + meanwhile.map(\.labelledText).joined(separator: ", "), style: .faint)
    }

    private mutating func buttons() {
        if !isNarrow { lineCount += 1 }
        var column = 2
        for (focus, button) in [(EditorScreen.Focus.done, Button("Done")), (.discard, Button("Discard"))] {
            button.draw(on: &canvas, column: column, row: lineCount, isFocused: screen.focus == focus)
            touches.add(.focus(focus), at: button.area(column: column, row: lineCount))
            ranges[focus] = lineCount..<lineCount + 1
            column += button.cells + 2
        }
        lineCount += 1
    }

    /// Writes a field's label, and goes to the next line unless the field's control is on the same line.
    ///
    /// - Returns: the column of the control.
    private mutating func label(_ field: EditorField, isInline: Bool) -> Int {
        let isFocused = screen.focus == .field(field.name)
        let isChanged = field.field.value(of: screen.draft.profile) != field.field.value(of: screen.draft.base)
        let text = "\(isFocused ? "›" : " ") \(field.field.label)\(isChanged ? " •" : "")"
        canvas.write(text, column: 0, row: lineCount, style: isFocused ? .title : .plain)
        let area = CellRectangle(column: 0, row: lineCount, columns: 21, rows: 1)
        touches.add(.focus(.field(field.name)), at: area)
        if !isInline { lineCount += 1 }
        return isInline ? 21 : 2
    }

    private mutating func write(_ text: String, style: CellStyle) {
        let column = isNarrow ? 2 : 21
        for line in text.wrapped(to: canvas.size.columns - column - 1).prefix(6) {
            canvas.write(line, column: column, row: lineCount, style: style)
            lineCount += 1
        }
    }
}

extension EditorScreen {
    var title: String { "Edit Profile" }

    /// The clickable parts, with their areas.
    func touches(in size: CellSize) -> ClickMap<Target> {
        let (form, height) = (form(in: size), formHeight(in: size))
        let top = scroll.top(height: height, of: form.lineCount)
        return form.touches.moved(rows: 1 - top, within: 1..<1 + height)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        if let conflict { conflict.draw(on: &canvas, at: now) } else { drawWindow(on: &canvas, at: now) }
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let (form, height) = (form(in: canvas.size), formHeight(in: canvas.size))
        let top = scroll.top(height: height, of: form.lineCount)
        canvas.draw(form.canvas, column: 0, row: 1 - top)
        drawMessage(on: &canvas)
        ScrollBar(top: top, height: height, total: form.lineCount).draw(on: &canvas, row: 1)
    }

    /// The state of the draft.
    var note: String {
        switch phase {
        case .committing: "publishing…"
        case .discarding: "discarding…"
        default:
            sync.hasUnsavedChanges || sync.wasReplacedElsewhere || hasUnreadable
                ? "not saved" : sync.pendingSaves > 0 ? "saving…" : sync.hasSavedDraft ? "draft kept" : ""
        }
    }

    /// The form, beside the scroll bar if it needs one.
    func form(in size: CellSize) -> EditorForm {
        let form = EditorForm(self, width: size.columns)
        return form.lineCount > formHeight(in: size) ? EditorForm(self, width: size.columns - 1) : form
    }

    /// The rows between the title and the message above the key line.
    func formHeight(in size: CellSize) -> Int { max(1, size.rows - 2 - messageLines(in: size).count) }

    private func messageLines(in size: CellSize) -> [String] {
        Array((message?.wrapped(to: size.columns - 2) ?? []).prefix(3))
    }

    /// Draws the store's refusal above the key line, where it is visible however far the form is scrolled.
    private func drawMessage(on canvas: inout Canvas) {
        let lines = messageLines(in: canvas.size)
        let first = canvas.size.rows - 1 - lines.count
        let area = CellRectangle(column: 0, row: first, columns: canvas.size.columns, rows: lines.count + 1)
        canvas.fill(area, style: .plain)
        canvas.write(lines: lines, column: 1, row: first, style: .danger)
    }

    /// The focused field's own keys, and the keys that all fields share.
    var bindings: [KeyBinding<Self>] {
        let own: [KeyBinding<Self>] =
            switch focusedField?.control {
            case nil: [KeyBinding("press", .enter)]
            case .text: KeyBinding.editing()
            case .segments(_, isToggle: true): [KeyBinding("switch", " ")]
            case .segments: [KeyBinding("choose", as: "←→")]
            case .day:
                [
                    KeyBinding("part", as: "←→"), KeyBinding("change", as: "− +"), KeyBinding("type", as: "0–9"),
                    KeyBinding("month", as: "PgUp PgDn", in: .help),
                    KeyBinding("earliest, latest", as: "Home End", in: .help),
                ]
            }
        return [
            KeyBinding("done", .control("s")) { $0.finish() }, KeyBinding("keep draft", .escape) { $0.leave() },
        ] + own + [
            KeyBinding("discard", .control("x")) { $0.askToDiscard() }, .help(inText: true), KeyBinding("next", .tab),
        ]
    }
}
