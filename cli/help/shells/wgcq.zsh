#compdef wgcq
# zsh completion of wgcq: asks the program for each word (wgcq help --completion zsh prints this file).

# Directories, and files that end in one of $2, $3, ...; $1 is what is before the name. A name that looks
# like an option is offered behind ./ alone.
_wgcq_files() {
    local -a ignored endings=("${@[2,-1]#.}")
    compset -p $#1
    [[ -n $PREFIX || -n $1 ]] || ignored=(-F '(-*)')
    if (( $#endings )); then
        _files -g "*.(${(j:|:)endings})(-.)" $ignored
    else
        _files $ignored
    fi
}

_wgcq() {
    local program=${${(Q)words[1]}/#\~\//$HOME/} line space=' ' option='' ret=1
    local -a before=("${(@)words[2,CURRENT-1]}") lines values shown fields
    [[ $PREFIX != --[a-z-]#=* ]] || option=${PREFIX%%=*}=
    lines=("${(@f)$(command "$program" --complete "${(Q)PREFIX}" "${(@Q)before}" 2>/dev/null)}")
    for line in $lines; do
        [[ $line != $'\t'* ]] || { fields=("${(@ps:\t:)line[2,-1]}"); continue }
        values+=("${${line%%$'\t'*}#$option}")
        shown+=("${values[-1]}${${line#*$'\t'}:+  -- ${line#*$'\t'}}")
        [[ ${values[-1]} != *= ]] || space=
    done
    if (( $#values )); then
        [[ -z $option ]] || compset -p $#option
        compadd -S "$space" -l -d shown -a values && ret=0
    fi
    if (( $#fields )); then
        _wgcq_files "${fields[2][2,-1]}" "${(@)fields[3,-1]}" && ret=0
    fi
    return ret
}

# Autoloaded from fpath, this file is the function; sourced, it only says what it completes.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _wgcq "$@"
else
    compdef _wgcq wgcq
fi
