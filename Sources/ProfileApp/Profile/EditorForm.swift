internal import ProfileKit
internal import ProfileRendering

/// The editor's form on a canvas as long as it needs, of which the screen shows a part.
///
/// A field that has the keys is marked `›`, one that differs from the committed value it began from `•`.
struct EditorForm {
    private(set) var canvas: Canvas
    private(set) var touches = TouchMap<EditorScreen.Target>()
    private var ranges: [EditorScreen.Focus: Range<Int>] = [:]
    /// The lines that are used.
    private(set) var lineCount = 0
    private let screen: EditorScreen
    /// Whether labels stand above their fields.
    private let isNarrow: Bool

    init(_ screen: EditorScreen, width: Int) {
        self.screen = screen
        isNarrow = width < 64
        // No form is longer: what a remark says of values is cut before.
        canvas = Canvas(size: CellSize(columns: width, rows: 60))
        lineCount = isNarrow ? 0 : 1
        username()
        notifications()
        season()
        goalDate()
        remarks()
        buttons()
    }

    /// The lines of a field, with what stands under it.
    func lines(of focus: EditorScreen.Focus) -> Range<Int> { ranges[focus] ?? 0..<1 }

    private mutating func username() {
        let first = lineCount
        let column = label(.username, .username, isInline: !isNarrow)
        let width = max(1, canvas.size.columns - column - 1)
        let part = CellRectangle(column: column, row: lineCount, columns: width, rows: 1)
        screen.username.draw(
            on: &canvas, column: column, row: lineCount, width: width, isFocused: screen.focus == .username)
        touches.add(.username(part), at: part)
        lineCount += 1
        close(.username, .username, from: first)
    }

    private mutating func notifications() {
        let first = lineCount
        let column = label(.prefersNotifications, .notifications, isInline: true)
        for (part, value) in screen.notificationsControl.draw(on: &canvas, column: column, row: lineCount) {
            touches.add(.notifications(value), at: part)
        }
        lineCount += 1
        close(.notifications, .prefersNotifications, from: first)
    }

    private mutating func season() {
        let first = lineCount
        let column = label(.seasonalPhoto, .season, isInline: !isNarrow)
        for (part, value) in screen.seasonControl.draw(
            on: &canvas, column: isNarrow ? 0 : column, row: lineCount)
        {
            touches.add(.season(value), at: part)
        }
        lineCount += 1
        close(.season, .seasonalPhoto, from: first)
    }

    private mutating func goalDate() {
        let first = lineCount
        var column = label(.goalDate, .goalDate, isInline: !isNarrow)
        let start = column
        for part in DatePicker.Part.allCases {
            column = stepper(part, column: column)
        }
        lineCount += 1
        let day = screen.picker.day
        let range = screen.picker.range
        let limits = isNarrow ? "" : " · from \(range.lowerBound) to \(range.upperBound)"
        let note = "\(day.weekdayName), \(day.distance(from: screen.today))" + limits
        canvas.write(note, column: start, row: lineCount, style: .faint)
        lineCount += 1
        close(.goalDate, .goalDate, from: first)
    }

    /// `‹ May ›`: a part of the date between arrows that the mouse can press.
    private mutating func stepper(_ part: DatePicker.Part, column: Int) -> Int {
        let isFocused = screen.focus == .goalDate && screen.picker.part == part
        touches.add(.step(part, -1), at: CellRectangle(column: column, row: lineCount, columns: 2, rows: 1))
        var end = canvas.write("‹ ", column: column, row: lineCount, style: .faint)
        // As wide as the widest value, so that the arrows stay under the mouse.
        let width = part == .day ? 2 : part == .month ? 9 : 4
        end = canvas.write(
            screen.picker.text(of: part).fitted(to: width), column: end, row: lineCount,
            style: isFocused ? .focused : .bold)
        touches.add(.step(part, 1), at: CellRectangle(column: end, row: lineCount, columns: 2, rows: 1))
        end = canvas.write(" ›", column: end, row: lineCount, style: .faint)
        return end + 1
    }

    /// What others committed meanwhile.
    private mutating func remarks() {
        let meanwhile = screen.committedMeanwhile
        guard !meanwhile.isEmpty else { return }
        write("Committed meanwhile: " + meanwhile.map(\.text).joined(separator: ", "), style: .faint)
    }

    private mutating func buttons() {
        if !isNarrow { lineCount += 1 }
        var column = 2
        for (focus, button) in [(EditorScreen.Focus.done, Button("Done")), (.cancel, Button("Cancel"))] {
            button.draw(on: &canvas, column: column, row: lineCount, isFocused: screen.focus == focus)
            touches.add(.focus(focus), at: button.area(column: column, row: lineCount))
            ranges[focus] = lineCount..<lineCount + 1
            column += button.cells + 2
        }
        lineCount += 1
    }

    /// Writes a field's label, and goes to the next line unless the field follows on the same.
    ///
    /// - Returns: the column of the field.
    private mutating func label(
        _ field: Profile.Field, _ focus: EditorScreen.Focus, isInline: Bool
    ) -> Int {
        let isFocused = screen.focus == focus
        let isChanged = screen.draft.changes.contains { $0.field == field }
        let text = "\(isFocused ? "›" : " ") \(field.label)\(isChanged ? " •" : "")"
        canvas.write(text, column: 0, row: lineCount, style: isFocused ? .title : .plain)
        let part = CellRectangle(column: 0, row: lineCount, columns: 21, rows: 1)
        touches.add(.focus(focus), at: part)
        if !isInline { lineCount += 1 }
        return isInline ? 21 : 2
    }

    /// Ends a field: its problems stand under it, and on wide screens an empty line.
    private mutating func close(_ focus: EditorScreen.Focus, _ field: Profile.Field, from first: Int) {
        for problem in screen.problems where problem.name == field.option {
            write("\(field.label) \(problem.rule)", style: .danger)
        }
        ranges[focus] = first..<lineCount
        if !isNarrow { lineCount += 1 }
    }

    private mutating func write(_ text: String, style: CellStyle) {
        let column = isNarrow ? 2 : 21
        for line in text.wrapped(to: canvas.size.columns - column - 1).prefix(6) {
            canvas.write(line, column: column, row: lineCount, style: style)
            lineCount += 1
        }
    }
}
