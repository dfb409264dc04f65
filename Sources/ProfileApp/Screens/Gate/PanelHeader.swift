internal import ProfileKit
internal import ProfileRendering

/// The title above a panel's circles or field, and the result of the last attempt.
struct PanelHeader: Hashable, Sendable {
    /// Shown above the title if no padlock is drawn.
    var icon = ""
    var padlock = Padlock.closed
    var title = ""
    var message = ""
    var detail = ""
    var style: CellStyle = .warning
    var titleStyle: CellStyle = .title

    /// Draws what is above the circles or the field.
    func drawTitle(on canvas: inout Canvas, _ layout: PanelLayout, in area: CellRectangle, at now: Moment) {
        if let drawing = layout.padlock {
            padlock.draw(drawing, on: &canvas, row: layout.top, in: area, at: now)
        } else if layout.density > .compact {
            canvas.writeCentred(icon, row: layout.top, in: area)
        }
        let isAlone = layout.density > .compact || icon.isEmpty
        canvas.writeCentred(isAlone ? title : "\(icon)  \(title)", row: layout.titleRow, in: area, style: titleStyle)
    }

    /// Draws the message and the detail below it. If they take more rows than there are, the last one is cut.
    func drawMessages(on canvas: inout Canvas, row: Int, rows: Int = 2, in area: CellRectangle) {
        let lines = lines(width: area.size.columns).cut(to: rows, width: area.size.columns)
        for (index, line) in lines.enumerated() {
            canvas.writeCentred(line, row: row + index, in: area, style: style)
        }
    }

    /// The message and the detail. If the message is too wide for one line, the detail follows it on the last.
    func lines(width: Int) -> [String] {
        let lines = message.wrapped(to: width).filter { !$0.isEmpty }
        if detail.isEmpty { return lines }
        return lines.count > 1 ? words.wrapped(to: width) : lines + [detail]
    }

    private var words: String { [message, detail].joinedSentences }
}
