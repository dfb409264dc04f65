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
