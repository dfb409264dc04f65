/// What a shell may offer where a value is typed.
public enum Completion: Sendable, Hashable {
    /// Nothing: the value is free text.
    case none
    /// Names of files and folders.
    case file
    /// A closed list. The parser does not enforce it: whether a value is valid is its reader's to say.
    case values([String])
}
