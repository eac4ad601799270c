#!/usr/bin/env bats
# Questions to files that keep less than the questions take: the run is explored again.

load common

setup_file() {
    export BATS_TEST_TIMEOUT=120
}

# How many states the run in file $1 says it came to.
came_to() {
    sqlite3 "$1" 'SELECT states FROM runs'
}

# How many there are in the graph that was explored again, drawn into `out`.
asked() {
    grep -c '<node ' out
}

@test "a message says what is explored again, unless --quiet; the views stay empty" {
    wgcq solve "$PUZZLES/family.yaml" --trace none -o f.db
    wgcq query f.db distances
    ends_with 0
    says err "run again: a file made with --trace states would have stored what this needs"
    wgcq query f.db shortest
    says err "made with --trace edges"
    wgcq show f.db 1
    says err "made with --trace solutions"
    wgcq query f.db distances --quiet
    ends_with 0
    empty err
    wgcq sql f.db "SELECT count(*) AS n FROM states" --format json
    is "$(jq '.[0].n' out)" 0
    wgcq solve "$PUZZLES/family.yaml" -o all.db
    wgcq query all.db distances
    empty err
}

# bats test_tags=slow
@test "a run that memory cut short comes to the same point again, in every order" {
    for order in breadth-first depth-first cheapest; do
        for keep in none solutions states; do
            wgcq solve "$PUZZLES/frogs.yaml" --set n=10 --order $order --trace $keep \
                --max-memory 300k -o m.db
            is "$(sqlite3 m.db 'SELECT stopped FROM run')" "--max-memory 307200"
            wgcq graph m.db --all --format graphml
            ends_with 0
            is "$(asked)" "$(came_to m.db)"
            rm m.db
        done
    done
}

# bats test_tags=slow
@test "a run that time cut short comes to the same point, or a message says that it does not" {
    for order in breadth-first depth-first; do
        wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --order $order --trace none --threads 2 \
            --max-time 0.02 -o t.db
        wgcq graph t.db --all --format graphml
        if [ "$status" = 3 ]; then
            says err "does not come to the same point"
            says err "wgcq resume"
        else
            ends_with 0
            is "$(asked)" "$(came_to t.db)"
        fi
        rm t.db
    done
}

@test "a run that was killed is explored as far as its states are in the file" {
    for order in breadth-first depth-first; do
        wgcq solve "$PUZZLES/family.yaml" --trace states --order $order -o k.db
        sqlite3 k.db "UPDATE run SET status='interrupted', edges=NULL, states=300, goals=NULL,
                      depth=NULL, verdict=NULL, dead_ends=NULL, shortest_length=NULL,
                      shortest_count=NULL, solutions_count=NULL;
                      DELETE FROM state_1 WHERE id>300; DELETE FROM distance_1; DELETE FROM best"
        wgcq query k.db rules --format json
        ends_with 3
        says err "run again"
        is "$(jq -c 'map(.times) | unique' out)" "[null]"
        wgcq query k.db shortest --count
        ends_with 3
        wgcq graph k.db
        ends_with 0
        says err "300 states"
        says err "did not explore everything"
        rm k.db
    done
}

@test "a run that was killed with nothing in its file is not known" {
    wgcq solve "$PUZZLES/family.yaml" --trace solutions -o k.db
    sqlite3 k.db "UPDATE run SET status='interrupted', edges=NULL, states=NULL"
    wgcq query k.db shortest
    ends_with 3
    empty out
    says err "wgcq resume"
    wgcq graph k.db --only shortest
    ends_with 3
}

@test "a figure that exploring does not come to is a damaged file" {
    for set in states=states+1 edges=edges-1 goals=2 depth=3 "shortest_count='7'" "verdict='proved'"; do
        wgcq solve "$PUZZLES/family.yaml" --trace solutions -o d.db
        sqlite3 d.db "UPDATE run SET $set"
        wgcq query d.db farthest
        ends_with 4
        says err "is damaged"
        wgcq verify d.db
        ends_with 1
        says out "explored again"
        rm d.db
    done
    wgcq solve "$PUZZLES/family.yaml" --trace solutions -o d.db
    sqlite3 d.db "UPDATE best SET count=count+1 WHERE cost='noise'"
    wgcq query d.db farthest
    ends_with 4
}

@test "a stored state that exploring does not come to is a damaged file" {
    wgcq solve "$PUZZLES/family.yaml" --trace states -o s.db
    sqlite3 s.db "UPDATE state_1 SET w0=w0+1 WHERE id=17"
    wgcq query s.db shortest
    ends_with 4
    says err "its state 17"
}

@test "another run of a file is explored again as it was" {
    wgcq solve "$PUZZLES/family.yaml" --trace none --max-states 50 -o r.db
    wgcq solve "$PUZZLES/family.yaml" --trace none -o r.db
    wgcq graph r.db --all --format graphml --run 1
    is "$(asked)" 50
    wgcq graph r.db --all --format graphml
    is "$(asked)" 614
}

@test "parameters are those of the run" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 --trace none -o p.db
    wgcq query p.db shortest --count
    ends_with 0
    cp out p
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 -o q.db
    wgcq query q.db shortest --count
    diff p out
}

@test "show, compare and why of a file of --trace none" {
    wgcq solve "$PUZZLES/family.yaml" --trace none -o n.db
    wgcq show n.db 101
    ends_with 1
    says err "it has 100"
    wgcq show n.db 100
    ends_with 0
    wgcq solve "$PUZZLES/family.yaml" -o all.db
    wgcq compare n.db 1 all.db:1 --summary --format json
    ends_with 0
    is "$(jq '.[1]."moves more"' out)" 0
    wgcq why n.db 614
    ends_with 0
}

@test "verify of a file without states replays the run that is explored again" {
    for keep in none solutions; do
        wgcq solve "$PUZZLES/family.yaml" --trace $keep -o v.db
        wgcq verify v.db --format json
        ends_with 0
        is "$(jq '.[] | select(.check == "edges") | .looked_at' out)" 1820
        is "$(jq -r '.[] | select(.check == "closure") | .verdict' out)" holds
        says out "the file keeps no states (--trace $keep)"
        rm v.db
    done
}

@test "no question, no exploring" {
    wgcq solve "$PUZZLES/family.yaml" --trace none -o n.db
    wgcq query n.db shortets
    ends_with 2
    lacks err "explored"
}

# bats test_tags=slow
@test "the folder for exploring is in TMPDIR, and nothing stays there" {
    mkdir room
    wgcq solve "$PUZZLES/family.yaml" --trace none -o n.db
    TMPDIR=$PWD/room wgcq query n.db shortest
    ends_with 0
    is "$(ls room)" ""
    TMPDIR=$PWD/nowhere wgcq query n.db shortest
    ends_with 4
    says err "nowhere: No such file or directory"
}

@test "a signal ends it, and nothing stays" {
    mkdir room
    "$WGCQ" solve "$PUZZLES/frogs.yaml" --set n=16 --trace none -o n.db >/dev/null
    TMPDIR=$PWD/room "$WGCQ" query n.db shortest >out 2>err &
    local query=$!
    until ls room/*/again.db >/dev/null 2>&1; do
        kill -0 $query || return 1
        sleep 0.01
    done
    kill -TERM $query
    status=0
    wait $query || status=$?
    ends_with 130
    is "$(ls room)" ""
}
