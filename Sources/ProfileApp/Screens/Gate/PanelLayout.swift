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
