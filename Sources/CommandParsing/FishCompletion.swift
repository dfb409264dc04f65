/// The completion script for fish: a function that finds the place on the line, and one `complete` for each completion.
struct FishCompletion {
    let scopes: [CommandScope]
    let program: String

    private var function: String { "_" + functionName([program]) + "_at" }
    private var complete: String { "complete -c \(fishQuoted(program))" }

    var script: String {
        """
        # Completes \(described(program)) in fish. Generated: do not edit.

        # Whether the line is at the command path $argv[1] and, if there is a second argument, at that position in it.
        function \(function)
            set -l path ''
            set -l place 1
            set -l option ''
            set -l ended ''
            set -l tokens (commandline -opc)
            for token in $tokens[2..-1]
                if test -n "$option"
                    set option ''
                else if test -z "$ended"; and test "$token" = --
                    set ended 1
                else if test -z "$ended"; and string match -qr -- '^-[^0-9]' $token
                    switch "$path|$token"
                        case \(valued.joined(separator: " "))
                            set option $token
                    end
                else
                    switch "$path|$token"
                        case \(steps.joined(separator: " "))
                            set path (string trim -- "$path $token")
                        case '*'
                            set place (math $place + 1)
                    end
                end
            end
            test "$path" = "$argv[1]"; or return 1
            test (count $argv) -lt 2; or test $place -eq $argv[2]; and return 0
            test "$argv[3]" = more; and test $place -gt $argv[2]
        end

        # The values that the program lists for the kind $argv[1].
        function \(function)_ask
            set -l tokens (commandline -opc)
            $tokens[1] \(CompletionScript.request) $argv[1] $tokens[2..-1] 2>/dev/null </dev/null
        end

        \(complete) -f
        \(scopes.flatMap(lines).joined(separator: "\n"))

        """
    }

    /// `PATH|OPTION` for every option that takes a value, with any path below a group's; a pattern that can't match
    /// keeps the list from being empty.
    private var valued: [String] {
        let all = scopes.flatMap { scope in
            let places = joined(scope.path) + (scope.command.isGroup ? "*|" : "|")
            return scope.command.options.filter { !$0.isFlag }.flatMap(\.spellings).map { places + $0 }
        }
        return (all + ["||"]).map(fishQuoted)
    }

    /// `PATH|SUBCOMMAND` for every subcommand.
    private var steps: [String] {
        let all = scopes.filter { !$0.path.isEmpty }.map { joined($0.path.dropLast()) + "|" + $0.command.name }
        return (all + ["||"]).map(fishQuoted)
    }

    private func lines(_ scope: CommandScope) -> [String] {
        // Global options need no condition, and are listed once instead of for each command.
        let isRoot = scope.path.isEmpty
        let here = isRoot ? complete : condition(scope)
        let commands = scope.command.subcommands.map {
            "\(condition(scope, " 1")) -a \(fishQuoted($0.name)) -d \(fishQuoted(described($0.abstract)))"
        }
        let options = (isRoot ? scope.options : scope.localOptions).map { option in
            let short = option.short.map { " -s \(fishQuoted(String($0)))" } ?? ""
            let value = option.isFlag ? "" : action(option.completion, requiresValue: true)
            return "\(here)\(short) -l \(fishQuoted(option.name))\(value) -d \(fishQuoted(described(option.help)))"
        }
        let positionals = scope.command.isGroup ? [] : scope.command.positionals
        let places = positionals.enumerated().compactMap { place, positional -> String? in
            guard positional.completion != .none else { return nil }
            let more = positional.isRepeating ? " more" : ""
            let offer = action(positional.completion, requiresValue: false)
            // A description would be shown beside each of the values, and say nothing about it.
            return condition(scope, " \(place + 1)\(more)") + offer
        }
        return commands + options + places
    }

    private func condition(_ scope: CommandScope, _ place: String = "") -> String {
        "\(complete) -n \(fishQuoted("\(function) \(fishQuoted(joined(scope.path)))\(place)"))"
    }

    /// fish evaluates the list again, hence the inner quotes.
    private func action(_ completion: Completion, requiresValue: Bool) -> String {
        switch completion {
        case .none: requiresValue ? " -x" : ""
        case .file: requiresValue ? " -r -F" : " -F"
        case .program(let kind):
            (requiresValue ? " -x" : "") + " -k -a \(fishQuoted("(\(function)_ask \(fishQuoted(kind)))"))"
        case .values(let values):
            (requiresValue ? " -x" : "") + " -a \(fishQuoted(values.map(fishQuoted).joined(separator: " ")))"
        }
    }

    private func joined(_ path: some Sequence<String>) -> String {
        path.joined(separator: " ")
    }
}
