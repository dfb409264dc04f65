internal import ProfileRendering

/// The app's colours by what they are for, as screens draw with them. Each is what it looks like on a dark terminal, and
/// differs from all others, so that a ``Theme`` can say what it looks like elsewhere.
enum Palette {
    static let accent = Color(0x4C9BFF)
    /// What stands on the accent.
    static let ink = Color(0x0B1220)
    /// A key while it is pressed. Badges have pure white, which is no role.
    static let white = Color(0xFEFFFF)
    static let key = Color(0x263450)
    static let keyText = Color(0xE8EEF9)
    static let faint = Color(0x98A5BA)
    static let warning = Color(0xFFB454)
    static let danger = Color(0xFF7A70)
    static let good = Color(0x5BD68A)
    static let sheet = Color(0x182238)
    /// The line of what is under the cursor.
    static let cursor = Color(0xF2C94C)
}

extension CellStyle {
    static let title = CellStyle(isBold: true)
    static let faint = CellStyle(foreground: Palette.faint)
    static let warning = CellStyle(foreground: Palette.warning)
    static let danger = CellStyle(foreground: Palette.danger, isBold: true)
    static let good = CellStyle(foreground: Palette.good, isBold: true)
    static let accent = CellStyle(foreground: Palette.accent, isBold: true)
    /// What has the focus. Reversed, so that a terminal without colours shows it as well.
    static let focused = CellStyle(foreground: Palette.accent, background: Palette.ink, isBold: true, isReversed: true)
    static let button = CellStyle(foreground: Palette.keyText, background: Palette.key)
    static let disabled = CellStyle(foreground: Palette.faint, isDim: true)
    static let sheet = CellStyle(foreground: Palette.keyText, background: Palette.sheet)
}
