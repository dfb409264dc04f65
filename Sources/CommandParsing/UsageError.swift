/// A command line that doesn't match the grammar.
///
/// Neither line contains an option's value or a positional, which may be private. The names of commands and options in
/// them are truncated, and escaped if they contain control characters.
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

/// A mistake in a command line; ``UsageError`` has the words for it.
///
/// It contains what the messages need but no values, so that none can get into a message.
enum UsageMistake: Sendable, Hashable {
    case unknownCommand(String)
    case missingSubcommand
    case noSubcommands
    /// The option as typed, without its value.
    case unknownOption(String)
    /// An unknown letter in a bundle, and the long name that the bundle spells, if any.
    case unknownLetter(Character, bundleSpells: String?)
    case missingValue(Option, typed: String)
    case unexpectedValue(typed: String)
    case repeated(typed: String)
    case missingPositional(Positional)
    case tooManyPositionals(limit: Int)
}

extension UsageError {
    /// Creates the message and the hint for a mistake made at `scope`.
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

/// Commands of this meaning below this one; else commands of this very name anywhere, or of the meaning; else the
/// option of that name, or the nearest name here.
private func commandHint(for word: String, at scope: CommandScope, root: CommandScope) -> String? {
    func commands(named words: String) -> [CommandScope] {
        root.withDescendants.filter { $0.words.hasSuffix(" \(words)") }
    }
    let meant = commands(named: root.command.synonyms[word] ?? word)
    let below = meant.filter { $0.path.starts(with: scope.path) }
    let near = [below, commands(named: word), meant].first { !$0.isEmpty } ?? []
    if let depth = near.map(\.path.count).min() {
        return "Did you mean \(choice(near.filter { $0.path.count == depth }.map(\.words)))?"
    }
    if scope.option(long: word)?.isFlag == true { return "Did you mean '\(root.words) --\(word)'?" }
    return nearest(to: word, among: scope.command.subcommands.map(\.name)).map { "Did you mean '\($0)'?" }
}

/// The commands that accept this option, else the long names here that begin with the letter, or the nearest one.
private func optionHint(for typed: String, at scope: CommandScope, root: CommandScope) -> String? {
    let owners = root.withDescendants.filter { $0.command.options.contains { $0.spellings.contains(typed) } }
    if !owners.isEmpty {
        let below = owners.filter { $0.path.count > scope.path.count && $0.path.starts(with: scope.path) }
        if let owner = below.first, below.count == owners.count, owners.count == 1 {
            return "Write it after the command: '\(owner.words) \(typed)'."
        }
        return "It belongs to \(choice(owners.map(\.words)))."
    }
    guard typed.hasPrefix("--") else {
        let likely = scope.options.map(\.name).filter { $0.first == typed.lowercased().last }
        return likely.isEmpty ? nil : "Did you mean \(choice(likely.map { "--\($0)" }))?"
    }
    return nearest(to: typed.dropFirst(2), among: scope.options.map(\.name)).map { "Did you mean '--\($0)'?" }
}

/// Joins up to three names in quotes: `'a', 'b' or 'c'`.
private func choice(_ names: [String]) -> String {
    let quoted = names.prefix(3).map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
}

/// A user's word made safe for a message: one line, no control sequences, limited length.
///
/// Control characters, bidi and other format characters, line separators, and private or unassigned scalars are
/// escaped, as in `\u{1B}`.
private func displayed(_ word: some StringProtocol) -> String {
    // Counts scalars, not characters: a character may consist of any number of combining marks.
    let limit = 40
    var text = ""
    for scalar in word.unicodeScalars.prefix(limit) {
        if isPrintable(scalar) {
            text.unicodeScalars.append(scalar)
        } else {
            text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
    return word.unicodeScalars.dropFirst(limit).isEmpty ? text : text + "…"
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
}
