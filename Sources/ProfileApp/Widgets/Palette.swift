internal import ProfileRendering

/// The app's colours by purpose, with which screens draw. Each is as it looks on a dark terminal, and differs from all
/// others, so that a ``Theme`` can replace it.
enum Palette {
    static let accent = Color(0x4C9BFF)
    /// Text on the accent colour.
    static let ink = Color(0x0B1220)
    /// A key while it is pressed. Not pure white, which badges use and no theme may replace.
    static let white = Color(0xFEFFFF)
    static let key = Color(0x263450)
    static let keyText = Color(0xE8EEF9)
    static let faint = Color(0x98A5BA)
    static let warning = Color(0xFFB454)
    static let danger = Color(0xFF7A70)
    static let good = Color(0x5BD68A)
    static let sheet = Color(0x182238)
}

extension CellStyle {
    static let title = CellStyle(isBold: true)
    static let faint = CellStyle(foreground: Palette.faint)
    static let warning = CellStyle(foreground: Palette.warning)
    static let danger = CellStyle(foreground: Palette.danger, isBold: true)
    static let good = CellStyle(foreground: Palette.good, isBold: true)
    static let accent = CellStyle(foreground: Palette.accent, isBold: true)
    /// The focused control. Reversed, so that it is visible without colours too.
    static let focused = CellStyle(foreground: Palette.accent, background: Palette.ink, isBold: true, isReversed: true)
    /// A bar that compares values, at the end of a row.
    static let bar = CellStyle(foreground: Palette.accent)
    static let button = CellStyle(foreground: Palette.keyText, background: Palette.key)
    static let disabled = CellStyle(foreground: Palette.faint, isDim: true)
    static let sheet = CellStyle(foreground: Palette.keyText, background: Palette.sheet)
}
