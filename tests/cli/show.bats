#!/usr/bin/env bats
# wgcq show: one solution, step by step.
load common

@test "the first, unless another is asked for" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq show wolf-goat-cabbage.db
    ends_with 0
    is "$(head -n 1 out | tr -s ' ' | sed 's/ $//')" "step move state"
    is "$(grep -cE '^ +[0-7]  ' out)" 8
    cp out first
    wgcq show wolf-goat-cabbage.db 1
    cmp out first
    wgcq show wolf-goat-cabbage.db 2
    ends_with 0
    not cmp -s out first
}

@test "states are shown as the puzzle says" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=1
    wgcq show frogs.db --format json
    ends_with 0
    is "$(jq -r '[.[0].shown, .[-1].shown] | join(" ")' out)" "G_B B_G"
    is "$(jq -c '.[0] | [.step, .move]' out)" '[0,null]'
    wgcq show frogs.db
    says out "G_B"
    says out "B_G"
}

@test "what was spent so far" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq show family.db
    is "$(grep '^step' out | tr -s ' ')" "step move state noise"
    wgcq show family.db --format json
    is "$(jq -c '[length, .[0].noise, .[-1].moves]' out)" '[63,0,62]'
    is "$(jq '.[-1].noise' out)" "$(sqlite3 family.db 'SELECT noise FROM solutions WHERE id = 1')"
}

@test "of long states only what changes" {
    cat >counters.yaml <<'YAML'
puzzle: Counters
types: {k: 1..12}
state: {"counter[k]": 0..1}
start: {counter: 0}
moves:
  count {i}:
    - choose: first i in k if counter[i] == 0
    - set: counter[i] = 1
goal: {counter: 1}
YAML
    wgcq solve counters.yaml
    wgcq show counters.db
    ends_with 0
    [ "$(wc -L <out)" -le 80 ]
    is "$(head -n 1 out | cut -c1-26)" "start  counter_1=0 counter"
    says out "what changes"
    is "$(grep -cE '^ +([0-9]+)  count \1 +counter_\1=1$' out)" 12
}

@test "variables of one enumeration are shown by place" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq show wolf-goat-cabbage.db
    says out "west: farmer wolf cabbage | east: goat"
    says out "west: | east: farmer wolf goat cabbage"
    wgcq sql wolf-goat-cabbage.db "SELECT shown FROM states WHERE id = 1" --format csv
    is "$(tail -n 1 out | tr -d '\r')" "west: farmer wolf goat cabbage | east:"
}

@test "a board, drawn cell by cell" {
    cat >board.yaml <<'YAML'
puzzle: Two on a map
params:
  level: |
    #####
    #  *#
    #####
types:
  row: 0..rows(level) - 1
  col: 0..cols(level) - 1
  who: {ann: A, bob: "bb"}
state:
  x[who]: col
start: {x: {ann: 1, bob: 2}}
moves:
  right {w}:
    - choose: w in who
    - guard: level[1, x[w] + 1] != "#"
    - set: x[w] = x[w] + 1
show: |
  {(w for w in who if x[w] == c and r == 1) or level[r, c] for r in row, c in col}
  ann {x[ann]:03}, bob {x[bob]:<3}| {"there" if x[bob] == 3 else "not yet"}
goal: x[bob] == 3
YAML
    wgcq solve board.yaml
    wgcq show board.db --format json
    is "$(jq -r '.[0].shown' out)" "# # # # #
# A bb * #
# # # # #
ann 001, bob 2  | not yet"
    wgcq show board.db
    says out "# A   bb #"
    wgcq why board.db 2
    ends_with 0
    says out "there"
    wgcq verify board.db
    ends_with 0
}

@test "a board of several lines stands beside its step" {
    cat >board.yaml <<'YAML'
puzzle: A board
state:
  at: 0..2
start: {at: 0}
moves:
  right:
    - guard: at < 2
    - set: at = at + 1
show: |
  <{at}>
  ====
goal: {at: 2}
YAML
    wgcq solve board.yaml
    ends_with 0
    wgcq show board.db
    ends_with 0
    is "$(grep -c '====' out)" 3
    grep -qE '^ +1  right +<1>' out
    is "$(grep -n '====' out | head -n 1 | cut -d: -f1)" 4
}

@test "one that is not there" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    for number in 3 0 99999999999999999999 ; do
        wgcq show wolf-goat-cabbage.db "$number"
        [ "$status" = 1 ] || [ "$number" = 99999999999999999999 ]
        [ "$status" != 0 ]
        empty out
    done
    wgcq show wolf-goat-cabbage.db 3
    says err "it has 2"
    wgcq show wolf-goat-cabbage.db two
    ends_with 2
}

@test "a file without solutions" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4
    wgcq show missionaries-cannibals.db
    ends_with 1
    says err "no solution"
}

@test "where there is no solution: empty rows, not nothing" {
    wgcq solve "$PUZZLES/missionaries-cannibals.yaml" --set n=4
    wgcq show missionaries-cannibals.db --format json
    ends_with 1
    is "$(jq -c . out)" "[]"
    wgcq show missionaries-cannibals.db
    ends_with 1
    empty out
}
