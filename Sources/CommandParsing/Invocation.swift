/// A command line that was understood.
public struct Invocation: Sendable, Hashable {
    /// The command that was named; the root when none was.
    public let command: Command
    /// The names on the way to it, such as `["hike", "import"]`; empty when no command was named.
    public let path: [String]
    /// The arguments known by their place, in order, `-` and empty ones included.
    public let positionals: [String]
    /// What was given, by the option's long name; a flag has an empty list.
    let given: [String: [String]]

    /// Whether the option was given, on the command line alone: the environment is not looked at.
    public func isSet(_ option: Option) -> Bool {
        given[option.name] != nil
    }

    /// The option's value, which may be empty; the last one if there are several; nil when it was not given.
    public func value(of option: Option) -> String? {
        given[option.name]?.last
    }

    /// The option's values in the order given; empty when it was not given.
    public func values(of option: Option) -> [String] {
        given[option.name] ?? []
    }
}
