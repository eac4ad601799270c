# bash completion of wgcq: asks the program for each word (wgcq help --completion bash prints this file).

# $unquoted: the word $1 without quotes and backslashes; nothing in it is run. $open: the quote that
# it ends in. $skip: how much of $unquoted is before what Readline replaces, which is what follows the
# quote that is open, or the last unquoted character of COMP_WORDBREAKS.
_wgcq_unquote() {
    local i char outside=0
    unquoted='' open='' skip=0
    for ((i = 0; i < ${#1}; i++)); do
        char=${1:i:1}
        if [[ $char == "$open" ]]; then
            open='' skip=$outside
        elif [[ ! $open && $char == [\"\'] ]]; then
            open=$char outside=$skip skip=${#unquoted}
        elif [[ $char == \\ && $open != \' ]]; then
            ((++i))
            [[ ! $open || ${1:i:1} == [\$\`\"\\] ]] || unquoted+=$char
            unquoted+=${1:i:1}
        else
            unquoted+=$char
            if [[ ! $open && $char == [=:@] && $COMP_WORDBREAKS == *"$char"* ]]; then
                skip=${#unquoted}
                [[ $char != @ ]] || ((--skip))
            fi
        fi
    done
}

# Offers the value $1 for $word, quoted as that is, so that no character of it acts.
_wgcq_offer() {
    local value=$1 home='' unquoted open skip
    _wgcq_unquote "$word"
    value=${value:skip}
    case $open in
    \")
        [[ $value != *[$'\n!']* ]] || return
        value=${value//\\/\\\\}
        value=${value//\"/\\\"}
        value=${value//\$/\\\$}
        value=${value//\`/\\\`}
        ;;
    \')
        [[ $value != *[$'\n!']* ]] || return
        value=${value//\'/\'\\\'\'}
        ;;
    *)
        [[ $skip != 0 || $word != "~/"* ]] || home="~/" value=${value:2}
        [[ $value != *[^a-zA-Z0-9_.,:=@/+-]* ]] || printf -v value %q "$value"
        ;;
    esac
    [[ ! $home$value ]] || COMPREPLY+=("$home$value")
}

# Directories, and files that end in one of $2, $3, ...; $1 is what is before the name in $word.
_wgcq_files() {
    local path name unquoted open skip
    _wgcq_unquote "$word"
    name=${unquoted:${#1}}
    while IFS= read -r -d '' path; do
        [[ $path != -* || $1 || $name ]] || path=./$path
        [[ $word != "~/"* ]] || path="~/${path#"$HOME/"}"
        _wgcq_offer "$1$path"
    done < <(
        shopt -u failglob
        shopt -s nullglob
        set +f
        IFS=
        [[ $word != "~/"* ]] || name=$HOME/${name:2}
        for path in "$name"*; do
            [[ ! -d $path ]] || { printf '%s/\0' "$path" && continue; }
            for ending in "${@:2}"; do
                [[ $path != *"$ending" ]] || { printf '%s\0' "$path" && break; }
            done
        done
    )
    compopt -o filenames -o noquote 2>/dev/null
}

# What the program answers for $word behind @words: words, and which files there may be.
_wgcq_ask() {
    local before=() program line unquoted open skip fields
    for line in "${COMP_WORDS[0]}" "${words[@]}"; do
        _wgcq_unquote "$line"
        [[ $line != "~/"* ]] || unquoted=$HOME/${unquoted:2}
        before+=("$unquoted")
    done
    program=$(type -P -- "${before[0]}") || return
    _wgcq_unquote "$word"
    while IFS= read -r line; do
        case $line in
        $'\t'*)
            IFS=$'\t' read -r -a fields <<<"${line:1}"
            [[ ${fields[2]} ]] || fields+=('') # any file
            _wgcq_files "${fields[1]:1}" "${fields[@]:2}"
            [[ ${fields[0]} != open ]] || compopt -o nospace 2>/dev/null
            ;;
        *) _wgcq_offer "${line%%$'\t'*}" ;;
        esac
    done < <("$program" --complete "$unquoted" "${before[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *[=/] ]] || compopt -o nospace 2>/dev/null
}

# Readline breaks words at "=", ":" and "@", too, if COMP_WORDBREAKS has them: they are joined where
# no blank parts them.
_wgcq() {
    local IFS=$' \t\n' words=() word i glue line=${COMP_LINE#*"${COMP_WORDS[0]}"} rest
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        rest=${line#"${line%%[! $'\t\n']*}"}
        if [[ ${words[*]} && $rest == "$line" && ( $glue || $word == [=:@]* ) ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        line=${rest#"$word"} glue=
        [[ $word != *[=:@] || $COMP_WORDBREAKS != *"${word: -1}"* ]] || glue=yes
    done
    word=${words[-1]}
    unset 'words[-1]'
    COMPREPLY=()
    _wgcq_ask
}
complete -F _wgcq wgcq
