/// Parses a command line according to a tree of commands.
///
/// Options and positionals may be mixed. The forms `--name value`, `--name=value` (also with an empty value), `-q`,
/// bundles such as `-qh`, and for a letter that takes a value `-n VALUE`, `-nVALUE` and `-n=VALUE` are accepted. `--`
/// ends the options; `-` alone and negative numbers are ordinary words. Names can't be abbreviated.
///
/// An option with ``Option/overridesErrors`` (`--help`, `--version`) takes precedence over any mistake, wherever it
/// appears: `edit --help --bogus` is an invocation of `edit` with help. Only an unknown command is still an error,
/// because there is no page to show, and a suggestion is more useful. Of several mistakes, the first is reported.
public struct ArgumentParser: Sendable {
    public let root: Command

    public init(root: Command) {
        self.root = root
    }

    /// Parses the arguments, which don't include the program's own name.
    ///
    /// A command line without a command is valid: its path is empty, and the caller decides what to do. The values of
    /// options aren't validated.
    ///
    /// - Throws: ``UsageError`` for an unknown command or option, a missing or unwanted value, a repeated option, a
    ///   group without its subcommand, too few or too many positionals.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var reading = ArgumentReading(root: root)
        reading.read(arguments)
        return try reading.invocation()
    }

    /// Returns the command for words such as `["hike", "import"]`, as given to `help`; the root for none.
    ///
    /// - Throws: ``UsageError`` with a suggestion when there is no such command.
    public func command(at path: [String]) throws(UsageError) -> Command {
        let root = CommandScope(root: root)
        var scope = root
        for word in path {
            guard let next = scope.entering(word) else {
                let mistake: UsageMistake = scope.command.isGroup ? .unknownCommand(word) : .noSubcommands
                throw UsageError(mistake, at: scope, root: root)
            }
            scope = next
        }
        return scope.command
    }
}

/// A single pass over the arguments.
///
/// Mistakes are stored rather than thrown, since a later `--help` may override them.
struct ArgumentReading {
    private let root: CommandScope
    private(set) var scope: CommandScope
    private var positionals: [String] = []
    private var given: [String: [String]] = [:]
    /// The option whose value the arguments end before.
    private(set) var awaited: Option?
    /// Whether `--` ended the options.
    private(set) var isEnded = false
    private var mistake: UsageError?
    private var isForgiven = false
    /// Whether there was a word that is no command.
    private(set) var isLost = false

    init(root: Command) {
        self.root = CommandScope(root: root)
        scope = self.root
    }

    mutating func read(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch Token(argument) {
            case .terminator:
                isEnded = true
                for word in rest { read(word: word) }
                return
            case .long(let name, let attached): read(long: name, attached: attached, &rest)
            case .letters(let letters): read(letters: letters, &rest)
            case .word(let word): read(word: word)
            }
        }
    }

    /// The options that may still be given.
    var freeOptions: [Option] { scope.options.filter { $0.isRepeatable || given[$0.name] == nil } }

    /// The positional that the next word would be.
    var nextPositional: Positional? {
        let declared = scope.command.positionals
        return declared.dropFirst(positionals.count).first ?? declared.last { $0.isRepeating }
    }

    /// The outcome, after all arguments have been read.
    func invocation() throws(UsageError) -> Invocation {
        if let mistake = mistake ?? omission(), isLost || !isForgiven { throw mistake }
        return Invocation(command: scope.command, path: scope.path, positionals: positionals, given: given)
    }

    private mutating func read(word: String) {
        guard !isLost else { return }
        if let next = scope.entering(word) {
            scope = next
        } else if scope.command.isGroup {
            report(.unknownCommand(word))
            isLost = true
        } else {
            positionals.append(word)
            let allowed = scope.command.positionals
            if !allowed.contains(where: \.isRepeating), positionals.count > allowed.count {
                report(.tooManyPositionals(limit: allowed.count))
            }
        }
    }

    private mutating func read(long name: String, attached: String?, _ rest: inout ArraySlice<String>) {
        guard let option = scope.option(long: name) else { return report(.unknownOption("--\(name)")) }
        take(option, typed: "--\(name)", attached: attached, &rest)
    }

    private mutating func read(letters: String, _ rest: inout ArraySlice<String>) {
        var left = letters[...]
        while let letter = left.popFirst() {
            guard let option = scope.option(short: letter) else {
                let isAlone = letters.count == 1
                let spelled = isAlone ? nil : scope.option(long: letters)?.name
                return report(.unknownLetter(letter, bundleSpells: spelled))
            }
            let takesRest = left.first == "=" || (!option.isFlag && !left.isEmpty)
            let attached = takesRest ? String(left.first == "=" ? left.dropFirst() : left) : nil
            take(option, typed: "-\(letter)", attached: attached, &rest)
            if takesRest { return }
        }
    }

    /// Stores an option with its value, which follows the `=` or is the next argument.
    private mutating func take(_ option: Option, typed: String, attached: String?, _ rest: inout ArraySlice<String>) {
        if option.isFlag {
            guard attached == nil else { return report(.unexpectedValue(typed: typed)) }
            given[option.name] = []
            isForgiven = isForgiven || option.overridesErrors
            return
        }
        var value = attached
        if value == nil, let next = rest.first, Token.mayBeValue(next) || option.takesSigns && !next.hasPrefix("--") {
            value = rest.popFirst()
        }
        guard let value else {
            if rest.isEmpty { awaited = option }
            return report(.missingValue(option, typed: typed))
        }
        if given[option.name] != nil, !option.isRepeatable { report(.repeated(typed: typed)) }
        given[option.name, default: []].append(value)
    }

    /// The error for a missing subcommand or positional.
    private func omission() -> UsageError? {
        if scope.command.isGroup {
            return scope.path.isEmpty ? nil : UsageError(.missingSubcommand, at: scope, root: root)
        }
        let required = scope.command.positionals.filter(\.isRequired)
        guard positionals.count < required.count else { return nil }
        return UsageError(.missingPositional(required[positionals.count]), at: scope, root: root)
    }

    private mutating func report(_ mistake: UsageMistake) {
        if self.mistake == nil { self.mistake = UsageError(mistake, at: scope, root: root) }
    }
}

/// An argument, classified by its form alone.
enum Token: Sendable, Hashable {
    /// `--`: the following arguments are words.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, attached: String?)
    /// `-q` or `-qh`: the letters after the dash, at least one.
    case letters(String)
    /// Anything else, including `-` and numbers such as `-5`.
    case word(String)

    /// Works on scalars, because a combining mark after a dash or an `=` would form one character with it, so that a
    /// value would be taken as part of the name.
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

    /// Whether the argument can be an option's value if it isn't attached: it has no leading dash, is only a dash, or
    /// is a negative number.
    static func mayBeValue(_ argument: String) -> Bool {
        guard argument.unicodeScalars.first == "-" else { return true }
        guard let next = argument.unicodeScalars.dropFirst().first else { return true }
        return ("0"..."9").contains(next)
    }
}

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

    /// The option's value, which may be empty; the last of several; `nil` when it wasn't given.
    public func value(of option: Option) -> String? {
        given[option.name]?.last
    }

    /// The option's values in the order given; empty when it wasn't given.
    public func values(of option: Option) -> [String] {
        given[option.name] ?? []
    }
}
