internal import CCurses
internal import ProfileRendering

/// The colours of the terminal that is open: which there are, and ncurses' pairs of them.
struct TerminalPalette {
    /// The colours that are used.
    let depth: ColorDepth

    /// Of the terminal that ncurses has open.
    init(depth wanted: ColorDepth) {
        guard wanted > .none, has_colors(), start_color() == OK else {
            depth = .none
            return
        }
        use_default_colors()
        depth =
            switch profile_colors() {
            case 0x100_0000...: min(wanted, .trueColor)
            case 256...: min(wanted, .palette256)
            default: .eight
            }
    }

    /// The name under which terminfo describes the terminal.
    ///
    /// Terminals say by `COLORTERM` that they take any colour, and by `TERM` what older programs know of. terminfo has
    /// the former under a name that ends in `-direct`; where that isn't installed, the nearest of 256 colours are shown.
    /// The terminal's own palette is never redefined: a killed program would leave it so.
    static func terminalName(
        depth: ColorDepth, environment: [String: String], isDirect: (String) -> Bool = hasDirectColors
    ) -> String {
        let name = environment["TERM"] ?? "dumb"
        guard depth == .trueColor, ["truecolor", "24bit"].contains(environment["COLORTERM"]) else { return name }
        let family = name.hasSuffix("-256color") ? String(name.dropLast("-256color".count)) : name
        let direct = "\(family)-direct"
        return isDirect(direct) ? direct : name
    }

    private static func hasDirectColors(_ name: String) -> Bool {
        unsafe profile_has_direct_colors(name)
    }

    func attributes(of style: CellStyle) -> UInt32 {
        (style.isBold ? profile_bold : 0) | (style.isDim ? profile_dim : 0)
            | (style.isReversed ? profile_reverse : 0) | (style.isUnderlined ? profile_underline : 0)
    }

    /// ncurses' number of a pair of colours, allocated when it is first used.
    func pair(for style: CellStyle) -> Int32 {
        guard depth > .none, style.foreground != nil || style.background != nil else { return 0 }
        return max(alloc_pair(number(of: style.foreground), number(of: style.background)), 0)
    }

    /// -1 is the terminal's own colour.
    private func number(of color: Color?) -> Int32 {
        guard let color else { return -1 }
        switch depth {
        case .none: return -1
        case .eight: return Int32(color.palette8)
        case .palette256: return Int32(color.palette256)
        case .trueColor:
            let direct = Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue)
            // terminfo's direct terminals take numbers below 8 for the eight named colours.
            return max(direct, 8)
        }
    }
}
