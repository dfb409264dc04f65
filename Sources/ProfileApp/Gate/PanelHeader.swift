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

    /// The number of attempts left before a wait; empty if unknown or none.
    static func detail(attemptsLeft: Int?) -> String {
        guard let attemptsLeft, attemptsLeft > 0 else { return "" }
        return attemptsLeft == 1 ? "1 more attempt before a wait" : "\(attemptsLeft) more attempts before a wait"
    }

    /// Shows the wait before the next attempt.
    mutating func show(_ wait: Countdown, at now: Moment) {
        (detail, style) = ("Try again in \(wait.text(at: now))", .danger)
    }

    /// Draws what is above the circles or the field.
    func drawTitle(on canvas: inout Canvas, _ layout: PanelLayout, in part: CellRectangle, at now: Moment) {
        if let drawing = layout.padlock {
            padlock.draw(drawing, on: &canvas, row: layout.top, in: part, at: now)
        } else if layout.density > .compact {
            canvas.writeCentred(icon, row: layout.top, in: part)
        }
        let isAlone = layout.density > .compact || icon.isEmpty
        canvas.writeCentred(isAlone ? title : "\(icon)  \(title)", row: layout.titleRow, in: part, style: titleStyle)
    }

    /// Draws the message and the detail on two rows. If the message is too wide for one, the detail follows it on the
    /// second.
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

/// The remaining time of a wait: shown in seconds within the last hour, in minutes before.
struct Countdown: Hashable, Sendable {
    let end: Moment

    func text(at now: Moment) -> String {
        max(end - now, .zero).inWords
    }

    /// When the text changes next, or the wait ends.
    func nextTick(after now: Moment) -> Moment {
        let seconds = max(end - now, .zero).wholeSecondsUp
        guard seconds > 0 else { return end }
        // From an hour on, ``Duration/inWords`` shows no seconds.
        let step = seconds > 3600 ? seconds % 60 + 1 : 1
        return end - .seconds(seconds - step)
    }
}
