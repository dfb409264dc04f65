internal import CCurses

/// What the app switches on in a terminal beyond ncurses' own: keys, pastes that are marked as such, and the mouse.
///
/// The sequences come from terminfo (`BE` and `BD`: see user_caps(5)), so a terminal without them isn't sent any.
struct TerminalModes {
    private let on: [String]
    private let off: [String]

    init() {
        on = ["smkx", "BE"].compactMap(Self.capability)
        off = ["BD", "rmkx"].compactMap(Self.capability)
        // Clicks of two and three aren't waited for.
        mouseinterval(0)
    }

    func begin() {
        mousemask(mmask_t(profile_first_button), nil)
        for text in on { unsafe profile_send(text) }
    }

    func end() {
        mousemask(0, nil)
        for text in off { unsafe profile_send(text) }
    }

    /// What terminfo says of the keys, and of the mouse.
    var decoder: KeyDecoder {
        let names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
            ("kf1", .help), ("kLFT5", .wordLeft), ("kRIT5", .wordRight),
        ]
        let described = names.compactMap { name, key in Self.capability(name).map { ($0, key) } }
        return KeyDecoder(
            described: Dictionary(described) { first, _ in first },
            hasLegacyMouse: Self.capability("kmous") == "\u{1B}[M")
    }

    /// Everything that gives the terminal back, for when ncurses can't be asked any more.
    var resetBytes: [UInt8] {
        // DEC's private modes 1000 and 1006 are xterm's mouse, which ncurses switches by itself.
        let mouseOff = Self.capability("kmous") == nil ? nil : "\u{1B}[?1000l\u{1B}[?1006l"
        let parts = [
            mouseOff, Self.capability("BD"), Self.capability("rmkx"), Self.capability("sgr0"),
            Self.capability("cnorm"), Self.capability("rmcup"),
        ]
        return Array(parts.compactMap { $0 }.joined().utf8)
    }

    private static func capability(_ name: String) -> String? {
        unsafe profile_capability(name).map { unsafe String(cString: $0) }
    }
}
