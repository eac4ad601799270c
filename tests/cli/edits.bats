#!/usr/bin/env bats
# wgcq solve after an edit of the puzzle: the file goes on, is refused, or is replaced.
load common

puzzle() {
    cat >p.yaml <<'YAML'
puzzle: Two counters
about: They count.
types:
  hand: [left, right]
params:
  n: 3
state:
  x[hand]: 0..n
start: {x: 0}
moves:
  "count {h}":
    - choose: h in hand
    - guard: x[h] < n
    - set: x[h] = x[h] + 1
never:
  too far apart: x[left] > x[right] + 2
goal: x[left] == n and x[right] == n
expect: {states: 15}
YAML
}

solved() {
    puzzle
    wgcq solve p.yaml -q
    ends_with 0
}

runs() { sqlite3 p.db 'SELECT count(*) FROM runs'; }

# After an edit by sed the file goes on with another run.
goes_on() {
    puzzle
    before=$(runs)
    sed -i "$@" p.yaml
    wgcq solve p.yaml -q
    ends_with 0
    is "$(runs)" "$before"
    wgcq solve p.yaml -q --again
    ends_with 0
    is "$(runs)" $((before + 1))
}

# With --keep the file is left alone, and the hint says what can be done.
refused() {
    puzzle
    cp p.db before.db
    sed -i "$@" p.yaml
    wgcq solve p.yaml -q --keep
    ends_with 4
    is "$(tail -n 1 err)" "hint: --replace, or -o OTHER.db"
    cmp p.db before.db
    puzzle
}

@test "an edit without a meaning uses the same file" {
    solved
    goes_on '1i# a remark\n\n'
    goes_on 's/They count./Do they?/'
    goes_on '/^about/d'
    goes_on 's/states: 15/states: 99/'
    goes_on '/^expect/d'
    goes_on 's/start: {x: 0}/start:\n  x: 0/'
    goes_on 's/x\[h\] < n/x[h]<n   # more/'
    goes_on 's/x\[right\] + 2/x[right]+2/'
    goes_on 's/^goal: .*/goal: x[left] == n\n  and x[right] == n/'
    goes_on 's/\[left, right\]/[ left,right ]/'
    goes_on '/^expect/d; /^goal/d; 1igoal: x[left] == n and x[right] == n'
    goes_on 's/^  n: 3/  "n": 3/'
    # the file holds the text that it was made with, and all agrees with that
    puzzle
    is "$(sqlite3 p.db "SELECT value FROM meta WHERE key='source'")" "$(cat p.yaml)"
    wgcq verify p.db
    ends_with 0
}

@test "an edit with a meaning is refused with --keep, with a hint" {
    solved
    refused 's/+ 2/+ 1/'
    says err "as it was before the puzzle was changed"
    refused 's/n: 3/n: 4/'
    refused 's/^puzzle: .*/puzzle: Another/'
    says err "holds another puzzle: 'Two counters', not 'Another'"
    refused 's/\[left, right\]/[right, left]/'
    refused 's/"count {h}"/"count  {h}"/'
    refused 's/too far apart/too  far apart/'
    refused 's/x\[h\] + 1/x[h] +  1/'
    refused 's/^never/always/'
    refused 's/ and x\[right\]/ or x[right]/'
    refused '/guard/d'
    refused 's/{x: 0}/{x: "0"}/'
    refused '$ashow: "{x}"'
    refused 's/^goal/end/'
    wgcq solve p.yaml -q --set n=2
    ends_with 4
    says err "with n = 3, not with n = 2"
    is "$(tail -n 1 err)" "hint: --replace, or -o OTHER.db"
    is "$(runs)" 1
}

# The old file gives way to one of the edited puzzle, with the options behind --.
gives_way() {
    wgcq solve p.yaml "$@"
    ends_with 0
    is "$(grep -c 'p.db held p.yaml as it was before (.* run.*), and was replaced; --keep refuses that' err)" 1
    is "$(sqlite3 p.db "SELECT value FROM meta WHERE key='source'")" "$(cat p.yaml)"
    is "$(runs)" 1
    is "$(echo p.db*)" p.db
}

@test "the file of a puzzle that was edited since gives way" {
    solved
    wgcq solve p.yaml -q
    sed -i 's/+ 2/+ 1/' p.yaml
    gives_way
    sed -i 's/^puzzle: .*/puzzle: Another/' p.yaml
    gives_way --format json
    is "$(jq -r .db out)" p.db
    sed -i 's/n: 3/n: 4/' p.yaml
    gives_way
    sed -i 's/+ 1/+ 2/' p.yaml
    wgcq solve p.yaml -q
    ends_with 0
    empty err
    wgcq solve p.yaml --keep --replace
    ends_with 2
}

@test "a file gives way to the same settings alone" {
    puzzle
    wgcq solve p.yaml -q --set n=4
    sed -i 's/+ 2/+ 1/' p.yaml
    cp p.db before.db
    for settings in "" "--set n=5"; do
        wgcq solve p.yaml -q $settings
        ends_with 4
        cmp p.db before.db
    done
    gives_way --set n=4
}

@test "what is named, long, unfinished, or of another puzzle file gives no way" {
    solved
    sed -i 's/+ 2/+ 1/' p.yaml
    cp p.db before.db
    wgcq solve p.yaml -q -o p.db
    ends_with 4
    mkdir other
    cp p.yaml other/p.yaml
    wgcq solve other/p.yaml -q
    ends_with 4
    cmp p.db before.db
    sqlite3 p.db "UPDATE run SET seconds=10"
    wgcq solve p.yaml -q
    ends_with 4
    cp before.db p.db
    sqlite3 p.db "UPDATE run SET status='interrupted', edges=NULL, states=NULL, seal=NULL"
    wgcq solve p.yaml -q
    ends_with 4
    is "$(tail -n 1 err)" "hint: a run in it was interrupted; next: $WGCQ resume p.db, or --replace, which discards it"
    rm p.db
    echo "no trace" >p.db
    wgcq solve p.yaml -q
    ends_with 4
    is "$(cat p.db)" "no trace"
}

@test "a mistake that a run meets leaves no file, and a file as it was" {
    cat >e.yaml <<'YAML'
puzzle: Walk
state: {at: 0..3}
start: {at: 0}
moves:
  on: [{set: at = at + 1}]
goal: at == 3
YAML
    wgcq solve e.yaml
    ends_with 2
    says err "e.yaml:5:"
    is "$(echo e.db*)" "e.db*"
    wgcq solve e.yaml --stop shortest -q
    ends_with 0
    cp e.db before.db
    wgcq solve e.yaml
    ends_with 2
    is "$(sqlite3 e.db 'SELECT count(*) FROM runs')" 1
    is "$(sqlite3 e.db 'PRAGMA integrity_check')" ok
    wgcq query e.db shortest
    ends_with 0
    sed -i 's/set: at = at + 1/guard: at < 3}, {set: at = at + 1/' e.yaml
    wgcq solve e.yaml
    ends_with 0
    is "$(sqlite3 e.db 'SELECT status FROM runs')" complete
}

@test "a picture's blanks have a meaning, an expression's do not" {
    cat >p.yaml <<'YAML'
puzzle: A row
types:
  place: 0..2
  piece: {none: " ", plus: +}
state:
  on[place]: piece
start:
  on: |2
    + +
moves:
  drop:
    - guard: on[0] == plus
    - set: on[0] = none
goal: on[0] == none and on[2] == plus
YAML
    wgcq solve p.yaml -q
    ends_with 0
    sed -i 's/    + +/     ++/' p.yaml
    wgcq solve p.yaml -q --keep
    ends_with 4
    sed -i 's/     ++/    + +/; s/on\[0\] == plus/on[ 0 ]==plus/' p.yaml
    wgcq solve p.yaml -q --again
    ends_with 0
    is "$(runs)" 2
}

@test "a run that was cut short is resumed after an edit without a meaning" {
    puzzle
    wgcq solve p.yaml -q --max-states 5
    ends_with 3
    sed -i '1i# a remark' p.yaml
    wgcq solve p.yaml -q --order depth-first
    ends_with 0
    wgcq resume p.db -q
    ends_with 0
    is "$(sqlite3 p.db 'SELECT count(DISTINCT states) FROM runs')" 1
    wgcq verify p.db --run 1
    ends_with 0
}

# Two reports but for what differs from run to run, and what no file has.
same_json() { diff <(jq 'del(.seconds, .threads, .memory)' "$1") <(jq 'del(.seconds, .threads, .memory)' "$2"); }

same_text() { diff <(grep -v '^seconds ' "$1") <(grep -v '^seconds ' "$2"); }

# The same solve twice, with exit status $1: the second is answered from the file.
held() {
    local expected=$1 format
    shift
    for format in table json csv; do
        rm -f held.db
        wgcq solve "$@" -o held.db --format $format
        ends_with "$expected"
        lacks err "holds this run"
        mv out first.out
        cp held.db before.db
        wgcq solve "$@" -o held.db --format $format
        ends_with "$expected"
        cmp held.db before.db
        grep -qE '^wgcq: held\.db holds this run already: run 1, [0-9]+\.[0-9]{2} s; --again adds another$' err
        is "$(wc -l <err)" 1
        case $format in
            table) same_text first.out out ;;
            json)
                same_json first.out out
                is "$(jq -c '[.run, .threads, .memory]' out)" "[1,null,null]"
                is "$(jq '.seconds > 0' out)" true
                ;;
            csv) is "$(wc -l <out)" "$(wc -l <first.out)" ;;
        esac
    done
    wgcq solve "$@" -o held.db --again --format json
    ends_with "$expected"
    lacks err "holds this run"
    is "$(sqlite3 held.db 'SELECT count(*) FROM runs')" 2
    is "$(jq .run out)" 2
    wgcq solve "$@" -o held.db --format json -q
    ends_with "$expected"
    empty err
    is "$(jq .run out)" 2 # the newest
}

@test "the same solve again is answered from the file" {
    puzzle
    held 0 p.yaml
    held 0 p.yaml --order depth-first
    held 0 p.yaml --order cheapest --trace edges --solutions 1
    held 0 p.yaml --solutions 0
    held 0 p.yaml --max-states 1000 --max-depth 100 --max-time 100 --max-memory 1G
    held 0 p.yaml --set n=4
    held 0 "$PUZZLES/family.yaml"
    held 0 "$PUZZLES/chinese-rings.yaml" # labels that depend on the state
    held 1 "$PUZZLES/missionaries-cannibals.yaml" --set n=4
}

@test "so is one that violates an invariant, or a forbidden deadlock: with its counterexample" {
    puzzle
    sed 's/^goal:/invariant: {near: "x[left] <= x[right] + 1"}\n&/' p.yaml >near.yaml
    held 5 near.yaml
    held 5 near.yaml --order depth-first --trace edges
    wgcq solve near.yaml -o held.db
    says out "violated: near, after 2 moves"
    says out "count left"
    sed 's/^goal:.*/deadlock: forbidden/' p.yaml >stuck.yaml
    held 5 stuck.yaml
    wgcq solve stuck.yaml -o held.db
    says out "a deadlock: "
    # the labels on the way to the violation depend on the state
    sed 's/^goal:.*/invariant: {first: "is[5] == on"}/; /^expect:/,$d' "$PUZZLES/chinese-rings.yaml" >rings.yaml
    held 5 rings.yaml
}

@test "another run is no equal one" {
    solved
    local n=1 options
    for options in "--order depth-first" "--trace edges" "--solutions 3" "--minimize moves" "--max-states 900"; do
        wgcq solve p.yaml -q $options
        ends_with 0
        empty err
        n=$((n + 1))
        is "$(runs)" $n
    done
    # nor is one that was cut short, or of which the file does not keep all that is reported
    for options in "--max-states 5" "--stop first" "--trace states" "--trace solutions" "--trace none -o p.db"; do
        for time in first second; do
            wgcq solve p.yaml $options
            lacks err "holds this run"
            n=$((n + 1))
            is "$(runs)" $n
        done
    done
    # how fast it is, and how it is written, makes no other run
    wgcq solve p.yaml -q --threads 1 --save-every 3 --writer sql
    ends_with 0
    is "$(runs)" $n
    wgcq solve p.yaml --again --replace
    ends_with 2
    says err "--again and --replace exclude each other"
}

@test "a run for which an estimate was made, and one of orbits, is made again" {
    puzzle
    sed -i '/^never/,/^  too/d; s/^goal:/symmetric: hand\n&/' p.yaml
    for options in "--order a-star" "--reduce symmetry --trace solutions"; do
        rm -f p.db
        for time in first second; do
            wgcq solve p.yaml $options
            ends_with 0
            lacks err "holds this run"
        done
        is "$(runs)" 2
    done
}

@test "a run whose figures were changed in the file is not answered from" {
    solved
    sqlite3 p.db 'UPDATE run SET goals = goals + 1'
    wgcq solve p.yaml
    ends_with 4
    empty out
}

@test "a run that was resumed to its end is answered from" {
    puzzle
    wgcq solve p.yaml -q --max-states 5
    ends_with 3
    wgcq resume p.db -q --max-states 1000
    ends_with 0
    cp p.db before.db
    wgcq solve p.yaml --max-states 1000
    ends_with 0
    says err "p.db holds this run already: run 1"
    cmp p.db before.db
}

@test "--replace" {
    solved
    puzzle
    sed -i 's/n: 3/n: 4/' p.yaml
    chmod 640 p.db
    wgcq solve p.yaml -q --replace
    ends_with 0
    says out "file        p.db: states"
    is "$(runs)" 1
    is "$(sqlite3 p.db 'SELECT value FROM param')" 4
    is "$(stat -c %a p.db)" 640
    is "$(echo p.db*)" p.db
    wgcq verify p.db
    ends_with 0
    # the same puzzle again: a file of one run
    wgcq solve p.yaml -q --replace
    ends_with 0
    is "$(runs)" 1
    # where there is no file there is nothing to be replaced
    wgcq solve p.yaml -q --replace -o fresh.db
    ends_with 0
    is "$(echo fresh.db*)" fresh.db
    # at a limit of the command line the run has ended, too
    wgcq solve p.yaml -q --replace --max-states 5
    ends_with 3
    is "$(sqlite3 p.db 'SELECT status FROM runs')" limit
    is "$(echo p.db*)" p.db
    wgcq resume p.db -q
    ends_with 0
}

@test "--replace: a run that does not begin well leaves the file alone" {
    solved
    cp p.db before.db
    echo 'gaol: true' >>p.yaml
    wgcq solve p.yaml --replace
    ends_with 2
    puzzle
    wgcq solve p.yaml --replace --set m=3
    ends_with 2
    wgcq solve p.yaml --replace --minimize sweets
    ends_with 2
    wgcq solve p.yaml --replace --trace solutions --reduce symmetry
    ends_with 2
    cmp p.db before.db
    is "$(echo p.db*)" p.db
    wgcq solve p.yaml --replace --trace none
    ends_with 2
    says err "--trace none writes no file"
}

@test "--replace: what is not a trace is never replaced" {
    puzzle
    echo 'my notes' >notes
    sqlite3 letters.db 'CREATE TABLE letters(a)'
    mkdir folder
    for file in notes letters.db folder; do
        cp -r $file kept
        wgcq solve p.yaml -q --replace -o $file
        ends_with 4
        diff -r $file kept
        rm -r kept
    done
    solved
    cp p.db before.db
    echo 'my notes' >p.db.new
    wgcq solve p.yaml -q --replace
    ends_with 4
    says err "p.db.new"
    is "$(cat p.db.new)" "my notes"
    rm p.db.new
    ln -s before.db p.db.new
    wgcq solve p.yaml -q --replace
    ends_with 4
    says err "p.db.new is in the way"
    rm p.db.new
    touch p.db-wal
    wgcq solve p.yaml -q --replace
    ends_with 4
    says err "write-ahead log"
    rm p.db-wal
    cmp p.db before.db
    ln p.db second.db
    wgcq solve p.yaml -q --replace
    ends_with 4
    says err "hard links"
}

@test "--replace: a link stays a link" {
    solved
    mkdir deep
    mv p.db deep/far.db
    ln -s deep/far.db p.db
    wgcq solve p.yaml -q --replace --set n=2
    ends_with 0
    is "$(readlink p.db)" deep/far.db
    is "$(sqlite3 deep/far.db 'SELECT value FROM param')" 2
    is "$(echo deep/*) $(echo p.db*)" "deep/far.db p.db"
}

@test "--replace: a folder or a file that may not be written" {
    [ "$(id -u)" != 0 ] || skip "root may write anywhere"
    mkdir folder
    puzzle
    wgcq solve p.yaml -q -o folder/p.db
    chmod 555 folder
    wgcq solve p.yaml -q -o folder/p.db --replace
    ends_with 4
    chmod 755 folder
    chmod 444 folder/p.db
    wgcq solve p.yaml -q -o folder/p.db --replace
    ends_with 4
    is "$(echo folder/*)" folder/p.db
}

# Holds a lock on p.db until the file `go` is there.
hold() {
    rm -f held go
    python3 - "$1" <<'PYTHON' &
import os, sqlite3, sys, time
db = sqlite3.connect("p.db", isolation_level=None)
db.execute(sys.argv[1])
db.execute("SELECT count(*) FROM run").fetchall()
open("held", "w").close()
for i in range(600):
    if os.path.exists("go"): break
    time.sleep(0.05)
PYTHON
    until [ -e held ]; do sleep 0.02; done
}

@test "--replace: another process writes the file" {
    solved
    cp p.db before.db
    hold "BEGIN IMMEDIATE"
    wgcq solve p.yaml -q --replace --set n=2
    touch go
    wait
    ends_with 4
    says err "is writing this file"
    cmp p.db before.db
    is "$(echo p.db*)" p.db
}

@test "--replace: a reader is waited for" {
    solved
    hold BEGIN
    (sleep 0.5; touch go) &
    wgcq solve p.yaml -q --replace --set n=2
    wait
    ends_with 0
    is "$(sqlite3 p.db 'SELECT value FROM param')" 2
}

# bats test_tags=slow
@test "--replace: a reader without end loses nothing" {
    solved
    cp p.db before.db
    hold BEGIN
    wgcq solve p.yaml -q --replace --set n=2
    touch go
    wait
    ends_with 4
    says err "p.db is not replaced: another program is reading it; the new file is whole, in p.db.new"
    cmp p.db before.db
    is "$(sqlite3 p.db.new 'SELECT value FROM param')" 2
    wgcq solve p.yaml -q --replace --set n=4
    ends_with 0
    is "$(sqlite3 p.db 'SELECT value FROM param')" 4
    is "$(echo p.db*)" p.db
}

@test "--replace: Ctrl-C leaves both files" {
    cp "$PUZZLES/sliding-tiles.yaml" p.yaml
    wgcq solve p.yaml -q --max-states 5
    cp p.db before.db
    sed -i '1i# edited\n' p.yaml
    env --default-signal=INT "$WGCQ" solve p.yaml -q --replace --set height=3 --set width=4 >out 2>err &
    for ((i = 0; i < 300; i++)); do [ -s p.db.new ] || sleep 0.02; done
    # no second run meanwhile, neither into the old file nor in its place
    status=0
    "$WGCQ" solve p.yaml -q --replace >out2 2>err2 || status=$?
    is "$status" 4
    says err2 "is writing this file"
    "$WGCQ" query before.db shortest >/dev/null || true
    "$WGCQ" runs p.db >runs
    kill -INT $!
    status=0
    wait $! || status=$?
    ends_with 130
    says err "p.db is not replaced: it is as it was, and the new file is p.db.new"
    says err "resume p.db.new"
    cmp p.db before.db
    is "$(sqlite3 p.db.new 'SELECT status FROM runs')" interrupted
}
