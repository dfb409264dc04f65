internal import ProfileRendering

/// The layout of a panel in an area of the screen: a padlock or an icon, the title, circles or a field, two rows of
/// messages, and the keypad. All of them grow with the window.
struct PanelLayout: Hashable, Sendable {
    let density: Keypad.Density
    let top: Int
    let keypad: CellPoint
    /// The padlock's drawing; `nil` if an icon replaces it.
    let padlock: Padlock.Drawing?

    init(in area: CellRectangle, hasPadlock: Bool = false) {
        let (columns, rows) = (area.size.columns, area.size.rows)
        density =
            Keypad.Density.allCases.last { density in
                density.columns <= columns && Self.rows(density, density.padlock) <= rows
            } ?? .compact
        // Keys of the second size have no padlock of their own: they get the small one if rows are left.
        let drawing = hasPadlock ? density.padlock ?? (density == .roomy ? .small : nil) : nil
        padlock = Self.rows(density, drawing) <= rows ? drawing : nil
        top = area.origin.row + max((rows - Self.rows(density, padlock)) / 2, 0)
        keypad = CellPoint(
            column: area.origin.column + (columns - density.columns) / 2,
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
    /// How many rows a message may take.
    var messageRows: Int { Self.messageRows(density, padlock) }
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
