internal import ProfileKit
internal import ProfileRendering

/// The layout of a panel in an area of the screen: a padlock or an icon, the title, circles or a field, two rows of
/// messages, and the keypad. All of them grow with the window.
struct PanelLayout: Hashable, Sendable {
    let density: Keypad.Density
    let top: Int
    let keypad: CellPoint
    /// The padlock's drawing; `nil` if an icon replaces it.
    let padlock: Padlock.Drawing?
    /// How many rows a message may take.
    let messageRows: Int

    init(in area: CellRectangle, hasPadlock: Bool = false) {
        let (columns, rows) = (area.size.columns, area.size.rows)
        density =
            Keypad.Density.allCases.last { density in
                density.columns <= columns && Self.rows(density, density.padlock) <= rows
            } ?? .compact
        // Keys of the second size have no padlock of their own: they get the small one if rows are left.
        let drawing = hasPadlock ? density.padlock ?? (density == .roomy ? .small : nil) : nil
        padlock = Self.rows(density, drawing) <= rows ? drawing : nil
        // Two rows, and a blank one if there is room.
        messageRows = density == .roomy && padlock != nil && Self.rows(density, padlock) == rows ? 2 : 3
        let head = Self.headRows(density, padlock)
        top = area.origin.row + max((rows - head - messageRows - Keypad.rows(density: density)) / 2, 0)
        keypad = CellPoint(
            column: area.origin.column + (columns - density.columns) / 2, row: top + head + messageRows)
    }

    /// The least height.
    private static func rows(_ density: Keypad.Density, _ padlock: Padlock.Drawing?) -> Int {
        headRows(density, padlock) + (density == .roomy && padlock != nil ? 2 : 3) + Keypad.rows(density: density)
    }

    /// The rows above the messages. With little room, there are no blank ones above the title and below the field.
    private static func headRows(_ density: Keypad.Density, _ padlock: Padlock.Drawing?) -> Int {
        guard let padlock else { return density == .compact ? 3 : 5 }
        return padlock.size.rows + (density == .roomy ? 3 : 5)
    }

    var titleRow: Int {
        guard let padlock else { return top + (density == .compact ? 0 : 1) }
        return top + padlock.size.rows + (density == .roomy ? 0 : 1)
    }

    /// The row of the circles or the field.
    var fieldRow: Int { titleRow + 2 }
    var messageRow: Int { top + Self.headRows(density, padlock) }
}

extension Keypad.Density {
    /// The padlock for keys of this size, so that the whole panel grows together.
    fileprivate var padlock: Padlock.Drawing? {
        switch self {
        case .compact, .roomy: nil
        case .large: .small
        case .huge: .large
        }
    }
}

extension SecretField {
    func layout(in area: CellRectangle) -> PanelLayout { PanelLayout(in: area, hasPadlock: state.hasPadlock) }
}

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
        return lines.count > 1 ? text.wrapped(to: width) : lines + [detail]
    }

    private var text: String { [message, detail].joinedSentences }
}

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
