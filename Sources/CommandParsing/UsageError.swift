/// A command line that does not fit the grammar.
///
/// Neither line ever holds an option's value or a positional, which may be private; the names of commands and options
/// are shortened, and escaped where they hold control characters.
public struct UsageError: Error, Sendable, Hashable {
    /// One line that says what is wrong.
    public let message: String
    /// One line that says what to do.
    public let hint: String

    public init(message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}
