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

/// Everything that can be wrong with a command line; the prose is ``UsageError``'s.
///
/// It holds what the messages need and no values, so that none can slip into one.
enum UsageMistake: Sendable, Hashable {
    case unknownCommand(String)
    case missingSubcommand
    case noSubcommands
    /// The option as typed, without a value.
    case unknownOption(String)
    /// A one-letter option that was not found in a longer bundle, and the long name the bundle spells, if it does.
    case unknownLetter(Character, bundleSpells: String?)
    case missingValue(Option, typed: String)
    case unexpectedValue(typed: String)
    case repeated(typed: String)
    case missingPositional(Positional)
    case tooManyPositionals(limit: Int)
}

extension UsageError {
    /// Puts a mistake made at `scope` into words.
    init(_ mistake: UsageMistake, at scope: CommandScope, root: CommandScope) {
        let words = scope.words
        let seeHelp = "See '\(words) --help'."
        switch mistake {
        case .unknownCommand(let word):
            message = "'\(displayed(word))' is not a \(scope.path.isEmpty ? "" : "sub")command of '\(words)'"
            hint = commandHint(for: word, at: scope, root: root) ?? seeHelp
        case .missingSubcommand:
            message = "'\(words)' needs a subcommand"
            hint = "One of: \(scope.command.subcommands.map(\.name).joined(separator: ", "))."
        case .noSubcommands:
            message = "'\(words)' has no subcommands"
            hint = seeHelp
        case .unknownOption(let typed):
            message = "'\(words)' has no option '\(displayed(typed))'"
            hint = optionHint(for: typed, at: scope, root: root) ?? seeHelp
        case .unknownLetter(let letter, let spelled):
            let typed = "-\(letter)"
            message = "'\(words)' has no option '\(displayed(typed))'"
            hint =
                spelled.map { "Did you mean '--\($0)'?" } ?? optionHint(for: typed, at: scope, root: root) ?? seeHelp
        case .missingValue(let option, let typed):
            message = "'\(typed)' needs a value"
            hint =
                "Write '\(typed) \(option.placeholder ?? "VALUE")', or '\(typed)=VALUE' if the value begins with '-'."
        case .unexpectedValue(let typed):
            message = "'\(typed)' takes no value"
            hint = "Write '\(typed)' alone."
        case .repeated(let typed):
            message = "'\(typed)' is given more than once"
            hint = "Give it once."
        case .missingPositional(let positional):
            message = "'\(words)' needs \(positional.name)"
            hint = "Usage: \(scope.usage)"
        case .tooManyPositionals(let limit):
            let allowed = limit == 0 ? "no arguments" : limit == 1 ? "one argument" : "\(limit) arguments"
            message =
                "'\(words)' takes \(allowed)" + (limit == 0 ? "" : ": the argument in place \(limit + 1) is too many")
            hint = "Usage: \(scope.usage)"
        }
    }
}

/// Where a command of that very name stands elsewhere in the tree, or else the nearest name here.
private func commandHint(for word: String, at scope: CommandScope, root: CommandScope) -> String? {
    let elsewhere = root.withDescendants.filter { !$0.path.isEmpty && $0.command.name == word }.map(\.words)
    if !elsewhere.isEmpty { return "Did you mean \(choice(elsewhere))?" }
    return nearest(to: word, among: scope.command.subcommands.map(\.name)).map { "Did you mean '\($0)'?" }
}

/// Which command takes that very option, or else the nearest long name here.
private func optionHint(for typed: String, at scope: CommandScope, root: CommandScope) -> String? {
    let owners = root.withDescendants.filter { $0.command.options.contains { $0.spellings.contains(typed) } }
    if !owners.isEmpty {
        let below = owners.filter { $0.path.count > scope.path.count && $0.path.starts(with: scope.path) }
        if let owner = below.first, below.count == owners.count, owners.count == 1 {
            return "Write it after the command: '\(owner.words) \(typed)'."
        }
        return "It belongs to \(choice(owners.map(\.words)))."
    }
    guard typed.hasPrefix("--") else { return nil }
    return nearest(to: typed.dropFirst(2), among: scope.options.map(\.name)).map { "Did you mean '--\($0)'?" }
}

/// Up to three quoted names: `'a', 'b' or 'c'`.
private func choice(_ names: [String]) -> String {
    let quoted = names.prefix(3).map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
}
