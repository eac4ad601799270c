#!/usr/bin/env bats
# Invariants and deadlocks: what solve reports, the file, and the questions to it.
load common

@test "a violated invariant: the counterexample first, exit status 5" {
    wgcq solve "$PUZZLES/naive-mutex.yaml"
    ends_with 5
    is "$(head -n 1 out)" "violated: mutual exclusion, after 4 moves"
    says out "p enters  at_p=critical at_q=looked"
    is "$(sqlite3 naive-mutex.db 'SELECT invariant, depth FROM violations JOIN states ON id = state')" "mutual exclusion|4"
    wgcq solve "$PUZZLES/naive-mutex.yaml" --format json --trace none
    ends_with 5
    is "$(jq -c .violations out)" '[{"invariant":"mutual exclusion","states":1,"length":4}]'
    is "$(jq -c .states out)" 9 # an invariant never changes what is reachable
}

@test "all invariants hold" {
    wgcq solve "$PUZZLES/peterson.yaml"
    ends_with 0
    says out "all 20 reachable states satisfy 1 invariant, and none is a deadlock"
    is "$(sqlite3 peterson.db 'SELECT count(*) FROM violations')" 0
    wgcq query peterson.db violations
    ends_with 1
    wgcq verify peterson.db
    ends_with 0
}

@test "a deadlock says whether its moves are rejected, and by which rule" {
    cat >bounded.yaml <<'END'
state: {a: 0..4, b: 0..4}
start: {a: 0, b: 0}
moves:
  left:
    - set: a = a + 1
  right:
    - guard: b < 2
      else: full
    - set: b = b + 1
always: {bounded: a + b < 3}
deadlock: forbidden
END
    wgcq solve bounded.yaml
    ends_with 5
    says out "a deadlock: every move is rejected: 2 by 'bounded'"
    for state in $(sqlite3 bounded.db "SELECT state FROM violations"); do
        wgcq why bounded.db "$state" --format csv
        grep -q "violates.*deadlock.*every move is rejected: " out
        sum=$(sqlite3 bounded.db "SELECT count(*) FROM rejections WHERE src = $state")
        is "$(grep -o "every move is rejected: .*'" out | grep -o '[0-9]* by' | awk '{s += $1} END {print s}')" "$sum"
    done
    wgcq solve bounded.yaml --trace none -o none.db
    says out "a deadlock: every move is rejected: "
    sed -e '/^always/d' -e 's/  left:/  left:\n    - guard: a < 1/' -e '/else: full/d' bounded.yaml >stuck.yaml
    wgcq solve stuck.yaml
    ends_with 5
    says out "a deadlock: no move is possible"
}

@test "a forbidden deadlock, and one that is allowed" {
    wgcq solve "$PUZZLES/dining-philosophers.yaml"
    ends_with 5
    is "$(head -n 1 out)" "violated: deadlock, after 5 moves"
    wgcq query dining-philosophers.db deadlocks --format json
    ends_with 0
    is "$(jq length out)" "$(sqlite3 dining-philosophers.db "SELECT count(*) FROM violations WHERE invariant = 'deadlock'")"
    sed 's/^deadlock: forbidden/deadlock: allowed/' "$PUZZLES/dining-philosophers.yaml" | sed '/^expect:/,$d' >allowed.yaml
    wgcq solve allowed.yaml
    ends_with 0
    wgcq query allowed.db deadlocks
    ends_with 0
}

@test "go-back-n takes messages in order if and only if window < numbers" {
    wgcq solve "$PUZZLES/go-back-n.yaml" --set window=1..3 --set numbers=1..4 --trace none --format json
    ends_with 5
    is "$(jq '[.[] | select((.window >= .numbers) != (.violated_invariants > 0))] | length' out)" 0
    is "$(jq '[.[] | select(.violated_invariants > 0)] | length' out)" 6
    wgcq solve "$PUZZLES/go-back-n.yaml" --set numbers=2
    is "$(head -n 1 out)" "violated: in order, after 8 moves; solved: shortest 12 moves, 89 ways"
    says out "receive 0                 sent 0..1, frames [], acknowledged [0, 1], taken [0, 1, 0]"
}

@test "every order, level of the trace and number of threads finds the same violations" {
    for order in breadth-first depth-first cheapest; do
        for trace in none solutions states edges all; do
            for threads in 1 3; do
                wgcq solve "$PUZZLES/readers-writers.yaml" -o "$order$trace$threads.db" --order $order --trace $trace --threads $threads --format json
                ends_with 5
                is "$(jq -c '[.violations[] | [.invariant, .states, .length]]' out)" \
                    "$(jq -c '[.violations[] | [.invariant, .states, .length]]' first 2>/dev/null || (cp out first; jq -c '[.violations[] | [.invariant, .states, .length]]' out))"
            done
        done
    done
}

@test "--stop first ends at the first violation" {
    wgcq solve "$PUZZLES/naive-mutex.yaml" --stop first --format json
    ends_with 5
    is "$(jq -c '[.violations[] | .length]' out)" "[4]"
}

@test "a limit: what was found is reported; without a violation nothing is known" {
    wgcq solve "$PUZZLES/naive-mutex.yaml" --max-states 5
    ends_with 3
    says out "no violation so far"
    wgcq resume naive-mutex.db
    ends_with 5
    wgcq solve "$PUZZLES/readers-writers.yaml" --max-depth 5
    ends_with 5
    says out "violated:"
}

@test "why, compare and verify know them" {
    wgcq solve -q "$PUZZLES/naive-mutex.yaml"
    wgcq why naive-mutex.db 9
    ends_with 0
    says out "violates"
    says out "mutual exclusion"
    wgcq solve -q "$PUZZLES/naive-mutex.yaml" -o other.db
    wgcq compare naive-mutex.db other.db --all
    says out "violated mutual exclusion: states"
    wgcq verify naive-mutex.db
    ends_with 0
    table=$(sqlite3 naive-mutex.db "SELECT name FROM sqlite_schema WHERE name GLOB 'violation_[0-9]*' AND type = 'table'")
    cp naive-mutex.db missing.db
    sqlite3 missing.db "DELETE FROM $table"
    wgcq verify missing.db
    not [ "$status" = 0 ]
    cp naive-mutex.db invented.db
    sqlite3 invented.db "UPDATE $table SET state = 3"
    wgcq verify invented.db
    not [ "$status" = 0 ]
}

@test "a sweep tells violations apart" {
    cat >steps.yaml <<'YAML'
puzzle: Steps
params: {n: 2}
state:
  at: 0..9
start: {at: 0}
moves:
  on: [{guard: at < n}, {set: at = at + 1}]
invariant:
  low: at < 4
YAML
    wgcq solve steps.yaml --set n=2..5 --format csv
    ends_with 5
    is "$(tail -n +2 out | cut -d, -f1,7 | tr '\n' ' ')" "2,0 3,0 4,1 5,1 "
    wgcq solve steps.yaml --set n=2..3 --format csv
    ends_with 0
}

@test "an invariant's mistakes have places" {
    cat >wrong.yaml <<'YAML'
puzzle: Wrong
state: {at: 0..3}
start: {at: 0}
moves:
  on: [{guard: at < 3}, {set: at = at + 1}]
invariant:
  low: aat < 4
YAML
    wgcq check wrong.yaml
    ends_with 2
    says err "wrong.yaml:7:8: error:"
    says err "did you mean 'at'"
}

@test "with --trace none all threads check level by level: figures and path of any number are those of the graph" {
    for puzzle in "naive-mutex" "dining-philosophers --set n=11" "readers-writers" "german-cache"; do
        read -r name settings <<<"$puzzle"
        for how in "--trace edges -o graph.db" "--trace none --threads 1" "--trace none --threads 2" "--trace none --threads 3"; do
            wgcq solve "$PUZZLES/$name.yaml" $settings $how --format json
            answer=$(jq -c '[.states, .edges, .depth, .violations, .status]' out)
            wgcq solve "$PUZZLES/$name.yaml" $settings $how --again
            echo "$answer $(sed -n "/^step/,/^$/p" out | grep . | tr "\n" "|")" >>answers
        done
        is "$(sort -u answers | wc -l)" 1
        rm answers graph.db
    done
}

@test "a limit that comes before the counterexample leaves the violation without one" {
    wgcq solve "$PUZZLES/dining-philosophers.yaml" --set n=14 --trace none --threads 1 --max-memory 3M
    ends_with 5
    says out "violated: deadlock, after 14 moves; stopped at --max-memory"
    not grep -q '^step' out
}
