/// A key, independent of the bytes that the terminal sends for it.
enum Key: Hashable, Sendable {
    /// A typed character, including spaces and emoji.
    case character(Character)
    case enter, escape, backspace, delete, tab, backTab
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1: help, also where a question mark would be typed into a text.
    case help
    /// One notch of the mouse wheel.
    case wheelUp, wheelDown
    /// Control with a letter, given in lower case.
    case control(Character)
    /// Alt with a character.
    case alt(Character)
    /// Moves to the start of a word, or past its end.
    case wordLeft, wordRight
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

    /// The key's name in a key line.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .help: "F1"
        case .enter: "Enter"
        case .escape: "Esc"
        case .backspace: "⌫"
        case .delete: "Del"
        case .tab: "Tab"
        case .backTab: "⇧Tab"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .wheelUp, .wheelDown: "wheel"
        case .control(let letter): "^" + letter.uppercased()
        case .alt(let character): "M-\(character)"
        case .wordLeft: "^←"
        case .wordRight: "^→"
        }
    }
}
