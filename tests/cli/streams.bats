#!/usr/bin/env bats
# Where the program prints, and what it does when that fails; colours and terminals.
load common

on_terminal() { # runs its arguments with a terminal as standard streams; what came is in `out`
    status=0
    script -qec "$*" /dev/null >out 2>err </dev/null || status=$?
}

@test "a full disk under standard output is noticed: exit 4" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    for line in "--help" "solve --help" "--version" "check $PUZZLES/family.yaml" "show no-farmer.db" "graph no-farmer.db" \
        "query no-farmer.db all" "query no-farmer.db all --format json" \
        "sql no-farmer.db SELECT+1" "plans $PUZZLES/wolf-goat-cabbage.yaml 7 --count" \
        "solve $PUZZLES/no-farmer.yaml" "solve $PUZZLES/no-farmer.yaml --format json"; do
        set -- $line
        status=0
        "$WGCQ" "${@//+/ }" >/dev/full 2>err || status=$?
        : >out
        ends_with 4
        says err "standard output"
    done
}

@test "an endless answer into a full disk ends" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    status=0
    timeout 20 "$WGCQ" sql no-farmer.db "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n" --format csv >/dev/full 2>err || status=$?
    : >out
    ends_with 4
}

@test "a closed standard output is noticed, and no file takes its place" {
    status=0
    "$WGCQ" solve "$PUZZLES/no-farmer.yaml" >&- 2>err || status=$?
    : >out
    ends_with 4
    is "$(sqlite3 no-farmer.db 'PRAGMA integrity_check')" ok
}

@test "a reader that leaves ends it without a word" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    "$WGCQ" sql no-farmer.db "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n" --format csv 2>err | head -n 2 >out
    is "$(wc -l <out)" 2
    empty err
}

@test "into files there is neither colour nor progress" {
    wgcq solve "$PUZZLES/family.yaml"
    empty err
    not grep -q "$(printf '\033')" out
    broken_puzzle
    wgcq check broken.yaml
    not grep -q "$(printf '\033')" err
}

@test "--color, NO_COLOR and TERM" {
    broken_puzzle
    escape=$(printf '\033')
    wgcq check broken.yaml --color always
    grep -q "$escape" err
    NO_COLOR=1 wgcq check broken.yaml --color always
    grep -q "$escape" err
    export TERM=xterm
    on_terminal "$WGCQ" check broken.yaml
    grep -q "$escape" out
    on_terminal "$WGCQ" check broken.yaml --color never
    not grep -q "$escape" out
    NO_COLOR=1 on_terminal "$WGCQ" check broken.yaml
    not grep -q "$escape" out
    NO_COLOR="" on_terminal "$WGCQ" check broken.yaml
    grep -q "$escape" out
    TERM=dumb on_terminal "$WGCQ" check broken.yaml
    not grep -q "$escape" out
}

@test "progress is on a terminal only, and goes away" {
    export TERM=xterm
    on_terminal timeout --foreground -s INT 1 "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" \
        --set height=4 --set width=4 --max-memory 1G --max-time 30 -o big.db
    says out "/s, depth "
    # After the last of it the line is cleared, before the verdict.
    grep -qE "$(printf '\r\033\\[K')[^/]*not all explored: interrupted" out
    on_terminal timeout --foreground -s INT 1 "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" -q \
        --set height=4 --set width=4 --max-memory 1G --max-time 30 -o quiet.db
    lacks out "/s, depth "
}

@test "results to standard output, the rest to standard error" {
    wgcq solve "$PUZZLES/no-farmer.yaml" --format json
    jq -e . out >/dev/null
    empty err
    wgcq nonsense
    empty out
    [ -s err ]
}

@test "the verdict is red where something is violated, and green where it is found or holds" {
    for puzzle in "naive-mutex 31" "wolf-goat-cabbage 32" "dekker 32"; do
        # shellcheck disable=SC2086
        set -- $puzzle
        wgcq solve "$PUZZLES/$1.yaml" --trace none --color always
        is "$(head -n 1 out | cut -c1-7)" "$(printf '\033[1;%sm' "$2")"
    done
    wgcq solve "$PUZZLES/naive-mutex.yaml" --trace none --color never
    is "$(head -n 1 out)" "violated: mutual exclusion, after 4 moves"
}
