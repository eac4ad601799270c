#!/usr/bin/env bats
# --order both-ends: what it says, what it refuses and why.  tests/truth/both_ends.py holds it to breadth-first.

load common

ENDS='--order both-ends --stop shortest --trace none'

@test "the figures of both sides, and the plans of breadth-first" {
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $ENDS
    ends_with 0
    says out "solved: shortest 31 moves, 40 ways; stopped at --stop shortest after 8,456 states from the starts and 11,764 from the goals"
    says out "states      8,456 from the starts, 11,764 from the goals"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $ENDS --format json
    is "$(jq -c '[.states, .states_from_goals, .shortest]' out)" '[8456,11764,{"length":31,"count":"40"}]'
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --stop shortest --trace none --format json
    is "$(jq -c '[.states_from_goals, .shortest]' out)" '[null,{"length":31,"count":"40"}]'
}

@test "the plan that is shown is one, and the figures that are stored hold" {
    wgcq solve "$PUZZLES/rush-hour.yaml" $ENDS -o rush.db --format json
    ends_with 0
    is "$(jq -c .shortest out)" '{"length":16,"count":"207936"}'
    wgcq solve "$PUZZLES/rush-hour.yaml" $ENDS -o rush.db
    ends_with 0
    awk '/^step/ {on = 1} on && $1 ~ /^[0-9]+$/ && $1 > 0' out >steps
    is "$(wc -l <steps)" 16
    wgcq verify rush.db
    lacks out "does not hold"
    says out "to the figures in the file"
    is "$(sqlite3 rush.db 'SELECT "order", shortest_length, shortest_count FROM runs WHERE id = 1')" "both-ends|16|207936"
}

@test "no start among all that lead to a goal: no solution" {
    cat >apart.yaml <<'YAML'
puzzle: Apart
state:
  n: 0..1000
start: {n: 1}
moves:
  two up:
    - guard: n < 999
    - set: n = n + 2
  ten up:
    - guard: n < 990
    - set: n = n + 10
goal: n == 8
YAML
    wgcq solve apart.yaml $ENDS
    ends_with 1
    says out "proved: no solution exists; no start is among all 5 states that lead to a goal"
}

@test "limits are for both sides together" {
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $ENDS --max-states 500
    ends_with 3
    says out "not known: stopped at --max-states 500 after 232 states from the starts and 268 from the goals"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $ENDS --max-depth 10
    ends_with 3
    says out "not known: stopped at --max-depth 10"
    wgcq solve "$PUZZLES/hanoi.yaml" --set disks=16 $ENDS --max-memory 2M
    ends_with 3
    says out "stopped at --max-memory 2097152"
    wgcq solve "$PUZZLES/hanoi-cyclic.yaml" --set disks=10 $ENDS --max-memory 64M # a plan of 18270 moves
    ends_with 3
    says out "not known: stopped at --max-memory 67108864"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $ENDS --max-time 0.001
    ends_with 3
    says out "stopped at --max-time 0.001"
    wgcq solve "$PUZZLES/rush-hour.yaml" $ENDS --max-time 0.001 # while predecessors are prepared
    ends_with 3
    says out "stopped at --max-time 0.001"
}

refuses() {
    ends_with 2
    empty out
    says err "$1"
}

@test "what it does not go with" {
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --order both-ends --trace none
    refuses "--order both-ends goes with --stop shortest only"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" --order both-ends --stop shortest
    refuses "--order both-ends goes with --trace none only"
    wgcq solve "$PUZZLES/pancakes.yaml" $ENDS
    refuses "--order both-ends needs a goal"
    wgcq solve "$PUZZLES/romania.yaml" $ENDS
    refuses "--order both-ends finds the fewest moves; --minimize moves asks for that"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $ENDS --spill spill
    refuses "--spill goes with --order breadth-first only"
}

@test "a move that cannot be made backwards, and goals that cannot be listed" {
    wgcq solve "$PUZZLES/snake.yaml" $ENDS
    refuses "--order both-ends is not possible: the move '{d}' cannot be made backwards: what it sets in "
    wgcq solve "$PUZZLES/queens.yaml" $ENDS
    refuses "--order both-ends is not possible: more than 1048576 states satisfy the goal: it leaves open what is in 'queen'"
    wgcq solve "$PUZZLES/latin-squares.yaml" $ENDS
    refuses "--order both-ends is not possible: listing the states that satisfy the goal takes too long"
}
