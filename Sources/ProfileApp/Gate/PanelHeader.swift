internal import ProfileRendering

/// What stands above the circles or the field of a panel, and what came of the last attempt.
struct PanelHeader: Hashable, Sendable {
    var icon = ""
    var title = ""
    var message = ""
    var detail = ""
    var style: CellStyle = .warning

    /// How many rows a panel has before its messages, which take two rows and one below them.
    static func rows(density: Keypad.Density) -> Int { density == .roomy ? 5 : 3 }

    /// How many tries are left before a wait; empty where that isn't known, or there are none.
    static func detail(triesLeft: Int?) -> String {
        guard let triesLeft, triesLeft > 0 else { return "" }
        return triesLeft == 1 ? "1 try left" : "\(triesLeft) tries left"
    }

    /// Says how long nothing can be tried.
    mutating func show(_ wait: Countdown, at now: Moment) {
        (detail, style) = ("Try again in \(wait.text(at: now))", .danger)
    }

    /// Draws icon and title at the top of a part.
    func drawTitle(on canvas: inout Canvas, row: Int, in part: CellRectangle, density: Keypad.Density) {
        if density == .roomy {
            canvas.writeCentred(icon, row: row, in: part)
            canvas.writeCentred(title, row: row + 1, in: part, style: .title)
        } else {
            canvas.writeCentred(icon.isEmpty ? title : "\(icon)  \(title)", row: row, in: part, style: .title)
        }
    }

    /// Draws message and detail on two rows: a message that is too wide takes the row of the detail, which then
    /// follows it.
    func drawMessages(on canvas: inout Canvas, row: Int, in part: CellRectangle) {
        let width = part.size.columns
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
            canvas.writeCentred(line, row: row + index, in: part, style: style)
        }
    }
}
