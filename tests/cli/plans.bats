#!/usr/bin/env bats
# wgcq plans: plain backtracking.
load common

@test "the two plans of seven moves" {
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 7
    ends_with 0
    is "$(grep -c 'take goat' out)" 2
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 7 --format json
    ends_with 0
    is "$(jq -c 'map([.solution, .length]) ' out)" '[[1,7],[2,7]]'
    is "$(jq -r '.[0].plan | length' out)" 7
}

@test "counts" {
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 7 --count
    ends_with 0
    is "$(cat out)" 2
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 7 --count --format json
    is "$(jq -c . out)" '[{"count":"2"}]'
    wgcq plans "$PUZZLES/frogs.yaml" 8 --set n=2 --count
    is "$(cat out)" 2
    wgcq plans "$PUZZLES/no-farmer.yaml" 10 --count
    is "$(cat out)" 2
}

@test "plans of three thousand moves are counted in little memory" {
    cat >fan.yaml <<'YAML'
puzzle: A thousand ways that never meet
state: {way: 0..1000, at: 0..3000}
start: {way: 0, at: 0}
moves:
  take {k}:
    - choose: k in 1..1000
    - guard: way == 0
    - set: way = k
  walk:
    - guard: way > 0 and at < 3000
    - set: at = at + 1
goal: at == 3000
YAML
    wgcq plans fan.yaml 3001 --count --max-memory 30M # and not 54 MB
    ends_with 0
    is "$(cat out)" 1000
}

@test "none of that length: exit 1" {
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 6
    ends_with 1
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 6 --count
    ends_with 1
    is "$(cat out)" 0
}

@test "a plan may pass a goal: as many as walks over the stored edges" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    for length in 7 8 9 10 11; do
        walks=$(sqlite3 wolf-goat-cabbage.db "
            WITH RECURSIVE walk(at, step) AS (
                SELECT id, 0 FROM states WHERE is_start
                UNION ALL
                SELECT dst, step + 1 FROM walk JOIN edges ON src = at WHERE step < $length)
            SELECT count(*) FROM walk JOIN states ON id = at WHERE step = $length AND is_goal")
        wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" "$length" --count
        is "$(cat out)" "$walks"
    done
}

@test "as many rows as are counted" {
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 11 --count
    count=$(cat out)
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 11 --format jsonl
    is "$(wc -l <out)" "$count"
    is "$(jq -c .plan out | sort -u | wc -l)" "$count"
}

@test "--limit says that it is not all" {
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 11 --limit 1
    ends_with 0
    says out "stopped at --limit 1: there are more"
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 11 --limit 1 --format json
    is "$(jq length out)" 1
    says err "stopped at --limit 1: there are more"
    count=$("$WGCQ" plans "$PUZZLES/wolf-goat-cabbage.yaml" 11 --count)
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 11 --limit "$count"
    ends_with 0
    lacks out "stopped at"
}

@test "a number that is none" {
    for number in -1 1e1 "" 7.0 0x7 "7 "; do
        wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" "$number"
        ends_with 2
        empty out
    done
}

@test "nothing is written" {
    wgcq plans "$PUZZLES/wolf-goat-cabbage.yaml" 7
    nothing_written
}
