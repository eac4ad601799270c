#!/usr/bin/env bats
# Questions that take long: --max-time, --max-memory and Ctrl-C end them soon, and what is known by
# then is said to be no more than that.  A question that ends by itself here is a test that is too easy.
load common

# Some 10^29 plans over a few states.
grid() {
    cat >grid.yaml <<EOF
puzzle: Walks over a grid
params:
  n: 11
state:
  x: 0..n
  y: 0..n
start: {x: 0, y: 0}
moves:
  east:
    - guard: x < n
    - set: x = x + 1
  west:
    - guard: x > 0
    - set: x = x - 1
  north:
    - guard: y < n
    - set: y = y + 1
  south:
    - guard: y > 0
    - set: y = y - 1
costs:
  height: y
goal: {x: n, y: n}
EOF
    wgcq solve grid.yaml -o grid.db --quiet "$@"
}

# Many states, in a file of a hundred megabytes.
tiles() {
    [ -s "$BATS_FILE_TMPDIR/tiles.db" ] && return
    sed '/^expect:/,$d' "$PUZZLES/sliding-tiles.yaml" >"$BATS_FILE_TMPDIR/tiles.yaml"
    cat >>"$BATS_FILE_TMPDIR/tiles.yaml" <<EOF
goal:
  at[r, c] for r in row, c in col: r * width + c
EOF
    "$WGCQ" solve "$BATS_FILE_TMPDIR/tiles.yaml" --set height=2 --set width=5 --quiet -o "$BATS_FILE_TMPDIR/tiles.db" >out 2>err
}

# Ends within half a minute, with that status; it takes a fraction of a second, or a few under load.
soon() {
    local expected=$1
    shift
    status=0
    timeout -k 1 30 "$WGCQ" "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || { echo "wgcq $*: status $status, not $expected"; tail -n 5 out err; false; }
}

# What was said in either of the two.
said() {
    cat out err >both
    says both "$1"
}

# The questions, in turn, a line each: the command without its limit.
questions() {
    local t=$BATS_FILE_TMPDIR/tiles.db all
    mapfile -t all <<EOF
verify $t
query grid.db all --count
query grid.db all --format csv
query grid.db best --k 100000000 --format tsv
query grid.db classes --up-to moves --of all
query grid.db classes --up-to commuting --of all
query $t plans --length 100000 --count
plans $BATS_FILE_TMPDIR/tiles.yaml 200 --count
plans grid.yaml 60 --format jsonl
graph $t --all
sql grid.db SELECT(1)FROM/**/edges,edges,edges,edges,edges,edges
EOF
    in_turn "${all[@]}"
}

@test "long questions end at --max-time" {
    grid
    tiles
    questions | while read -r -a words; do
        soon 3 "${words[@]//\/\*\*\// }" --max-time 0.3
        said "stopped at --max-time 0.3"
    done
}

@test "long questions end by Ctrl-C" {
    grid
    tiles
    questions | while read -r -a words; do
        status=0
        timeout --preserve-status -k 30 -s INT 1 "$WGCQ" "${words[@]//\/\*\*\// }" >out 2>err || status=$?
        is "$status" 130
        said interrupted
    done
}

@test "long questions end at --max-memory" {
    tiles
    skip_under_sanitizer "a sanitizer takes more than that"
    cd "$BATS_FILE_TMPDIR"
    for size in 200k 1M 5M 20M; do
        for command in "verify tiles.db" "query tiles.db all --count" "query tiles.db bottlenecks" \
            "query tiles.db classes --up-to moves --of all" "query tiles.db best --k 1000000 --format csv" \
            "graph tiles.db --all"; do
            echo "$command --max-memory $size"
        done
    done >all
    mapfile -t all <all
    in_turn "${all[@]}" | while read -r command; do
        soon 3 $command
        said "stopped at --max-memory"
    done
    soon 0 query tiles.db shortest --max-memory 2G
}

@test "verify that is stopped is inconclusive" {
    skip_under_sanitizer "under a sanitizer opening the file takes longer than a question may that was stopped"
    local seconds
    tiles
    cd "$BATS_FILE_TMPDIR"
    # whatever it has come to, also while it opens the file
    for seconds in 0.001 0.1 0.5 1 2; do
        soon 3 verify tiles.db --max-time $seconds --format csv
        is "$(head -1 out | tr -d '\r')" "check,looked_at,verdict,place"
        soon 3 verify tiles.db --max-time $seconds --format json
        is "$(jq -r 'map(select(.verdict == "not known")) | length > 0' out)" true
    done
    for seconds in 0.5 1 2; do # until the file is opened
        soon 3 verify tiles.db --max-time $seconds --format csv
        ! grep -q "nothing is known" err || continue
        break
    done
    is "$(sed -n 2p out | cut -d, -f1,3)" "file,not known"
    says err "stopped at --max-time $seconds: inconclusive: stopped in the check"
    not grep -q "does not hold" out
    soon 3 verify tiles.db --max-memory 30M
    says out "inconclusive: no memory is left in the check 'states'"
}

@test "verify that is stopped has found what it found" {
    tiles
    cp "$BATS_FILE_TMPDIR/tiles.db" bad.db
    sqlite3 bad.db "UPDATE run SET seconds = -1"
    for seconds in 3 9 27; do # until it comes to the check
        status=0
        timeout -k 1 60 "$WGCQ" verify bad.db --max-time $seconds >out 2>err || status=$?
        [ "$status" = 3 ] || break
    done
    rm bad.db
    is "$status" 1
    says out "the file does not hold"
}

@test "a count that will not end says so early, and what is known" {
    local seconds
    # each of 56 states leads to each: the frontier is wider than those that are counted by
    printf '%s\n' 'state: {x: 0..55}' 'start: {x: 0}' 'goal: x == 55' 'costs: {far: x}' 'moves:' '  to {k}:' \
        '    - choose: k in 0..55' '    - guard: k != x' '    - set: x = k' >clique.yaml
    wgcq solve clique.yaml -o clique.db --quiet
    for seconds in 2 8 29; do # until the first length is counted
        soon 3 query clique.db all --count --max-time $seconds --format json
        ! grep -q '"1: ' out || break
    done
    says err "there are at least 18,014,398,509,481,984 plans: to count them one by one will not end"
    says err "stopped at --max-time $seconds: not all plans were counted"
    is "$(jq -c '.[0] | [.count, .shortest, .shortest_count, .cheapest_far, .cheapest_far_count]' out)" \
        '[null,1,"1",55,"1"]'
    is "$(jq -r '.[0].by_length' out | cut -d, -f1,2)" "1: 1, 2: 54"
    is "$(jq -r '.[0].at_least' out)" 18014398509481984
    grid
    soon 3 query grid.db all --count --max-time 0.3
    is "$(head -1 out | cut -d' ' -f1,2)" "at least"
    not grep -q '^[0-9]*$' <(head -1 out)
    soon 3 query grid.db all --count --max-time 0.3 --quiet
    empty err
}

@test "a list that is stopped cannot pass for complete" {
    grid
    soon 3 query grid.db all --max-time 0.3 --format json
    not jq . out
    says err "stopped at --max-time 0.3; there may be more"
    soon 3 query grid.db all --max-time 0.3
    says out "stopped at --max-time 0.3; there may be more"
}

@test "limits that are not reached change nothing" {
    grid --set n=4
    for question in "query grid.db shortest --format csv" "query grid.db bottlenecks" "verify grid.db" "compare grid.db 1 2" \
        "graph grid.db" "why grid.db 5" "show grid.db" "plans grid.yaml 8 --count --set n=4" "query grid.db plans --length 10 --count" "query grid.db all --count"; do
        soon 0 $question
        cat out err >whole
        soon 0 $question --max-time 100 --max-memory 1G
        cat out err | cmp - whole
    done
}

# A question that takes longer than one and a half seconds has said so within two, whatever is asked; a signal ends it
# half a second after that, by which it would have said so again.
word() {
    local pid tries
    rm -f err # of the question before
    "$WGCQ" "$@" >out 2>err 3>&- &
    pid=$!
    for ((tries = 0; tries < 300; tries++)); do
        ! grep -qs "this takes a while" err || break
        sleep 0.1
    done
    sleep 0.5
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    is "$status" 130
    is "$(grep -c 'this takes a while' err)" 1
}

@test "off a terminal a question that is long says so, once, with what makes it short" {
    grid
    tiles
    word query grid.db classes --up-to commuting --of all
    says err "--of shortest groups the shortest plans alone"
    says err "--max-time SECONDS ends it"
    says err "a while: solutions: "
    word query grid.db classes --up-to moves --of all --max-time 100
    says err "it ends at --max-time 100"
    in_turn "query grid.db best --k 100000000 --format tsv" "plans grid.yaml 60 --count" \
        "query $BATS_FILE_TMPDIR/tiles.db plans --length 100000 --count" \
        "sql grid.db SELECT(count(*))FROM/**/edges,edges,edges,edges,edges,edges" | while read -r -a words; do
        word "${words[@]//\/\*\*\// }"
    done
    timeout --preserve-status -k 5 -s INT 3 "$WGCQ" query grid.db classes --up-to moves --of all --quiet >out 2>err || true
    lacks err "takes a while"
}

@test "a resume that is long says what it does, off a terminal once, on a terminal in its line" {
    sed '/^expect:/,$d' "$PUZZLES/sliding-tiles.yaml" >large.yaml
    "$WGCQ" solve large.yaml --set height=3 --set width=4 --quiet -o large.db --max-states 100000 >out 2>err || true
    word resume large.db
    grep -qE "a while: (checking|exploring|reading)" err
    says err "Ctrl-C or --max-time SECONDS ends it, to be resumed again"
    word resume large.db --max-time 100
    says err "it ends at --max-time 100"
    TERM=xterm timeout 60 python3 "$BATS_TEST_DIRNAME/on_terminal.py" 100 24 "$WGCQ" resume large.db --max-time 3 >out || true
    grep -qE "(checking|exploring|reading): .* s" out
    lacks out "takes a while"
}

@test "on a terminal a long question has its line, and no word beside it" {
    grid
    TERM=xterm python3 "$BATS_TEST_DIRNAME/on_terminal.py" 100 24 "$WGCQ" query grid.db classes --up-to moves --of all --max-time 2 >out || true
    says out "solutions"
    lacks out "takes a while"
}

# Millions of plans are stored behind a search of a moment: finishing is cut, whatever it has come to.
@test "a run that --max-time ends while it finishes writes what it has, and is resumed" {
    cat >corner.yaml <<'EOF2'
puzzle: Corner to corner
params:
  n: 60
state:
  x: 0..n
  y: 0..n
start: {x: 0, y: 0}
moves:
  east:
    - guard: x < n
    - set: x = x + 1
  north:
    - guard: y < n
    - set: y = y + 1
goal: {x: n, y: n}
EOF2
    for threads in $(in_turn 1 2); do
        timeout -k 1 60 "$WGCQ" solve corner.yaml --solutions 100000000 --threads $threads --max-time 1 -o corner-$threads.db >out 2>err || true
        is "$(sqlite3 corner-$threads.db 'SELECT status, stopped, states FROM run')" "limit|--max-time 1|3721"
        is "$(sqlite3 corner-$threads.db 'PRAGMA integrity_check')" ok
        soon 0 query corner-$threads.db shortest --count
        is "$(cat out)" 96614908840363322603893139521372656
        soon 0 sql corner-$threads.db "SELECT count(*) FROM states"
        timeout -k 1 60 "$WGCQ" resume corner-$threads.db --max-time 1 >out 2>err || true
        is "$(sqlite3 corner-$threads.db 'SELECT status, states FROM run')" "limit|3721"
        is "$(sqlite3 corner-$threads.db 'PRAGMA integrity_check')" ok
    done
}
