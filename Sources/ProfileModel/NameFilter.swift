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

    /// - Throws: ``InvalidValue`` that says which rule the text breaks.
    package static func check(_ text: String, named name: String) throws(InvalidValue) {
        if let offender = firstOffender(in: text) {
            throw InvalidValue(name, "has only a-z, 0-9 and -, not '\(printable(offender))'")
        }
        guard lengths.contains(text.utf8.count) else {
            throw InvalidValue(name, "is 1 to 63 characters of a-z, 0-9 and -")
        }
    }

    private static func printable(_ character: Character) -> String {
        character.unicodeScalars.map { scalar in
            scalar.isInvisibleControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }
}

/// The name of a workspace. Every value is a valid one.
public struct WorkspaceName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Throws: ``InvalidValue`` unless the text is 1 to 63 characters of `a-z 0-9 -`.
    public init(_ text: String) throws(InvalidValue) {
        try NameFilter.check(text, named: "workspace")
        description = text
    }
}
