internal import CCurses
internal import ProfileRendering

/// The colours of the open terminal: how many it has, ncurses' colour pairs, and the current theme.
struct TerminalPalette {
    /// The colour depth in use.
    let depth: ColorDepth
    /// Whether the eight bright colours have numbers of their own.
    private let hasBright: Bool
    var theme = Theme.dark

    /// The palette of the terminal that ncurses has open.
    ///
    /// - Parameter wanted: the depth to use, if the terminal supports it.
    init(depth wanted: ColorDepth) {
        guard wanted > .none, has_colors(), start_color() == OK else {
            (depth, hasBright) = (.none, false)
            return
        }
        use_default_colors()
        hasBright = profile_colors() >= 16
        depth =
            switch profile_colors() {
            case 0x100_0000...: min(wanted, .trueColor)
            case 256...: min(wanted, .palette256)
            default: .eight
            }
    }

    /// The name under which terminfo describes the terminal.
    ///
    /// Terminals announce direct colours by `COLORTERM`, while `TERM` keeps a name that older programs know. terminfo
    /// has direct colours under a name that ends in `-direct`, without the `xterm-` that kitty's own name begins with;
    /// terminals like xterm understand xterm's. If none is installed, the nearest of 256 colours are used. The
    /// terminal's own palette is never redefined: a killed program would leave it changed.
    static func terminalName(
        depth: ColorDepth, environment: [String: String], isDirect: (String) -> Bool = hasDirectColors
    ) -> String {
        let name = environment["TERM"] ?? "dumb"
        guard depth == .trueColor, ["truecolor", "24bit"].contains(environment["COLORTERM"]) else { return name }
        let family = name.hasSuffix("-256color") ? String(name.dropLast("-256color".count)) : name
        let own = family.hasPrefix("xterm-") ? String(family.dropFirst("xterm-".count)) : family
        let fitting = ["\(family)-direct", "\(own)-direct"] + (isRelative(family) ? ["xterm-direct"] : [])
        return fitting.first(where: isDirect) ?? name
    }

    /// A description that fits a terminal whose own isn't installed, as on machines reached by ssh: these understand
    /// what xterm does. `nil` for others.
    static func substitute(for name: String) -> String? {
        isRelative(name) || name.hasSuffix("-256color") ? "xterm-256color" : nil
    }

    private static func isRelative(_ name: String) -> Bool {
        ["alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm", "xterm-"].contains { name.hasPrefix($0) }
    }

    private static func hasDirectColors(_ name: String) -> Bool {
        unsafe profile_has_direct_colors(name)
    }

    /// ncurses' attributes for a style. With colours, dim text is drawn in a readable colour instead, because terminals
    /// differ in how much they dim.
    func attributes(of style: CellStyle) -> UInt32 {
        let look = PaletteLook(style, theme: theme, depth: depth, hasBright: hasBright)
        return (look.isBold ? profile_bold : 0) | (style.isDim && depth == .none ? profile_dim : 0)
            | (style.isReversed ? profile_reverse : 0) | (style.isUnderlined ? profile_underline : 0)
    }

    /// The number of ncurses' colour pair for a style, which is allocated on first use.
    func pair(for style: CellStyle) -> Int32 {
        let look = PaletteLook(style, theme: theme, depth: depth, hasBright: hasBright)
        guard look.foreground >= 0 || look.background >= 0 else { return 0 }
        return max(alloc_pair(look.foreground, look.background), 0)
    }
}

/// A style in the terminal's colour numbers; -1 is its default colour.
struct PaletteLook: Hashable {
    private(set) var foreground: Int32 = -1
    private(set) var background: Int32 = -1
    var isBold: Bool

    init(_ style: CellStyle, theme: Theme, depth: ColorDepth, hasBright: Bool) {
        isBold = style.isBold
        let ink = style.foreground ?? (style.isDim && depth > .none ? Palette.faint : nil)
        switch depth {
        case .none: break
        case .eight:
            let (front, back) = (ink.map { Self.named($0, theme) }, style.background.map { Self.named($0, theme) })
            (foreground, background) = (front ?? -1, back ?? -1)
            guard !hasBright else { return }
            // Bold brightens the first eight colours; in reversed text it would brighten the background.
            if style.isReversed { isBold = false } else if foreground >= 8 { isBold = true }
            (foreground, background) = (foreground < 0 ? -1 : foreground & 7, background < 0 ? -1 : background & 7)
        case .palette256:
            foreground = ink.map { Int32(theme[$0]?.index256 ?? $0.palette256) } ?? -1
            background = style.background.map { Int32(theme[$0]?.index256 ?? $0.palette256) } ?? -1
        case .trueColor:
            foreground = ink.map { Self.direct(theme[$0]?.color ?? $0) } ?? -1
            background = style.background.map { Self.direct(theme[$0]?.color ?? $0) } ?? -1
        }
    }

    private static func named(_ color: Color, _ theme: Theme) -> Int32 {
        Int32(theme[color]?.index16 ?? color.palette8)
    }

    private static func direct(_ color: Color) -> Int32 {
        // In terminfo's direct colours, the numbers below 8 are the eight named colours.
        max(Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue), 8)
    }
}
