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

    /// Draws the message and the detail on two rows. If the message is too wide for one, the detail follows it on the
    /// second.
    func drawMessages(on canvas: inout Canvas, row: Int, in area: CellRectangle) {
        let width = area.size.columns
        var lines = message.wrapped(to: width).filter { !$0.isEmpty }
        if lines.count == 1 || detail.isEmpty {
            lines += detail.isEmpty ? [] : [detail]
        } else if !lines.isEmpty {
            lines = [message, detail].joinedSentences.wrapped(to: width)
        } else {
            lines = [detail]
        }
        if lines.count > 2 { lines = [lines[0], lines[1...].joined(separator: " ")] }
        for (index, line) in lines.enumerated() {
            canvas.writeCentred(line, row: row + index, in: area, style: style)
        }
    }
}
