#!/usr/bin/env zsh
# complete.zsh FOLDER <LINES - what zsh, with FOLDER in fpath, offers where Tab is pressed behind each
# line: the words of each in a line, sorted.  A real zsh runs in a terminal of its own; every match comes
# by compadd.
zmodload zsh/zpty || exit 2
zpty shell "TERM=dumb PS1='' zsh -f -i"
expect() { local heard; zpty -r -m shell heard "*$1*" || exit 2; print -r -- "$heard" }
zpty -w shell "stty -echo; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000000
compadd() {
    [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd \"\$@\"; return }
    local -a offered
    builtin compadd -O offered \"\$@\"
    (( \$#offered )) && print -rl -- '<'\${^offered}'>'
    builtin compadd \"\$@\"
}
finish() { print -r -- '<<end'\">>\"; compstate[insert]= compstate[list]=; comppostfuncs=(finish) }
comppostfuncs=(finish); bindkey '^I' complete-word; bindkey '^U' kill-whole-line; unsetopt beep; print -r -- rea''dy"
expect ready >/dev/null
while IFS= read -r line; do
    zpty -w -n shell $'\C-u'"$line"$'\t'
    expect '<<end>>' | tr -d '\r' | grep -oE '<[^<>]+>' | tr -d '<>' | grep -v '^end$' | sort -u | paste -sd' '
done
zpty -d shell
