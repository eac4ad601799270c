#!/usr/bin/env bats
# Output on a terminal: widths, the pager, the first rows of long answers.
load common

families() {
    export TERM=xterm NO_COLOR=1 WGCQ_PAGER="sed 's/^/> /'"
    wgcq solve "$PUZZLES/family.yaml" -q
    ends_with 0
}

on_terminal() {
    status=0
    python3 "$BATS_TEST_DIRNAME/on_terminal.py" "$@" >out || status=$?
}

@test "a table fits the terminal, unless --wide" {
    families
    on_terminal 72 50 "$WGCQ" query family.db all --limit 2 --no-pager
    is "$status" 0
    is "$(wc -L <out)" 72
    says out "…"
    says out "stopped at --limit 2"
    on_terminal 72 50 "$WGCQ" query family.db all --limit 2 --no-pager --wide
    [ "$(wc -L <out)" -gt 800 ]
    cp out wide
    "$WGCQ" query family.db all --limit 2 >out
    cmp out wide
}

@test "words are wrapped, and all of them are there" {
    families
    on_terminal 60 50 "$WGCQ" show family.db --no-pager
    [ "$(wc -L <out)" -le 60 ]
    is "$(tr -s ' \n' ' ' <out | grep -c 'near: raft mother father')" 1
    is "$(grep -c 'boards\|push off\|land\|goes ashore' out)" 62
}

@test "lines of a board are cut" {
    families
    cat >board.yaml <<'YAML'
puzzle: A wide board
state: {x: 0..1}
start: {x: 0}
moves: {go: [guard: x == 0, set: x = 1]}
show: |
  {"ä" for i in 1..60}
  {"b" if i == x + 1 else "." for i in 1..60}
goal: x == 1
YAML
    "$WGCQ" solve board.yaml -q >solved
    on_terminal 40 50 "$WGCQ" show board.db --no-pager
    is "$(wc -L <out)" 40
    is "$(grep -c 'ä…' out)" 2
    is "$(grep -c '\.…' out)" 2
    "$WGCQ" show board.db >out
    is "$(wc -L <out)" 72
}

@test "words beside a board are wrapped before its lines are cut" {
    families
    cat >board.yaml <<'YAML'
puzzle: A board and words
state: {x: 0..1}
start: {x: 0}
moves:
  go to the other end of the board, and stay there for good: [guard: x == 0, set: x = 1]
  "go nowhere at all, which is never possible here, nor there": [guard: x + 0 * x + 0 * x > 1, set: x = 1]
show: |
  {"=" for i in 1..30}
  {"b" if i == x + 1 else "." for i in 1..30}
goal: x == 1
YAML
    "$WGCQ" solve board.yaml -q >solved
    for command in "show board.db" "why board.db 1"; do
        on_terminal 92 50 "$WGCQ" $command --no-pager
        is "$status" 0
        [ "$(wc -L <out)" -le 92 ]
        is "$(grep -c "$(printf '=%.0s' {1..30})" out)" 2
        lacks out "=…"
    done
    "$WGCQ" show board.db >plan
    sed -n 's/^ *1  \(.*good\) .*/\1/p' plan >moves
    on_terminal 92 50 "$WGCQ" verify board.db --plan moves --no-pager
    is "$status" 0
    is "$(grep -c "$(printf '=%.0s' {1..30})" out)" 2
}

@test "what does not fit the screen is paged, and nothing else" {
    families
    on_terminal 100 200 "$WGCQ" query family.db distances
    is "$(grep -c '^>' out)" 0
    on_terminal 100 20 "$WGCQ" query family.db distances
    is "$status" 0
    is "$(grep -c '^>' out)" "$(wc -l <out)"
    sed 's/^> //' out >paged
    "$WGCQ" query family.db distances >out
    cmp out paged
    is "$(grep -c '^>' out)" 0
    on_terminal 100 20 "$WGCQ" query family.db distances --no-pager
    is "$(grep -c '^>' out)" 0
}

@test "the exit status is that of the answer" {
    families
    on_terminal 100 5 "$WGCQ" why family.db 1
    is "$status" 0
    says out "> "
    on_terminal 100 5 "$WGCQ" query family.db dead-ends
    is "$status" 1
    on_terminal 100 5 "$WGCQ" query family.db shortes
    is "$status" 2
}

@test "PAGER, and none" {
    families
    unset WGCQ_PAGER
    PAGER="sed 's/^/P /'" on_terminal 100 20 "$WGCQ" show family.db
    is "$(grep -c '^P ' out)" "$(wc -l <out)"
    PAGER='' on_terminal 100 20 "$WGCQ" show family.db
    is "$(grep -c '^P ' out)" 0
    PAGER='printf "%s\n" "LESS=$LESS"; cat >/dev/null' LESS='' on_terminal 100 20 "$WGCQ" show family.db
    is "$(cat out)" "LESS="
    env -u LESS PAGER='printf "%s\n" "LESS=$LESS"; cat >/dev/null' \
        python3 "$BATS_TEST_DIRNAME/on_terminal.py" 100 20 "$WGCQ" show family.db >out
    is "$(cat out)" "LESS=FRX"
}

@test "an interrupt is the pager's" {
    families
    export WGCQ_PAGER="trap 'echo interrupted' INT; cat; sleep 1; echo behind"
    on_terminal 100 20 --keys ^C "$WGCQ" show family.db
    is "$status" 0
    is "$(tail -n 1 out)" "behind"
}

@test "a pager that ends early ends the program" {
    families
    WGCQ_PAGER="head -n 3" on_terminal 100 20 "$WGCQ" sql family.db "SELECT a.id FROM states a, states b, states c"
    is "$(wc -l <out)" 3
}

@test "long answers begin with the first 50, and say how many there are" {
    families
    on_terminal 200 20 "$WGCQ" query family.db shortest --no-pager
    is "$status" 0
    is "$(grep -cE '^ +[0-9]+ +62 ' out)" 50
    is "$(tail -n 1 out)" "the first 50 of 2048; --limit N lists N of them"
    on_terminal 200 20 "$WGCQ" query family.db shortest --no-pager --limit 60
    is "$(grep -cE '^ +[0-9]+ +62 ' out)" 60
    on_terminal 200 20 "$WGCQ" query family.db all --no-pager
    is "$(tail -n 1 out)" "the first 50, and there are more; --limit N lists N of them"
    on_terminal 200 20 "$WGCQ" query family.db farthest --no-pager
    not says out "the first"
    "$WGCQ" query family.db shortest >out
    is "$(wc -l <out)" 2052
}

@test "rows whose texts would have fewer than 25 columns are blocks, with all there is" {
    families
    on_terminal 80 50 "$WGCQ" why family.db 1 --no-pager
    is "$status" 0
    [ "$(grep -v '^state 1: ' out | wc -L)" -le 80 ] # but for the remark
    rows=$("$WGCQ" why family.db 1 --format json 2>/dev/null | jq length)
    is "$(grep -c '^move: ' out)" "$rows"
    lacks out "----"
    says out "outcome: leads to"
    # Put together again each value is that of the file.
    "$WGCQ" why family.db 1 --format json 2>/dev/null | jq -r '.[].shown // empty' | sort >meant
    awk '/^shown:/ { on = 1; sub(/^shown: */, ""); line = $0; next } on && /^ / { sub(/^ +/, ""); line = line " " $0; next }
        on { print line; on = 0 } END { if (on) print line }' out | sort >found
    cmp meant found
    # Wide enough they are a table, as they are with --wide, in a box, or where there is no terminal.
    on_terminal 200 50 "$WGCQ" why family.db 1 --no-pager
    says out "----"
    on_terminal 80 50 "$WGCQ" why family.db 1 --no-pager --format box
    says out "┌──"
    on_terminal 80 50 "$WGCQ" why family.db 1 --no-pager --wide
    cp out wide
    "$WGCQ" why family.db 1 >out
    cmp wide out
    lacks out "move:"
}

@test "a table is a table down to 25 columns of a text, and blocks below" {
    families
    on_terminal 62 50 "$WGCQ" query family.db cheapest --limit 1 --no-pager
    says out "----"
    widest=$(head -n 2 out | tail -n 1 | awk '{print length($NF)}')
    [ "$widest" -ge 25 ]
    narrow=$((62 - widest + 24))
    on_terminal $((narrow + 1)) 50 "$WGCQ" query family.db cheapest --limit 1 --no-pager
    says out "----"
    on_terminal $narrow 50 "$WGCQ" query family.db cheapest --limit 1 --no-pager
    lacks out "----"
    says out "plan:"
    [ "$(wc -L <out)" -le $narrow ]
    is "$(grep -o 'boards\|push off\|land\|goes ashore' out | wc -l)" 62 # blocks hold all moves
}

@test "plans are broken behind a semicolon" {
    families
    for wide in 62 80 120; do
        on_terminal $wide 50 "$WGCQ" query family.db all --limit 3 --no-pager
        grep -E 'boards|land|push' out >lines
        [ "$(wc -l <lines)" -ge 24 ]
        is "$(grep -vcE '(;|;…|; …)$' lines)" 0
    done
}

@test "what a step changed is bold in the state behind it, with colours only" {
    families
    unset NO_COLOR
    on_terminal 120 50 "$WGCQ" show family.db --no-pager
    bold=$(printf '\033[1;36m') plain=$(printf '\033[0m')
    says out "river: ${bold}policeman${plain} |"
    says out "river: policeman ${bold}prisoner${plain} |"
    # What is marked at each step is what stands elsewhere than a step before.
    "$WGCQ" show family.db --format json >steps
    /usr/bin/python3 - out steps <<'PY'
import json, re, sys
def places(shown):
    return {name: place for place, names in (part.split(":") for part in shown.split(" | ")) for name in names.split()}
rows, text = json.load(open(sys.argv[2])), open(sys.argv[1]).read()
lines = re.split(r"\n(?= +\d+  )", text)[1:]
assert len(lines) == len(rows), (len(lines), len(rows))
for before, row, line in zip([None] + rows, rows, lines):
    marked = set(re.findall(r"\x1b\[1;36m([^\x1b]*)\x1b\[0m", line))
    now = places(row["shown"])
    due = {n for n in now if before and places(before["shown"])[n] != now[n]}
    assert marked == due, (row["step"], marked, due)
PY
    cp out coloured
    NO_COLOR=1 on_terminal 120 50 "$WGCQ" show family.db --no-pager
    cp out without
    sed 's/\x1b\[[0-9;]*m//g' coloured | cmp - without
    lacks without "$(printf '\033')"
    on_terminal 120 50 "$WGCQ" show family.db --no-pager --color never
    cmp out without
    "$WGCQ" show family.db >out
    lacks out "$(printf '\033')"
    "$WGCQ" show family.db --color always >out
    says out "${bold}policeman${plain}"
    "$WGCQ" show family.db --color always --format json | cmp - steps
}

@test "cells of a board and values of variables are marked, and nothing else" {
    families
    unset NO_COLOR
    "$WGCQ" solve "$PUZZLES/frogs.yaml" -q --set n=1
    "$WGCQ" show frogs.db --color always | sed 's/\x1b\[1;36m/</g; s/\x1b\[0m/>/g' >out
    is "$(sed -n 's/^ *[1-3]  .* //p' out | paste -sd' ')" "$(
        "$WGCQ" show frogs.db --format json | /usr/bin/python3 -c '
import itertools, json, sys
rows = [r["shown"] for r in json.load(sys.stdin)]
for a, b in zip(rows, rows[1:]):
    print("".join((f"<{t}>" if c else t) for c, t in ((c, "".join(y for _, y in g)) for c, g in itertools.groupby(zip(a, b), lambda p: p[0] != p[1]))), end=" ")' | sed 's/ $//')"
    "$WGCQ" solve "$PUZZLES/water-jugs.yaml" -q
    "$WGCQ" show water-jugs.db --color always | sed 's/\x1b\[1;36m/</g; s/\x1b\[0m/>/g' >out
    says out "water_0=<3> water_1="
    is "$(sed -n 4p out | grep -c '<')" 1
    is "$(sed -n 3p out | grep -c '<')" 0 # the start has no step before it
}

@test "verdicts are green or red on a terminal, and plain without colours" {
    families
    unset NO_COLOR
    red=$(printf '\033[1;31m') green=$(printf '\033[1;32m')
    on_terminal 100 50 "$WGCQ" solve "$PUZZLES/naive-mutex.yaml" --no-pager
    is "$status" 5
    says out "${red}violated: "
    says out "${red}mutual exclusion, after 4 moves: 1 state"
    on_terminal 100 50 "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=2 --no-pager
    says out "${green}solved: "
    on_terminal 100 50 "$WGCQ" solve "$PUZZLES/conspiring-philosophers.yaml" --trace none --no-pager
    says out "${red}0 gets to eat does not hold"
    says out "${green}0 may always eat holds"
    on_terminal 100 50 "$WGCQ" verify naive-mutex.db --no-pager
    says out "${green}the file holds"
    printf 'p looks\nq enters\n' >wrong
    on_terminal 100 50 "$WGCQ" verify naive-mutex.db --plan wrong --no-pager
    is "$status" 1
    says out "${red}"
    for words in "NO_COLOR=1" "TERM=dumb"; do
        env "$words" python3 "$BATS_TEST_DIRNAME/on_terminal.py" 100 50 "$WGCQ" solve "$PUZZLES/naive-mutex.yaml" --again --no-pager >out || true
        says out "violated: "
        lacks out "$(printf '\033')["
    done
    on_terminal 100 50 "$WGCQ" solve "$PUZZLES/naive-mutex.yaml" --again --no-pager --color never
    lacks out "$(printf '\033')[1"
}
