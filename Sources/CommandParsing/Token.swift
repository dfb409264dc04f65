/// An argument, classified by its form alone.
enum Token: Sendable, Hashable {
    /// `--`: the following arguments are words.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, attached: String?)
    /// `-q` or `-qh`: the letters after the dash, at least one.
    case letters(String)
    /// Anything else, including `-` and numbers such as `-5`.
    case word(String)

    /// Works on scalars, because a combining mark after a dash or an `=` would form one character with it, so that a
    /// value would be taken as part of the name.
    init(_ argument: String) {
        let scalars = argument.unicodeScalars
        if argument == "--" {
            self = .terminator
        } else if scalars.starts(with: "--".unicodeScalars) {
            let parts = scalars.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let attached = parts.dropFirst().first.map { String($0) }
            self = .long(name: parts.first.map { String($0) } ?? "", attached: attached)
        } else if Token.mayBeValue(argument) {
            self = .word(argument)
        } else {
            self = .letters(String(scalars.dropFirst()))
        }
    }

    /// Whether the argument can be an option's value if it isn't attached: it has no leading dash, is only a dash, or
    /// is a negative number.
    static func mayBeValue(_ argument: String) -> Bool {
        guard argument.unicodeScalars.first == "-" else { return true }
        guard let next = argument.unicodeScalars.dropFirst().first else { return true }
        return ("0"..."9").contains(next)
    }
}
