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
