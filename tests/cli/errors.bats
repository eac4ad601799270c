#!/usr/bin/env bats
# A run that ends in an error of the puzzle: the plan to the state that the error names.
load common

# A lock of wheels; `turn w` fails where wheel w is at its last digit, in cases that $1 leaves.
lock() {
    cat <<YAML
puzzle: Lock
types:
  wheel: 0..2
state:
  at[wheel]: 0..3
  open: bool
start:
  at[w] for w in wheel: 0
  open: false
moves:
  turn {w}:
    - choose: w in wheel
    - guard: ${1:-true}
    - set: at[w] = at[w] + 1
    - cost: force = w + 1
  back {w}:
    - choose: w in wheel
    - guard: at[w] > 1 and open
    - set: at[w] = at[w] - 2
  unlock:
    - guard: at[0] == 2 and at[1] > 0 and not open
    - set: open = true
goal: ${2:-false}
YAML
}

# The labels of the plan that standard error shows, one a line.
plan_moves() {
    awk '/^ +[0-9]+  / && $1 > 0 { sub(/^ +[0-9]+  /, ""); sub(/   *.*/, ""); print }' err
}

# The state that the error names.
named() {
    sed -n 's/.*, in the state //p' err
}

# The plan in err leads to the state that the error names, and none is shorter: the puzzle without
# its mistake, whose goal is that state, says so.
is_shortest_plan() {
    local state goal moves
    state=$(named)
    [ "$state" ] || { cat err; return 1; }
    says err "in the move 'turn"
    goal=$(sed 's/=/ == /g; s/ at/ and at/g; s/ open/ and open/' <<<"$state")
    plan_moves >moves
    lock "at[w] < 3" "$goal" >fixed.yaml
    rm -f fixed.db
    "$WGCQ" solve fixed.yaml --stop exhausted --format json --quiet >fixed.json 2>fixed.err || { cat fixed.yaml fixed.err; return 1; }
    is "$(jq .shortest.length fixed.json)" "$(wc -l <moves)"
    "$WGCQ" verify fixed.db --plan moves >verified 2>&1 || { cat moves verified; return 1; }
}

@test "an error comes with the shortest plan to its state, whatever the order and the trace" {
    lock "open or at[w] < 3" >lock.yaml
    local order trace threads
    for order in breadth-first depth-first cheapest; do
        for trace in all solutions none; do
            for threads in 1 3; do
                rm -f lock.db
                wgcq solve lock.yaml --order $order --trace $trace --threads $threads
                ends_with 2
                empty out
                says err "cannot hold 4"
                is "$(grep -c '^step  move' err)" 1
                is_shortest_plan
            done
        done
    done
}

@test "the plan is a table for every format, and has what the moves cost" {
    lock "open or at[w] < 3" >lock.yaml
    wgcq solve lock.yaml --trace none
    cp err err.text
    says err "force"
    for format in json csv line; do
        wgcq solve lock.yaml --trace none --format $format
        ends_with 2
        empty out
        cmp err err.text
    done
}

@test "an error in the start has a plan without moves, and one of a start's value none" {
    lock "true" | sed 's/at\[w\] for w in wheel: 0/at[w] for w in wheel: 3/' >lock.yaml
    wgcq solve lock.yaml --trace none
    ends_with 2
    is "$(grep -c '^ *[0-9][0-9]*  ' err)" 1
    says err "   0        "
    lock "true" | sed 's/at\[w\] for w in wheel: 0/at[w] for w in wheel: 3 + w/' >lock.yaml
    wgcq solve lock.yaml --trace none
    ends_with 2
    lacks err "step  move"
}

@test "an error in a goal or an invariant names a state, to which the plan leads" {
    lock "at[w] < 3" "1 // (3 - at[0]) == 5" >lock.yaml
    wgcq solve lock.yaml --trace none
    ends_with 2
    is "$(plan_moves | tr '\n' ' ')" "turn 0 turn 0 turn 0 "
    { lock "at[w] < 3" "at[0] == 1 and open" && printf 'invariant:\n  fine: 1 // (2 - at[1]) >= 0\n'; } >lock.yaml
    wgcq solve lock.yaml
    ends_with 2
    is "$(plan_moves | tr '\n' ' ')" "turn 1 turn 1 "
}

@test "the plan passes no state that ends; an error in an estimate has one too" {
    cat >ends.yaml <<'EOF'
puzzle: Ends
state:
  n: 0..9
start:
  n: 0
moves:
  leap:
    - guard: n == 0
    - set: n = 5
  jump:
    - guard: n == 5
    - set: n = 9
  walk:
    - guard: n != 4 and n < 9
    - set: n = n + 1
  hop:
    - guard: n == 4
    - set: n = 6
  burst:
    - guard: n == 9
    - set: n = n + 1
goal: false
EOF
    wgcq solve ends.yaml --trace none
    ends_with 2
    is "$(plan_moves | tr '\n' ' ')" "leap jump "
    { cat ends.yaml && echo 'end: n == 5'; } >end.yaml
    wgcq solve end.yaml --trace none
    ends_with 2
    is "$(plan_moves | tr '\n' ' ')" "walk walk walk walk hop walk walk walk "
    { sed 's/^goal: .*/goal: n == 9/' ends.yaml && echo 'estimate: 10 // (7 - n)'; } >estimate.yaml
    wgcq solve estimate.yaml --order a-star
    ends_with 2
    says err "the estimate is negative: -5"
    is "$(plan_moves | tr '\n' ' ')" "leap jump "
}

@test "an error that names a state shown as a board shows the board" {
    cat >board.yaml <<'END'
puzzle: Board
state:
  x: 0..9
start: {x: 0}
moves:
  step:
    - guard: x < 9
    - set: x = x + 1
goal: x == 2
estimate: 7
show: |
  x
  {x}
END
    wgcq solve board.yaml --order a-star
    ends_with 2
    is "$(head -n 3 err)" "wgcq: error: the estimate is no lower bound: it is 7 in a goal, where nothing is left:
x
2"
}

@test "a file of runs is no puzzle" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q -o x.db
    for command in solve check; do
        wgcq "$command" x.db
        ends_with 2
        is "$(cat err)" 'wgcq: error: x.db is a file of stored runs, not a puzzle: `wgcq show x.db` shows its solution'
    done
    sqlite3 other.db "CREATE TABLE t(x)"
    wgcq check other.db
    ends_with 2
    is "$(cat err)" 'wgcq: error: other.db is an SQLite file, not a puzzle'
}
