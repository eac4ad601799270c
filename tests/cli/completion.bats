#!/usr/bin/env bats
# Completions, made from the tables of commands and options: each shell is run, and asked what it offers.
load common

setup_file() {
    make -s -C "$BATS_TEST_DIRNAME/../.." BUILD="$BUILD" manuals >/dev/null
    export PATH=$BUILD:$PATH # the scripts ask the program that is completed
}

commands() { sed -n 's/^COMMAND(\([a-z]*\),.*/\1/p' "$BATS_TEST_DIRNAME/../../cli/args/commands.def"; }

a_folder_of_files() {
    touch one.yaml two.yml three.db note.txt
    mkdir sub.d
}

# What bash, zsh and fish offer behind each line of standard input: a line each, sorted.
#
# bash's function is called over words as readline would break them: at blanks, "=" and ":".  It has no
# terminal, so that compopt fails; what that does is seen in the test in a terminal.
offered_by_bash() {
    bash -c 'source "$1"
        while IFS= read -r line; do
            COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=()
            while read -r word; do COMP_WORDS+=("$word"); done < <(grep -oE "[=:]+|[^ =:]+" <<<"$line")
            [[ $line != *" " ]] || COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _wgcq
            printf "%s\n" "${COMPREPLY[@]%/}" | sort | paste -sd" "
        done' - "$BUILD/completion/wgcq"
}
offered_by_zsh() { zsh "$BATS_TEST_DIRNAME/complete.zsh" "$BUILD/completion"; }
offered_by_fish() {
    HOME=$BATS_FILE_TMPDIR XDG_CONFIG_HOME='' XDG_DATA_HOME='' fish --no-config -c '
        source $argv[1]
        while read -l line
            complete -C "$line" | string replace -r "\t.*" "" |
                string replace -r "^--[a-z-]*=" "" | string replace -r "/\$" "" | sort | paste -sd" "
        end' "$BUILD/completion/wgcq.fish"
}

# Standard input has lines LINE|WORDS: behind LINE all three shells offer WORDS, sorted.
offers() {
    local shell at=$BATS_FILE_TMPDIR
    cat >"$at/table"
    cut -d'|' -f1 "$at/table" >"$at/lines"
    for shell in bash zsh fish; do
        "offered_by_$shell" <"$at/lines" >"$at/words"
        paste -d'|' "$at/lines" "$at/words" | diff "$at/table" - >"$at/diff" ||
            { echo "$shell:"; cat "$at/diff"; return 1; }
    done
}

@test "commands" {
    offers <<LINES
wgcq so|solve
wgcq re|resume
wgcq |$(commands | LC_ALL=C.UTF-8 sort | paste -sd' ')
wgcq help so|solve
wgcq help ma|
wgcq help lib|library
wgcq --color never so|solve
wgcq -q ver|verify
LINES
}

@test "options of the command, wherever other options stand" {
    offers <<LINES
wgcq solve --tr|--trace
wgcq --color never solve --tr|--trace
wgcq --order=a-star solve --tr|--trace
wgcq solve a.yaml --max-t|--max-time
wgcq runs --max|
wgcq graph --max|--max-memory --max-time
wgcq graph --sv|--svg
wgcq --ver|--version
wgcq help --comp|--completion
LINES
}

@test "the words that an option takes, behind a blank or =" {
    offers <<LINES
wgcq solve --trace |all edges none solutions states
wgcq solve --trace s|solutions states
wgcq solve --trace=s|solutions states
wgcq solve --format=j|json jsonl
wgcq solve --order |a-star best-first both-ends breadth-first cheapest depth-first ida-star
wgcq solve --stop=|exhausted first shortest
wgcq resume a.db --writer |pages sql
wgcq query a.db classes --up-to |commuting moves symmetry
wgcq query a.db classes --of c|cheapest
wgcq graph a.db --format |dot graphml mermaid
wgcq graph a.db --only |cheapest shortest
wgcq query a.db all --format m|markdown
wgcq runs a.db --color |always auto never
wgcq --order d|depth-first
wgcq help --completion |bash fish zsh
LINES
}

@test "questions, and each is one" {
    offers <<LINES
wgcq query a.db d|dead-ends deadlocks distances
wgcq query --by moves a.db sh|shortest
LINES
    "$WGCQ" solve "$PUZZLES/wolf-goat-cabbage.yaml" -q -o wolf.db >/dev/null
    for question in $(offered_by_bash <<<"wgcq query a.db "); do
        wgcq query wolf.db "$question"
        lacks err "unknown question"
    done
    for equal in $(offered_by_bash <<<"wgcq query a.db classes --up-to "); do
        for of in $(offered_by_bash <<<"wgcq query a.db classes --of "); do
            wgcq query wolf.db classes --up-to "$equal" --of "$of"
            lacks err unknown
        done
    done
}

@test "questions of a journey's tree, and each is one" {
    ${CC:-cc} -std=c11 $(nm "$BUILD/libwgcq.a" | grep -q __asan_init && echo -fsanitize=address,undefined) \
        -I"$BATS_TEST_DIRNAME/../../lib" -o journey "$BATS_TEST_DIRNAME/../fault/traced_journey.c" \
        "$BUILD/libwgcq.a" -lyaml -lsqlite3 -lgmp -lutf8proc -pthread -lm
    ./journey tree.db queens -1 >/dev/null
    offers <<LINES
wgcq query tree.db |guards results
wgcq query tree.db g|guards
LINES
    for question in $(offered_by_bash <<<"wgcq query tree.db "); do
        wgcq query tree.db "$question"
        is "$status" 0
    done
}

@test "files of the kind that is meant, and folders" {
    a_folder_of_files
    offers <<LINES
wgcq solve |one.yaml sub.d two.yml
wgcq --color never solve |one.yaml sub.d two.yml
wgcq solve --set n=3 t|two.yml
wgcq solve -- t|two.yml
wgcq check one|one.yaml
wgcq show |sub.d three.db
wgcq solve one.yaml -o |sub.d three.db
wgcq solve one.yaml --output=t|three.db
wgcq verify three.db --plan |note.txt one.yaml sub.d three.db two.yml
wgcq verify three.db --plan n|note.txt
wgcq graph three.db -o n|note.txt
wgcq graph three.db --output=n|note.txt
wgcq compare three.db 1 |sub.d three.db
wgcq play |one.yaml sub.d three.db two.yml
LINES
}

# Its names and moves have blanks, quotes and all that shells act on.
a_puzzle_and_its_file() {
    cat >"it's my \$(touch harm) puzzle.yaml" <<'END'
puzzle: Words to be completed
params:
  n: 9
  swift: true
  times: [1, 3]
  level: |
    #.#
state: {at: 0..9, over: bool}
start: {at: 0, over: false}
moves:
  go "far":
    - guard: at < n
    - set: at = at + 1
  go $(touch harm) `touch harm`:
    - guard: at < 8
    - set: at = at + 2
  it's back:
    - guard: at == 8
    - set: at = at - 1
  rest: &rest
    - set: over = true
  "rest a=b:c": *rest
  "tab\there": *rest
  "line\nhere": *rest
never:
  seven: at == 7
costs:
  noise: at
  time: 2
goal: at == n
END
    "$WGCQ" solve -q -o plain.db it*.yaml >/dev/null
    cp plain.db "it's my \$(touch harm) file.db"
    cp it*.yaml plain.yaml
}

@test "parameters, costs, moves, solutions, runs and variables of the file at hand" {
    a_puzzle_and_its_file
    offers <<LINES
wgcq solve plain.yaml --set |level= n= swift= times=
wgcq solve plain.yaml --set s|swift=
wgcq solve plain.yaml --minimize |moves noise time
wgcq solve plain.yaml --minimize time,|time,moves time,noise
wgcq solve plain.yaml --minimize=time,n|time,noise
wgcq check plain.yaml --set n|n=
wgcq query plain.db cheapest --by |moves noise time
wgcq query plain.db cheapest --by noise,moves,|noise,moves,time
wgcq query --by noise plain.db ch|cheapest
wgcq play plain.yaml --by t|time
wgcq play plain.db --by t|time
wgcq show plain.db 2|$(seq 1 99 | grep ^2 | paste -sd' ')
wgcq graph plain.db --mark 100|100
wgcq graph plain.db --around 100|100
wgcq graph plain.db --project |at over
wgcq graph plain.db --project at,|at,over
wgcq compare plain.db 1 9|$(seq 1 99 | grep ^9 | sort | paste -sd' ')
wgcq show plain.db --run |1
wgcq runs plain.db --drop |1
LINES
    [ ! -e harm ]
}

@test "words of a file that is missing, damaged, no file of wgcq, or a pipe: none, at once, without a word" {
    a_puzzle_and_its_file
    head -c 5000 plain.db >cut.db
    head -c 30 plain.yaml >cut.yaml
    echo nothing >text.db
    mkfifo pipe.yaml pipe.db
    mkdir folder.db
    for file in missing.db cut.db text.db pipe.db folder.db missing.yaml cut.yaml pipe.yaml - ""; do
        for before in "solve FILE --set" "solve FILE --minimize" "query FILE all --by" "show FILE" "graph FILE --mark" \
            "graph FILE --project" "runs FILE --drop" "why FILE 1"; do
            words=(${before/FILE/\"FILE\"})
            timeout 5 "$WGCQ" --complete "" "${words[@]/\"FILE\"/$file}" >out 2>err
            is "$file $before $(grep -v '^moves' out; cat err)" "$file $before "
        done
    done
    wgcq --complete "" why plain.db; ends_with 0; empty out; empty err
    wgcq --complete "" why plain.db 99999; ends_with 0; empty out; empty err
    wgcq --complete "" nothing plain.db 1; ends_with 0; empty out; empty err
    wgcq --complete "" runs --nosuch --run; ends_with 0; empty out; empty err
}

@test "moves and names with blanks and quotes, as each shell quotes them" {
    a_puzzle_and_its_file
    is "$("$WGCQ" --complete "" why plain.db 1 | cut -f1 | sort | paste -sd'|')" \
        'go "far"|go $(touch harm) `touch harm`|it'\''s back|rest|rest a=b:c'
    cat >lines <<'LINES'
wgcq why plain.db 1 go
wgcq why it\'s\ my\ \$\(touch\ harm\)\ file.db 1 "rest a
wgcq solve "it's my \$(touch harm) puzzle.yaml" --set t
LINES
    is "$(offered_by_fish <lines | sed -n 2,3p)" $'rest a=b:c\ntimes='
    is "$(offered_by_fish <lines | sed -n 1p)" 'go "far" go $(touch harm) `touch harm`'
    zsh "$BATS_TEST_DIRNAME/complete.zsh" "$BUILD/completion" <lines >out
    is "$(cat out)" 'go "far" go $(touch harm) `touch harm`
rest a=b:c
times='
    [ ! -e harm ]
}

@test "nothing where a number, a name or a text is meant" {
    a_folder_of_files
    offers <<LINES
wgcq plans one.yaml |
wgcq show three.db |
wgcq sql three.db |
wgcq new |
wgcq solve --threads |
wgcq solve --set |
wgcq query three.db all --limit |
wgcq why three.db |
wgcq nosuch |
LINES
}

@test "every option of every --help" {
    for command in $(commands); do
        "$WGCQ" "$command" --help | grep -oE -- '^  (    |-[a-zA-Z], )--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort |
            sed "1s/^/wgcq $command --|/" | paste -sd' '
    done >expected
    cut -d'|' -f1 expected | offered_by_zsh | paste -d'|' <(cut -d'|' -f1 expected) - | diff expected -
    cut -d'|' -f1 expected | offered_by_bash | paste -d'|' <(cut -d'|' -f1 expected) - | diff expected -
    cut -d'|' -f1 expected | offered_by_fish | paste -d'|' <(cut -d'|' -f1 expected) - | diff expected -
}

@test "bash, where = does not break words; names with blanks" {
    touch "a file.yaml"
    cat >unbroken.bash <<'BASH'
source "$1"
COMP_WORDBREAKS=$' \t\n' COMP_WORDS=(wgcq solve --format=j) COMP_CWORD=2
_wgcq
echo "${COMPREPLY[*]}"
COMP_WORDS=(wgcq solve a) COMP_CWORD=2
_wgcq
echo "${#COMPREPLY[@]} ${COMPREPLY[0]}"
BASH
    is "$(bash unbroken.bash "$BUILD/completion/wgcq")" "$(printf '%s\n' "--format=json --format=jsonl" "1 a\\ file.yaml")"
}

@test "bash in a terminal" {
    a_folder_of_files
    typed() { "$BATS_TEST_DIRNAME/typed.py" bash "$BUILD/completion/wgcq" "$WGCQ" <<<"$1" | sed 's/^.*|\[//; s/\]$//'; }
    is "$(typed 'wgcq sol')" "solve"
    is "$(typed 'wgcq solve --wri')" "solve][--writer"
    is "$(typed 'wgcq solve --writer=p')" "solve][--writer=pages"
    is "$(typed 'wgcq solve --output=th')" "solve][--output=three.db"
    is "$(typed 'wgcq compare three.db 1 th')" "compare][three.db][1][three.db"
    is "$(typed 'wgcq solve su')" "solve][sub.d/"
    a_puzzle_and_its_file
    is "$(typed 'wgcq solve plain.yaml --set sw')" "solve][plain.yaml][--set][swift="
    is "$(typed 'wgcq solve plain.yaml --set=n')" "solve][plain.yaml][--set=n="
    is "$(typed 'wgcq solve plain.yaml --set n=')" "solve][plain.yaml][--set][n=9"
    is "$(typed 'wgcq solve plain.yaml --set times=')" "solve][plain.yaml][--set][times=[1, 3]"
    is "$(typed 'wgcq solve plain.yaml --set level=@no')" "solve][plain.yaml][--set][level=@note.txt"
    is "$(typed 'wgcq solve plain.yaml --minimize=time,n')" "solve][plain.yaml][--minimize=time,noise"
    is "$(typed 'wgcq why plain.db 1 go\ \"')" 'why][plain.db][1][go "far"'
    is "$(typed 'wgcq why plain.db 1 "go $')" 'why][plain.db][1][go $(touch harm) `touch harm`'
    is "$(typed 'wgcq why plain.db 1 rest\ ')" 'why][plain.db][1][rest a=b:c'
    is "$(typed 'wgcq why plain.db 1 rest\ a=b:')" 'why][plain.db][1][rest a=b:c'
    is "$(typed "wgcq why plain.db 1 'rest a=")" 'why][plain.db][1][rest a=b:c'
    is "$(typed "wgcq solve 'it'\\''s my \$(touch harm) puzzle.yaml' --set sw")" "solve][it's my \$(touch harm) puzzle.yaml][--set][swift="
    is "$(typed "wgcq query it\\'s\\ my\\ \\\$\\(touch\\ harm\\)\\ file.db cheapest --by no")" "query][it's my \$(touch harm) file.db][cheapest][--by][noise"
    is "$(typed "wgcq compare plain.db 1 plain.db:100")" "compare][plain.db][1][plain.db:100"
    [ ! -e harm ]
    touch sub.d/four.db
    is "$(typed 'wgcq why sub.d/f')" "why][sub.d/four.db"
    # a blank parts words, whatever they begin with
    touch @five.yaml =six.yaml :seven.yaml
    is "$(typed 'wgcq solve @f')" "solve][@five.yaml"
    is "$(typed 'wgcq solve =s')" "solve][=six.yaml"
    is "$(typed 'wgcq solve :s')" "solve][:seven.yaml"
    is "$(typed 'wgcq solve --set l=@@f')" "solve][--set][l=@@five.yaml"
}

script_of() { # SHELL
    case $1 in
    bash) echo "$BUILD/completion/wgcq" ;;
    zsh) echo "$BUILD/completion/_wgcq" ;;
    fish) echo "$BUILD/completion/wgcq.fish" ;;
    esac
}

in_each_shell() { # LINES on standard input; prints SHELL|LINE|WORDS
    cat >"$BATS_TEST_TMPDIR/typed-lines"
    for shell in bash zsh fish; do
        "$BATS_TEST_DIRNAME/typed.py" "$shell" "$(script_of "$shell")" "$WGCQ" <"$BATS_TEST_TMPDIR/typed-lines" | sed "s/^wgcq/$shell|&/"
    done
}

# Each name begins with a letter of its own; what it would run leaves a file "harm".
files_of_all_names() {
    mkdir names && cd names
    touch -- 'z`touch harm`' 'y$(touch harm)' 'x;touch harm' "q'q" 'd"d' '~t' 'b  b' '-x' 'e!e' 'c:c=c' 'p|p&' 'g*[g]?' '#h' '{a,i}' \
        'v\v' 'l(touch harm)' '$HOME'
}

# LINE|WORDSname] for each file: behind LINE and the first letter the program gets WORDS and the name.
typed_names() { # LINE WORDS
    for name in *; do
        local begun=${name:0:1}
        case $begun in
        '{' | '#' | '$') begun="'$begun" ;;
        '~') [[ $1 == *@ ]] && begun=$name || continue ;; # a home
        -) [[ $1 == *@ ]] || continue ;;                  # an option
        esac
        printf '%s#%s\n' "$1$begun" "$2$name]"
    done
}

@test "names of files are typed as they are: no character of a name acts, in any shell" {
    files_of_all_names
    {
        typed_names 'wgcq verify a.db --plan ' '[verify][a.db][--plan]['
        typed_names 'wgcq solve a.yaml --set l=@' '[solve][a.yaml][--set][l=@'
        typed_names 'wgcq solve a.yaml --set=l=@' '[solve][a.yaml][--set=l=@'
    } >../table
    for shell in bash zsh fish; do sed "s/^/$shell|/; s/#\[/|[/" ../table; done >../expected
    sed 's/#\[.*//' ../table | in_each_shell >../typed
    diff ../expected ../typed
    [ ! -e harm ]
}

@test "a name with a line end is named or left out, and one with a dash becomes no option" {
    mkdir lines dashes
    touch lines/$'a\nb.yaml' dashes/-x.yaml
    cd lines
    printf '%s\n' 'wgcq solve ' 'wgcq solve --set l=@a' | in_each_shell >../typed
    grep -qF -- 'bash|wgcq solve |[solve][a' ../typed
    lacks ../typed '[b.yaml]'
    cd ../dashes
    echo 'wgcq solve ' | in_each_shell >../typed
    grep -qF -- 'bash|wgcq solve |[solve][./-x.yaml]' ../typed
    lacks ../typed '[-x'
}

@test "zsh: the file sourced instead of autoloaded" {
    zsh -f -c 'autoload -Uz compinit; compinit -u -D; source "$1"; print -r -- "$_comps[wgcq]"' - "$BUILD/completion/_wgcq" >out 2>err
    is "$(cat out)" _wgcq
    empty err
}

@test "each shell finds its own where install puts it" {
    local prefix=$PWD/prefix build=$BUILD
    case $build in "$ROOT"/*) build=${build#"$ROOT"/} ;; esac
    MAKEFLAGS='' make -s -C "$ROOT" BUILD="$build" PREFIX="$prefix" install >install.out 2>&1
    is "$(zsh "$BATS_TEST_DIRNAME/complete.zsh" "$prefix/share/zsh/site-functions" <<<"wgcq so")" solve
    # fish loads what belongs to commands that are there
    is "$(HOME=$BATS_FILE_TMPDIR PATH=$prefix/bin:$PATH XDG_DATA_DIRS=$prefix/share fish -c "complete -C 'wgcq so'" | cut -f1)" solve
    [ -f "$prefix/share/bash-completion/completions/wgcq" ]
}
