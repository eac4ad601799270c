#!/usr/bin/env bats
# bound: what is explored within one, and what is said of what lies beyond.

load common

setup() {
    PUZZLES=$BATS_TEST_DIRNAME/../../puzzles
    cd "$BATS_TEST_TMPDIR"
    cat >counter.yaml <<'END'
puzzle: Counter
params: {most: 10, target: 40}
state:
  x: 0..100
  y: 0..1
start: {x: 0, y: 0}
moves:
  up:
    - guard: x < 100
    - set: x = x + 1
  twice:
    - guard: x <= 50
    - set: x = 2 * x
bound:
  small: x <= most
goal: x == target
END
}

@test "no solution within a bound is not known, and says which bound" {
    wgcq solve counter.yaml -o x.db
    ends_with 3
    says out "not known: within the bound small, of 17 states"
    grep '^bounded *6$' out
    test "$(sqlite3 x.db "SELECT status, stopped, verdict FROM runs")" = "limit|the bound small|unknown"
    test "$(sqlite3 x.db "SELECT max(x) FROM states")" = 20
    test "$(sqlite3 x.db "SELECT count(*) FROM edges WHERE src IN (SELECT id FROM states WHERE x > 10)")" = 0
    wgcq verify x.db
    ends_with 0
}

@test "what is nearer than all that violates it is proved" {
    wgcq solve counter.yaml --set target=5 --trace none -q
    ends_with 0
    says out "solved: shortest 4 moves, 2 ways; within the bound small"
    wgcq solve counter.yaml --set target=9 --trace none -q
    ends_with 0
    says out "solved: shortest 5 moves"
    wgcq solve counter.yaml --set target=5 --set most=100 --trace none --format json
    ends_with 0
    grep '"bounded": 0' out
    grep '"status": "complete"' out
}

@test "a deadlock behind it is none, an invariant is checked in it" {
    sed '/^goal/d' counter.yaml >free.yaml
    printf 'deadlock: forbidden\ninvariant: {low: x < 30}\n' >>free.yaml
    wgcq solve free.yaml --trace none -q
    ends_with 3
    says out "not all explored: within the bound small"
    sed -i 's/x < 30/x < 20/' free.yaml
    wgcq solve free.yaml --trace none -q
    ends_with 5
    says out "violated: low"
}

@test "every order, threads, files and orbits keep to it; both ends refuse it" {
    for how in "--order depth-first" "--order cheapest" "--threads 3" "--trace none" "--trace none --spill dir" "--trace solutions"; do
        wgcq solve counter.yaml -o "y$RANDOM.db" -q $how
        ends_with 3
        grep '^states *17$' out
        grep '^bounded *6$' out
    done
    wgcq solve counter.yaml --trace none --order both-ends --stop shortest
    ends_with 2
    says err "--order both-ends knows no bounds, and this puzzle has some"
}

@test "a run that is cut short is resumed to it, and then there is nothing to do" {
    wgcq solve counter.yaml -o x.db --max-states 6 -q
    ends_with 3
    wgcq resume x.db -q
    ends_with 3
    says out "within the bound small"
    wgcq resume x.db
    says err "nothing to do"
    wgcq why x.db "x=16 y=0" up
    says out '`bound`: the state violates it, and is not expanded'
    wgcq query x.db dead-ends
    says out "did not explore everything"
}

@test "a counterexample that a bound makes longer is not said to be the shortest" {
    cat >jump.yaml <<'END'
puzzle: Jump
state: {x: 0..20}
start: {x: 0}
moves:
  up:
    - guard: x < 20
    - set: x = x + 1
  jump:
    - guard: x <= 15
    - set: x = x + 5
bound: {no five: x != 5}
invariant: {no ten: x != 10}
END
    for how in "" "--order depth-first" "--threads 2" "--trace none"; do
        wgcq solve jump.yaml -o "j$RANDOM.db" -q $how
        ends_with 5
        says out "not proved to be the fewest"
    done
    sed 's/x != 10/x != 6/' jump.yaml >near.yaml
    wgcq solve near.yaml --trace none -q
    ends_with 5
    says out "violated: no ten, after 2 moves"
    not grep "not proved" out
}

@test "a bound counts as a CONSTRAINT of TLC: its published figures of Lamport's mutual exclusion" {
    # 724,274 distinct states, 2,729,079 generated (the start with them), depth 61
    wgcq solve "$PUZZLES/lamport-mutex.yaml" --set n=3 --set most=6 --trace none --format json
    ends_with 3
    is "$(jq -c '[.states - .bounded, .edges + 1, .depth]' out)" "[724274,2729079,61]"
}

@test "a run within its bound replaces the file of an earlier one" {
    wgcq solve "$PUZZLES/lamport-mutex.yaml" -o mutex.db
    ends_with 3
    wgcq solve "$PUZZLES/lamport-mutex.yaml" -o mutex.db --replace --set most=2
    ends_with 3
    is "$(ls | grep -c 'mutex.db')" 1
    is "$(sqlite3 mutex.db "SELECT value FROM param WHERE name = 'most'")" 2
}
