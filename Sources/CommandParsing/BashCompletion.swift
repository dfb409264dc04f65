/// The completion script for bash: tables by command path as `case` arms, and the code that applies them to the line.
///
/// It doesn't need the bash-completion package, and runs on bash 3.2.
struct BashCompletion {
    let scopes: [CommandScope]
    let program: String

    private var function: String { functionName([program]) }

    var script: String {
        let walk = bashWalk.split(separator: "@FUNCTION@", omittingEmptySubsequences: false)
        return """
            # Completes \(described(program)) in bash. Generated: do not edit.

            # Sets commands, flags and valued to what can follow the command path $1.
            \(function)_words() {
                case $1 in
            \(scopes.map(wordsArm).joined(separator: "\n"))
                esac
            }

            # Sets values, or files, for $1: a command path with an option or the position of an argument.
            \(function)_values() {
                values=()
                files=''
                case $1 in
            \(valueArms.joined(separator: "\n"))
                esac
            }

            \(walk.joined(separator: function))
            complete -F \(function) \(shellQuoted(program))

            """
    }

    private func wordsArm(_ scope: CommandScope) -> String {
        let flags = scope.options.filter(\.isFlag).flatMap(\.spellings)
        let valued = scope.options.filter { !$0.isFlag }.flatMap(\.spellings)
        return """
                \(key(scope)))
                    commands=(\(list(scope.command.subcommands.map(\.name))))
                    flags=(\(list(flags)))
                    valued=(\(list(valued)))
                    ;;
            """
    }

    /// Arms are tried in order, so each command's own options precede the global ones.
    private var valueArms: [String] {
        scopes.reversed().flatMap { scope in
            let options = scope.command.options.filter { !$0.isFlag }.map { option in
                let patterns = option.spellings.flatMap { spelling in
                    let own = shellQuoted((scope.path + ["|" + spelling]).joined(separator: " "))
                    let below = shellQuoted(scope.path.map { $0 + " " }.joined()) + "*" + shellQuoted("|" + spelling)
                    return scope.command.isGroup ? [own, below] : [own]
                }
                return arm(patterns.joined(separator: " | "), option.completion)
            }
            let positionals = scope.command.isGroup ? [] : scope.command.positionals
            let places = positionals.enumerated().map { place, positional in
                let pattern = scope.path.joined(separator: " ") + (scope.path.isEmpty ? "" : " ") + "|"
                return arm(
                    shellQuoted(pattern) + (positional.isRepeating ? "[0-9]*" : "\(place + 1)"),
                    positional.completion)
            }
            return options + places
        }
    }

    private func arm(_ pattern: String, _ completion: Completion) -> String {
        let action =
            switch completion {
            case .none: ":"
            case .file: "files=1"
            case .values(let values): "values=(\(list(values)))"
            case .program(let kind): "\(function)_ask \(shellQuoted(kind))"
            }
        return "    \(pattern)) \(action) ;;"
    }

    private func key(_ scope: CommandScope) -> String {
        shellQuoted(scope.path.joined(separator: " "))
    }

    private func list(_ words: [String]) -> String {
        words.map(shellQuoted).joined(separator: " ")
    }
}
