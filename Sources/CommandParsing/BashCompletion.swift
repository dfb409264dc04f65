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

/// The part of the bash script that is the same for every program, except for the prefix of its functions.
///
/// bash splits words at `=` and `:` (COMP_WORDBREAKS) and replaces only the last piece; so the pieces are joined first,
/// and the part that bash won't replace is cut off the replies at the end.
private let bashWalk = #"""
    # Adds the candidates that continue the current word.
    @FUNCTION@_offer() {
        local candidate reply
        for candidate in "$@"; do
            [[ $candidate == "$current"* ]] || continue
            reply=$candidate
            [[ $quoted ]] || printf -v reply '%q' "$candidate"
            reply=$lead$reply
            COMPREPLY+=("${reply#"$cut"}")
        done
    }

    # Adds the files that continue the current word; readline quotes them.
    @FUNCTION@_offer_files() {
        local file reply
        compopt -o filenames 2>/dev/null
        while IFS= read -r file; do
            reply=$lead$file
            COMPREPLY+=("${reply#"$cut"}")
        done < <(compgen -f -- "$current")
    }

    # Sets values to those that the program lists for a kind.
    @FUNCTION@_ask() {
        local line word
        local -a line_words=()
        for word in "${COMP_WORDS[0]}" "${typed[@]:0:last}"; do
            word=${word//[\"\'\\]/}
            [[ $word == '~/'* ]] && word=$HOME/${word:2}
            line_words+=("$word")
        done
        while IFS= read -r line; do
            values+=("${line%%$'\t'*}")
        done < <("${line_words[0]}" \#(CompletionScript.request) "$1" "${line_words[@]:1}" 2>/dev/null </dev/null)
    }

    # Whether the first argument is among the others.
    @FUNCTION@_among() {
        local wanted=$1 word
        shift
        for word in "$@"; do
            [[ $word == "$wanted" ]] && return 0
        done
        return 1
    }

    @FUNCTION@() {
        local -a typed commands flags valued values
        local i word path='' option='' place=1 ended='' glued='' files='' quoted='' lead='' cut='' mark
        typed=()
        COMPREPLY=()
        for ((i = 1; i <= COMP_CWORD; i++)); do
            word=${COMP_WORDS[i]}
            mark=''
            [[ -n $word && -z ${word//[=:]/} && ${#typed[@]} -gt 0 ]] && mark=1
            if [[ $mark || $glued ]]; then
                typed[${#typed[@]}-1]+=$word
            else
                typed+=("$word")
            fi
            glued=$mark
        done
        ((${#typed[@]})) || return 0
        local last=$((${#typed[@]} - 1))
        local current=${typed[last]}

        @FUNCTION@_words ''
        for ((i = 0; i < last; i++)); do
            word=${typed[i]}
            if [[ $option ]]; then
                option=''
            elif [[ ! $ended && $word == -- ]]; then
                ended=1
            elif [[ ! $ended && $word == -?* && $word != -[0-9]* ]]; then
                @FUNCTION@_among "$word" "${valued[@]}" && option=$word
            elif ((${#commands[@]})); then
                @FUNCTION@_among "$word" "${commands[@]}" || return 0
                path=$path$word' '
                @FUNCTION@_words "${path% }"
            else
                ((place++))
            fi
        done

        local whole=$current
        for mark in = :; do
            [[ $COMP_WORDBREAKS == *"$mark"* && $whole == *"$mark"* ]] || continue
            word=${whole%"$mark"*}$mark
            ((${#word} > ${#cut})) && cut=$word
        done
        if [[ ! $option && ! $ended && $current == --*=* ]]; then
            option=${current%%=*}
            lead=$option=
            current=${current#*=}
        fi
        if [[ $current == [\"\']* ]]; then
            quoted=1
            current=${current:1}
        else
            current=${current//\\/}
        fi

        if [[ $option ]]; then
            @FUNCTION@_values "$path|$option"
        elif [[ ! $ended && $current == -* ]]; then
            @FUNCTION@_offer "${flags[@]}" "${valued[@]}"
            return 0
        elif ((${#commands[@]})); then
            @FUNCTION@_offer "${commands[@]}"
            return 0
        else
            @FUNCTION@_values "$path|$place"
            if [[ ! $files && ! $ended && ! $current ]] && ! ((${#values[@]})); then
                @FUNCTION@_offer "${flags[@]}" "${valued[@]}"
                return 0
            fi
        fi
        if [[ $files ]]; then @FUNCTION@_offer_files; else @FUNCTION@_offer "${values[@]}"; fi
    }
    """#
