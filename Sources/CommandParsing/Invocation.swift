/// A parsed command line.
public struct Invocation: Sendable, Hashable {
    /// The command; the root when none was given.
    public let command: Command
    /// The names that lead to it, such as `["hike", "import"]`; empty when no command was given.
    public let path: [String]
    /// The positional arguments in order, including `-` and empty ones.
    public let positionals: [String]
    /// The given options and their values, by long name; a flag has an empty list.
    let given: [String: [String]]

    /// Whether the option was given on the command line; the environment isn't checked.
    public func isSet(_ option: Option) -> Bool {
        given[option.name] != nil
    }

    /// The option's value, which may be empty; the last of several; nil when it wasn't given.
    public func value(of option: Option) -> String? {
        given[option.name]?.last
    }

    /// The option's values in the order given; empty when it wasn't given.
    public func values(of option: Option) -> [String] {
        given[option.name] ?? []
    }
}
