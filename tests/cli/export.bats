#!/usr/bin/env bats
# wgcq export: one run as plain tables, which other programs read.
load common

tables="states edges rejections solutions steps violations properties lassos"

# The part of the guide in trace.sql for that language.
example() { # language
    sed -n "/^--   # $1:/,/^--\$/p" "$ROOT/schemas/trace.sql" | sed 's/^-- \{0,3\}//'
}

@test "the tables have the rows of the views, keys, references and indices" {
    for puzzle in family naive-mutex romania two-robots; do
        wgcq solve "$PUZZLES/$puzzle.yaml" -q -o $puzzle.db
        wgcq export $puzzle.db -o plain.db
        ends_with 0
        empty out
        for table in $tables; do
            is "$(sqlite3 plain.db "SELECT * FROM $table" | sort | sha1sum)" "$(sqlite3 $puzzle.db "SELECT * FROM $table" | sort | sha1sum)"
        done
        is "$(sqlite3 plain.db 'PRAGMA integrity_check; PRAGMA foreign_key_check')" ok
        is "$(sqlite3 plain.db "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'" | sort | paste -sd' ')" \
            "$(tr ' ' '\n' <<<"$tables" | sort | paste -sd' ')"
        is "$(sqlite3 plain.db "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')")" 0
        is "$(sqlite3 plain.db "SELECT count(*) FROM pragma_table_info('states') AS c WHERE cid > 5 AND NOT EXISTS
            (SELECT 1 FROM sqlite_schema AS i, pragma_index_info(i.name) AS x WHERE i.type = 'index' AND x.name = c.name)")" 0
        is "$(sqlite3 plain.db "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '% STRICT%'")" 0 # DB Browser shows no columns of those
        rm plain.db
    done
}

@test "an index has the name of its variable, whatever that is" {
    cat >names.yaml <<'YAML'
types: {side: [l, r]}
state: {depth: side, index: side, "variable[side]": bool}
start: {depth: l, index: l, variable: false}
moves: {go: [{guard: depth == l}, {set: depth = r}]}
YAML
    wgcq solve names.yaml -q
    wgcq export names.db -o plain.db
    ends_with 0
    is "$(sqlite3 plain.db "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'states' ORDER BY 1" | paste -sd' ')" \
        "states_depth states_depth_ states_index states_variable_l states_variable_r"
}

@test "another run, a run that stored less, a folder of another file" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 -q -o frogs.db --trace solutions
    wgcq solve "$PUZZLES/frogs.yaml" --set n=3 -q -o frogs.db
    wgcq export frogs.db --run 1 -o less.db
    ends_with 0
    is "$(sqlite3 less.db 'SELECT count(*) FROM states; SELECT count(*) > 0 FROM steps; PRAGMA foreign_key_check')" $'0\n1'
    wgcq export frogs.db -o more.db
    is "$(sqlite3 more.db 'SELECT count(*) FROM states')" "$(sqlite3 frogs.db 'SELECT count(*) FROM states_2')"
    wgcq export frogs.db --run 7 -o none.db
    ends_with 2
    not [ -e none.db ]
    wgcq export frogs.db
    ends_with 2
    says err "export needs -o"
}

@test "a file that is there: refused, replaced where export wrote it, and never another" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2 -q -o frogs.db
    wgcq export frogs.db -o plain.db
    cp plain.db before.db
    wgcq export frogs.db -o plain.db
    ends_with 4
    says err "plain.db exists"
    says err "hint: --replace"
    cmp plain.db before.db
    wgcq export frogs.db -o plain.db --replace
    ends_with 0
    echo mine >text
    ln -s frogs.db link
    for mine in text frogs.db link; do
        cp $mine copy
        wgcq export frogs.db -o $mine --replace
        ends_with 4
        says err "was not written by export"
        cmp $mine copy
    done
    mkfifo pipe
    timeout 10 "$WGCQ" export frogs.db -o pipe --replace || status=$?
    [ -p pipe ]
    wgcq export frogs.db -o no/such.db
    ends_with 4
    is "$(ls -A | grep -c 'plain.db\.')" 0
}

@test "a time limit leaves no file" {
    wgcq solve "$PUZZLES/sliding-tiles.yaml" --set height=2 --set width=4 -q -o tiles.db
    wgcq export tiles.db -o plain.db --max-time 0.000001
    ends_with 3
    is "$(ls | paste -sd' ')" "err out tiles.db"
}

@test "the example in Python" {
    /usr/bin/python3 -c 'import pandas, networkx' 2>/dev/null || skip "pandas or networkx is not installed"
    wgcq solve "$PUZZLES/family.yaml" -q
    wgcq export family.db -o plain.db
    example Python >example.py
    is "$(wc -l <example.py)" 7
    /usr/bin/python3 example.py >out
    is "$(tail -n 1 out | awk '{ print $NF }')" 62
}

@test "the example in R" {
    command -v Rscript >/dev/null && Rscript -e 'library(RSQLite)' 2>/dev/null || skip "R or its RSQLite is not installed"
    wgcq solve "$PUZZLES/family.yaml" -q
    wgcq export family.db -o plain.db
    example R >example.R
    Rscript example.R >out
    says out "the raft is overloaded"
    says out "daughter1 boards"
}
