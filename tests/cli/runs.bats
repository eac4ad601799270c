#!/usr/bin/env bats
# wgcq runs: several runs in one file, listed, asked, dropped.
load common

# A file of three runs, of which only the first knows rejections.
three_runs() {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o three.db
    ends_with 0
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o three.db --order depth-first --trace edges
    ends_with 0
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o three.db --max-depth 3
    ends_with 3
}

@test "every run is listed, with the columns of the view" {
    three_runs
    wgcq runs three.db
    ends_with 0
    is "$(head -1 out | tr -s ' ')" "id order options started seconds states edges status"
    is "$(wc -l <out)" 5
    wgcq runs three.db --format json
    ends_with 0
    is "$(jq -c 'map(.id)' out)" "[1,2,3]"
    is "$(jq -c 'map(.order)' out)" '["breadth-first","depth-first","breadth-first"]'
    is "$(jq -c 'map(.status)' out)" '["complete","complete","limit"]'
    is "$(jq -r '.[0] | keys_unsorted | join(",")' out)" \
        "$(sqlite3 three.db "SELECT group_concat(name) FROM pragma_table_info('runs') WHERE cid < 19")"
    for format in jsonl csv tsv; do
        wgcq runs three.db --format $format
        ends_with 0
        is "$(wc -l <out)" "$([ $format = jsonl ] && echo 3 || echo 4)"
    done
}

@test "another run than the newest is asked" {
    three_runs
    wgcq sql three.db "SELECT count(*) AS n FROM states" --format tsv
    is "$(tail -1 out)" "$(sqlite3 three.db 'SELECT count(*) FROM states_3')"
    for run in 1 2 3; do
        wgcq sql three.db "SELECT count(*), max(depth) FROM states" --format tsv --run $run
        is "$(tail -1 out)" "$(sqlite3 -tabs three.db "SELECT count(*), max(depth) FROM states_$run")"
        wgcq sql three.db "SELECT count(*) FROM rejections" --format tsv --run $run
        is "$(tail -1 out)" "$(sqlite3 -tabs three.db "SELECT count(*) FROM rejections_$run")"
    done
    wgcq query three.db shortest --count
    ends_with 3
    for run in 1 2; do
        wgcq query three.db shortest --count --run $run
        ends_with 0
        is "$(cat out)" 2
        wgcq show three.db 2 --run $run
        ends_with 0
        wgcq verify three.db --run $run
        ends_with 0
        wgcq graph three.db --run $run
        ends_with 0
        says out "take goat"
        wgcq compare three.db 1 2 --run $run
        ends_with 0
        wgcq why three.db 'farmer=east at_wolf=east at_goat=east at_cabbage=east' --run $run
        ends_with 0
    done
    wgcq show three.db
    ends_with 1
    wgcq why three.db 'farmer=east at_wolf=east at_goat=east at_cabbage=east'
    not [ "$status" = 0 ]
    wgcq query three.db rules --run 1
    ends_with 0
    wgcq query three.db rules --run 2
    ends_with 0
    says err "run again"
}

@test "a run that is not there" {
    three_runs
    for command in "query three.db shortest" "show three.db" "why three.db 1" "verify three.db" \
        "graph three.db" "compare three.db 1 2" "runs three.db"; do
        option=--run
        case $command in runs*) option=--drop ;; esac
        wgcq $command $option 4
        ends_with 2
        says err "three.db holds no run 4; there is 1, 2, 3"
        empty out
    done
    wgcq sql three.db "SELECT 1" --run 0
    ends_with 2
    wgcq runs three.db --run 1
    ends_with 2
}

@test "a run is dropped, and nothing of it is left" {
    three_runs
    sqlite3 three.db "ANALYZE" # runs so small have no statistics of their own
    sqlite3 three.db "SELECT * FROM states_1; SELECT * FROM edges_1; SELECT * FROM steps_1" >before
    wgcq runs three.db --drop 2 --format csv
    ends_with 0
    is "$(cut -d, -f1 out | tr '\n' ' ')" "id 1 3 "
    says err "run 2 is dropped"
    is "$(sqlite3 three.db "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%\_2%' ESCAPE '\'")" 0
    is "$(sqlite3 three.db "SELECT count(*) FROM best WHERE run = 2")" 0
    is "$(sqlite3 three.db "SELECT count(*) FROM sqlite_stat1 WHERE tbl LIKE '%\_2' ESCAPE '\'")" 0
    is "$(sqlite3 three.db 'PRAGMA integrity_check; PRAGMA freelist_count' | tr '\n' ' ')" "ok 0 "
    is "$(sqlite3 three.db 'SELECT count(*) FROM states')" "$(sqlite3 three.db 'SELECT count(*) FROM states_3')"
    wgcq runs three.db --drop 3 --quiet # the newest: the views are of the one before
    ends_with 0
    empty err
    is "$(sqlite3 three.db 'SELECT count(*) FROM states')" 10
    sqlite3 three.db "SELECT * FROM states; SELECT * FROM edges; SELECT * FROM steps" >after
    cmp before after
    wgcq verify three.db
    ends_with 0
    wgcq runs three.db --drop 1
    ends_with 2
    says err "is the only one"
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o three.db --again # and its runs are numbered from there
    ends_with 0
    is "$(sqlite3 three.db 'SELECT group_concat(id) FROM runs')" 1,2
    wgcq verify three.db
    ends_with 0
}

@test "a file that is being written loses no run, and its writer is named" {
    goalless_puzzle
    wgcq solve count.yaml -o count.db --set n=100000000 --max-states 10
    "$WGCQ" solve count.yaml -o count.db --set n=100000000 >/dev/null 2>&1 3>&- &
    writer=$!
    for _ in $(seq 200); do
        [ "$(sqlite3 -cmd '.timeout 5000' count.db 'SELECT count(*) FROM runs')" = 2 ] && break
        sleep 0.05
    done
    for command in "runs count.db --drop 1" "solve count.yaml -o count.db --set n=100000000"; do
        wgcq $command
        ends_with 4
        says err "count.db: wgcq (process $writer) is writing this file"
    done
    wgcq runs count.db --format csv
    ends_with 0
    is "$(wc -l <out)" 3
    kill -TERM $writer
    wait $writer || true
    wgcq runs count.db --drop 2
    ends_with 0
}

@test "no run of a file that is not ours is dropped" {
    sqlite3 other.db "CREATE TABLE run(id INTEGER PRIMARY KEY); INSERT INTO run VALUES(1), (2)"
    cp other.db before.db
    wgcq runs other.db --drop 1
    ends_with 4
    cmp other.db before.db
    wgcq runs nowhere.db
    ends_with 4
    not [ -e nowhere.db ]
}

@test "a run that is being written is running, and interrupted when its writer was killed" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=18 --max-states 3000 -o long.db
    "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=18 -o long.db -q >/dev/null 2>&1 &
    local writer=$!
    for _ in $(seq 300); do
        [ "$(sqlite3 -cmd '.timeout 10000' long.db 'SELECT count(*) FROM run' 2>/dev/null)" = 2 ] && break
        sleep 0.02
    done
    wgcq runs long.db --format json
    is "$(jq -c 'map(.status)' out)" '["limit","running"]'
    is "$(jq -r '.[0] | keys_unsorted | join(",")' out)" \
        "$(sqlite3 -cmd '.timeout 10000' long.db "SELECT group_concat(name) FROM pragma_table_info('runs') WHERE cid < 19")"
    wgcq runs long.db
    is "$(awk 'NR == 4 { print $NF }' out)" running
    kill -9 $writer
    wait $writer 2>/dev/null || true
    wgcq runs long.db --format json
    is "$(jq -c 'map(.status)' out)" '["limit","interrupted"]'
}

@test "a file of pages of any size takes another run, and resumes one" {
    wgcq solve "$PUZZLES/family.yaml" -o 4096.db --max-depth 9
    ends_with 3
    for size in 512 1024 2048 8192 16384 32768 65536; do
        cp 4096.db $size.db
        sqlite3 $size.db "PRAGMA page_size=$size; VACUUM"
        is "$(sqlite3 $size.db 'PRAGMA page_size')" $size
        wgcq resume $size.db
        ends_with 0
        wgcq solve "$PUZZLES/family.yaml" -o $size.db --again
        ends_with 0
        is "$(sqlite3 $size.db 'PRAGMA integrity_check')" ok
        for run in 1 2; do
            wgcq verify $size.db --run $run
            ends_with 0
        done
    done
}
