/// The rule for names that people type as a handle: 1 to 63 characters out of `a-z`, `0-9` and `-`.
///
/// Text with any other character is rejected as a whole rather than cleaned up.
public enum NameFilter {
    /// The valid lengths, in characters.
    public static let lengths = 1...63

    /// The first character that isn't allowed in a name; `nil` when all are.
    public static func firstOffender(in text: String) -> Character? {
        text.first { !allows($0) }
    }

    /// Whether a character is allowed in a name.
    public static func allows(_ character: Character) -> Bool {
        switch character {
        case "a"..."z", "0"..."9", "-": character.utf8.count == 1
        default: false
        }
    }
}
