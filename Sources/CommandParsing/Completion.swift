/// What a shell may offer where a value is typed.
public enum Completion: Sendable, Hashable {
    /// Nothing: the value is free text.
    case none
    /// Names of files and folders.
    case file
    /// A closed list. The parser does not enforce it: whether a value is valid is its reader's to say.
    case values([String])
    /// What the program itself tells when it is asked, by the name of the kind: what only it knows, such as its records.
    ///
    /// The script runs `PROGRAM __complete KIND WORDS…`, with the words of the line up to the place, and offers the lines
    /// that it prints: a value each, and behind a tab what it is.
    case program(String)
}
