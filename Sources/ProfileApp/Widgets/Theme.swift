internal import ProfileRendering

/// The palette's colours on a dark or a light background, in direct colours, in 256 and in 16, each chosen by hand.
///
/// Screens draw in the colours of the ``Palette``. The theme is applied when a canvas is shown on the terminal.
struct Theme: Hashable, Sendable {
    /// A colour at each depth.
    struct Shade: Hashable, Sendable {
        var color: Color
        /// The number among xterm's 256 colours.
        let index256: UInt8
        /// The number among the terminal's own 16 colours.
        let index16: UInt8
    }

    let isLight: Bool
    private var shades: [Color: Shade]

    /// The shade of a palette colour; `nil` for other colours, such as those of badges.
    subscript(color: Color) -> Shade? { shades[color] }

    static let dark = Theme(isLight: false, colors: colors.map { ($0.role, $0.dark) })
    static let light = Theme(isLight: true, colors: colors.map { ($0.role, $0.light) })

    private init(isLight: Bool, colors: [(role: Color, Shade)]) {
        self.isLight = isLight
        shades = Dictionary(colors.map { ($0.role, $0.1) }) { first, _ in first }
    }

    /// The theme with the better contrast on a background. Its text colours are adjusted to be readable there.
    init(on background: Color) {
        let black = Color(0x000000).contrast(on: background)
        self = black > Color(0xFFFFFF).contrast(on: background) ? .light : .dark
        for role in Self.onBackground {
            guard var shade = shades[role] else { continue }
            shade.color = shade.color.readable(on: background)
            shades[role] = shade
        }
    }

    /// The colours of text on the terminal's own background.
    static let onBackground: [Color] =
        [Palette.accent, Palette.faint, Palette.warning, Palette.danger, Palette.good]
        + GraphMeasure.allCases.map(\.colors.high) + TrackMap.textColors

    /// The colours of text on other backgrounds.
    static let pairs: [(text: Color, background: Color)] = [
        (Palette.ink, Palette.accent), (Palette.ink, Palette.white), (Palette.keyText, Palette.key),
        (Palette.keyText, Palette.sheet), (Palette.faint, Palette.key), (Palette.faint, Palette.sheet),
    ]

    private typealias Row = (role: Color, dark: Shade, light: Shade)

    private static func row(
        _ role: Color, dark: (UInt8, UInt8), light: (UInt32, UInt8, UInt8)
    ) -> Row {
        (
            role, Shade(color: role, index256: dark.0, index16: dark.1),
            Shade(color: Color(light.0), index256: light.1, index16: light.2)
        )
    }

    private static let colors: [Row] =
        [
            row(Palette.accent, dark: (75, 14), light: (0x0B57D0, 26, 4)),
            row(Palette.ink, dark: (16, 0), light: (0xFFFFFF, 231, 15)),
            row(Palette.white, dark: (231, 15), light: (0x16233B, 235, 0)),
            row(Palette.key, dark: (236, 4), light: (0xDDE5F2, 253, 7)),
            row(Palette.keyText, dark: (255, 15), light: (0x16233B, 235, 0)),
            row(Palette.faint, dark: (248, 7), light: (0x525C70, 240, 0)),
            row(Palette.warning, dark: (215, 11), light: (0x8A5200, 94, 5)),
            row(Palette.danger, dark: (210, 9), light: (0xB3261E, 124, 1)),
            row(Palette.good, dark: (78, 10), light: (0x1B6B3A, 22, 4)),
            row(Palette.sheet, dark: (235, 4), light: (0xE9EEF7, 254, 7)),
        ] + graphs + map

    /// The lines of graphs, and the areas below them.
    private static let graphs: [Row] = [
        row(GraphMeasure.elevation.colors.high, dark: (115, 10), light: (0x1C6B57, 23, 4)),
        row(GraphMeasure.elevation.colors.low, dark: (29, 2), light: (0x9AD3C0, 151, 6)),
        row(GraphMeasure.heartRate.colors.high, dark: (209, 9), light: (0xA8243F, 125, 1)),
        row(GraphMeasure.heartRate.colors.low, dark: (125, 1), light: (0xF1B3BE, 217, 1)),
        row(GraphMeasure.pace.colors.high, dark: (147, 13), light: (0x5B41B8, 55, 5)),
        row(GraphMeasure.pace.colors.low, dark: (61, 5), light: (0xC9BDF2, 183, 5)),
        row(GraphMeasure.cadence.colors.high, dark: (221, 11), light: (0x7A5200, 94, 5)),
        row(GraphMeasure.cadence.colors.low, dark: (94, 3), light: (0xE8CE94, 186, 3)),
        row(GraphMeasure.temperature.colors.high, dark: (117, 14), light: (0x0F5C99, 25, 4)),
        row(GraphMeasure.temperature.colors.low, dark: (25, 4), light: (0xA9CDEE, 153, 6)),
    ]

    private static let map: [Row] = zip(
        TrackMap.textColors + [TrackMap.wayColor],
        [
            ((111, 14), (0x0B57D0, 26, 4)), ((210, 9), (0xB3261E, 160, 1)),
            ((71, 2), (0x2F8A55, 29, 2)),
        ] as [((UInt8, UInt8), (UInt32, UInt8, UInt8))]
    ).map { role, shades in row(role, dark: shades.0, light: shades.1) }
}

/// The user's choice of a theme.
public enum ThemeSetting: String, CaseIterable, Sendable {
    /// Follows the terminal's background, if that can be determined.
    case auto
    case dark, light
}

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
    /// A bar that compares values, after the words of a row and a gap.
    static let bar = CellStyle(foreground: Palette.accent)
    static let button = CellStyle(foreground: Palette.keyText, background: Palette.key)
    static let disabled = CellStyle(foreground: Palette.faint, isDim: true)
    static let sheet = CellStyle(foreground: Palette.keyText, background: Palette.sheet)
}
