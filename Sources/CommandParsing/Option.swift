/// A named option, or a flag if it takes no value.
///
/// Options are identified by their long name, also across commands: declare an option once as a constant, list it in
/// each ``Command`` that accepts it, and query the ``Invocation`` with the same constant.
public struct Option: Sendable, Hashable {
    /// The long name without its dashes, such as `goal-date`.
    public let name: String
    /// The one-letter name, such as `q`; never a digit, since `-5` is a number.
    public let short: Character?
    /// The name of the value in help, such as `YYYY-MM-DD`; nil for a flag.
    public let placeholder: String?
    /// One line for the options table.
    public let help: String
    /// The environment variable that can replace the option. Help mentions it; reading it is up to the caller.
    public let environment: String?
    /// Whether several values may be given. Flags may always be repeated.
    public let isRepeatable: Bool
    /// Whether the option makes the parser accept the command line despite mistakes, as for `--help` and `--version`.
    public let overridesErrors: Bool
    /// The values that shells offer.
    public let completion: Completion

    /// Whether the option takes no value.
    public var isFlag: Bool { placeholder == nil }

    /// Creates an option that takes a value.
    public init(
        _ name: String, short: Character? = nil, value placeholder: String, help: String, environment: String? = nil,
        isRepeatable: Bool = false, completion: Completion = .none
    ) {
        self.name = name
        self.short = short
        self.placeholder = placeholder
        self.help = help
        self.environment = environment
        self.isRepeatable = isRepeatable
        self.overridesErrors = false
        self.completion = completion
    }

    /// Creates a flag.
    public init(
        flag name: String, short: Character? = nil, help: String, environment: String? = nil,
        overridesErrors: Bool = false
    ) {
        self.name = name
        self.short = short
        self.placeholder = nil
        self.help = help
        self.environment = environment
        self.isRepeatable = false
        self.overridesErrors = overridesErrors
        self.completion = .none
    }

    /// The option's spellings as typed, the short one first: `["-q", "--quiet"]`.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
    }
}
