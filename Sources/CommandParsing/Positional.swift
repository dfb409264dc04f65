/// An argument that is known by its place instead of a name.
public struct Positional: Sendable, Hashable {
    /// How many words a positional takes.
    public enum Arity: Sendable, Hashable {
        case one
        case optional
        /// None, one or several. Nothing can follow it.
        case any
        /// One or several. Nothing can follow it.
        case atLeastOne
    }

    /// What help calls it, such as `FILE`.
    public let name: String
    /// One line for the arguments table.
    public let help: String
    public let arity: Arity
    /// What shells offer in its place.
    public let completion: Completion

    public init(_ name: String, help: String, arity: Arity = .one, completion: Completion = .none) {
        self.name = name
        self.help = help
        self.arity = arity
        self.completion = completion
    }

    /// Whether leaving it out is an error.
    var isRequired: Bool { arity == .one || arity == .atLeastOne }

    /// Whether it takes all the words that are left.
    var isRepeating: Bool { arity == .any || arity == .atLeastOne }

    /// The way it stands in a usage line: `FILE`, `[FILE]`, `[FILE...]` or `FILE...`.
    var usage: String {
        let words = isRepeating ? "\(name)..." : name
        return isRequired ? words : "[\(words)]"
    }
}
