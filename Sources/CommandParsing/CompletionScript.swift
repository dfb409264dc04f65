/// Scripts that complete command lines in a shell. They know nothing of the commands: they ask the program what can
/// follow, and leave it to the shell to select and to quote.
///
/// They run `PROGRAM __complete WORDS…`, with the words of the line up to the cursor, of which the last one may be empty.
/// Each line of the answer is a word, optionally followed by a tab and a description; a line that begins with a tab
/// stands for files, after the part of the word that it names.
public enum CompletionScript {
    public enum Shell: String, Sendable, CaseIterable {
        case bash, zsh, fish
    }

    /// The program's first argument when a script asks it for words.
    public static let request = "__complete"

    /// Returns the line of an answer for a candidate; `nil` for an empty word, which has none.
    ///
    /// - Parameter safe: escapes the control characters of a text, such as tabs and line feeds.
    public static func line(for candidate: Candidate, safe: (String) -> String) -> String? {
        switch candidate {
        case .files(let lead): "\t" + lead
        case .word("", _): nil
        case .word(let word, let note): safe(word) + (note.map { "\t" + safe($0) } ?? "")
        }
    }

    /// Returns the script for a program.
    ///
    /// For bash, source it, or save it under the program's name in bash-completion's folder. For zsh, save it as
    /// `_PROGRAM` in a folder of `fpath`, or source it after `compinit`. For fish, save it as `PROGRAM.fish` among its
    /// completions.
    ///
    /// - Parameter program: the name by which the program is called, of ASCII letters, digits and dashes.
    public static func render(for shell: Shell, program: String) -> String {
        let script =
            switch shell {
            case .bash: bash
            case .zsh: zsh
            case .fish: fish
            }
        return script.replacing("PROGRAM", with: program) + "\n"
    }

    /// The script for bash, which doesn't need the bash-completion package and runs on bash 3.2.
    ///
    /// bash splits words at `=` and `:` (COMP_WORDBREAKS) and replaces only the last piece; so the pieces are joined
    /// first, and the part that bash won't replace is cut off the replies.
    private static let bash = #"""
        # Completes PROGRAM in bash. Generated: do not edit.

        _PROGRAM() {
            local -a typed
            local i word mark glued='' current quoted='' cut='' line reply
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
            current=${typed[${#typed[@]}-1]}
            for mark in = :; do
                [[ $COMP_WORDBREAKS == *"$mark"* && $current == *"$mark"* ]] || continue
                word=${current%"$mark"*}$mark
                ((${#word} > ${#cut})) && cut=$word
            done
            [[ ${current#--*=} == [\"\']* ]] && quoted=1
            for ((i = 0; i < ${#typed[@]}; i++)); do
                word=${typed[i]//[\"\'\\]/}
                current=$word
                [[ $word == '~/'* ]] && word=$HOME/${word:2}
                typed[i]=$word
            done
            while IFS= read -r line; do
                if [[ $line == $'\t'* ]]; then
                    word=${line#$'\t'}
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r reply; do
                        reply=$word$reply
                        COMPREPLY+=("${reply#"$cut"}")
                    done < <(compgen -f -- "${current#"$word"}")
                    continue
                fi
                reply=${line%%$'\t'*}
                [[ $reply == "$current"* ]] || continue
                [[ $quoted ]] || printf -v reply '%q' "$reply"
                COMPREPLY+=("${reply#"$cut"}")
            done < <("${COMP_WORDS[0]}" __complete "${typed[@]}" 2>/dev/null </dev/null)
        }
        complete -F _PROGRAM PROGRAM
        """#

    /// Autoloaded by the completion system, the file runs once as the function itself; sourced, it registers it.
    private static let zsh = #"""
        #compdef PROGRAM
        # Completes PROGRAM in zsh. Generated: do not edit.

        _PROGRAM() {
            local line
            local -a asked found
            asked=("${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}")
            asked=("${(@)asked/#\~\//$HOME/}")
            for line in ${(f)"$("${asked[1]}" __complete "${(@)asked[2,-1]}" 2>/dev/null </dev/null)"}; do
                if [[ $line == $'\t'* ]]; then
                    compset -P "${line#$'\t'}"
                    _files
                    return
                fi
                found+=("${${line%%$'\t'*}//:/\\:}${${(M)line%%$'\t'*}:+:${line#*$'\t'}}")
            done
            _describe -t values value found
        }

        if [[ ${funcstack[1]} == _PROGRAM ]]; then
            _PROGRAM "$@"
        else
            compdef _PROGRAM PROGRAM
        fi
        """#

    private static let fish = #"""
        # Completes PROGRAM in fish. Generated: do not edit.

        function _PROGRAM_words
            set -l tokens (commandline -opc | string replace -r '^~/' "$HOME/")
            set -l current (commandline -ct)
            for line in ($tokens[1] __complete $tokens[2..-1] "$current" 2>/dev/null </dev/null)
                if set -l lead (string replace -rf '^\t' '' -- $line)
                    for file in (__fish_complete_path (string replace -- "$lead" '' "$current"))
                        echo $lead$file
                    end
                else
                    echo $line
                end
            end
        end
        complete -c PROGRAM -f -k -a '(_PROGRAM_words)'
        """#
}
