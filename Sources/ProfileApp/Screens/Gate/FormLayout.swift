internal import ProfileRendering

/// The layout of the sign-in's forms: a title, fields, a message and buttons, in the middle of the screen.
///
/// It depends on the size alone, so nothing moves when a message appears.
struct FormLayout: Hashable, Sendable {
    let area: CellRectangle
    let top: Int
    private let fieldCount: Int

    init(fieldCount: Int, in size: CellSize) {
        (area, self.fieldCount) = (size.aboveKeyLine, fieldCount)
        top = max((size.rows - 1 - (3 + fieldCount * 3 + 5)) / 2, 0)
    }

    var width: Int { min(40, max(area.size.columns - 4, 1)) }
    var left: Int { area.origin.column + (area.size.columns - width) / 2 }

    func labelRow(_ field: Int) -> Int { top + 3 + field * 3 }
    func fieldRow(_ field: Int) -> Int { labelRow(field) + 1 }

    /// The first of the rows between the fields and the buttons.
    var messageRow: Int { top + 3 + fieldCount * 3 }
    var buttonRow: Int { messageRow + Self.messageRows }
    static let messageRows = 3

    /// The area for messages, which are longer than what is typed.
    private var body: CellRectangle {
        let width = min(60, max(area.size.columns - 4, 1))
        let left = area.origin.column + (area.size.columns - width) / 2
        return CellRectangle(column: left, row: top, columns: width, rows: area.size.rows)
    }

    /// Whether a message can be shown whole.
    func fits(_ header: PanelHeader) -> Bool { header.lines(width: body.size.columns).count <= Self.messageRows }

    func drawMessages(of header: PanelHeader, on canvas: inout Canvas) {
        header.drawMessages(on: &canvas, row: messageRow, rows: Self.messageRows, in: body)
    }

    func drawTitle(_ icon: String, _ title: String, on canvas: inout Canvas) {
        canvas.writeCentred("\(icon)  \(title)", row: top, in: area, style: .title)
    }

    func drawLabel(_ label: String, of field: Int, on canvas: inout Canvas) {
        canvas.write(label, column: left, row: labelRow(field), style: .faint)
    }
}
