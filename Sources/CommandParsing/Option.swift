/// A named option, or a flag when it takes no value.
///
/// Options are told apart by their long name, also across commands: declare an option once as a constant, list it in
/// each ``Command`` that takes it, and ask the ``Invocation`` for it with the same constant.
public struct Option: Sendable, Hashable {
    /// The long name without its dashes, such as `goal-date`.
    public let name: String
    /// The one-letter name, such as `q`; never a digit, since `-5` reads as a number.
    public let short: Character?
    /// How the value is called in help, such as `YYYY-MM-DD`; nil for a flag.
    public let placeholder: String?
    /// One line for the options table.
    public let help: String
    /// The environment variable that stands in for the option. It is mentioned in help; reading it is the caller's.
    public let environment: String?
    /// Whether several values may be given. Repeating a flag is harmless without it.
    public let isRepeatable: Bool
    /// Whether the option, once given, lets the command line through in spite of mistakes: `--help` and `--version`.
    public let overridesErrors: Bool
    /// What shells offer as the value.
    public let completion: Completion

    /// Whether the option takes no value.
    public var isFlag: Bool { placeholder == nil }

    /// Makes an option that takes a value.
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

    /// Makes a flag.
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

    /// The option's spellings as they are typed, the short one first: `["-q", "--quiet"]`.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
    }
}
