#!/usr/bin/env bats
# wgcq solve --spill: a search that fills memory continues in files.
load common

# Leaping frogs of 13: 186,594 states, which 1 MiB does not hold.
spilled() {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --save-every 30000 --spill dir "$@"
}

figures() {
    grep -v '^seconds\|^spilled' out
}

@test "the same figures and the same plan as in memory, and nothing is left" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q
    figures >due
    for n in 1 2 3; do
        spilled --threads $n
        ends_with 0
        says out "spilled"
        diff due <(figures)
        not test -e dir
    done
}

@test "where memory is enough, no file is written" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=6 --trace none -q --spill dir
    ends_with 0
    lacks out "spilled"
    not test -e dir
}

@test "json says what went through files" {
    spilled --format json
    [ "$(python3 -c 'import json; a = json.load(open("out")); print(a["spill_written"] > 100000, a["spill_read"] > 100000)')" = "True True" ]
    wgcq solve "$PUZZLES/frogs.yaml" --set n=6 --trace none --format json --spill dir
    says out '"spill_written": null'
}

@test "a run that ends early is resumed, by resume or by the same command" {
    spilled
    figures >due
    for how in resume wider narrower again; do
        spilled --max-depth 120
        ends_with 3
        says out "--max-depth 120"
        test -s dir/state
        spilled --max-depth 140
        ends_with 3
        case $how in
        resume) wgcq resume dir -q --max-memory 1M ;;
        wider) wgcq resume dir -q --threads 3 ;;
        narrower) wgcq resume dir -q --threads 2 --max-memory 512K ;;
        again) spilled ;;
        esac
        ends_with 0
        diff due <(figures)
        not test -e dir
    done
}

@test "an interrupted run says how to go on" {
    env --default-signal=INT "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=17 --trace none -q --max-memory 2M --save-every 50000 --spill dir >out 2>err &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ ! -s dir/state ] || break
        sleep 0.1
    done
    kill -INT $pid
    status=0
    wait $pid || status=$?
    ends_with 130
    says err "wgcq: interrupted; dir holds what was explored; next:"
    says out "interrupted after"
    test -s dir/state
    wgcq resume dir --max-depth 1
    ends_with 3
}

@test "one process at a time" {
    mkdir dir
    spilled --max-depth 120
    flock dir/lock "$WGCQ" resume dir >out 2>err || status=$?
    ends_with 4
    says err "dir is used by another process"
    wgcq resume dir -q
    ends_with 0
}

@test "folders that are not its own are left alone" {
    mkdir dir
    touch dir/mine
    spilled
    ends_with 4
    says err "dir has other files in it"
    is "$(ls dir)" mine
    wgcq resume dir
    ends_with 4
    says err "dir is a folder, without a run of --spill"
    rm dir/mine
    spilled --max-depth 120
    wgcq solve "$PUZZLES/frogs.yaml" --set n=12 --trace none -q --max-memory 1M --spill dir
    ends_with 4
    says err "dir has the run of another puzzle, or with other parameters or options"
    test -s dir/state
    echo damage >>dir/state
    sed -i 's/^figures/fingers/' dir/state
    spilled
    ends_with 4
    says err "dir/state is damaged"
}

@test "files that were damaged are not believed" {
    spilled --max-depth 140
    largest=$(ls -S dir | head -1)
    printf 'x' | dd of="dir/$largest" bs=1 seek=5000 conv=notrunc 2>/dev/null
    wgcq resume dir
    ends_with 4
    says err "$largest is damaged: a checksum differs"
    truncate -s 1000 "dir/$largest"
    wgcq resume dir
    ends_with 4
    says err "$largest is damaged"
}

# Leaping frogs of 12 with their rows: 92,007 states, which 4 MiB do not hold.
kept() {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=12 -q --save-every 3000 "$@"
}

rows() {
    sqlite3 "$1" "SELECT 1, * FROM states; SELECT 2, * FROM edges; SELECT 3, * FROM rejections; SELECT 4, * FROM steps"
}

@test "rows are those of a run in memory; a run that was stopped is resumed, in the same folder" {
    kept -o due.db
    figures | grep -v '^file' >due
    kept -o got.db --max-memory 4M --spill "a dir" --max-depth 100
    ends_with 3
    not test -e "a dir"
    wgcq resume got.db -q --max-memory 4M
    ends_with 0
    says out "spilled"
    diff due <(figures | grep -v '^file')
    cmp <(rows due.db) <(rows got.db)
    not test -e "a dir"
}

# 60,006 states and 110,005 edges, a path of 10,005 levels.
checked_puzzle() {
    cat >checked.yaml <<'END'
puzzle: Counter
params: {n: 10000}
state: {x: 0..n, y: 0..5}
start: {x: 0, y: 0}
moves:
  up: [{guard: x < n}, {set: x = x + 1}]
  turn: [{guard: y < 5}, {set: y = y + 1}]
invariant:
  never thirteen: x != 13
  small: not (x > 100 and y == 3 and x % 7 == 0)
deadlock: forbidden
goal: {x: 777, y: 2}
costs: {height: y}
END
}

@test "invariants, deadlocks and costs: violations, and the shortest counterexample" {
    checked_puzzle
    figures_checked() { sed '/^seconds\|^spilled\|^dead ends\|^deadlocks\|^cheapest/d' out; }
    wgcq solve checked.yaml --trace none -q
    ends_with 5
    figures_checked >due
    says out "never thirteen, after 13 moves: 6 states"
    wgcq solve checked.yaml --trace none -q --max-memory 2M --save-every 9000 --spill dir
    ends_with 5
    says out "spilled"
    diff due <(figures_checked)
    wgcq solve checked.yaml --trace none -q --max-memory 2M --save-every 9000 --spill dir --max-depth 9000
    ends_with 5
    test -s dir/state
    wgcq resume dir -q --max-memory 2M
    ends_with 5
    diff due <(figures_checked)
    not test -e dir
}

@test "a file of a run that goes to files has its figures, and is resumed from the folder" {
    spilled -o x.db
    ends_with 0
    grep '^spilled' out
    test "$(sqlite3 x.db 'SELECT status, states FROM run')" = "complete|186594"
    spilled -o y.db --max-depth 120
    ends_with 3
    test -s dir/state
    wgcq resume y.db -q
    ends_with 0
    test "$(sqlite3 y.db 'SELECT status, states FROM run')" = "complete|186594"
    not test -e dir
}

@test "what does not go together is said" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=15 --spill dir --max-memory 2M -o x.db
    ends_with 2
    says err "--max-memory 4M"
    spilled --order cheapest
    ends_with 2
    says err "--spill goes with --order breadth-first only"
    spilled --max-depth 120
    spilled --max-states 100
    ends_with 2
    says err "the run in dir goes by whole levels, without --max-states; next: wgcq resume dir"
    rm -r dir
    wgcq solve "$PUZZLES/frogs.yaml" --set n=1..3 --trace none --spill dir --order cheapest --format csv
    ends_with 2
    is "$(grep -c "mistake\|error" out)" 3
    says out "--spill goes with --order breadth-first only"
    wgcq solve "$PUZZLES/frogs.yaml" --set n=15 --trace none --spill dir --max-memory 400K
    ends_with 2
    says err "--max-memory 512K"
    not test -e dir
    not test -e x.db
}

@test "under 4M a run with rows does not stop where segments become many" {
    wgcq solve "$PUZZLES/sliding-tiles.yaml" --set height=2 --set width=5 --max-depth 28 --trace states \
        --spill dir --max-memory 4M -o got.db -q
    ends_with 3
    says out "stopped at --max-depth 28 after 246,710 states"
}

@test "4M are enough where each state has 20 successors" {
    [ -n "${WHOLE:-}" ] || skip "it takes 20 seconds: WHOLE=whole"
    wgcq solve "$PUZZLES/lights-out.yaml" --set height=4 --set width=5 --trace solutions --spill dir --max-memory 4M -o got.db -q
    ends_with 0
    says out "explored: all 1,048,576 reachable states"
}

@test "with rows a run in files ends within a level where one in memory does" {
    for how in "--max-states 50" "--max-states 131" "--stop first" "--stop first --max-states 7"; do
        for puzzle in peterson naive-mutex family; do
            rm -f memory.db files.db
            wgcq solve "$PUZZLES/$puzzle.yaml" $how -o memory.db -q
            due=$status
            wgcq solve "$PUZZLES/$puzzle.yaml" $how -o files.db -q --spill dir --max-memory 6M
            ends_with "$due"
            for table in states edges rejections; do
                diff <(sqlite3 memory.db "SELECT * FROM $table") <(sqlite3 files.db "SELECT * FROM $table")
            done
        done
    done
}

# A field of 301 x 301 cells: least costs, goals that are found within a level, a symmetry.
field() {
    cat >field.yaml <<'YAML'
types:
  both: [x, y]
state:
  at[both]: 0..300
start: {at: 0}
symmetric: both
costs:
  toll: 1 + at[x] * at[y] % 3
moves:
  "step {k}":
    - choose: k in both
    - guard: at[k] < 300
    - set: at[k] = at[k] + 1
  "leap {k}":
    - choose: k in both
    - guard: at[k] < 298
    - set: at[k] = at[k] + 3
goal: at[x] + at[y] == 597
YAML
}

@test "what keeps nothing goes to files, too, where it ends within a level, sums costs or explores orbits" {
    field
    for how in "--minimize toll,moves" "--minimize toll --stop shortest" "--max-states 70000" "--stop first" "--reduce symmetry" \
        "--reduce symmetry --minimize toll"; do
        wgcq solve field.yaml --trace none -q $how
        due=$status
        figures >due
        wgcq solve field.yaml --trace none -q $how --spill dir --max-memory 4M
        ends_with "$due"
        says out "spilled"
        diff due <(figures)
        not test -e dir
        wgcq solve field.yaml --trace none -q $how --spill dir --max-memory 1M
        ends_with 3
        says out "stopped at --max-memory 1048576"
        not test -e dir
    done
}

@test "rows of levels that no list holds in memory are those of a run in memory" {
    cat >cube.yaml <<'YAML'
state:
  b[1..15]: bool
start: {b: false}
moves:
  "flip {k}":
    - choose: k in 1..15
    - guard: not b[k]
      else: up
    - set: b[k] = true
goal: count(b[k] for k in 1..15) == 8 and all(b[k] for k in 10..15)
deadlock: forbidden
YAML
    rows() { sqlite3 "$1" 'SELECT * FROM edge_1; SELECT * FROM state_1; SELECT * FROM rejection_1; SELECT * FROM violation_1' | md5sum; }
    for how in "--stop first" "--max-states 9000" "--stop shortest" ""; do
        rm -rf memory.db files.db files
        wgcq solve cube.yaml $how --trace all -o memory.db --format json
        jq -c '[.status, .states, .edges, .rejections, .deadlocks, .limit]' out >due
        wgcq solve cube.yaml $how --trace all -o files.db --format json --spill files --max-memory 4500K
        is "$(jq -c '[.status, .states, .edges, .rejections, .deadlocks, .limit]' out)" "$(cat due)"
        is "$(jq '.spill_written > 500000' out)" true
        is "$(rows files.db)" "$(rows memory.db)"
        rm files.db
        wgcq solve cube.yaml $how --trace all -o files.db --format json --spill files --max-memory 1G --threads 3
        is "$(jq -c '[.status, .states, .edges, .rejections, .deadlocks, .limit]' out)" "$(cat due)"
        is "$(jq '.threads' out)" 3
        is "$(rows files.db)" "$(rows memory.db)"
    done
}
