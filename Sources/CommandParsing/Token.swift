/// One argument, told apart by its shape alone.
enum Token: Sendable, Hashable {
    /// `--`: what follows are words.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, attached: String?)
    /// `-q` or `-qh`: the letters behind the dash, at least one.
    case letters(String)
    /// Anything else, `-` and numbers such as `-5` included.
    case word(String)

    /// Works on scalars, because a combining mark behind a dash or an `=` would hide it from a search for characters,
    /// and the value with it would pass for a part of the name.
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

    /// Whether the argument may be an option's value in a place of its own: it has no leading dash, is only a dash, or
    /// is a negative number.
    static func mayBeValue(_ argument: String) -> Bool {
        guard argument.unicodeScalars.first == "-" else { return true }
        guard let next = argument.unicodeScalars.dropFirst().first else { return true }
        return ("0"..."9").contains(next)
    }
}
