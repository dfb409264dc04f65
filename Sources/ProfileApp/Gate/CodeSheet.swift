internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The second code, on a sheet that slides in over the credentials. Its keypad is shuffled anew each time it appears.
struct CodeSheet: Sendable {
    private let title: String
    private let motion: Motion
    private(set) var challenge: SecretChallenge
    private var movement: (isLeaving: Bool, movement: Movement)?

    init(format: CodeFormat, random: RandomWords, motion: Motion, at now: Moment) {
        title = "Enter \(format.noun)"
        self.motion = motion
        let panel = SecretPanel(format: format, order: .shuffled(random), confirmLabel: "Next", motion: motion)
        challenge = SecretChallenge(format: format, panel: panel)
        move(isLeaving: false, at: now)
    }

    mutating func update(_ event: Event, at now: Moment, in size: CellSize) -> SecretChallenge.Outcome {
        if movement?.movement.isOver(at: now) == true, movement?.isLeaving == false { movement = nil }
        guard movement?.isLeaving != true else { return .nothing }
        return challenge.update(keyLine.translated(event, in: size), at: now, in: Self.content(of: size))
    }

    /// See ``SecretChallenge/refused(_:triesLeft:retryAfter:at:)``.
    mutating func refused(_ message: String, triesLeft: Int?, retryAfter: Duration, at now: Moment) {
        challenge.refused(message, triesLeft: triesLeft, retryAfter: retryAfter, at: now)
    }

    mutating func throttled(until end: Moment, at now: Moment) {
        challenge.throttled(until: end, at: now)
    }

    mutating func failed(_ message: String, hint: String) {
        challenge.failed(message, hint: hint)
    }

    /// The sheet goes down; what was typed is wiped.
    mutating func leave(at now: Moment) {
        challenge.wipe()
        move(isLeaving: true, at: now)
    }

    /// Whether it is out of sight again.
    func isGone(at now: Moment) -> Bool {
        movement.map { $0.isLeaving && $0.movement.isOver(at: now) } ?? false
    }

    var isLeaving: Bool { movement?.isLeaving ?? false }

    func nextTick(after now: Moment) -> Moment? {
        let moving = movement.flatMap { $0.movement.nextTick(after: now) ?? ($0.isLeaving ? now : nil) }
        return isLeaving ? moving : [moving, challenge.nextTick(after: now)].compactMap(\.self).min()
    }

    /// Draws the sheet over what is on the canvas.
    func draw(on canvas: inout Canvas, at now: Moment) {
        let size = canvas.size
        let area = Self.area(of: size)
        var sheet = Canvas(size: size)
        sheet.drawBox(area, style: .plain)
        challenge.draw(icon: "🔢", title: title, on: &sheet, in: Self.content(of: size), at: now)
        keyLine.draw(on: &sheet)
        let way = size.rows - area.origin.row
        let hidden =
            movement.map { moving in
                let moved = moving.movement.cells(of: way, at: now)
                return moving.isLeaving ? moved : way - moved
            } ?? 0
        canvas.cursor = hidden == 0 ? sheet.cursor : nil
        // The sheet covers everything from its upper edge on.
        for row in area.origin.row..<max(size.rows - hidden, area.origin.row) {
            for column in 0..<size.columns {
                canvas[CellPoint(column: column, row: row + hidden)] = sheet[CellPoint(column: column, row: row)]
            }
        }
    }

    private mutating func move(isLeaving: Bool, at now: Moment) {
        let length: Duration = motion == .full ? Slide.length : .zero
        movement = (isLeaving, Movement(start: now, length: length))
    }

    private var keyLine: KeyLine {
        if challenge.alert != nil {
            return KeyLine(.init(.escape, "Back"), .init(.enter, "Choose"), .init(.tab, "Move"))
        }
        let items: [KeyLine.Item] = [.init(.escape, "Cancel"), .init(.backspace, "Delete")]
        let forgot: [KeyLine.Item] = challenge.panel.offersRecovery ? [.init(.control("f"), "Forgot")] : []
        let moving: KeyLine.Item =
            challenge.panel.hasKeypad ? .init(keys: "←↑↓→ Enter", "Keypad") : .init(.tab, "Move")
        return KeyLine(items + forgot + [moving])
    }

    /// The box: all of a low terminal, the lower part of a high one.
    private static func area(of size: CellSize) -> CellRectangle {
        let rows = min(size.rows - 1, 18)
        let columns = min(size.columns, 60)
        return CellRectangle(
            column: (size.columns - columns) / 2, row: size.rows - 1 - rows, columns: columns, rows: rows)
    }

    /// Inside the box; on a low terminal over its edges, which then are not seen.
    private static func content(of size: CellSize) -> CellRectangle {
        let area = area(of: size)
        let inset = area.size.rows >= 17 ? 1 : 0
        return CellRectangle(
            column: area.origin.column + 1, row: area.origin.row + inset, columns: area.size.columns - 2,
            rows: area.size.rows - 2 * inset)
    }
}
