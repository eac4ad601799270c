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

# The questions, a line each: the command without its limit.
questions() {
    local t=$BATS_FILE_TMPDIR/tiles.db
    cat <<EOF
verify $t
query grid.db all --count
query grid.db all --format csv
query grid.db best --k 100000000 --format tsv
query grid.db classes --up-to moves
query grid.db classes --up-to commuting
query $t plans --length 100000 --count
plans $BATS_FILE_TMPDIR/tiles.yaml 200 --count
plans grid.yaml 60 --format jsonl
graph $t --all
sql grid.db SELECT(1)FROM/**/edges,edges,edges,edges,edges,edges
EOF
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
            "query tiles.db classes --up-to moves" "query tiles.db best --k 1000000 --format csv" \
            "graph tiles.db --all"; do
            soon 3 $command --max-memory $size
            said "stopped at --max-memory"
        done
    done
    soon 0 query tiles.db shortest --max-memory 2G
}

@test "verify that is stopped is inconclusive" {
    skip_under_sanitizer "under a sanitizer opening the file takes longer than a question may that was stopped"
    tiles
    cd "$BATS_FILE_TMPDIR"
    soon 3 verify tiles.db --max-time 0.5 --format csv
    is "$(head -1 out | tr -d '\r')" "check,looked_at,verdict,place"
    is "$(sed -n 2p out | cut -d, -f1,3)" "file,not known"
    says err "stopped at --max-time 0.5: inconclusive: stopped in the check"
    not grep -q "does not hold" out
    soon 3 verify tiles.db --max-time 0.5 --format json
    is "$(jq -r 'map(select(.verdict == "not known")) | length > 0' out)" true
    soon 3 verify tiles.db --max-memory 36M
    says out "inconclusive: no memory is left in the check 'states'"
}

@test "verify that is stopped has found what it found" {
    tiles
    cp "$BATS_FILE_TMPDIR/tiles.db" bad.db
    sqlite3 bad.db "UPDATE run SET seconds = -1"
    for seconds in 1 2 4 8 16; do # until it comes to the check
        status=0
        timeout -k 1 60 "$WGCQ" verify bad.db --max-time $seconds >out 2>err || status=$?
        [ "$status" = 3 ] || break
    done
    rm bad.db
    is "$status" 1
    says out "the file does not hold"
}

@test "a count that will not end says so early, and what is known" {
    grid
    soon 3 query grid.db all --count --max-time 4 --format json
    says err "there are at least 1300879372 plans, perhaps far more: to count them one by one may not end"
    says err "stopped at --max-time 4: not all plans were counted"
    is "$(jq -c '.[0] | [.count, .shortest, .shortest_count, .cheapest_height, .cheapest_height_count]' out)" \
        '[null,22,"705432",66,"1"]'
    is "$(jq -r '.[0].by_length' out | cut -d, -f1)" "22: 705432"
    is "$(jq -r '.[0] | (.at_least | tonumber) == 1300879372' out)" true
    soon 3 query grid.db all --count --max-time 4
    is "$(head -1 out | cut -d' ' -f1,2)" "at least"
    says out "by_length  22: 705432"
    not grep -q '^[0-9]*$' <(head -1 out)
    soon 3 query grid.db all --count --max-time 4 --quiet
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
