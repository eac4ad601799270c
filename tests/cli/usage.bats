#!/usr/bin/env bats
# The command line: help, mistakes, numbers.
load common

@test "wgcq alone and --help: what there is" {
    for words in "" "--help" "help" "-h"; do
        wgcq $words
        ends_with 0
        empty err
        for command in solve resume plans query show sql check; do grep -qE "^  $command " out; done
    done
    [ "$(wc -l <out)" -le 32 ]
}

@test "--version and -V, alone and behind a command" {
    for words in --version -V "solve --version" "solve -V" "-V solve" "query no.db -V"; do
        wgcq $words
        ends_with 0
        grep -qE '^wgcq [0-9]+\.[0-9]+\.[0-9]+$' out
        says out "file format "
        says out "language "
        is "$(wc -l <out)" "$("$WGCQ" --version | wc -l)"
        empty err
    done
    wgcq -v
    ends_with 2
    empty out
}

@test "help of a command, in every way" {
    for command in solve plans query show sql check help; do
        wgcq help "$command"
        ends_with 0
        cp out first
        wgcq "$command" --help
        ends_with 0
        cmp out first
        wgcq --help "$command"
        cmp out first
        for part in "usage: wgcq $command" Examples "Exit status" "man wgcq-$command"; do says out "$part"; done
        [ "$(grep -n '^Examples' out | cut -d: -f1)" -lt "$(grep -n -- '--help' out | head -n 1 | cut -d: -f1)" ]
        [ "$(wc -L <out)" -le 80 ]
    done
}

@test "help of a topic names its manual" {
    for page in $(cd "$ROOT/schemas" && ls ./*.[1-9] | cut -c3-) wgcq-db.5; do
        name=${page%.*} section=${page##*.}
        wgcq help "$name"
        ends_with 0
        says out "$name($section) is the manual of "
        says out ": man $section $name"
        wgcq help "${name#wgcq-}"
        [ "$name" = libwgcq ] || says out ": man $section $name"
    done
    wgcq help library
    says out "man 3 libwgcq"
    wgcq help large --man
    ends_with 2
    says err "unknown command 'large'"
}

@test "what help names is what is accepted, and the other way round" {
    table=$BATS_TEST_DIRNAME/../../cli/args/options.def
    names=$(grep -oE '^OPTION\([a-z_]+, "[a-z-]+"' "$table" | sed 's/.*"\(.*\)"/\1/')
    [ "$(wc -w <<<"$names")" -ge 20 ]
    for command in solve resume plans query show sql check; do
        wgcq "$command" --help
        cp out help
        for name in $names; do
            [ "$name" = help ] || [ "$name" = version ] && continue
            wgcq "$command" "--$name"
            if grep -qE "^ +(-., )?--$name( |\$)" help; then lacks err "is not an option of"; else says err "is not an option of"; fi
        done
    done
}

@test "the options of the design are there" {
    wgcq solve --help
    for name in -o --set --order --minimize --stop --solutions --trace --max-states --max-depth \
        --max-memory --max-time --threads --format --color --quiet; do says out " $name"; done
    for word in breadth-first depth-first cheapest best-first a-star first shortest exhausted \
        none solutions states edges all table json jsonl csv tsv markdown; do says out "$word"; done
}

@test "unknown commands and options: did you mean" {
    wgcq slove puzzle.yaml
    ends_with 2
    empty out
    says err "unknown command 'slove'; did you mean 'solve'?"
    wgcq help shwo
    ends_with 2
    says err "did you mean 'show'?"
    wgcq solve "$PUZZLES/no-farmer.yaml" --max-state 5
    ends_with 2
    says err "did you mean '--max-states'?"
    wgcq solve "$PUZZLES/no-farmer.yaml" --order breadthfirst
    ends_with 2
    says err "did you mean 'breadth-first'?"
    wgcq frobnicate
    ends_with 2
    lacks err "did you mean"
    nothing_written
}

@test "all mistakes are reported, and nothing is written" {
    wgcq solve "$PUZZLES/no-farmer.yaml" --ordre cheapest --max-states 1e3 --max-memory lots \
        --set n --format xml --count --threads 0
    ends_with 2
    empty out
    nothing_written
    is "$(grep -c 'error: ' err)" 7
    says err "did you mean '--order'?"
    says err "did you mean 1000?"
}

@test "numbers are read strictly" {
    for number in 1e3 -1 "" 1.0 0x10 +5 "5 " 5x 18446744073709551616 007 ١; do
        wgcq solve "$PUZZLES/no-farmer.yaml" --max-states "$number"
        ends_with 2 || { echo "--max-states '$number'"; false; }
        says err "--max-states '$number'"
    done
    for size in 5Q M 1.5G -1M "" 0 99999999999T 5mb; do
        wgcq solve "$PUZZLES/no-farmer.yaml" --max-memory "$size"
        ends_with 2 || { echo "--max-memory '$size'"; false; }
    done
    for seconds in 0 -1 1e3 nan inf 1.2.3 "" 5s; do
        wgcq solve "$PUZZLES/no-farmer.yaml" --max-time "$seconds"
        ends_with 2 || { echo "--max-time '$seconds'"; false; }
    done
    nothing_written
}

@test "sizes and seconds" {
    for size in 500M 2G 64K 65536 64KiB 700MB 512MiB 1g 1000000B; do
        wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --trace none --max-memory "$size"
        [ "$status" != 2 ] || { echo "--max-memory $size"; cat err; false; }
    done
    wgcq solve "$PUZZLES/no-farmer.yaml" --trace none --max-time 30.5
    ends_with 0
}

@test "options stand anywhere, in every form" {
    for form in "--format json solve P --trace=none" "solve --trace none --format=json P" \
        "solve P --format json --trace none" "--trace none solve --format json -- P"; do
        wgcq ${form/P/$PUZZLES/no-farmer.yaml}
        ends_with 0
        is "$(jq .states out)" 16
    done
    wgcq solve "$PUZZLES/no-farmer.yaml" -ox.db
    ends_with 0
    [ -f x.db ]
}

@test "-- ends the options" {
    wgcq check -- --format
    ends_with 4
    says err "--format"
    cp "$PUZZLES/no-farmer.yaml" ./--odd.yaml
    wgcq check -- --odd.yaml
    ends_with 0
}

@test "operands too few and too many" {
    wgcq solve
    ends_with 2
    says err PUZZLE.yaml
    wgcq query x.db
    ends_with 2
    says err "DB... QUESTION"
    wgcq check a b
    ends_with 2
    says err "one operand too many"
    wgcq solve "$PUZZLES/no-farmer.yaml" -o
    ends_with 2
    says err "--output needs its DB"
    wgcq query x.db all --count=5
    ends_with 2
    says err "takes no value"
}

@test "commands in hints can be typed as printed" {
    mkdir "my tools"
    cp "$WGCQ" "my tools/wgcq"
    "my tools/wgcq" solve "$PUZZLES/wolf-goat-cabbage.yaml" -o "it's.db" >report
    sed '1,/^next:$/d' report >hints
    is "$(grep -c "^  'my tools/wgcq' " hints)" 3
    while read -r hint; do
        eval "$hint" >out </dev/null
        [ -s out ]
    done <hints
    "my tools/wgcq" solve 2>err || true
    eval "$(sed -n 's/^try: //p' err)" >out
    says out "usage: wgcq solve"
}

@test "new: the schema is named where it is installed or built, else not at all" {
    mkdir -p there/bin there/share/wgcq/schemas alone
    cp "$WGCQ" there/bin/wgcq
    cp "$WGCQ" alone/wgcq
    cp "$ROOT/schemas/puzzle.schema.json" there/share/wgcq/schemas/
    there/bin/wgcq new one
    alone/wgcq new two
    for puzzle in one two; do
        schema=$(sed -n 's/^# yaml-language-server: $schema=//p' $puzzle.yaml)
        [ $puzzle = two ] || [ -n "$schema" ]
        [ -z "$schema" ] || [ -r "$schema" ]
        wgcq check $puzzle.yaml
        ends_with 0
    done
}
