/// The completion script for zsh: one function per command, each of which calls `_arguments`.
struct ZshCompletion {
    let scopes: [CommandScope]
    let program: String

    var script: String {
        let main = functionName([program])
        return """
            #compdef \(described(program))
            # Completes \(described(program)) in zsh. Generated: do not edit.

            # Offers the values that the program lists for the kind $1.
            \(ask)() {
                local line
                local -a found
                for line in ${(f)"$("${asked[1]}" \(CompletionScript.request) $1 "${(@)asked[2,-1]}" 2>/dev/null </dev/null)"}; do
                    found+=("${${line%%$'\t'*}//:/\\:}${${(M)line%%$'\t'*}:+:${line#*$'\t'}}")
                done
                _describe -t values value found
            }

            \(scopes.map(function).joined(separator: "\n\n"))

            # Autoloaded by the completion system, the file runs once as the function itself; sourced, it registers it.
            if [[ ${funcstack[1]} == \(shellQuoted(main)) ]]; then
                \(main) "$@"
            else
                compdef \(main) \(shellQuoted(program))
            fi

            """
    }

    private var ask: String { functionName([program, "ask"]) }

    private func name(_ scope: CommandScope) -> String {
        functionName([program] + scope.path)
    }

    private func function(_ scope: CommandScope) -> String {
        let specifications = scope.options.flatMap(specifications) + places(scope)
        let arguments = specifications.map { " \\\n        " + shellQuoted($0) }.joined()
        let rest = scope.command.isGroup ? "\n" + subcommands(scope) : ""
        return """
            \(name(scope))() {
                local context state state_descr line ret=1\(scope.path.isEmpty ? "\n" + whole : "")
                typeset -A opt_args
                _arguments -s -S -C\(arguments) && ret=0\(rest)
                return ret
            }
            """
    }

    /// The words before the cursor, as the shell would pass them to the program: subcommands only see those that
    /// follow.
    private var whole: String {
        """
            local -a asked
            asked=("${(@Q)words[1,CURRENT-1]}")
            asked=("${(@)asked/#\\~\\//$HOME/}")
        """
    }

    private func subcommands(_ scope: CommandScope) -> String {
        let entries = scope.command.subcommands.map {
            "\n            " + shellQuoted(escaped($0.name, "\\:") + ":" + described($0.abstract))
        }
        let arms = scope.command.subcommands.compactMap { scope.entering($0.name) }.map {
            "\n        \(shellQuoted($0.command.name))) \(name($0)) && ret=0 ;;"
        }
        return """
                case $state in
                command)
                    local -a commands
                    commands=(\(entries.joined())
                    )
                    _describe -t commands command commands && ret=0
                    ;;
                rest)
                    case $words[1] in\(arms.joined())
                    esac
                    ;;
                esac
            """
    }

    /// One specification for each spelling; an option that isn't repeatable excludes its own spellings.
    private func specifications(_ option: Option) -> [String] {
        let spellings = option.spellings
        let exclusion = option.isRepeatable ? "*" : "(\(spellings.joined(separator: " ")))"
        let value = option.placeholder.map { ":\(escaped($0, "\\:")):\(action(option.completion))" } ?? ""
        return spellings.map { spelling in
            let mark = option.isFlag ? "" : spelling.hasPrefix("--") ? "=" : "+"
            return "\(exclusion)\(spelling)\(mark)[\(escaped(described(option.help), "\\[]:"))]\(value)"
        }
    }

    private func places(_ scope: CommandScope) -> [String] {
        if scope.command.isGroup { return ["1:command:->command", "*::argument:->rest"] }
        return scope.command.positionals.enumerated().map { place, positional in
            let lead = positional.isRepeating ? "*:" : positional.isRequired ? "\(place + 1):" : "\(place + 1)::"
            return "\(lead)\(escaped(positional.name, "\\:")):\(action(positional.completion))"
        }
    }

    /// The action of `_arguments` for a value. zsh evaluates the list, hence the inner quotes; a space means no
    /// completion.
    private func action(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .file: "_files"
        case .program(let kind): " \(ask) \(kind)"
        case .values(let values): "(\(values.map { escaped(shellQuoted($0), ":") }.joined(separator: " ")))"
        }
    }
}
