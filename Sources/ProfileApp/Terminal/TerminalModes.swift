internal import CCurses

/// The terminal modes that the app switches on beyond those of ncurses: application keys, bracketed paste and the
/// mouse.
///
/// The sequences come from terminfo (`BE` and `BD`: see user_caps(5)), so a terminal without a mode is sent nothing for
/// it.
struct TerminalModes {
    private let on: [String]
    private let off: [String]
    /// Clears the screen, where the terminal has none of its own for programs: what the app showed would stay on it.
    private let clearing: String?

    init() {
        on = ["smkx", "BE"].compactMap(Self.capability)
        off = ["BD", "rmkx"].compactMap(Self.capability)
        clearing = Self.capability("rmcup") == nil ? Self.capability("clear") : nil
        // Reports a press at once, instead of waiting for a double click.
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

    /// Removes the app's picture, after ncurses has left the terminal.
    func leaveNothing() {
        if let clearing { unsafe profile_send_directly(clearing) }
    }

    /// A decoder for the keys and the mouse as terminfo describes them.
    var decoder: KeyDecoder {
        let names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
            ("kf1", .help), ("kLFT5", .wordLeft), ("kRIT5", .wordRight),
        ]
        let described = names.compactMap { name, key in Self.capability(name).map { ($0, key) } }
        return KeyDecoder(described: Dictionary(described) { first, _ in first })
    }

    /// The sequences that restore the terminal after a crash, when ncurses can't be called.
    var resetBytes: [UInt8] {
        // ncurses switches on the mouse itself, by DEC's private modes 1000 and 1006.
        let mouseOff = Self.capability("kmous") == nil ? nil : "\u{1B}[?1000l\u{1B}[?1006l"
        let parts = [
            mouseOff, Self.capability("BD"), Self.capability("rmkx"), Self.capability("sgr0"),
            Self.capability("cnorm"), Self.capability("rmcup"), clearing,
        ]
        return Array(parts.compactMap { $0?.withoutPadding }.joined().utf8)
    }

    private static func capability(_ name: String) -> String? {
        unsafe profile_capability(name).map { unsafe String(cString: $0) }
    }
}

extension String {
    /// A capability without the delays in it, such as `$<50>`: only terminfo's own functions understand them.
    fileprivate var withoutPadding: String { replacing(/\$<[0-9.*\/]+>/, with: "") }
}
