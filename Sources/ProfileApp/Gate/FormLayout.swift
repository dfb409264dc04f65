internal import ProfileRendering

/// How the forms of the sign-in stand: a title, fields, a message, buttons, all in the middle.
///
/// It depends on the size alone, so a form has its final layout from the first frame on.
struct FormLayout: Hashable, Sendable {
    let part: CellRectangle
    let top: Int
    private let fieldCount: Int

    init(fieldCount: Int, in size: CellSize) {
        (part, self.fieldCount) = (size.aboveKeyLine, fieldCount)
        top = max((size.rows - 1 - (3 + fieldCount * 3 + 5)) / 2, 0)
    }

    var width: Int { min(40, max(part.size.columns - 4, 1)) }
    var left: Int { part.origin.column + (part.size.columns - width) / 2 }

    func labelRow(_ field: Int) -> Int { top + 3 + field * 3 }
    func fieldRow(_ field: Int) -> Int { labelRow(field) + 1 }

    /// Two rows between the fields and the buttons.
    var messageRow: Int { top + 3 + fieldCount * 3 }
    var buttonRow: Int { messageRow + 3 }

    /// The part in which messages are written.
    var body: CellRectangle { CellRectangle(column: left, row: top, columns: width, rows: part.size.rows) }

    func drawTitle(_ icon: String, _ title: String, on canvas: inout Canvas) {
        canvas.writeCentred("\(icon)  \(title)", row: top, in: part, style: .title)
    }

    func drawLabel(_ label: String, of field: Int, on canvas: inout Canvas) {
        canvas.write(label, column: left, row: labelRow(field), style: .faint)
    }
}
