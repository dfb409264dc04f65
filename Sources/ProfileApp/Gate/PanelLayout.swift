internal import ProfileRendering

/// Where the parts of a panel stand within the part of the screen that it has: a padlock or an icon, the title, circles or
/// a field, two rows of messages, and the keypad. All of them grow with the window.
struct PanelLayout: Hashable, Sendable {
    let density: Keypad.Density
    let top: Int
    let keypad: CellPoint
    /// How the padlock is drawn; `nil` where an icon stands for it.
    let padlock: Padlock.Drawing?

    init(in part: CellRectangle, hasPadlock: Bool = false) {
        let (columns, rows) = (part.size.columns, part.size.rows)
        density =
            Keypad.Density.allCases.last { density in
                density.columns <= columns && Self.rows(density, density.padlock) <= rows
            } ?? .compact
        // With the smallest keys that have letters it has room only where there is a row to spare.
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

    /// Before the messages. Where there is little room, nothing stands around the title.
    private static func headRows(_ density: Keypad.Density, _ padlock: Padlock.Drawing?) -> Int {
        guard let padlock else { return density == .compact ? 3 : 5 }
        return padlock.size.rows + (density == .roomy ? 3 : 5)
    }

    /// Two, and one below them.
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
    /// The padlock that belongs to keys of this size, so that all of the panel grows together.
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
