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
    is "$(runs)" $((before + 1))
}

# The file is left alone, and the hint says what can be done.
refused() {
    puzzle
    cp p.db before.db
    sed -i "$@" p.yaml
    wgcq solve p.yaml -q
    ends_with 4
    is "$(tail -n 1 err)" "hint: --replace, or -o OTHER.db"
    cmp p.db before.db
    puzzle
}

@test "an edit without a meaning goes on with the same file" {
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

@test "an edit with a meaning is refused, with a hint" {
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
    wgcq solve p.yaml -q
    ends_with 4
    sed -i 's/     ++/    + +/; s/on\[0\] == plus/on[ 0 ]==plus/' p.yaml
    wgcq solve p.yaml -q
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
