internal import ProfileRendering

/// The layout of a panel in an area of the screen: a padlock or an icon, the title, circles or a field, two rows of
/// messages, and the keypad. All of them grow with the window.
struct PanelLayout: Hashable, Sendable {
    let density: Keypad.Density
    let top: Int
    let keypad: CellPoint
    /// The padlock's drawing; `nil` if an icon replaces it.
    let padlock: Padlock.Drawing?

    init(in part: CellRectangle, hasPadlock: Bool = false) {
        let (columns, rows) = (part.size.columns, part.size.rows)
        density =
            Keypad.Density.allCases.last { density in
                density.columns <= columns && Self.rows(density, density.padlock) <= rows
            } ?? .compact
        // Keys of the second size have no padlock of their own: they get the small one if rows are left.
        let drawing = hasPadlock ? density.padlock ?? (density == .roomy ? .small : nil) : nil
        padlock = Self.rows(density, drawing) <= rows ? drawing : nil
        top = part.origin.row + max((rows - Self.rows(density, padlock)) / 2, 0)
        keypad = CellPoint(
            column: part.origin.column + (columns - density.columns) / 2,
            row: top + Self.headRows(density, padlock) + Self.messageRows(density, padlock))
    }

    private static func rows(_ density: Keypad.Density, _ padlock: Padlock.Drawing?) -> Int {
        headRows(density, padlock) + messageRows(density, padlock) + Keypad.rows(density: density)
    }

    /// The rows above the messages. With little room, there are no blank ones above the title and below the field.
    private static func headRows(_ density: Keypad.Density, _ padlock: Padlock.Drawing?) -> Int {
        guard let padlock else { return density == .compact ? 3 : 5 }
        return padlock.size.rows + (density == .roomy ? 3 : 5)
    }

    /// Two rows, and a blank one if there is room.
    private static func messageRows(_ density: Keypad.Density, _ padlock: Padlock.Drawing?) -> Int {
        density == .roomy && padlock != nil ? 2 : 3
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
    func layout(in part: CellRectangle) -> PanelLayout { PanelLayout(in: part, hasPadlock: state.hasPadlock) }
}

/// The layout of the sign-in's forms: a title, fields, a message and buttons, in the middle of the screen.
///
/// It depends on the size alone, so nothing moves when a message appears.
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

    /// The first of two rows between the fields and the buttons.
    var messageRow: Int { top + 3 + fieldCount * 3 }
    var buttonRow: Int { messageRow + 3 }

    /// The area for messages.
    var body: CellRectangle { CellRectangle(column: left, row: top, columns: width, rows: part.size.rows) }

    func drawTitle(_ icon: String, _ title: String, on canvas: inout Canvas) {
        canvas.writeCentred("\(icon)  \(title)", row: top, in: part, style: .title)
    }

    func drawLabel(_ label: String, of field: Int, on canvas: inout Canvas) {
        canvas.write(label, column: left, row: labelRow(field), style: .faint)
    }
}
