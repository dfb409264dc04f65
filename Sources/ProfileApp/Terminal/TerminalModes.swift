internal import CCurses

/// What the app switches on in a terminal beyond ncurses' own: pastes that are marked as such, and the mouse.
///
/// The sequences come from terminfo (`BE`, `BD`, `PS`, `PE`: see user_caps(5)), so a terminal without them isn't sent any.
struct TerminalModes {
    private let pasteOn = capability("BE")
    private let pasteOff = capability("BD")

    init() {
        if let begins = Self.capability("PS") { unsafe define_key(begins, KeyDecoder.pasteBegins) }
        if let ends = Self.capability("PE") { unsafe define_key(ends, KeyDecoder.pasteEnds) }
        // Arrows have two forms, and not every terminal follows the one that terminfo asks it to send.
        for (letter, key) in zip("ABCDHF", [KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT, KEY_HOME, KEY_END]) {
            for form in ["\u{1B}[", "\u{1B}O"] { unsafe define_key("\(form)\(letter)", key) }
        }
        // Clicks of two and three aren't waited for.
        mouseinterval(0)
    }

    func begin() {
        mousemask(mmask_t(profile_first_button), nil)
        if let pasteOn { unsafe profile_send(pasteOn) }
    }

    func end() {
        mousemask(0, nil)
        if let pasteOff { unsafe profile_send(pasteOff) }
    }

    /// Everything that gives the terminal back, for when ncurses can't be asked any more.
    var resetBytes: [UInt8] {
        // DEC's private modes 1000 and 1006 are xterm's mouse, which ncurses switches by itself.
        let mouseOff = Self.capability("kmous") == nil ? nil : "\u{1B}[?1000l\u{1B}[?1006l"
        let parts = [
            mouseOff, pasteOff, Self.capability("rmkx"), Self.capability("sgr0"), Self.capability("cnorm"),
            Self.capability("rmcup"),
        ]
        return Array(parts.compactMap { $0 }.joined().utf8)
    }

    private static func capability(_ name: String) -> String? {
        unsafe profile_capability(name).map { unsafe String(cString: $0) }
    }
}
