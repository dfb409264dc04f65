internal import ProfileRendering

/// Something that happens to a screen from outside.
enum Event: Hashable, Sendable {
    case key(Key)
    /// Text that was pasted in one go.
    case paste(String)
    /// The mouse's first button went down on a cell.
    case click(CellPoint)
    /// The terminal has another size now. Screens are drawn at any size, so most have nothing to do.
    case resized(CellSize)
    /// A moment that the screen asked for by ``Screen/nextTick(after:)`` has come.
    case tick
}

extension Event {
    /// Whether it is text for a field.
    var isInsertion: Bool {
        switch self {
        case .key(.character): true
        case .paste(let text): !text.isEmpty
        default: false
        }
    }

    /// Whether it is a person's, who doesn't wait for an animation.
    var isSkipping: Bool {
        switch self {
        case .key, .click, .paste: true
        case .tick, .resized: false
        }
    }
}

/// A key as the app knows it, whatever bytes the terminal sends for it.
enum Key: Hashable, Sendable {
    /// A character that was typed, letters and digits, spaces and emoji alike.
    case character(Character)
    case enter, escape, backspace, delete, tab, backTab
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1, which asks for help where a question mark is a character of a text.
    case help
    /// The mouse's wheel, a notch.
    case wheelUp, wheelDown
    /// Control with a letter, in lower case.
    case control(Character)
    /// Alt with a character. Few of them mean anything.
    case alt(Character)
    /// To the beginning of a word, and behind one.
    case wordLeft, wordRight
}
