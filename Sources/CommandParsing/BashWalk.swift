/// The part of the bash script that is the same for every program, except for the prefix of its functions.
///
/// bash splits words at `=` and `:` (COMP_WORDBREAKS) and replaces only the last piece; so the pieces are joined first,
/// and the part that bash won't replace is cut off the replies at the end.
let bashWalk = #"""
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
        done < <("${line_words[0]}" __complete "$1" "${line_words[@]:1}" 2>/dev/null </dev/null)
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
