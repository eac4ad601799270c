#!/usr/bin/env bats
# --order ida-star: what it says, what it refuses and why.  tests/truth/ida_star.py holds it to random graphs.

load common

DEEPER='--order ida-star --trace none'

@test "the fewest moves, bound by bound, and how many plans there are" {
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop shortest
    ends_with 0
    says out "solved: shortest 31 moves, 40 ways; stopped at --stop shortest after "
    grep -Eq '^nodes +[0-9,]+ in 6 rounds$' out
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop first
    ends_with 0
    says out "solved: shortest 31 moves; stopped at --stop first after "
    is "$(grep -Ec '^ +[0-9]+  slide' out)" 31
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop shortest --format json
    is "$(jq -c '[.rounds, .shortest, .order]' out)" '[6,{"length":31,"count":"40"},"ida-star"]'
}

@test "nodes do not depend on the number of threads" {
    for threads in 1 2 3; do
        wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop shortest --threads "$threads" --format json
        jq -c '[.states, .edges, .rounds, .shortest]' out >>figures
    done
    is "$(sort -u figures | wc -l)" 1
}

@test "an estimate is made where none is declared; one that is too high is an error" {
    cat >walk.yaml <<'YAML'
state: {x: 0..9, y: 0..9}
start: {x: 0, y: 0}
moves:
  "right": [{guard: x < 9}, {set: x = x + 1}]
  "up": [{guard: y < 9}, {set: y = y + 1}]
goal: x == 6 and y == 4
YAML
    wgcq solve walk.yaml $DEEPER --stop shortest
    ends_with 0
    says out "solved: shortest 10 moves, 210 ways"
    says out "estimate    made of"
    echo "estimate: 12 - x - y" >>walk.yaml
    wgcq solve walk.yaml $DEEPER --stop shortest
    ends_with 2
    says err "the estimate is no lower bound"
}

@test "without a plan it ends where the table of states holds all of them" {
    cat >round.yaml <<'YAML'
state: {at: 0..99}
start: {at: 0}
moves:
  "on": [{set: at = (at + 2) % 100}]
  "back": [{set: at = (at + 98) % 100}]
goal: at == 7
estimate: 0
YAML
    wgcq solve round.yaml $DEEPER --stop shortest
    ends_with 1
    says out "proved: no solution exists; every way was followed, by "
}

@test "limits, and what it says of them" {
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop shortest --max-states 500
    ends_with 3
    says out "not known: stopped at --max-states 500 after 500 nodes"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop shortest --max-depth 30
    ends_with 3
    says out "not known: stopped at --max-depth 30"
    wgcq solve "$PUZZLES/eight-puzzle.yaml" $DEEPER --stop shortest --max-memory 3M
    ends_with 0
    says out "solved: shortest 31 moves, 40 ways"
}

@test "what does not go with it" {
    refused() { # what is said, options
        local due=$1
        shift
        wgcq solve "$PUZZLES/eight-puzzle.yaml" --order ida-star "$@"
        ends_with 2
        says err "$due"
    }
    refused "--order ida-star goes with --stop first or shortest" --trace none
    refused "--order ida-star goes with --trace none only: it keeps no states" --stop first
    refused "--order ida-star goes without -o" --stop first --trace none -o x.db
    wgcq solve "$PUZZLES/naive-mutex.yaml" $DEEPER --stop first
    ends_with 2
    says err "--order ida-star needs a goal"
    wgcq solve "$PUZZLES/romania.yaml" $DEEPER --stop first --minimize km
    ends_with 2
    says err "--order ida-star finds the fewest moves"
}

@test "memory does not grow with the number of nodes" {
    # An estimate of nothing, and more ways than the table has states: rounds of millions of nodes.
    cat >grid.yaml <<'YAML'
state:
  x[1..8]: 0..9
start: {x: 0}
moves:
  "{i} rises":
    - choose: i in 1..8
    - guard: x[i] < 9
    - set: x[i] = x[i] + 1
goal: all(x[i] == 9 for i in 1..8)
estimate: 0
YAML
    for nodes in 200000 3000000; do
        wgcq solve grid.yaml $DEEPER --stop first --max-states "$nodes" --format json
        ends_with 3
        jq .memory out >>memory
    done
    [ "$(tail -n 1 memory)" -lt $(($(head -n 1 memory) * 11 / 10)) ]
}
