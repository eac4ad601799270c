#!/usr/bin/env bats
# Files and folders that are not wgcq's: links, pipes, devices, files of others, journals of others beside them.
load common

# A search of three levels in files, stopped half way.
stopped_search() {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --save-every 30000 --spill dir --max-depth 120
    ends_with 3
    cp -r dir kept
}

# What is said of dir/$1, and nothing was changed, neither there nor in the victim.
refused() {
    wgcq resume dir
    ends_with 4
    says err "dir/$1 $2"
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --spill dir
    ends_with 4
    says err "dir/$1 $2"
    is "$(cat victim)" precious
    rm -rf dir
    cp -r kept dir
}

@test "--spill: no file of the folder is opened through a link, nor is a pipe or one of another name" {
    stopped_search
    echo precious >victim
    for file in states-0 state lock; do
        ln -sf ../victim dir/$file
        refused $file "is a symbolic link"
        ln -sf ../nowhere dir/$file
        refused $file "is a symbolic link"
        not test -e nowhere
        ln -f dir/$file second
        refused $file "has another name"
        rm dir/$file
        mkfifo dir/$file
        refused $file "is a folder, a pipe or a device"
    done
    ln -s ../victim dir/state.new
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --spill dir --save-every 30000 --max-depth 160
    ends_with 4
    says err "dir/state.new is a symbolic link"
    is "$(cat victim)" precious
}

@test "--spill: a file of another user" {
    [ "$(id -u)" = 0 ] || skip "only root gives files away"
    stopped_search
    echo precious >victim
    for file in states-0 state lock; do
        [ $file = state ] || chown 65534 dir/$file
        [ $file = state ] || refused $file "belongs to another user"
    done
    chown 65534 dir/state
    refused state "belongs to another user"
}

@test "--spill: a name that only begins like ours is a stranger's" {
    mkdir dir
    echo mine >dir/states-of-mind
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --spill dir
    ends_with 4
    says err "dir has other files in it"
    is "$(cat dir/states-of-mind)" mine
}

@test "--spill: whatever byte of its state is damaged, the folder is, and not the puzzle" {
    stopped_search
    size=$(stat -c %s dir/state)
    for ((i = 0; i < 40; i++)); do
        cp kept/state dir/state
        printf 'Z' | dd of=dir/state bs=1 seek=$((i * (size - 1) / 39)) conv=notrunc 2>/dev/null
        wgcq resume dir
        ends_with 4
        says err "dir/state is"
    done
    rm dir/state
    head -c 500 kept/state >dir/state
    wgcq resume dir
    ends_with 4
    says err "dir/state is damaged"
}

@test "--spill: ranks that were killed before their first commit are in nobody's way" {
    mkdir -p dir/1 dir/2
    touch dir/1/lock dir/2/lock dir/2/states-0 dir/1/state.new
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --spill dir
    ends_with 0
    not test -e dir
    mkdir -p dir/1
    echo mine >dir/1/mine
    wgcq solve "$PUZZLES/frogs.yaml" --set n=13 --trace none -q --max-memory 1M --spill dir
    ends_with 4
    is "$(cat dir/1/mine)" mine
}

@test "a sweep writes through no link" {
    mkdir sweep
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 -q -o victim.db
    cp victim.db before.db
    ln -s ../victim.db sweep/frogs-n=3.db
    ln -s ../nowhere.db sweep/frogs-n=4.db
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3,4,5 -o sweep/
    ends_with 4
    says out "frogs-n=3.db is a symbolic link"
    says out "frogs-n=4.db is a symbolic link"
    cmp victim.db before.db
    not test -e nowhere.db
    test -s sweep/frogs-n=5.db
}

# ---- the folder of a run by ranks, and one file of it --------------------------------------------------------------

by_ranks() {
    local mpi=${WGCQ}-mpi
    [ -x "$mpi" ] && command -v mpirun >/dev/null || skip "Open MPI is not installed, or \`make mpi\` was not run"
    # leaks are Open MPI's own
    ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "$mpi" solve "$PUZZLES/frogs.yaml" \
        --set n="${1:-5}" -o ranks.db -q >out 2>err
    wgcq solve "$PUZZLES/frogs.yaml" --set n=4 -q -o old.db
}

is_new() { is "$(sqlite3 "$1" 'SELECT states FROM runs; PRAGMA integrity_check')" $'476\nok'; }
is_old() { is "$(sqlite3 "$1" 'SELECT states FROM runs; PRAGMA integrity_check')" "$(sqlite3 old.db 'SELECT states FROM runs')"$'\nok'; }

@test "merge: what stands at DB, or at DB.new, and is no trace stays as it is" {
    by_ranks
    echo mine >mine.txt
    for way in '' --replace; do
        cp mine.txt a.db.new
        wgcq merge ranks.db.d -o a.db $way
        ends_with 4
        says err "a.db.new"
        cmp a.db.new mine.txt
        not test -e a.db
        rm a.db.new
        ln -s old.db a.db.new
        wgcq merge ranks.db.d -o a.db $way
        ends_with 4
        says err "a.db.new is in the way"
        rm a.db.new
        is_old old.db
        for kind in "cp mine.txt" "mkfifo" "mkdir" "ln -s mine.txt" "ln -s /dev/full"; do
            $kind a.db
            wgcq merge ranks.db.d -o a.db $way
            ends_with 4
            is "$(ls -d a.db*)" a.db
            rm -r a.db
        done
        is "$(cat mine.txt)" mine
    done
}

@test "merge: an old file is replaced, a link stays a link, permissions stay" {
    by_ranks
    cp old.db a.db
    chmod 600 a.db
    ln -s a.db link.db
    wgcq merge ranks.db.d -o link.db
    ends_with 4
    says err "link.db exists"
    is_old a.db
    wgcq merge ranks.db.d -o link.db --replace
    ends_with 0
    is_new a.db
    is "$(readlink link.db)" a.db
    is "$(stat -c %a a.db)" 600
    is "$(echo a.db* link.db*)" "a.db link.db"
    ln -s far.db nowhere.db
    wgcq merge ranks.db.d -o nowhere.db
    ends_with 0
    is_new far.db
    is "$(readlink nowhere.db)" far.db
}

@test "merge: a file in use is not replaced" {
    by_ranks
    cp old.db a.db
    python3 -c '
import sqlite3, time
db = sqlite3.connect("a.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open("locked", "w").close()
time.sleep(100)' 3>&- &
    until [ -e locked ]; do sleep 0.1; done
    wgcq merge ranks.db.d -o a.db --replace
    kill $!
    ends_with 4
    says err "a.db"
    is_old a.db
    is "$(echo a.db*)" a.db
}

# A journal that the next reader would roll back: of a transaction that was killed.
hot_journal() { # file
    python3 - "$1" <<'PY'
import os, shutil, sqlite3, sys
path = sys.argv[1]
db = sqlite3.connect(path, isolation_level=None)
db.execute("PRAGMA cache_size=1")
db.execute("PRAGMA cache_spill=1")
db.execute("BEGIN IMMEDIATE")
db.execute("CREATE TABLE filler(x)")
for i in range(400):
    db.execute("INSERT INTO filler VALUES(zeroblob(3000))")
for suffix in ("", "-journal"):
    shutil.copy(path + suffix, "hot" + suffix)
db.execute("ROLLBACK")
db.close()
PY
    mv hot "$1"
    mv hot-journal "$1-journal"
}

@test "merge: no old journal is left beside the new file" {
    by_ranks
    cp old.db a.db
    hot_journal a.db
    test -s a.db-journal
    cp a.db b.db
    cp a.db-journal b.db-journal
    wgcq merge ranks.db.d -o a.db --replace
    ends_with 0
    not test -e a.db-journal
    is_new a.db
    rm b.db # its journal remains, of a file that is gone
    for way in '' --replace; do
        wgcq merge ranks.db.d -o b.db $way
        ends_with 4
        says err "belongs to a file that is not there"
        not test -e b.db
    done
    rm b.db-journal
    for beside in b.db-wal b.db.new-journal; do
        echo mine >$beside
        wgcq merge ranks.db.d -o b.db
        ends_with 4
        is "$(cat $beside)" mine
        rm $beside
    done
    wgcq merge ranks.db.d -o b.db
    ends_with 0
    is_new b.db
}

@test "a folder of ranks: its own file, with an old journal or a link in its place" {
    by_ranks
    cp old.db ranks.db.d/all.db
    hot_journal ranks.db.d/all.db
    touch -d '2001-01-01' ranks.db.d/all.db
    wgcq query ranks.db.d shortest --count # it is another puzzle's, whatever its time
    ends_with 4
    says err "all.db is of another puzzle"
    is_old ranks.db.d/all.db # rolled back, no more
    rm ranks.db.d/all.db
    wgcq query ranks.db.d shortest --count
    ends_with 0
    is_new ranks.db.d/all.db
    cp old.db victim.db
    rm ranks.db.d/all.db
    ln -s ../victim.db ranks.db.d/all.db
    wgcq query ranks.db.d shortest
    ends_with 4
    says err "all.db is a symbolic link"
    is_old victim.db
    rm ranks.db.d/all.db
    for file in 0.db parts; do
        mv ranks.db.d/$file far
        ln -s ../far ranks.db.d/$file
        wgcq query ranks.db.d shortest
        ends_with 4
        says err "$file is a symbolic link"
        rm ranks.db.d/$file
        ln far ranks.db.d/$file
        wgcq query ranks.db.d shortest
        ends_with 4
        says err "$file has another name"
        rm ranks.db.d/$file
        mv far ranks.db.d/$file
    done
    wgcq query ranks.db.d shortest --count
    ends_with 0
}

@test "a folder of ranks: --replace removes its files alone" {
    by_ranks
    for name in 2020.db-copy all.db.bak notes; do
        echo mine >ranks.db.d/$name
        status=0
        # leaks are Open MPI's own
    ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "${WGCQ}-mpi" solve \
            "$PUZZLES/frogs.yaml" --set n=4 -o ranks.db --replace -q >out 2>err || status=$?
        ends_with 4
        says err "has files that are not of a run by ranks"
        is "$(cat ranks.db.d/$name)" mine
        rm ranks.db.d/$name
    done
}

# ---- pages, pictures, plans ----------------------------------------------------------------------------------------

@test "graph -o: a link to nowhere makes its target; a pipe and a device are written to as they are" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q -o a.db
    wgcq graph a.db
    cp out meant
    ln -s far.dot link.dot
    wgcq graph a.db -o link.dot
    ends_with 0
    is "$(readlink link.dot)" far.dot
    cmp far.dot meant
    mkfifo pipe
    cat pipe >piped &
    wgcq graph a.db -o pipe
    ends_with 0
    wait $!
    cmp piped meant
    [ -p pipe ]
    wgcq graph a.db -o /dev/null
    ends_with 0
    [ -c /dev/null ]
    is "$(ls | tr '\n' ' ')" "a.db err far.dot link.dot meant out pipe piped "
}

@test "graph -o: a file that may not be written is not replaced either" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -q -o a.db
    echo mine >a.dot
    if [ "$(id -u)" = 0 ]; then
        open=$(mktemp -d)
        chmod 777 "$open"
        cp a.dot a.db "$WGCQ" "$open"
        chmod 666 "$open/a.dot"
        status=0
        setpriv --reuid=65534 --regid=65534 --clear-groups "$open/wgcq" graph "$open/a.db" -o "$open/a.dot" 2>err || status=$?
        ends_with 4
        says err "it belongs to another user"
        is "$(cat "$open/a.dot")" mine
        chmod 444 "$open/a.dot"
        chown 65534 "$open/a.dot"
        status=0
        setpriv --reuid=65534 --regid=65534 --clear-groups "$open/wgcq" graph "$open/a.db" -o "$open/a.dot" 2>err || status=$?
        ends_with 4
        says err "Permission denied"
        is "$(cat "$open/a.dot")" mine
        is "$(ls "$open")" $'a.db\na.dot\nwgcq'
        wgcq graph a.db -o "$open/a.dot"
        ends_with 0
        is "$(stat -c '%u %a' "$open/a.dot")" "65534 444"
        rm -r "$open"
    else
        chmod 444 a.dot
        wgcq graph a.db -o a.dot
        ends_with 4
        is "$(cat a.dot)" mine
    fi
}

@test "merge: --max-time ends it, and nothing is there" {
    by_ranks 7
    rm ranks.db.d/all.db
    wgcq merge ranks.db.d -o a.db --max-time 0.000001
    ends_with 3
    says err "stopped at --max-time 1e-06"
    not test -e a.db
    for question in "query ranks.db.d shortest" "verify ranks.db.d" "resume ranks.db.d"; do
        wgcq $question --max-time 0.000001
        ends_with 3
        says err "stopped at --max-time 1e-06"
        not test -e ranks.db.d/all.db
    done
    wgcq merge ranks.db.d -o a.db
    ends_with 0
}
