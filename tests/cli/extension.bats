#!/usr/bin/env bats
# The extension, loaded by the stock sqlite3 over the files that wgcq writes: it says what the commands say.

load common

setup_file() {
    BUILD=${BUILD:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)/build}
    export EXTENSION=$BUILD/wgcq_sqlite.so SANITIZERS=
    if readelf -d "$EXTENSION" | grep -q libasan; then # the sqlite3 that loads it has to begin with them
        SANITIZERS=$(${CC:-cc} -print-file-name=libasan.so):$(${CC:-cc} -print-file-name=libubsan.so)
    fi
    local wgcq=${WGCQ:-$BUILD/wgcq} puzzles=$BATS_TEST_DIRNAME/../../puzzles
    for name in wolf-goat-cabbage family frogs; do
        "$wgcq" solve "$puzzles/$name.yaml" --quiet -o "$BATS_FILE_TMPDIR/$name.db" >/dev/null
    done
    chmod a-w "$BATS_FILE_TMPDIR"/*.db
}

# SQL over a file, with tabs between the columns; output and status as `wgcq` leaves them.
loaded() {
    local file=$1
    shift
    status=0
    LD_PRELOAD=$SANITIZERS sqlite3 -bail "$file" ".load $EXTENSION" ".mode tabs" "$@" >out 2>err || status=$?
}

a_copy() {
    cp "$BATS_FILE_TMPDIR/$1.db" . && chmod u+w "$1.db"
}

# What a command prints, without the line of names.
rows_of() {
    "$WGCQ" "$@" --format tsv --quiet | tail -n +2
}

@test "wgcq_why has the rows of wgcq why" {
    local wolf=$BATS_FILE_TMPDIR/wolf-goat-cabbage.db family=$BATS_FILE_TMPDIR/family.db
    for id in 1 4 10; do
        loaded "$wolf" "SELECT * FROM wgcq_why($id)"
        ends_with 0
        is "$(cat out)" "$(rows_of why "$wolf" $id)"
    done
    loaded "$family" "SELECT * FROM wgcq_why(100, 'push off')"
    is "$(cat out)" "$(rows_of why "$family" 100 'push off')"
    [ -s out ]
    loaded "$wolf" "SELECT * FROM wgcq_why('farmer=east at_wolf=west at_goat=east at_cabbage=west')"
    is "$(cat out)" "$(rows_of why "$wolf" 2)"
    loaded "$wolf" "SELECT count(*), max(remark) FROM wgcq_why WHERE \"of\" = 2 AND only = 'take goat'"
    is "$(cat out)" "1	state 2: west: wolf cabbage | east: farmer goat"
}

@test "a state that was never reached: the rules that it breaks" {
    local wolf=$BATS_FILE_TMPDIR/wolf-goat-cabbage.db state="farmer=east at_wolf=west at_goat=west at_cabbage=west"
    loaded "$wolf" "SELECT rule, because, place FROM wgcq_why('$state')"
    is "$(cat out)" "$(rows_of why "$wolf" "$state" || true)"
    is "$(wc -l <out)" 2
    loaded "$wolf" "SELECT DISTINCT outcome, move IS NULL AND state IS NULL AND shown IS NULL FROM wgcq_why('$state')"
    is "$(cat out)" "never reached	1"
}

@test "a state that no rule keeps out and no move leads to is a row, too" {
    goalless_puzzle
    sed -i 's/  n: 5/  n: 8/; s/at < n/at < 5/' count.yaml
    wgcq solve count.yaml --quiet -o count.db
    loaded count.db "SELECT outcome, rule IS NULL, because FROM wgcq_why('at=7')"
    ends_with 0
    is "$(cut -f1,2 out)" "never reached	1"
    says out "never reached"
    is "$(wc -l <out)" 1
}

@test "wgcq_plans has the plans of wgcq query, its costs as JSON" {
    local family=$BATS_FILE_TMPDIR/family.db wolf=$BATS_FILE_TMPDIR/wolf-goat-cabbage.db
    local columns="solution, length, costs->>'moves', costs->>'noise', plan"
    loaded "$family" "SELECT $columns FROM wgcq_plans('cheapest', 20, 'noise')"
    ends_with 0
    is "$(cat out)" "$(rows_of query "$family" cheapest --by noise --limit 20)"
    loaded "$family" "SELECT $columns FROM wgcq_plans('best', 30)"
    is "$(cat out)" "$(rows_of query "$family" best --k 30)"
    loaded "$family" "SELECT $columns FROM wgcq_plans('all') LIMIT 30"
    is "$(cat out)" "$(rows_of query "$family" all --limit 30)"
    loaded "$wolf" "SELECT solution, length, costs, plan FROM wgcq_plans('plans') WHERE moves = 9"
    is "$(sed 's/{"moves":9}/9/' out)" "$(rows_of query "$wolf" plans --length 9)"
    is "$(wc -l <out)" 18
    loaded "$wolf" "SELECT max(remark), count(*), what FROM wgcq_plans('all') WHERE within = 0"
    is "$(cat out)" "complete: 2 plans within 0 of the best	2	all"
}

@test "costs are JSON whatever they are called" {
    goalless_puzzle
    cat >>count.yaml <<'YAML'
goal: {at: n}
costs:
  "größe": at
YAML
    wgcq solve count.yaml --quiet -o count.db
    ends_with 0
    loaded count.db "SELECT costs FROM wgcq_plans('cheapest', 1, 'größe')"
    ends_with 0
    is "$(jq -c . out)" '{"moves":5,"größe":15}'
}

@test "wgcq_count is exact, however large" {
    local family=$BATS_FILE_TMPDIR/family.db wolf=$BATS_FILE_TMPDIR/wolf-goat-cabbage.db
    loaded "$family" "SELECT count FROM wgcq_count('cheapest', 'noise')"
    is "$(cat out)" 256
    loaded "$family" "SELECT (SELECT count FROM wgcq_count('shortest')), runs.status FROM runs"
    is "$(cat out)" "$("$WGCQ" query "$family" shortest --count)	complete"
    loaded "$wolf" "SELECT count FROM wgcq_count('plans') WHERE moves = 201"
    is "$(cat out)" "$("$WGCQ" query "$wolf" plans --length 201 --count)"
    [ "$(wc -c <out)" -gt 30 ]
}

@test "wgcq_verify has the rows of wgcq verify, also where it does not hold" {
    local frogs=$BATS_FILE_TMPDIR/frogs.db
    loaded "$frogs" "SELECT * FROM wgcq_verify"
    ends_with 0
    is "$(cat out)" "$("$WGCQ" verify "$frogs" --format tsv --quiet | tail -n +2)"
    a_copy frogs
    sqlite3 frogs.db "UPDATE run SET goals = goals + 1"
    loaded frogs.db "SELECT \"check\", verdict FROM wgcq_verify() WHERE verdict <> 'holds'"
    says out "figures	does not hold"
}

@test "they join with the views" {
    loaded "$BATS_FILE_TMPDIR/wolf-goat-cabbage.db" "
        SELECT count(*) FROM states CROSS JOIN wgcq_why(states.id) y WHERE y.outcome = 'leads to';
        SELECT count(DISTINCT id || y.move) FROM wgcq_why y JOIN states s ON y.\"of\" = s.id WHERE y.outcome = 'refused' AND y.rule IS NOT NULL;
        SELECT count(*) FROM edges; SELECT count(*) FROM rejections;
        SELECT count(*) FROM wgcq_plans('all') a JOIN wgcq_plans('shortest') b USING (plan)"
    ends_with 0
    is "$(paste -sd' ' out)" "20 10 20 10 2"
}

@test "what goes wrong is an error of the statement, in wgcq's words" {
    local wolf=$BATS_FILE_TMPDIR/wolf-goat-cabbage.db
    while IFS='|' read -r sql words; do
        loaded "$wolf" "SELECT * FROM $sql"
        ends_with 1
        says err "$words"
        empty out
    done <<'LIST'
wgcq_plans|wgcq_plans needs a question: shortest, cheapest, all, best, plans
wgcq_plans(NULL)|wgcq_plans needs a question
wgcq_plans('shortes')|unknown question 'shortes'; did you mean 'shortest'?
wgcq_plans('dead-ends')|'dead-ends' is not answered by plans
wgcq_plans('all', 0)|'0' is not a number of plans
wgcq_plans('all', 'two')|'two' is not a number of plans
wgcq_plans('all', 5, 'nois')|unknown cost 'nois'
wgcq_plans('all') WHERE within = -1|'-1' is not a cost
wgcq_plans('plans')|length
wgcq_count|wgcq_count needs a question
wgcq_count('plans', NULL, 1.5)|'1.5' is not a number of moves
wgcq_why|wgcq_why needs a state
wgcq_why(99)|there is no state 99
wgcq_why('farmer=est')|unknown value 'est'; did you mean 'west'?
wgcq_why(1, 'take gaot')|unknown move 'take gaot'
LIST
}

@test "no file, a foreign file and a damaged one are refused" {
    loaded :memory: "SELECT * FROM wgcq_verify"
    ends_with 1
    says err "reads the file of the connection, which has none"
    sqlite3 other.db "CREATE TABLE t(a)"
    loaded other.db "SELECT * FROM wgcq_plans('all')"
    ends_with 1
    says err "is not a trace of wgcq"
    a_copy frogs
    sqlite3 frogs.db "DELETE FROM meta"
    loaded frogs.db "SELECT * FROM wgcq_plans('all')"
    ends_with 1
    says err "frogs.db"
}

@test "what a limit left open is no empty table" {
    wgcq solve "$PUZZLES/frogs.yaml" --max-states 20 --quiet -o cut.db
    ends_with 3
    loaded cut.db "SELECT * FROM wgcq_plans('shortest')"
    ends_with 1
    says err "not known: "
    loaded cut.db "SELECT count IS NULL FROM wgcq_count('shortest')"
    is "$(cat out)" 1
}

@test "only who asks gets an answer: not a view or a trigger of the file, and nothing is written" {
    a_copy wolf-goat-cabbage
    loaded wolf-goat-cabbage.db "CREATE VIEW v AS SELECT * FROM wgcq_verify; SELECT * FROM v"
    ends_with 1
    says err "unsafe use"
    loaded "$BATS_FILE_TMPDIR/frogs.db" "DELETE FROM wgcq_verify"
    ends_with 1
    says err "may not be modified"
    loaded "$BATS_FILE_TMPDIR/frogs.db" "CREATE VIRTUAL TABLE temp.x USING wgcq_why"
    ends_with 1
    is "$(ls "$BATS_FILE_TMPDIR" | grep -v 'db$')" "$(ls "$BATS_FILE_TMPDIR" | grep -- '-journal$\|-wal$')"
}

@test "the lock of the connection outlasts the question" {
    a_copy wolf-goat-cabbage
    loaded wolf-goat-cabbage.db "BEGIN IMMEDIATE" "SELECT count(*) FROM wgcq_plans('all')" \
        ".shell sqlite3 wolf-goat-cabbage.db 'BEGIN IMMEDIATE' >other 2>&1" "COMMIT" \
        ".shell sqlite3 wolf-goat-cabbage.db 'BEGIN IMMEDIATE' >later 2>&1"
    is "$(head -n 1 out)" 2
    says other "locked"
    empty later
}

@test "its entry point is its one name, and SQLite stays outside" {
    is "$(nm -D --defined-only "$EXTENSION" | awk '{ print $NF }' | grep -v asan)" sqlite3_wgcqsqlite_init
    readelf -d "$EXTENSION" >needs
    says needs libsqlite3.so.0
    lacks needs libwgcq
}

@test "a program with an SQLite of its own is refused" {
    [ -z "$SANITIZERS" ] || skip "the other SQLite is loaded by a plain Python"
    local theirs
    theirs=$(ldd "$EXTENSION" | awk '/libsqlite3/ { print $3 }')
    sed 's/libsqlite3\.so\.0/libsqlite9.so.0/g' "$theirs" >libsqlite9.so.0
    cat >host.py <<'P'
import ctypes, sys
sqlite = ctypes.CDLL(sys.argv[1])
db, words = ctypes.c_void_p(), ctypes.c_char_p()
sqlite.sqlite3_open(b":memory:", ctypes.byref(db))
sqlite.sqlite3_enable_load_extension(db, 1)
code = sqlite.sqlite3_load_extension(db, sys.argv[2].encode(), None, ctypes.byref(words))
print(code, (words.value or b"loaded").decode())
P
    /usr/bin/python3 host.py ./libsqlite9.so.0 "$EXTENSION" >out
    says out "this program contains its own SQLite"
    /usr/bin/python3 host.py "$theirs" "$EXTENSION" >out
    says out "0 loaded"
}
