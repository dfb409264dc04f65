internal import ProfileRendering

/// An input event for a screen.
enum Event: Hashable, Sendable {
    case key(Key)
    /// Pasted text.
    case paste(String)
    /// The first mouse button was pressed on a cell.
    case click(CellPoint)
    /// The terminal's size changed.
    case resized(CellSize)
    /// The moment requested by ``Screen/nextTick(after:)`` has come.
    case tick
}

extension Event {
    /// Whether this inserts text into a field.
    var isInsertion: Bool {
        switch self {
        case .key(.character): true
        case .paste(let text): !text.isEmpty
        default: false
        }
    }

    /// Whether this is user input, which skips a running animation.
    var isSkipping: Bool {
        switch self {
        case .key, .click, .paste: true
        case .tick, .resized: false
        }
    }
}

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
