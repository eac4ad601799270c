#!/usr/bin/env bats
# wgcq solve --watch: again whenever the puzzle is saved.
load common

teardown() {
    [ -z "${watcher:-}" ] || kill -KILL "$watcher" 2>/dev/null || true
}

# Until a condition holds, for a minute at most.
until_holds() {
    local i
    for ((i = 0; i < 1200; i++)); do
        eval "$1" && return
        sleep 0.05
    done
    echo "never: $1"
    cat out err
    return 1
}

# Begins to watch p.yaml, and waits for the first report.
watch() {
    : >out
    env --default-signal=INT "$WGCQ" solve p.yaml --watch "$@" >out 2>err &
    watcher=$!
}

reports() { until_holds '[ "$(grep -c ^states out)" = '"$1"' ]'; }

ends_by() {
    kill -"$1" $watcher
    status=0
    wait $watcher || status=$?
    watcher=
    ends_with 130
}

puzzle() {
    cp "$PUZZLES/frogs.yaml" p.yaml
}

@test "an edit, a mistake, and the edit taken back" {
    puzzle
    watch -q
    reports 1
    says out "solved: shortest 24 moves, 2 ways"
    until_holds 'grep -q "^expected: 9 of 9 figures hold$" out'
    lacks out "changed:"
    sed -i 's/n: 4/n: 3/' p.yaml # by rename
    reports 2
    until_holds 'grep -q "^expected: 3 of 9 figures hold; states is 72, not 195; " out'
    says out "changed: states 195 -> 72, edges 232 -> 88, depth 24 -> 15, dead_ends 147 -> 42, deadlocks 38 -> 13, shortest.length 24 -> 15"
    echo 'gaol: true' >>p.yaml # at the end
    until_holds 'grep -q "unknown key .gaol" err'
    is "$(sqlite3 p.db 'SELECT value FROM param')" 3
    cat "$PUZZLES/frogs.yaml" >p.yaml # truncated and written
    reports 3
    until_holds '[ "$(grep -c ^changed out)" = 2 ]'
    says out "changed: states 72 -> 195"
    is "$(sqlite3 p.db 'SELECT count(*) FROM runs')" 1
    ends_by INT
    is "$(echo p.db*)" p.db
}

@test "a save without a change" {
    puzzle
    watch -q
    reports 1
    echo '# a remark' >>p.yaml
    reports 2
    until_holds 'grep -q "^changed: nothing$" out'
    is "$(sqlite3 p.db 'SELECT count(*) FROM runs')" 1
    ends_by TERM
}

@test "a file that was there before is not the watch's" {
    puzzle
    wgcq solve p.yaml -q
    cp p.db before.db
    watch -q --keep
    reports 1
    is "$(sqlite3 p.db 'SELECT count(*) FROM runs')" 1
    cmp p.db before.db
    ends_by INT
    watch -q --keep --again
    reports 1
    sed -i 's/n: 4/n: 3/' p.yaml
    until_holds 'grep -q "hint: --replace" err'
    is "$(sqlite3 p.db 'SELECT value, count(*) FROM param, runs')" "4|2"
    ends_by INT
    watch -q --replace
    reports 1
    ends_by INT
    is "$(sqlite3 p.db 'SELECT value, count(*) FROM param, runs')" "3|1"
}

@test "a save stops the run under way" {
    cp "$PUZZLES/sliding-tiles.yaml" p.yaml
    sed -i 's/height: 3/height: 4/; s/width: 3/width: 4/' p.yaml
    watch -q
    until_holds '[ -s p.db ]'
    sleep 0.3
    empty out
    sed -i 's/height: 4/height: 2/; s/width: 4/width: 2/' p.yaml
    reports 1
    says err "saved: the run is stopped"
    says out "states      12"
    # of a file that was to replace another nothing stays behind
    sed -i 's/height: 2/height: 4/; s/width: 2/width: 4/' p.yaml
    until_holds '[ -s p.db.new ]'
    sleep 0.3
    sed -i 's/height: 4/height: 2/; s/width: 4/width: 3/' p.yaml
    reports 2
    ends_by INT
    says out "changed: states 12 -> 360"
    is "$(echo p.db*)" p.db
    wgcq verify p.db
    ends_with 0
}

@test "Ctrl-C during a run" {
    cp "$PUZZLES/sliding-tiles.yaml" p.yaml
    watch -q --set height=3 --set width=4
    until_holds '[ -s p.db ]'
    sleep 0.3
    ends_by INT
    says out "interrupted after"
    says err "resume p.db"
}

@test "files of parameters are watched" {
    cat >p.yaml <<'YAML'
puzzle: A map
params:
  map: |
    ab
state:
  x: 0..cols(map) - 1
start: {x: 0}
moves:
  go:
    - guard: x + 1 < cols(map)
    - set: x = x + 1
YAML
    echo abc >map.txt
    watch -q --set map=@map.txt --trace none
    reports 1
    echo abcdef >map.txt
    reports 2
    until_holds 'grep -q "changed: states 3 -> 6, edges 2 -> 5, depth 2 -> 5" out'
    ends_by INT
}

@test "as JSON the remarks are on standard error" {
    puzzle
    watch --format jsonl
    until_holds '[ "$(wc -l <out)" = 1 ]'
    until_holds 'grep -q "watching p.yaml" err'
    sed -i 's/n: 4/n: 3/' p.yaml
    until_holds '[ "$(wc -l <out)" = 2 ]'
    until_holds 'grep -q "^changed: states 195 -> 72" err'
    ends_by INT
    is "$(python3 -c 'import json; print([json.loads(line)["states"] for line in open("out")])')" "[195, 72]"
}

@test "what cannot be watched" {
    puzzle
    wgcq solve - --watch -o p.db <p.yaml
    ends_with 2
    wgcq solve p.yaml --watch --set n=1..3
    ends_with 2
    wgcq solve nowhere.yaml --watch
    ends_with 4
}

@test "a puzzle that is a pipe is refused; one that becomes a pipe is not waited for, and Ctrl-C is heard" {
    mkfifo pipe.yaml
    wgcq solve --watch pipe.yaml
    ends_with 2
    says err "pipe.yaml is read once; it needs a file"
    puzzle
    watch
    reports 1
    until_holds 'grep -q "Ctrl-C ends it" err'
    rm p.yaml && mkfifo p.yaml
    sleep 1
    ends_by INT
}
