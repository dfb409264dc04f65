/// The declaration of a command, or of a group of commands, used for parsing, help and completions.
///
/// The root is the program itself; its options are the global ones. A command with subcommands is a group: it can't be
/// run by itself, so its own positionals are never filled. Options are accepted by the command that declares them and
/// by all commands below it: those of the root everywhere, those of a group in each of its subcommands.
public struct Command: Sendable, Hashable {
    public let name: String
    /// One line that says what the command does.
    public let abstract: String
    /// Paragraphs for the command's own help page.
    public let discussion: [String]
    /// The heading under which the parent's help lists the command; `nil` for the main list.
    public let group: String?
    public let options: [Option]
    public let positionals: [Positional]
    public let examples: [Example]
    public let subcommands: [Command]
    /// The suggestion for other programs' words, such as `ls`: the end of a command line, such as `list`. Only the
    /// root's are used.
    public let synonyms: [String: String]

    public init(
        _ name: String, abstract: String, discussion: [String] = [], group: String? = nil, options: [Option] = [],
        positionals: [Positional] = [], examples: [Example] = [], subcommands: [Command] = [],
        synonyms: [String: String] = [:]
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.group = group
        self.options = options
        self.positionals = positionals
        self.examples = examples
        self.subcommands = subcommands
        self.synonyms = synonyms
    }

    /// Whether the command only contains other commands.
    public var isGroup: Bool { !subcommands.isEmpty }

    /// The direct subcommand with exactly this name.
    public func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }
}

/// A command line worth copying, with a line that explains it.
public struct Example: Sendable, Hashable {
    /// The whole command line, including the program's name.
    public let commandLine: String
    public let note: String

    public init(_ commandLine: String, _ note: String) {
        self.commandLine = commandLine
        self.note = note
    }
}

/// A named option, or a flag if it takes no value.
///
/// Options are identified by their long name, also across commands: declare an option once as a constant, list it in
/// each ``Command`` that accepts it, and query the ``Invocation`` with the same constant.
public struct Option: Sendable, Hashable {
    /// The long name without its dashes, such as `goal-date`.
    public let name: String
    /// The one-letter name, such as `q`; never a digit, since `-5` is a number.
    public let short: Character?
    /// The name of the value in help, such as `YYYY-MM-DD`; `nil` for a flag.
    public let placeholder: String?
    /// One line for the options table.
    public let help: String
    /// The environment variable that can replace the option. Help mentions it; reading it is up to the caller.
    public let environment: String?
    /// Whether several values may be given. Flags may always be repeated.
    public let isRepeatable: Bool
    /// Whether a value may begin with a dash, as in `--tag -wet`.
    public let takesSigns: Bool
    /// Whether the option makes the parser accept the command line despite mistakes, as for `--help` and `--version`.
    public let overridesErrors: Bool
    /// The values that shells offer.
    public let completion: Completion

    /// Whether the option takes no value.
    public var isFlag: Bool { placeholder == nil }

    /// Creates an option that takes a value.
    public init(
        _ name: String, short: Character? = nil, value placeholder: String, help: String, environment: String? = nil,
        isRepeatable: Bool = false, takesSigns: Bool = false, completion: Completion = .none
    ) {
        self.name = name
        self.short = short
        self.placeholder = placeholder
        self.help = help
        self.environment = environment
        self.isRepeatable = isRepeatable
        self.takesSigns = takesSigns
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
        self.takesSigns = false
        self.overridesErrors = overridesErrors
        self.completion = .none
    }

    /// The option's spellings as typed, the short one first: `["-q", "--quiet"]`.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
    }
}

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
        let form = isRepeating ? "\(name)..." : name
        return isRequired ? form : "[\(form)]"
    }
}

extension Command {
    /// The flaws in the declarations of this root and all commands below it, one line each; empty when there are none.
    ///
    /// Intended for a program's tests: a flawed tree is parsed without trapping, but not as its author meant.
    public var declarationFlaws: [String] {
        CommandScope(root: self).withDescendants.flatMap { scope in
            (nameFlaws(scope) + optionFlaws(scope) + positionalFlaws(scope)).map { "\(scope.words): \($0)" }
        }
    }
}

private func nameFlaws(_ scope: CommandScope) -> [String] {
    let command = scope.command
    var flaws = repeated(command.subcommands.map(\.name)).map { "two subcommands are called \($0)" }
    if !command.isGroup, command.examples.isEmpty { flaws.append("there is no example") }
    return flaws
}

private func optionFlaws(_ scope: CommandScope) -> [String] {
    let options = scope.options
    var flaws = repeated(options.flatMap(\.spellings)).map { "two options are spelled \($0)" }
    for option in scope.command.options {
        let isPlain = option.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        if !isPlain || option.name.isEmpty || option.name.hasPrefix("-") {
            flaws.append("--\(option.name) is not a name of ASCII letters, digits and dashes")
        }
        if let short = option.short, !short.isASCII || !short.isLetter {
            flaws.append("-\(short) is not an ASCII letter")
        }
    }
    return flaws
}

private func positionalFlaws(_ scope: CommandScope) -> [String] {
    let positionals = scope.command.positionals
    if scope.command.isGroup { return positionals.isEmpty ? [] : ["a group takes no positionals"] }
    return zip(positionals, positionals.dropFirst()).compactMap { before, after in
        if before.isRepeating { return "\(after.name) is never reached: \(before.name) takes all words" }
        return !before.isRequired && after.isRequired ? "\(after.name) is required, but follows an optional one" : nil
    }
}

private func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
}
