/// The one rule of names that people type as a handle: `a-z`, `0-9` and `-`, 1 to 63 of them.
///
/// As in the workspace tutorial, a text with any other character is refused whole instead of being cleaned.
public enum NameFilter {
    public static let lengths = 1...63

    /// The first character that may not stand in a name; `nil` when all may.
    public static func firstOffender(in text: String) -> Character? {
        text.first { !allows($0) }
    }

    public static func allows(_ character: Character) -> Bool {
        switch character {
        case "a"..."z", "0"..."9", "-": character.utf8.count == 1
        default: false
        }
    }
}
