/// A single pass over the arguments.
///
/// Mistakes are stored rather than thrown, since a later `--help` may override them.
struct ArgumentReading {
    private let root: CommandScope
    private var scope: CommandScope
    private var positionals: [String] = []
    private var given: [String: [String]] = [:]
    private var mistake: UsageError?
    private var isForgiven = false
    private var isLost = false

    init(root: Command) {
        self.root = CommandScope(root: root)
        scope = self.root
    }

    mutating func read(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch Token(argument) {
            case .terminator:
                for word in rest { read(word: word) }
                return
            case .long(let name, let attached): read(long: name, attached: attached, &rest)
            case .letters(let letters): read(letters: letters, &rest)
            case .word(let word): read(word: word)
            }
        }
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
        if value == nil, let next = rest.first, Token.mayBeValue(next) { value = rest.popFirst() }
        guard let value else { return report(.missingValue(option, typed: typed)) }
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
