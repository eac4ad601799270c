#!/usr/bin/env bats
# wgcq solve with several values of a parameter: a row a run.
load common

sweep() {
    wgcq solve --format csv "$@"
    sed -i 's/\r$//' out
}

# Columns $1 of the rows.
columns() { cut -d, -f"$1" out | tail -n +2 | tr '\n' ' '; }

kinds() {
    cat >k.yaml <<'YAML'
puzzle: Kinds
types:
  bank: [west, east]
params:
  n: 3
  least: 0
  flag: true
  who: west
  times: [1, 3, 6]
  words: |
    a,b
state:
  x: least..n
start: {x: least}
moves:
  go:
    - guard: x < n and flag
    - set: x = x + times[0]
    - cost: toll = 2 if who == west else 5
goal: x == n
YAML
}

@test "frogs from 1 to 16 a side, as they are known" {
    sweep "$PUZZLES/frogs.yaml" --set n=1..16 --trace none
    ends_with 0
    is "$(head -n 1 out)" "n,states,edges,depth,goals,dead_ends,violated_invariants,violated_properties,shortest_length,shortest_count,status,seconds,remark"
    is "$(wc -l <out)" 17
    for ((n = 1; n <= 16; n++)); do
        is "$(grep "^$n," out | cut -d, -f9-11)" "$((n * (n + 2))),2,complete"
    done
    # a run by itself comes to the same
    for n in 1 7 12; do
        wgcq solve "$PUZZLES/frogs.yaml" --set n=$n --trace none --format jsonl
        mv out one
        sweep "$PUZZLES/frogs.yaml" --set n=$n,2
        is "$(grep "^$n," out | cut -d, -f2,3)" "$(sed 's/.*"states": \([0-9]*\), "edges": \([0-9]*\).*/\1,\2/' one)"
    done
}

@test "all combinations, the last varies fastest" {
    kinds
    sweep k.yaml --set n=1..2,5 --set who=west,east --set flag=true
    ends_with 0
    is "$(columns 1,2)" "1,west 1,east 2,west 2,east 5,west 5,east "
    is "$(head -n 1 out)" "n,who,states,edges,depth,goals,dead_ends,violated_invariants,violated_properties,shortest_length,shortest_count,cheapest_toll_cost,cheapest_toll_count,status,seconds,remark"
    is "$(columns 10,12)" "1,2 1,5 2,4 2,10 5,10 5,25 "
    sweep k.yaml --set flag=false,true
    ends_with 0
    is "$(columns 1,9)" "false, true,3 "
    sweep k.yaml --set n=-2..-1 --set least=-2
    is "$(columns 1,2)" "-2,1 -1,2 "
    sweep k.yaml --set 'n=max(1, 2),4'
    ends_with 0
    says out '"max(1, 2)",3'
}

@test "lists, mappings and texts are one value" {
    kinds
    wgcq solve k.yaml -q --set 'times=[1, 2]'
    ends_with 0
    is "$(sqlite3 k.db "SELECT value FROM param WHERE name='times'")" "[1, 2]"
    echo 4,5 >map.txt
    wgcq solve k.yaml -q -o two.db --set words=@map.txt
    ends_with 0
    wgcq solve k.yaml -q -o three.db --set times=1,2
    ends_with 2
    wgcq solve k.yaml --set m=1..3
    ends_with 2
    says err "no param 'm'"
    is "$(ls)" "$(printf '%s\n' err k.db k.yaml map.txt out two.db)"
}

@test "a mistake or a limit is that of its row" {
    kinds
    sweep k.yaml --set n=1,-1,2
    ends_with 2
    is "$(columns 1)" "1 -1 2 "
    is "$(grep -c complete out)" 2
    grep -q '^-1,.*,mistake,.*k.yaml:' out
    sweep k.yaml --set n=1..4 --max-states 3
    ends_with 3
    is "$(grep -c complete out)" 2
    is "$(grep -c -- 'limit,.*,--max-states 3' out)" 2
    sweep k.yaml --set n=1,2 --minimize sweets
    ends_with 2
    is "$(grep -c mistake out)" 2
    sweep k.yaml --set flag=false --set n=1,2
    ends_with 1
    # the settings of one value are read first
    sweep k.yaml --set flag=maybe --set n=1,2
    ends_with 2
    empty out
    says err "maybe"
}

@test "bad lists of values" {
    kinds
    for values in 5..1 1, ,1 1,,2 1..200000; do
        sweep k.yaml --set "n=$values"
        ends_with 2
        empty out
    done
    sweep k.yaml --set n=5..1
    says err "--set 'n=5..1': 5..1 is empty"
    sweep k.yaml --set n=1,2 -o some.db
    ends_with 2
    says err "-o DIR/"
    sweep k.yaml --set n=1,2 --replace
    ends_with 2
    sweep k.yaml --set n=1..2000 --set least=1..2000
    ends_with 2
    says err "more than 1,000,000 combinations"
}

@test "files in a folder, to be compared" {
    kinds
    sweep k.yaml --set n=2..4 --set who=west,east -o runs/
    ends_with 0
    is "$(ls runs | wc -l)" 6
    is "$(grep -c 'runs/k-n=2,who=west.db' out)" 1
    cut -d, -f1-14 out >first.out
    for file in runs/*.db; do
        wgcq verify "$file"
        ends_with 0
    done
    wgcq compare runs/k-n=2,who=west.db runs/k-n=4,who=west.db --part files
    ends_with 0
    # again: each is answered from its file, with --again gets a run; after an edit is refused, or replaced
    sweep k.yaml --set n=2..4 --set who=west,east -o runs
    ends_with 0
    cut -d, -f1-14 out | diff first.out -
    says err "runs holds 6 of these runs already; --again adds others"
    is "$(sqlite3 runs/k-n=3,who=east.db 'SELECT count(*) FROM runs')" 1
    sweep k.yaml --set n=2..4 --set who=west,east -o runs --again
    ends_with 0
    lacks err "holds"
    is "$(sqlite3 runs/k-n=3,who=east.db 'SELECT count(*) FROM runs')" 2
    sed -i 's/else 5/else 6/' k.yaml
    sweep k.yaml --set n=2..4 --set who=west,east -o runs
    ends_with 4
    is "$(grep -c 'error,.*before the puzzle was changed' out)" 6
    sweep k.yaml --set n=2..4 --set who=west,east -o runs --replace
    ends_with 0
    is "$(sqlite3 runs/k-n=3,who=east.db 'SELECT count(*) FROM runs')" 1
    is "$(ls runs | wc -l)" 6
}

# Leaping frogs of 13 to 15, of which 512 KiB hold none.
spilled() {
    sweep "$PUZZLES/frogs.yaml" --set n=13..15 --trace none --max-memory 512K --save-every 20000 --spill dir "$@"
}

@test "--spill: the figures of runs in memory, and nothing is left" {
    sweep "$PUZZLES/frogs.yaml" --set n=13..15 --trace none
    columns 1-11 >due
    for n in 1 3; do
        spilled --threads $n
        ends_with 0
        empty err
        is "$(columns 1-11)" "$(cat due)"
        not test -e dir
    done
}

@test "--spill: runs that end early are resumed by the same command, or each by itself" {
    spilled
    columns 1-11 >due
    spilled --max-depth 130
    ends_with 3
    is "$(ls dir)" "$(printf '%s\n' frogs-n=1{3,4,5})"
    says err "dir holds 3 of these runs, which ended early; the same command resumes them"
    wgcq resume dir/frogs-n=14 -q --format json
    ends_with 0
    says out '"states": 377219'
    is "$(ls dir)" "$(printf '%s\n' frogs-n=1{3,5})"
    spilled --max-depth 140
    ends_with 3
    spilled
    ends_with 0
    is "$(columns 1-11)" "$(cat due)"
    not test -e dir
}

@test "--spill: a sweep that was killed or interrupted goes on" {
    long=(solve "$PUZZLES/frogs.yaml" --set n=12,16 --trace none --max-memory 1M --save-every 50000 --spill dir --format csv)
    sweep "$PUZZLES/frogs.yaml" --set n=12,16 --trace none
    columns 1-11 >due
    for signal in KILL INT; do
        env --default-signal=INT "$WGCQ" "${long[@]}" >out 2>err &
        pid=$!
        for ((i = 0; i < 600; i++)); do
            [ ! -s dir/frogs-n=16/state ] || break
            sleep 0.1
        done
        kill -$signal $pid
        status=0
        wait $pid || status=$?
        [ $signal = KILL ] || ends_with 130
        [ $signal = KILL ] || says err "of these runs, which ended early; the same command resumes them"
        test -s dir/frogs-n=16/state
        wgcq "${long[@]}"
        ends_with 0
        is "$(columns 1-11)" "$(cat due)"
        not test -e dir
    done
}

@test "--spill with files: the same rows; each file can be resumed" {
    stored() { sweep "$PUZZLES/frogs.yaml" --set n=11,12 --save-every 3000 "$@"; }
    rows() { sqlite3 "$1" "SELECT 1, * FROM states; SELECT 2, * FROM edges; SELECT 3, * FROM steps"; }
    stored -o due/
    columns 1-11 >figures.out
    stored -o got/ --max-memory 4M --spill dir
    ends_with 0
    is "$(columns 1-11)" "$(cat figures.out)"
    stored -o cut/ --max-memory 4M --spill dir --max-depth 100
    ends_with 3
    not test -e dir
    for n in 11 12; do
        wgcq resume "cut/frogs-n=$n.db" -q --max-memory 4M
        ends_with 0
        says out spilled
        not test -e dir
        for folder in got cut; do
            cmp <(rows due/frogs-n=$n.db) <(rows $folder/frogs-n=$n.db)
        done
    done
}

@test "--spill: a folder that is not its own is the trouble of its run" {
    mkdir -p dir/frogs-n=13 elsewhere
    touch dir/frogs-n=13/mine
    ln -s ../elsewhere dir/frogs-n=14
    spilled
    ends_with 4
    says out "dir/frogs-n=13 has other files in it"
    says out "dir/frogs-n=14 is a symbolic link, and stays as it is"
    grep -q '^15,7.*complete' out
    is "$(ls dir/* elsewhere)" "$(printf '%s\n' dir/frogs-n=13: mine '' dir/frogs-n=14: '' elsewhere:)"
    sweep "$PUZZLES/frogs.yaml" --set n=1,2 --spill absent/dir
    ends_with 4
    says err "absent/dir"
}

@test "every format, and a puzzle from standard input" {
    for format in json jsonl csv tsv markdown table; do
        "$WGCQ" solve - --set n=1..3 --format $format <"$PUZZLES/frogs.yaml" >$format
    done
    is "$(python3 -c 'import json; print([(r["n"], r["states"]) for r in json.load(open("json"))])')" "[(1, 6), (2, 23), (3, 72)]"
    is "$(wc -l <jsonl)" 3
    is "$(wc -l <table)" 5
    is "$(wc -l <markdown)" 5
    "$WGCQ" solve - --set n=1..3 -o runs/ <"$PUZZLES/frogs.yaml" >out
    is "$(ls runs)" "$(printf '%s\n' puzzle-n={1,2,3}.db)"
}

@test "one run at a time comes to the same rows" {
    "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=1..9 --threads 1 --format csv | cut -d, -f1-10 >one
    "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=1..9 --threads 4 --format csv | cut -d, -f1-10 >four
    cmp one four
}

@test "Ctrl-C: the rows that are known" {
    env --default-signal=INT "$WGCQ" solve "$PUZZLES/sliding-tiles.yaml" --set height=2..4 --set width=4,5 --trace none --format csv >out 2>err &
    for ((i = 0; i < 300; i++)); do grep -q '^2,4,' out || sleep 0.02; done
    kill -INT $!
    status=0
    wait $! || status=$?
    ends_with 130
    grep -q '^2,4,20160,.*complete' out
    grep -q '^3,.*interrupted' out
    not grep -q '^4,5' out
    says err "of 6 runs were made"
}
