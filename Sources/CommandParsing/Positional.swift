/// An argument identified by its position instead of a name.
public struct Positional: Sendable, Hashable {
    /// The number of words that a positional takes.
    public enum Arity: Sendable, Hashable {
        case one
        case optional
        /// Zero or more. Nothing can follow it.
        case any
        /// One or more. Nothing can follow it.
        case atLeastOne
    }

    /// The name in help, such as `FILE`.
    public let name: String
    /// One line for the arguments table.
    public let help: String
    public let arity: Arity
    /// The values that shells offer.
    public let completion: Completion

    public init(_ name: String, help: String, arity: Arity = .one, completion: Completion = .none) {
        self.name = name
        self.help = help
        self.arity = arity
        self.completion = completion
    }

    /// Whether leaving it out is an error.
    var isRequired: Bool { arity == .one || arity == .atLeastOne }

    /// Whether it takes all remaining words.
    var isRepeating: Bool { arity == .any || arity == .atLeastOne }

    /// The form in a usage line: `FILE`, `[FILE]`, `[FILE...]` or `FILE...`.
    var usage: String {
        let words = isRepeating ? "\(name)..." : name
        return isRequired ? words : "[\(words)]"
    }
}
